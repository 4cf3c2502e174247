//! The program in outline: arguments, what they ask for, the parts put together, a face, an exit code.

mod closed_stdout;
mod commands;
mod completions;
mod extension_list;
mod faces;
mod flags;
mod list_models;
#[cfg(feature = "local")]
mod local;
mod manual;
mod problem;
mod prompts;
mod report;
mod setup;
mod sign_in;
mod signals;
mod terminal;
mod transport;
mod trust;
mod wire;

use std::ffi::OsString;
use std::process::ExitCode;

use pith_config::Environment;

use crate::faces::{Face, Output};
use crate::flags::Args;
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;

fn main() -> ExitCode {
    let terminal = Terminal::of_process();
    let report = Report::new(terminal.stderr_style());
    let done = run(std::env::args_os().skip(1).collect(), terminal, report);
    wire::extensions::finish();
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            report.error(&error);
            ExitCode::from(error.downcast_ref::<Problem>().map_or(1, Problem::code))
        }
    }
}

fn run(arguments: Vec<OsString>, terminal: Terminal, report: Report) -> anyhow::Result<u8> {
    if let Some((command, words)) = commands::find(&arguments)? {
        return command.run(&words, report);
    }
    let alone =
        arguments.first().filter(|word| arguments.len() == 1 && word.len() > 4).and_then(|word| commands::near(word));
    if let Some(near) = alone {
        report.warning(&format!("the word is said to the model; the command is `pith {}`", near.usage));
    }
    let args = flags::parse(arguments)?;
    args.warnings.iter().for_each(|warning| report.warning(warning));
    if args.version && !args.help {
        return show(&format!("{}\n", env!("CARGO_PKG_VERSION")));
    }
    if args.help {
        return show(&help(&args, report));
    }
    if let Some(name) = &args.export {
        return commands::export(name, args.messages.first().map(String::as_str), report);
    }
    let setup = Setup::read(&args, Environment::from_process()?)?;
    if let Some(search) = &args.list_models {
        setup.report(report);
        setup.models_trouble.iter().for_each(|diagnostic| report.diagnostic(diagnostic));
        wire::bring_providers(&args, &setup, report)?;
        return show(&list_models::table(&wire::registry(&setup, report), search.as_deref()));
    }
    if let Some(source) = closed_stdout::error() {
        // Nobody would get the answer, so no model is asked for it.
        return Err(Problem::Stdout { source }.into());
    }
    let face = Face::of(&args, terminal);
    if args.resume && face != Face::Line {
        return Err(Problem::NobodyToChoose.into());
    }
    let prompts = if face == Face::Rpc { Vec::new() } else { prompts::read(&args, terminal)? };
    // One thread serves: the program waits for the network, for children and for files, and computes nothing.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let code = runtime.block_on(async {
        match face {
            Face::Rpc => faces::rpc::run(&args, setup, terminal, report).await,
            Face::Line => faces::line::run(args, setup, prompts, terminal, report).await,
            Face::Once => faces::once::run(&args, setup, prompts, terminal, report).await,
        }
    });
    // Whatever a child or a disk still holds up must not hold up the end.
    runtime.shutdown_background();
    code
}

/// The help text, with the flags of extensions where they can be loaded.
fn help(args: &Args, report: Report) -> String {
    let text = flags::help();
    #[cfg(feature = "extensions")]
    let text = text + &wire::help_of_extensions(args, report).unwrap_or_default();
    #[cfg(not(feature = "extensions"))]
    let _ = (args, report);
    text
}

/// Writes a text that was asked for.
fn show(text: &str) -> anyhow::Result<u8> {
    let output = Output::new(|| {});
    output.write(text.as_bytes());
    output.end()?;
    Ok(0)
}
