//! What a leading slash may stand for.

use crate::app::App;
use crate::command::{SlashCommand, SlashSource};
use crate::extension::CommandInfo;

impl App {
    /// Everything that a prompt may begin with: commands of extensions, then templates, then skills (1.5.6).
    pub fn slash_commands(&self) -> Vec<SlashCommand> {
        let extensions = self.extension_commands().into_iter().map(of_extension);
        let expansions = self.inner.resources.expansions();
        let expansions = expansions.iter().flat_map(|expansion| expansion.commands());
        let mut all: Vec<SlashCommand> = extensions.chain(expansions).collect();
        all.sort_by_key(|command| command.source);
        all
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
