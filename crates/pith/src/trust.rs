//! Asks whether a project is trusted, where nothing was decided and somebody can answer (spec/coding-agent.md 2.2.2).
//!
//! In comes what was read so far, out comes the same under the answer. Who is asked, and how, is for a face.

use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use pith_config::{Diagnostic, Environment, Paths, SettingsFiles};
use pith_resources::{TrustAnswer, TrustQuestion, project_trust, trust::remember};

use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;

/// What holds for the project while the program runs: what was decided for this run, else what is saved. Clones are the same.
#[derive(Clone)]
pub(crate) struct Standing {
    decided: Arc<Mutex<Option<bool>>>,
    paths: Paths,
    environment: Environment,
}

impl Standing {
    pub(crate) fn new(decided: Option<bool>, paths: &Paths, environment: &Environment) -> Self {
        Self { decided: Arc::new(Mutex::new(decided)), paths: paths.clone(), environment: environment.clone() }
    }

    /// Decides for the rest of this run.
    pub(crate) fn decide(&self, trusted: bool) {
        *self.decided.lock().unwrap_or_else(PoisonError::into_inner) = Some(trusted);
    }

    /// Whether the project's own resources count now, by these settings of the person. Nobody is asked.
    pub(crate) fn under(&self, files: &SettingsFiles, told: &mut Vec<Diagnostic>) -> bool {
        let decided = *self.decided.lock().unwrap_or_else(PoisonError::into_inner);
        let default = files.global().default_project_trust;
        project_trust(decided, default, &self.paths, &self.environment, told).without_asking()
    }

    /// The same, by the settings as they are now.
    #[cfg(feature = "extensions")]
    pub(crate) fn holds(&self) -> bool {
        self.under(&SettingsFiles::read(&self.paths), &mut Vec::new())
    }

    /// The settings as they are now, as far as they count.
    pub(crate) fn settings(&self) -> pith_config::Settings {
        let files = SettingsFiles::read(&self.paths);
        let trusted = self.under(&files, &mut Vec::new());
        files.merged(trusted)
    }
}

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
    reread(setup, args, decided)
}

/// The same under what an extension decided, for this run or from now on.
///
/// # Errors
/// When no place for settings is known.
#[cfg(feature = "extensions")]
pub(crate) fn decided_by_extension(
    setup: Setup,
    args: &Args,
    question: &TrustQuestion,
    trusted: bool,
    keep: bool,
    report: Report,
) -> anyhow::Result<Setup> {
    if keep {
        let answer = if trusted { TrustAnswer::Trust } else { TrustAnswer::Refuse };
        if let Err(error) = remember(question, answer, &setup.paths) {
            let unsaved = format!("what an extension decided could not be saved and holds for this run: {error}");
            report.diagnostic(&Diagnostic::warning(unsaved).at(setup.paths.trust_file()));
        }
    }
    reread(setup, args, Some(trusted))
}

/// Reads everything under what was decided. Whoever already asks the old one whether the project is trusted hears the same.
fn reread(setup: Setup, args: &Args, decided: Option<bool>) -> anyhow::Result<Setup> {
    let standing = setup.trust;
    if let Some(trusted) = decided {
        standing.decide(trusted);
    }
    let mut read = Setup::read_deciding(args, decided, setup.environment)?;
    read.trust = standing;
    Ok(read)
}
