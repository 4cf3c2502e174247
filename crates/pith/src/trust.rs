//! Asks whether a project is trusted, where nothing was decided and somebody can answer (spec/coding-agent.md 2.2.2).
//!
//! In comes what was read so far, out comes the same under the answer. Who is asked, and how, is for a face.

use async_trait::async_trait;
use pith_config::Diagnostic;
use pith_resources::{TrustAnswer, TrustQuestion, trust::remember};

use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;

/// Somebody who can be asked.
#[async_trait]
pub(crate) trait TrustAsker: Send + Sync {
    /// Puts the question; nothing when there was no answer, and the project's resources are left alone.
    async fn ask(&self, question: &TrustQuestion) -> Option<TrustAnswer>;
}

/// Asks, if there is something to ask and somebody to answer; an answer to keep is saved. What cannot be saved holds for
/// this run.
///
/// # Errors
/// When no place for settings is known.
pub(crate) async fn settled(
    setup: Setup,
    args: &Args,
    asker: Option<&dyn TrustAsker>,
    report: Report,
) -> anyhow::Result<Setup> {
    let (Some(question), Some(asker)) = (&setup.undecided, asker) else { return Ok(setup) };
    let Some(answer) = asker.ask(question).await else { return Ok(setup) };
    let is_saved = match remember(question, answer, &setup.paths) {
        Ok(()) => question.saved(answer).is_some(),
        Err(error) => {
            let unsaved = format!("the answer could not be saved and holds for this run: {error}");
            report.diagnostic(&Diagnostic::warning(unsaved).at(setup.paths.trust_file()));
            false
        }
    };
    let decided = (!is_saved).then(|| answer.is_trusted());
    Setup::read_deciding(args, decided, setup.environment)
}
