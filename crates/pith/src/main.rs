//! The program in outline: arguments, what they ask for, the parts put together, a face, an exit code.

mod commands;
mod completions;
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
mod signals;
mod terminal;
mod transport;
mod trust;
mod wire;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pith_app::App;
use pith_app::input::Draft;
use pith_config::Environment;

use crate::faces::{JsonFace, Output, StreamFace};
use crate::flags::{Args, Mode};
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;

fn main() -> ExitCode {
    let terminal = Terminal::of_process();
    let report = Report::new(terminal.stderr_style());
    match run(std::env::args_os().skip(1).collect(), terminal, report) {
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
    let args = flags::parse(arguments)?;
    args.warnings.iter().for_each(|warning| report.warning(warning));
    if let Some(other) = args.others.first() {
        return Err(flags::unknown(&other.flag).into());
    }
    if args.help || args.version {
        return show(&if args.help { flags::help() } else { format!("{}\n", env!("CARGO_PKG_VERSION")) });
    }
    let setup = Setup::read(&args, Environment::from_process()?)?;
    if let Some(search) = &args.list_models {
        setup.report(report);
        setup.models_trouble.iter().for_each(|diagnostic| report.diagnostic(diagnostic));
        return show(&list_models::table(&wire::registry(&setup, report), search.as_deref()));
    }
    let prompts = prompts::read(&args, terminal)?;
    if args.mode.is_none() && !args.print && prompts.is_empty() && terminal.is_interactive() {
        return Err(Problem::NotInteractive.into());
    }
    // One thread serves: the program waits for the network, for children and for files, and computes nothing.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let code = runtime.block_on(answer(args, setup, prompts, terminal, report));
    // Whatever a child or a disk still holds up must not hold up the end.
    runtime.shutdown_background();
    code
}

/// Answers the prompts through a face; the exit code says how the last answer ended.
async fn answer(
    args: Args,
    setup: Setup,
    prompts: Vec<Draft>,
    terminal: Terminal,
    report: Report,
) -> anyhow::Result<u8> {
    let mode = args.mode.unwrap_or(Mode::Text);
    let app = wire::app(&args, setup, terminal, report, None).await?;
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = {
        let (app, stopped) = (app.clone(), Arc::clone(&stopped));
        move || {
            stopped.store(true, Ordering::Relaxed);
            app.abort();
        }
    };
    let output = Output::new(stop.clone());
    let streams = mode == Mode::Text && terminal.stdout;
    match mode {
        Mode::Json => app.show_to(JsonFace::new(output.clone(), report)),
        Mode::Text if streams => app.show_to(StreamFace::new(output.clone(), report, terminal.stderr_style())),
        Mode::Text => app.show_to(faces::diagnostics(report)),
    }
    app.announce_session().await;
    let work = faces::run(&app, prompts, || stopped.load(Ordering::Relaxed));
    let (done, signal) = signals::watched(work, stop).await;
    if let Some(signal) = signal {
        return Err(Problem::Stopped { signal }.into());
    }
    done?;
    if mode == Mode::Text && !streams {
        faces::print_answer(&app, &output);
    }
    end(&app, &output, report)
}

fn end(app: &App, output: &Output, report: Report) -> anyhow::Result<u8> {
    match output.failure() {
        // Nobody reads any more: as with any other program in a pipe, that is the end and no error.
        Some(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(141),
        Some(source) => Err(Problem::Stdout { source }.into()),
        None => Ok(faces::verdict(app, report)),
    }
}

/// Writes a text that was asked for.
fn show(text: &str) -> anyhow::Result<u8> {
    let output = Output::new(|| {});
    output.write(text.as_bytes());
    match output.failure() {
        Some(source) if source.kind() != std::io::ErrorKind::BrokenPipe => Err(Problem::Stdout { source }.into()),
        _ => Ok(0),
    }
}
