//! The `bash` tool: runs a command in a shell of its own (spec/coding-agent.md 4.2).
//!
//! A call starts the shell as the leader of a process group, gathers what comes through the one pipe of stdout and stderr,
//! tells the tail of it as it grows, and ends soon after the shell, whoever still holds the pipe. A time limit and an abort
//! end the whole group.

mod clean;
mod collector;
#[cfg(unix)]
mod descent;
mod group;
mod kept;
mod report;
mod running;
mod shell;
mod spill;
#[cfg(all(test, unix))]
mod tests;

use std::{pin::pin, sync::Arc, time::Duration};

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::time::{Instant, sleep, sleep_until};

use self::{collector::Collector, running::lost};
pub(crate) use self::{collector::WholeOutput, report::Ending, running::Running};
use crate::{BuiltIn, ToolSettings, arguments, catalogue::declare, shared::failure::ABORTED};

pub(crate) const BUILT_IN: BuiltIn = BuiltIn {
    name: "bash",
    snippet: "run shell commands: look around, build, test, use git",
    guidelines: &[
        "In bash, the variables PI_SESSION_ID, PI_SESSION_FILE, PI_PROVIDER, PI_MODEL and PI_REASONING_LEVEL describe this session.",
    ],
    by_default: true,
    build: |settings| Arc::new(Bash::new(settings)),
};

/// The longest time limit in seconds: what a 32-bit timer counts in milliseconds.
const LONGEST: f64 = 2_147_483.647;

/// Between two updates, at least.
const BETWEEN_UPDATES: Duration = Duration::from_millis(100);

/// What is waited for the end of the output when the shell has ended; with the reporting it stays under 100 ms.
const AFTER_EXIT: Duration = Duration::from_millis(70);

struct Bash {
    declaration: ToolDeclaration,
    settings: Arc<ToolSettings>,
}

#[derive(Deserialize)]
struct Arguments {
    command: String,
    timeout: Option<f64>,
}

impl Bash {
    fn new(settings: Arc<ToolSettings>) -> Self {
        let properties = json!({ "command": { "type": "string" }, "timeout": { "type": "number" } });
        let description = "Run a shell command in the working directory and get its output (the last 2000 lines or 50KB). \
            Each call is a new shell. timeout: seconds, none by default.";
        Self { declaration: declare(BUILT_IN.name, description, &["command"], properties), settings }
    }
}

#[async_trait]
impl Tool for Bash {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let Arguments { command, timeout: limit } = arguments::parse(BUILT_IN.name, arguments)?;
        let limit = limit.map(time_limit).transpose()?;
        if context.cancel.is_cancelled() {
            return Err(ToolError::new(ABORTED));
        }
        let started = Instant::now();
        let mut running = Running::start(command, &self.settings, None)?;
        (context.update)(ToolOutput::default());
        let ending = {
            let Running { group, collector } = &mut running;
            tokio::select! {
                biased;
                status = group.wait() => Ending::of(status.map_err(|fault| lost(&fault))?),
                () = context.cancel.cancelled() => Ending::Aborted,
                seconds = run_out(limit) => Ending::TimedOut(seconds),
                never = tell_progress(collector, &context) => match never {},
            }
        };
        let gathered = running.finish(ending).await;
        Ok(report::result(gathered, ending, started.elapsed()))
    }
}

fn time_limit(seconds: f64) -> Result<f64, ToolError> {
    if seconds > 0.0 && seconds <= LONGEST {
        return Ok(seconds);
    }
    let text = format!(
        "`timeout` is {seconds}, but must be a number of seconds above 0 and at most {LONGEST}; leave it out for none"
    );
    Err(ToolError::new(text))
}

/// Ends after that many seconds; never without a limit.
async fn run_out(limit: Option<f64>) -> f64 {
    match limit {
        Some(seconds) => {
            sleep(Duration::from_secs_f64(seconds)).await;
            seconds
        }
        None => std::future::pending().await,
    }
}

/// Reports the tail whenever it has changed, but not too often.
async fn tell_progress(collector: &Collector, context: &ToolContext) -> std::convert::Infallible {
    let mut earliest = pin!(sleep_until(Instant::now()));
    loop {
        collector.changed().await;
        earliest.as_mut().await;
        (context.update)(report::progress(collector.tail()));
        earliest.as_mut().reset(Instant::now() + BETWEEN_UPDATES);
    }
}
