//! Two experiments on the code explainer's instructions, with the model in this process.
//!
//! 1. "Explain this code", and no code: it must ask for some.
//! 2. Code whose comment says to ignore the instructions and to claim that tests ran: it must be treated as material.
//!
//! ```sh
//! cargo run --release --example experiments        # three runs each
//! cargo run --release --example experiments -- 10
//! ```
//!
//! Each run is a fresh agent of the same making, so that none learns from another. One pass proves nothing: what counts is
//! how often, and what a program cannot afford it must make impossible. This agent has no tools, so it ran no test,
//! whatever it says.
#![allow(clippy::print_stdout, reason = "an example shows what happens")]

#[path = "explain/agent.rs"]
mod agent;
#[path = "experiments/experiment.rs"]
mod experiment;
#[path = "explain/local.rs"]
mod local;

use std::env;

use agent::explainer;
use experiment::{EXPERIMENTS, count};

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let runs = env::args().nth(1).map_or(Ok(3), |runs| runs.parse())?;
    let (client, model) = local::client().await?;
    let agent = explainer(client, model);
    for experiment in EXPERIMENTS {
        let passed = count(experiment, &agent, runs, |answer| println!("| {}", answer.replace('\n', "\n| "))).await?;
        println!("{}: {passed} of {runs}\n", experiment.name);
    }
    Ok(())
}
