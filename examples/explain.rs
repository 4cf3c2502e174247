//! Explains a piece of code with the model in this process.
//!
//! ```sh
//! cargo run --release --example explain -- examples/first.js
//! cargo run --release --example explain    # without code: it asks for some
//! ```
//!
//! The agent is made in `explain/agent.rs`; what it keeps to stands in `explain/instructions.md`.
#![allow(clippy::print_stdout, reason = "the answer goes to standard output")]

#[path = "explain/agent.rs"]
mod agent;
#[path = "explain/local.rs"]
mod local;

use std::{env, fs, io::Write as _, path::Path, time::Duration};

use anyhow::{Context as _, bail};
use pith_agent::RunEnd;
use pith_llm::Clock as _;

use agent::{Code, explain, explainer, question};
use local::SystemClock;

/// How long an explanation may take.
const LIMIT: Duration = Duration::from_secs(30);

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let code = env::args_os().nth(1).map(|file| read(Path::new(&file))).transpose()?;
    let (client, model) = local::client().await?;
    let agent = explainer(client, model);
    let question = question(code.as_ref(), SystemClock.now_ms());
    let outcome = explain(&agent, question, LIMIT, |text| {
        print!("{text}");
        // Text that cannot be shown is no reason to stop.
        let _ = std::io::stdout().flush();
    })
    .await?;
    println!();
    match outcome.end {
        RunEnd::Completed => Ok(()),
        RunEnd::Aborted => bail!("gave up after {} s", LIMIT.as_secs()),
        _ => bail!(agent.error_message().unwrap_or_else(|| "the model gave no answer".to_owned())),
    }
}

fn read(path: &Path) -> anyhow::Result<Code> {
    let text = fs::read_to_string(path).with_context(|| format!("could not read `{}`", path.display()))?;
    Ok(Code { name: path.display().to_string(), text })
}
