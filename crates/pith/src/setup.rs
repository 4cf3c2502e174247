//! What the person and the machine say before anything starts: environment, places, settings, trust.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pith_app::PersonalKeys;
use pith_app::models::Brought;
use pith_config::{Credentials, Diagnostic, Environment, ModelsFile, Paths, Settings, SettingsFiles};
use pith_llm::Transport;
use pith_resources::{ProjectTrust, TrustQuestion, project_trust, trust};

use crate::flags::Args;
use crate::report::Report;
use crate::transport::{nearby, transport};
use crate::trust::Standing;
use crate::wire::System;

/// Providers that need no key: the models of this process.
const KEYLESS: &[&str] = if cfg!(feature = "local") { &["local"] } else { &[] };

/// Everything that was read.
pub(crate) struct Setup {
    pub environment: Environment,
    pub paths: Paths,
    pub settings: Settings,
    /// The same, scope by scope.
    pub files: SettingsFiles,
    /// Whether the project's own settings and prompts count.
    pub trusted: bool,
    /// The same as it holds while the program runs.
    pub trust: Standing,
    /// What to ask about the project, when nothing was decided.
    pub undecided: Option<TrustQuestion>,
    #[cfg_attr(not(feature = "local"), expect(dead_code, reason = "only local models are fetched"))]
    pub offline: bool,
    pub session_dir: PathBuf,
    pub models: ModelsFile,
    /// What is wrong with `models.json`: reported with the choice of a model, which it may have spoiled.
    pub models_trouble: Vec<Diagnostic>,
    pub keys: Arc<PersonalKeys>,
    /// Providers of extensions; none until those are loaded.
    pub brought: Brought,
    /// The way to the network.
    pub transport: Arc<dyn Transport>,
    /// What was told of models: the list is made more than once, and what is wrong with it is told the first time.
    pub told: Arc<Told>,
    doubts: Vec<Diagnostic>,
}

/// Sentences that were told.
#[derive(Debug, Default)]
pub(crate) struct Told(Mutex<HashSet<String>>);

impl Told {
    /// Whether this is the first time; from now on it is not.
    pub(crate) fn is_new(&self, sentence: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(sentence.to_owned())
    }
}

impl Setup {
    /// Reads everything. What is doubtful is kept for [`report`](Self::report), and stops nothing.
    ///
    /// # Errors
    /// When no place for settings is known.
    pub(crate) fn read(args: &Args, environment: Environment) -> anyhow::Result<Self> {
        Self::read_deciding(args, args.trust, environment)
    }

    /// The same, where something may have been decided about the project.
    ///
    /// # Errors
    /// When no place for settings is known.
    pub(crate) fn read_deciding(args: &Args, decided: Option<bool>, environment: Environment) -> anyhow::Result<Self> {
        let paths = Paths::new(&environment)?;
        let mut diagnostics = Vec::new();
        let files = SettingsFiles::read(&paths);
        let default = files.global().default_project_trust;
        let trust = project_trust(decided, default, &paths, &environment, &mut diagnostics);
        let trusted = trust.without_asking();
        let undecided = (trust == ProjectTrust::Undecided).then(|| trust::question(&paths, &environment));
        diagnostics.extend(files.diagnostics(trusted).cloned());
        let credentials = Credentials::load(&paths, &environment, &mut diagnostics);
        let mut models_trouble = Vec::new();
        let models = ModelsFile::load(&paths.models_file(), &mut models_trouble);
        let named = |dir: &str| environment.resolve(dir);
        let session_dir =
            paths.session_dir(args.session_dir.as_deref().map(named), files.session_dir().as_deref().map(named));
        let settings = files.merged(trusted);
        let transport = transport(&settings, &environment, &mut diagnostics);
        let brought = Brought::default();
        let keys = PersonalKeys::new(credentials, models.clone(), brought.clone(), args.api_key.clone(), KEYLESS);
        Ok(Self {
            trust: Standing::new(decided, &paths, &environment),
            offline: args.offline || environment.is_offline(),
            settings,
            files,
            keys: Arc::new(keys.with_network(Arc::clone(&transport), nearby(), Arc::new(System))),
            transport,
            brought,
            environment,
            paths,
            trusted,
            undecided,
            session_dir,
            models,
            models_trouble,
            told: Arc::default(),
            doubts: diagnostics,
        })
    }

    /// Reports what is doubtful.
    pub(crate) fn report(&self, report: Report) {
        if let Some(guarded) = self.undecided.iter().find_map(|question| question.guarded.first()) {
            let left = "the project's own settings, prompts and skills are left alone, since nobody has trusted it; \
                `--approve` uses them in this run";
            report.diagnostic(&Diagnostic::warning(left).at(guarded));
        }
        self.doubts.iter().for_each(|diagnostic| report.diagnostic(diagnostic));
    }
}
