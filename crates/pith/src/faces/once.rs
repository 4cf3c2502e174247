//! Print and JSON mode: the prompts one after another, each answered, and then the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pith_app::App;
use pith_app::extension::{NoDialogs, UiMode};
use pith_app::input::Draft;
use pith_types::{Content, StopReason};

use super::{JsonFace, Output, StreamFace, ask_all, close, diagnostics, print_answer, verdict};
use crate::flags::{Args, Mode};
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;
use crate::{signals, wire};

/// Answers the prompts; the exit code says how the last answer ended.
///
/// # Errors
/// When a prompt did not reach the agent, or its answer cannot be written.
pub(crate) async fn run(
    args: &Args,
    setup: Setup,
    mut prompts: Vec<Draft>,
    terminal: Terminal,
    report: Report,
) -> anyhow::Result<u8> {
    let mode = args.mode.unwrap_or(Mode::Text);
    let nobody = NoDialogs(if mode == Mode::Json { UiMode::Json } else { UiMode::Print });
    let app = wire::app(args, setup, terminal, report, Arc::new(nobody), None, &mut prompts).await?.app;
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = {
        let (app, stopped) = (app.downgrade(), Arc::clone(&stopped));
        move || {
            stopped.store(true, Ordering::Relaxed);
            app.upgrade().iter().for_each(App::abort);
        }
    };
    let nothing_asked = prompts.is_empty();
    let output = Output::new(stop.clone());
    let streams = mode == Mode::Text && terminal.stdout;
    match mode {
        Mode::Json => app.show_to(JsonFace::new(output.clone(), report)),
        _ if streams => app.show_to(StreamFace::new(output.clone(), report, terminal.stderr_style())),
        _ => app.show_to(diagnostics(report)),
    }
    app.announce_session().await;
    let work = ask_all(&app, prompts, || stopped.load(Ordering::Relaxed));
    let (done, signal) = signals::watched(work, stop).await;
    app.leave().await;
    let closed = close(&app, report);
    if let Some(signal) = signal {
        return Err(Problem::Stopped { signal }.into());
    }
    done?;
    if mode == Mode::Text && !streams {
        print_answer(&app, &output);
    }
    if mode == Mode::Text {
        warn_of_nothing(&app, nothing_asked, report);
    }
    Ok(end(&app, &output, report)?.max(closed))
}

/// Who waits for an output at the other end of a pipe learns why there is none.
fn warn_of_nothing(app: &App, nothing_asked: bool, report: Report) {
    match app.last_answer() {
        None if nothing_asked => report.warning("nothing was asked: a message is missing, or something on stdin"),
        Some(answer) if answer.stop_reason == StopReason::Stop => {
            let mut texts = answer.content.iter().filter_map(Content::as_text);
            if texts.all(|text| text.trim().is_empty()) {
                report.warning("the model's answer has no text");
            }
        }
        _ => {}
    }
}

fn end(app: &App, output: &Output, report: Report) -> anyhow::Result<u8> {
    Ok(match output.end()? {
        Some(code) => code,
        None => verdict(app, report),
    })
}
