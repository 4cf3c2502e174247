//! A command that runs: its processes, what gathers their output, and how both end.

use std::{io, process::Stdio};

use pith_agent::ToolError;
use tokio::{process::Command, time::timeout};

use super::{
    AFTER_EXIT,
    collector::{Collector, Gathered, Told},
    group::Group,
    report::Ending,
    shell,
};
use crate::{ToolSettings, shared::failure::reason};

pub(crate) struct Running {
    pub(super) group: Group,
    pub(super) collector: Collector,
}

impl Running {
    /// Starts a command in the working directory, in a shell of its own. `told` gets the output as it is known to stay.
    ///
    /// # Errors
    /// When there is no such directory or shell, or the system has no process to give.
    pub(crate) fn start(command: String, settings: &ToolSettings, told: Option<Told>) -> Result<Self, ToolError> {
        let cwd = &settings.cwd;
        if !cwd.is_dir() {
            let text = format!(
                "the working directory `{}` does not exist any more; make it again to run commands",
                cwd.display()
            );
            return Err(ToolError::new(text));
        }
        let shell = shell::find(settings)?;
        let failed = |fault: io::Error| {
            ToolError::new(format!("cannot run the command with `{}`: {}", shell.display(), reason(&fault)))
        };
        let (reader, writer) = io::pipe().map_err(failed)?;
        let collector = Collector::start(reader, settings, told).map_err(failed)?;
        let mut process = Command::new(&shell);
        process
            .arg("-c")
            .arg(shell::script(command, settings))
            .current_dir(cwd)
            .env_clear()
            .envs(shell::environment(settings))
            .stdin(Stdio::null())
            .stdout(writer.try_clone().map_err(failed)?)
            .stderr(writer);
        // With `process` go this side's ends of the pipe, so that it closes when the last process of the command ends.
        let group = Group::start(&mut process).map_err(failed)?;
        Ok(Self { group, collector })
    }

    /// Waits for the shell to end by itself.
    ///
    /// # Errors
    /// When the system lost it.
    pub(crate) async fn ended(&mut self) -> Result<Ending, ToolError> {
        self.group.wait().await.map(Ending::of).map_err(|fault| lost(&fault))
    }

    /// Ends what still has to be ended, and gives what the command wrote.
    pub(crate) async fn finish(self, ending: Ending) -> Gathered {
        if !matches!(ending, Ending::Exited(_)) {
            self.group.terminate().await;
        }
        // What does not end now is held by processes in the background.
        let _ = timeout(AFTER_EXIT, self.collector.ended()).await;
        self.collector.finish()
    }
}

/// The system does not know the command any more.
pub(super) fn lost(fault: &io::Error) -> ToolError {
    ToolError::new(format!("lost the command: {}", reason(fault)))
}
