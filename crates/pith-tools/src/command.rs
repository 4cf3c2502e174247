//! Commands that a person types, `!cmd` (spec/coding-agent.md 3.9): run as the `bash` tool runs its own, told in another form.

use std::sync::Arc;

use pith_agent::ToolError;
use tokio_util::sync::CancellationToken;

use crate::{
    Situation, ToolSettings,
    bash::{Ending, Running, WholeOutput},
};

/// What became of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommandRun {
    /// The end of its output, at most 2000 lines or 50 KB, without escape sequences and control characters.
    pub output: String,
    /// The exit code; nothing when the command was ended before it did by itself.
    pub exit_code: Option<i32>,
    /// Whether it was ended because the person wanted so.
    pub cancelled: bool,
    /// Whether `output` is not all of it.
    pub truncated: bool,
    /// The file that holds all of it, if it is not all here.
    pub full_output_path: Option<String>,
}

/// Runs a command in the working directory and waits for its end. Each part of the output is told as soon as it is known to
/// stay; what describes the session is not in the command's environment, since it is the person's own.
///
/// # Errors
/// When the command cannot be started at all.
pub async fn run_command(
    command: &str,
    settings: &ToolSettings,
    cancel: &CancellationToken,
    told: impl Fn(&str) + Send + 'static,
) -> Result<CommandRun, ToolError> {
    let settings = ToolSettings { situation: Arc::new(Situation::default), ..settings.clone() };
    let mut running = Running::start(command.to_owned(), &settings, Some(Box::new(told)))?;
    let ending = tokio::select! {
        biased;
        ending = running.ended() => ending?,
        () = cancel.cancelled() => Ending::Aborted,
    };
    let gathered = running.finish(ending).await;
    let truncation = gathered.tail.truncation;
    Ok(CommandRun {
        output: truncation.content,
        exit_code: match ending {
            Ending::Exited(code) => Some(code),
            Ending::TimedOut(_) | Ending::Aborted => None,
        },
        cancelled: ending == Ending::Aborted,
        truncated: truncation.truncated,
        full_output_path: match gathered.whole {
            Some(WholeOutput::File(path) | WholeOutput::Beginning(path)) => Some(path.display().to_string()),
            Some(WholeOutput::Lost(_)) | None => None,
        },
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        io,
        sync::{Mutex, PoisonError},
    };

    use super::*;
    use crate::test_support::World;

    async fn run(world: &World, command: &str) -> (CommandRun, String) {
        let heard = Arc::new(Mutex::new(String::new()));
        let ear = Arc::clone(&heard);
        let told = move |text: &str| ear.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        let run = run_command(command, &world.settings, &world.cancel, told).await.unwrap_or_default();
        let heard = heard.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (run, heard)
    }

    #[tokio::test]
    async fn the_output_is_clean_and_told_as_it_comes() -> io::Result<()> {
        let world = World::new()?;
        let (done, heard) = run(&world, "printf '\\033[31mred\\033[0m\\r\\nerr' >&2; exit 3").await;
        assert_eq!((done.output.as_str(), done.exit_code, done.truncated), ("red\nerr", Some(3), false));
        assert_eq!(heard, "red\nerr");
        Ok(())
    }

    #[tokio::test]
    async fn a_long_output_is_kept_in_a_file() -> io::Result<()> {
        let world = World::new()?;
        let (done, heard) = run(&world, "seq 3000").await;
        assert!(done.truncated && done.output.starts_with("1001\n") && heard.starts_with("1\n2\n"));
        let whole = std::fs::read_to_string(done.full_output_path.unwrap_or_default())?;
        assert!(whole.starts_with("1\n"));
        Ok(())
    }

    #[tokio::test]
    async fn a_cancelled_command_has_no_exit_code() -> io::Result<()> {
        let world = World::new()?;
        world.cancel.cancel();
        let (done, _) = run(&world, "sleep 60").await;
        assert_eq!((done.exit_code, done.cancelled), (None, true));
        Ok(())
    }

    #[tokio::test]
    async fn the_session_is_not_described_to_the_persons_own_commands() -> io::Result<()> {
        let mut world = World::new()?;
        world.settings.situation = Arc::new(|| Situation { session_id: Some("s".to_owned()), ..Situation::default() });
        assert_eq!(run(&world, "echo [$PI_SESSION_ID]").await.0.output, "[]");
        Ok(())
    }
}
