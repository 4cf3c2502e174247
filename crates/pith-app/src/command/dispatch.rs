//! From a command to the method that does it.

use super::{Command, CommandError, Reply};
use crate::app::App;

impl App {
    /// Does what is asked. A prompt is taken through the pipeline and started; its answer comes as events.
    ///
    /// # Errors
    /// When it was not done.
    pub async fn send(&self, command: Command) -> Result<Reply, CommandError> {
        Ok(match command {
            Command::Submit(draft) => self.submit(draft).await?,
            Command::Abort => {
                self.abort();
                self.settled().await;
                Reply::Done
            }
            Command::ClearQueue => {
                let (steering, follow_up) = self.clear_queue().await;
                Reply::Cleared { steering, follow_up }
            }
            Command::SetSteeringMode(mode) => {
                self.set_steering_mode(mode);
                Reply::Done
            }
            Command::SetFollowUpMode(mode) => {
                self.set_follow_up_mode(mode);
                Reply::Done
            }
            Command::State => Reply::State(Box::new(self.state())),
            Command::Messages => Reply::Messages(self.messages()),
            Command::LastText => Reply::Text(self.last_text()),
            Command::SlashCommands => Reply::Commands(self.slash_commands()),
            Command::Stats => Reply::Stats(Box::new(self.stats())),
            Command::Models => Reply::Models(self.models()),
            Command::SetModel { provider, id } => Reply::Model(self.set_model(&provider, &id).await?),
            Command::CycleModel { backwards } => Reply::Cycled(self.cycle_model(backwards).await?.map(Box::new)),
            Command::ThinkingLevels => Reply::Levels(self.thinking_levels()),
            Command::SetThinkingLevel(level) => {
                self.set_thinking_level(level).await;
                Reply::Done
            }
            Command::CycleThinkingLevel => Reply::Level(self.cycle_thinking_level().await),
            Command::Compact { instructions } => {
                Reply::Compacted(Box::new(self.compact(instructions.as_deref()).await?))
            }
            Command::AbortCompaction => {
                self.abort_compaction();
                Reply::Done
            }
            Command::SetAutoCompaction(enabled) => {
                self.set_auto_compaction(enabled);
                Reply::Done
            }
            Command::SetAutoRetry(enabled) => {
                self.set_auto_retry(enabled);
                Reply::Done
            }
            Command::AbortRetry => {
                self.abort_retry();
                Reply::Done
            }
            Command::Shell(shell) => Reply::Ran(self.inner.run_shell(shell).await?),
            Command::AbortShell => {
                self.inner.shell.abort();
                Reply::Done
            }
            Command::NewSession { parent } => Reply::Replaced(self.new_session(parent).await?),
            Command::SwitchSession { path } => Reply::Replaced(self.switch_session(&path).await?),
            Command::Import { path } => Reply::Replaced(self.import_session(&path).await?),
            Command::Fork { entry, position } => Reply::Replaced(self.fork(&entry, position).await?),
            Command::CloneSession => Reply::Replaced(self.clone_session().await?),
            Command::Tree => {
                let (roots, leaf) = self.tree()?;
                Reply::Tree { roots, leaf }
            }
            Command::Navigate(navigation) => Reply::Navigated(Box::new(self.navigate(navigation).await?)),
            Command::Export { to } => Reply::Exported(self.export(to).await?),
            Command::ForkPoints => Reply::ForkPoints(self.fork_points()),
            Command::Entries { since } => {
                let (entries, leaf) = self.entries(since.as_deref())?;
                Reply::Entries { entries, leaf }
            }
            Command::SetName(name) => {
                self.set_name(&name).await?;
                Reply::Done
            }
            Command::SetLabel { entry, label } => {
                self.set_label(&entry, label.as_deref()).await?;
                Reply::Done
            }
            Command::Reload => {
                self.reload().await;
                Reply::Done
            }
        })
    }
}
