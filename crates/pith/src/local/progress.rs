//! How far a model's file has come: a bar on a terminal, now and then a line elsewhere.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use pith_local::store::{Observer, PullEvent};

use crate::report::Report;

/// How often a line is written where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// Shows a pull on stderr.
pub(super) struct Progress {
    report: Report,
    /// On a terminal.
    bar: Option<ProgressBar>,
    last_line: Mutex<Instant>,
}

impl Progress {
    pub(super) fn new(terminal: bool, report: Report) -> Self {
        let bar = terminal.then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()));
        Self { report, bar, last_line: Mutex::new(Instant::now()) }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| self.report.note(line)),
            None => self.report.note(line),
        }
    }

    fn begin(&self, doing: String, done: u64, total: u64) {
        match &self.bar {
            Some(bar) => {
                bar.set_style(style());
                bar.set_length(total);
                bar.set_position(done);
                // What was there already came at no speed.
                bar.reset_eta();
                bar.set_message(doing);
            }
            None => self.say(&format!("{doing} ({})", HumanBytes(total))),
        }
    }

    fn advance(&self, done: u64, total: u64) {
        match &self.bar {
            Some(bar) => bar.set_position(done),
            None => {
                let mut last = self.last_line.lock().unwrap_or_else(PoisonError::into_inner);
                if last.elapsed() >= EVERY {
                    *last = Instant::now();
                    let percent = done.saturating_mul(100).checked_div(total).unwrap_or_default();
                    self.say(&format!("{percent} % ({} of {})", HumanBytes(done), HumanBytes(total)));
                }
            }
        }
    }
}

impl Observer for Progress {
    fn observe(&self, event: PullEvent) {
        match event {
            PullEvent::Waiting => self.say("another process is fetching the same model; waiting for it"),
            PullEvent::Started { source, done, total } => self.begin(format!("fetching from {source}"), done, total),
            PullEvent::Progress { done, total } => self.advance(done, total),
            PullEvent::Retrying { source, error } => self.say(&format!("{source}: {error}; trying again")),
            PullEvent::Failed { source, error } => self.say(&format!("{source} cannot serve: {error}")),
            PullEvent::Verifying { done: 0, total } => self.begin("checking".to_owned(), 0, total),
            PullEvent::Verifying { done, total } => self.advance(done, total),
            PullEvent::Done { .. } => {
                if let Some(bar) = &self.bar {
                    bar.finish_and_clear();
                }
            }
            // Steps of later versions of the store say nothing that must be shown.
            _ => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    let template = "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
