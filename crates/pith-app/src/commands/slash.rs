//! What a leading slash may stand for.

use crate::app::App;
use crate::command::{SlashCommand, SlashSource};
use crate::extension::CommandInfo;

impl App {
    /// Everything that a prompt may begin with: commands of extensions, then skills and templates.
    pub fn slash_commands(&self) -> Vec<SlashCommand> {
        let extensions = self.extension_commands().into_iter().map(of_extension);
        let expansions = self.inner.resources.expansions();
        extensions.chain(expansions.iter().flat_map(|expansion| expansion.commands())).collect()
    }
}

fn of_extension(command: CommandInfo) -> SlashCommand {
    SlashCommand {
        name: command.name,
        description: command.description,
        argument_hint: None,
        source: SlashSource::Extension,
        source_info: command.source,
    }
}
