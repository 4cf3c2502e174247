//! Carries out `pith model …` and writes what it gave.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use indicatif::HumanBytes;
use pith_local::store::{Listed, ModelCommand, ModelReply, ModelState, Store, Watch};
use tokio_util::sync::CancellationToken;

use super::progress::Progress;
use crate::faces::Output;
use crate::problem::Problem;
use crate::report::Report;
use crate::signals;

/// Does it; gives the exit code.
///
/// # Errors
/// When the store cannot.
pub(crate) fn command(command: &ModelCommand, store: &Store, report: Report) -> anyhow::Result<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (done, signal) = runtime.block_on(async {
        let cancel = CancellationToken::new();
        let watch = Watch::new(Progress::new(std::io::stderr().is_terminal(), report), cancel.clone());
        signals::watched(command.run(store, &watch), || cancel.cancel()).await
    });
    match (done, signal) {
        (_, Some(signal)) => Err(Problem::Stopped { signal }.into()),
        (Err(error), None) => Err(error.into()),
        (Ok(reply), None) => {
            Output::new(|| {}).write(told(&reply).as_bytes());
            Ok(0)
        }
    }
}

fn told(reply: &ModelReply) -> String {
    match reply {
        ModelReply::Listed(models) => table(models),
        ModelReply::Located(located) => format!("{}\n", located.path.display()),
        ModelReply::Removed(removed) if removed.files.is_empty() => format!("nothing of {} was here\n", removed.id),
        ModelReply::Removed(removed) => format!("removed {}: {} freed\n", removed.id, HumanBytes(removed.bytes)),
    }
}

fn table(models: &[Listed]) -> String {
    let mut text = String::new();
    for Listed { model, state, .. } in models {
        let state = match state {
            ModelState::Absent => "not fetched".to_owned(),
            ModelState::Partial { bytes } => format!("{} of it fetched", HumanBytes(*bytes)),
            ModelState::Present { .. } => "here".to_owned(),
            ModelState::Damaged { reason } => format!("damaged: {reason}"),
        };
        let names = std::iter::once(&model.id).chain(&model.aliases).cloned().collect::<Vec<_>>().join(", ");
        let _ = writeln!(
            text,
            "{names:28}  {:>10}  {:10}  {}  ({state})",
            HumanBytes(model.bytes).to_string(),
            model.license,
            model.label
        );
    }
    text
}
