//! Gathers extensions: finds them, loads them, their factories one after another, and gives those that loaded to the app.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use pith_app::ModelAccess;
use pith_app::extension::{Account, Diagnostic, DiagnosticLevel};
use pith_app::extension::{Dialogs, Extension, ExtensionSource, Gathered};
use pith_app::models::{Brought, Registry};
use pith_app::sign_in::LoginData;
use pith_llm::transport::http::HttpOptions;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::deadlines::Deadlines;
use super::discover::{Found, discover};
use super::flags::{FlagError, FlagSpec};
use super::loaded::Loaded;
use super::outlet::Outlet;
use super::package::Package;
use super::places::Places;
use super::report::LoadError;
use super::shared::{Record, Shared};
use super::shortcuts::doubtful;
use crate::Cache;
use crate::rights::Rules;
use crate::runtime::{Budget, CallResult, Io, Limits, ProcessFacts};

/// How long a start waits until what was compiled is kept for the next one.
const KEEPING: Duration = Duration::from_millis(500);

/// Gives what a login gave that is stored for a provider.
pub type StoredLogins = dyn Fn(&str) -> Option<LoginData> + Send + Sync;

/// What an extension's old objects say once it is in force no longer.
pub(super) const STALE: &str = "this object belongs to a session that was replaced, or to an extension that was reloaded; use the \
    context that the handler or `withSession` was given";

/// The rules for a package, by its path.
pub type RightsOf = dyn Fn(&Path) -> Vec<Rules> + Send + Sync;

/// Keeps a text under a key of the settings.
pub type KeepSetting = dyn Fn(&str, &str) -> Result<(), String> + Send + Sync;

/// What extensions are surrounded by. Everything of the process and its settings comes from here.
#[derive(Clone)]
pub struct Surroundings {
    /// Where to look, as settings have it now.
    pub places: Arc<dyn Fn() -> Places + Send + Sync>,
    /// What packages may do, as settings have it now, by their paths: all of the rules have to allow.
    pub rights: Arc<dyn Fn() -> Box<RightsOf> + Send + Sync>,
    /// The models there are.
    pub models: Arc<dyn Fn() -> Registry + Send + Sync>,
    /// The way to the models while there is no app yet; the app's own afterwards.
    pub access: Option<ModelAccess>,
    /// Takes the providers that they bring.
    pub providers: Brought,
    /// What a login gave that is stored for a provider.
    pub logins: Arc<StoredLogins>,
    /// The merged settings, for `getSettings`.
    pub settings: Arc<dyn Fn() -> Value + Send + Sync>,
    /// Keeps a value in the person's settings; says why where it cannot.
    pub keep_setting: Arc<KeepSetting>,
    /// Takes what they print.
    pub outlet: Arc<dyn Outlet>,
    /// Memory, stack and time without pause.
    pub limits: Limits,
    /// Time for events.
    pub deadlines: Deadlines,
    /// Compiled code of earlier starts.
    pub cache: Cache,
    /// Where their asynchronous work is done.
    pub io: Io,
    /// Ways and limits of their HTTP requests.
    pub http: HttpOptions,
    /// What they see of the process.
    pub process: ProcessFacts,
    /// The person's folder for settings and sessions.
    pub agent_dir: PathBuf,
    /// Whether the project is trusted, as it holds now.
    pub trusted: Arc<dyn Fn() -> bool + Send + Sync>,
    /// The face, which also answers while there is no app yet.
    pub dialogs: Arc<dyn Dialogs>,
}

/// The extensions of a program. Copies are the same.
#[derive(Clone)]
pub struct Extensions(Arc<Shared>);

impl Extensions {
    /// None is loaded yet.
    pub fn new(surroundings: Surroundings) -> Self {
        Self(Arc::new(Shared::new(surroundings)))
    }

    /// Leaves what is loaded when the program ends to the end of the process, which takes all of its memory back at once;
    /// otherwise every engine would free each of its values before. What a reload replaces is freed all the same.
    pub fn until_the_process_ends(self) -> Self {
        std::mem::forget(Arc::clone(&self.0));
        self
    }

    /// Loads them. The first load of a program; later ones go through the app.
    pub async fn load(&self) -> (Vec<Arc<dyn Extension>>, Vec<LoadError>) {
        let shared = &self.0;
        shared.note_runtime();
        let before = shared.in_force();
        shared.set_in_force(Vec::new());
        let loaded = self.load_those(|_| None).await;
        for old in before {
            old.package.tell("invalidate", &json!([old.id, STALE]));
        }
        loaded
    }

    /// Loads what the first load did not find, as when the project has been trusted meanwhile. The others stay as they
    /// are; the order is that of the places.
    pub async fn load_more(&self) -> (Vec<Arc<dyn Extension>>, Vec<LoadError>) {
        let before = self.0.in_force();
        self.load_those(|found| before.iter().find(|record| record.found.real == found.real).cloned()).await
    }

    async fn load_those(
        &self,
        kept: impl Fn(&Found) -> Option<Arc<Record>>,
    ) -> (Vec<Arc<dyn Extension>>, Vec<LoadError>) {
        let shared = &self.0;
        let (found, nowhere) = discover(&(shared.surroundings.places)());
        let mut errors: Vec<LoadError> =
            nowhere.into_iter().map(|nowhere| LoadError { reason: nowhere.reason, path: nowhere.path }).collect();
        let (mut loaded, mut records): (Vec<Arc<dyn Extension>>, Vec<Arc<Record>>) = Default::default();
        let mut kept_for_later = Vec::new();
        let rights = (shared.surroundings.rights)();
        self.import_ahead(&found.iter().filter(|found| kept(found).is_none()).collect::<Vec<_>>(), &rights);
        for found in found {
            let record = match kept(&found) {
                Some(record) => Ok(record),
                None => self.load_one(found, &rights, &mut kept_for_later).await,
            };
            match record {
                Ok(record) => {
                    records.push(Arc::clone(&record));
                    loaded.push(Arc::new(Loaded::new(record, Arc::clone(shared))));
                }
                Err(error) => errors.push(error),
            }
        }
        // The program may end as soon as they are loaded; one that does something else meanwhile is not waited for.
        _ = tokio::time::timeout(KEEPING, futures::future::join_all(kept_for_later)).await;
        shared.set_in_force(records);
        shared.bring_providers();
        shared.refresh_providers(true).await;
        shared.project_all().await;
        (loaded, errors)
    }

    /// Whether one of those in force decides about the trust in a project.
    pub fn decide_about_trust(&self) -> bool {
        self.0.in_force().iter().any(|record| record.hears("project_trust"))
    }

    /// Has the modules of all imported at the same time, each package on its own thread. The factories run one after another
    /// all the same, in order. One alone is imported when it is loaded, which is at once.
    fn import_ahead(&self, found: &[&Found], rights: &RightsOf) {
        for found in found.iter().filter(|_| found.len() > 1) {
            if let Some(package) = self.package(found, rights) {
                package.tell("import", &json!([found.real.to_string_lossy()]));
            }
        }
    }

    async fn load_one(
        &self,
        found: Found,
        rights: &RightsOf,
        kept_for_later: &mut Vec<oneshot::Receiver<CallResult>>,
    ) -> Result<Arc<Record>, LoadError> {
        let shared = &self.0;
        let begun = Instant::now();
        let path = found.path.clone();
        let failed = |reason: String| LoadError { path: path.clone(), reason };
        let package = self.package(&found, rights).ok_or_else(|| failed("the program ends".to_owned()))?;
        let id = format!("{}#{}", found.path.display(), shared.next_load());
        let real = found.real.to_string_lossy().into_owned();
        let record = Arc::new(Record::new(id.clone(), found, package));
        shared.add_in_force(Arc::clone(&record));
        let budget = Budget::Within(shared.surroundings.deadlines.load);
        match record.package.call("load", &json!([id, real]), budget).await {
            Ok(_) => {
                record.note_loaded(begun.elapsed());
                // While the next one is loaded.
                kept_for_later.push(record.package.runtime.begin("kept", "[]", Budget::Unlimited));
                record.package.tell("ready", &json!([id]));
                Ok(record)
            }
            Err(failure) => {
                let kept = shared.in_force().into_iter().filter(|other| other.id != id).collect();
                shared.set_in_force(kept);
                Err(failed(with_place(&failure)))
            }
        }
    }

    /// The runtime of the extension's package, begun when there is none; one that was stopped is begun anew.
    fn package(&self, found: &Found, rights: &RightsOf) -> Option<Arc<Package>> {
        let mut packages = self.0.packages.lock().unwrap_or_else(PoisonError::into_inner);
        packages.retain(|package| package.path != found.package || package.runtime.stopped().is_none());
        if let Some(package) = packages.iter().find(|package| package.path == found.package) {
            return Some(Arc::clone(package));
        }
        let name = found.path.to_string_lossy().into_owned();
        let rules = rights(&found.package);
        let package = Package::begin(found.package.clone(), name, rules, &Arc::downgrade(&self.0))?;
        packages.push(Arc::clone(&package));
        Some(package)
    }

    /// The flags that those in force registered; of one name the first counts.
    pub fn flags(&self) -> Vec<FlagSpec> {
        let mut flags: Vec<FlagSpec> = Vec::new();
        for record in self.0.in_force() {
            for flag in record.registered().flags {
                if flags.iter().all(|other| other.name != flag.name) {
                    flags.push(flag);
                }
            }
        }
        flags
    }

    /// Gives a flag of the command line to the extension that registered it: what stood behind `=`, and the next word if
    /// that can be a value. Says whether the next word was used up; nothing when no extension knows the flag.
    ///
    /// # Errors
    /// When it needs a value, or takes none.
    pub fn give_flag(&self, name: &str, inline: Option<&str>, next: Option<&str>) -> Option<Result<bool, FlagError>> {
        let flags = self.flags();
        let flag = flags.iter().find(|flag| flag.name == name)?;
        Some(self.0.flags.lock().unwrap_or_else(PoisonError::into_inner).give(flag, inline, next))
    }

    /// What people are told of those in force.
    pub fn accounts(&self) -> Vec<Account> {
        self.0.in_force().iter().map(|record| record.account()).collect()
    }

    /// What is doubtful between those in force: names that several want (1.3).
    pub fn conflicts(&self) -> Vec<Diagnostic> {
        let records = self.0.in_force();
        let mut told = Vec::new();
        let mut tools: Vec<(String, String)> = Vec::new();
        let mut commands: Vec<(String, String)> = Vec::new();
        let mut flags: Vec<(String, String)> = Vec::new();
        let mut keys: Vec<(String, String)> = Vec::new();
        for record in &records {
            let registered = record.registered();
            for tool in registered.tools {
                match tools.iter().find(|(name, _)| *name == tool.name) {
                    Some((name, owner)) => told.push(Diagnostic::warning(format!(
                        "the tool `{name}` of `{}` is left out, since `{owner}` has one of that name",
                        record.name()
                    ))),
                    None => tools.push((tool.name, record.name())),
                }
            }
            for command in registered.commands {
                if let Some((name, owner)) = commands.iter().find(|(name, _)| *name == command.name) {
                    told.push(Diagnostic::warning(format!(
                        "`{owner}` and `{}` both have the command `/{name}`; they are reached as `/{name}:1`, `/{name}:2` \
                         in the order of loading",
                        record.name()
                    )));
                }
                commands.push((command.name, record.name()));
            }
            for flag in registered.flags {
                match flags.iter().find(|(name, _)| *name == flag.name) {
                    Some((name, owner)) => told.push(Diagnostic::warning(format!(
                        "the option `--{name}` of `{}` is left out, since `{owner}` has one of that name",
                        record.name()
                    ))),
                    None => flags.push((flag.name, record.name())),
                }
            }
            keys.extend(registered.shortcuts.into_iter().map(|shortcut| (shortcut.key, record.name())));
        }
        told.extend(doubtful(&keys));
        told
    }
}

#[async_trait]
impl ExtensionSource for Extensions {
    async fn gather(&self, reload: bool) -> Option<Gathered> {
        if reload {
            // Whoever still runs in an old runtime keeps it alive until it is done.
            self.0.packages.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        let (extensions, errors) = self.load().await;
        let failed =
            |error: &LoadError| Diagnostic { level: DiagnosticLevel::Error, ..Diagnostic::warning(error.to_string()) };
        let diagnostics = errors.iter().map(failed).chain(self.conflicts()).collect();
        Some(Gathered { extensions, diagnostics })
    }
}

/// The failure, and the first place of its stack.
fn with_place(failure: &crate::runtime::CallFailure) -> String {
    let text = failure.to_string();
    let crate::runtime::CallFailure::Threw { stack, .. } = failure else { return text };
    let place = stack.lines().find(|line| line.contains("at ") && !line.contains("pith:"));
    match place.map(str::trim) {
        Some(place) if !text.contains(place) => format!("{text} ({place})"),
        _ => text,
    }
}
