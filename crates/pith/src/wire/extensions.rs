//! Extensions: where settings and flags have them, what of the process they see, and their flags on the command line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use pith_app::ModelAccess;
use pith_app::extension::{
    Dialogs, Discovered, Extension, ExtensionError, ExtensionSource, TrustVerdict, project_trust,
};
use pith_app::input::Draft;
use pith_config::settings::change;
use pith_config::{Environment, Paths, SettingsFiles};
use pith_extensions::Cache;
use pith_extensions::host::{
    Brought, Deadlines, Extensions, FlagKind, LoadError, Outlet, Place, Places, RightsOf, Surroundings,
};
use pith_extensions::rights::Rules;
use pith_extensions::runtime::{Io, Limits, ProcessFacts};
use serde_json::Value;

use crate::flags::{self, Args};
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::trust;

/// The extensions of this run, and those of them that loaded.
pub(crate) struct Gathered {
    /// Gathers them anew.
    pub source: Extensions,
    /// At the doors of the app, in order.
    pub loaded: Vec<Arc<dyn Extension>>,
}

/// Those that were loaded before it was settled whether the project is trusted.
pub(super) struct Early {
    gathered: Gathered,
    errors: Vec<LoadError>,
    /// Until it is settled, the project's own are left out.
    unsettled: Arc<AtomicBool>,
}

/// Loads the extensions that need no trust, where the project has something to guard and the command line does not decide,
/// and lets them decide (`project_trust`); the first that does wins, over what is saved too.
///
/// # Errors
/// When no place for settings is known.
pub(super) async fn ask_about_trust(
    args: &Args,
    setup: Setup,
    dialogs: &Arc<dyn Dialogs>,
    report: Report,
) -> anyhow::Result<(Setup, Option<Early>)> {
    let question = pith_resources::trust::question(&setup.paths, &setup.environment);
    if args.trust.is_some() || question.guarded.is_empty() {
        return Ok((setup, None));
    }
    let unsettled = Arc::new(AtomicBool::new(true));
    let source = Extensions::new(surroundings(args, &setup, dialogs, &unsettled, report)).until_the_process_ends();
    let (loaded, errors) = source.load().await;
    let cwd = setup.environment.current_dir().to_string_lossy().into_owned();
    let failed = |name: &str, error: &ExtensionError| {
        report.warning(&format!("extension `{name}`: project_trust: {error}"));
    };
    let verdict = match source.decide_about_trust() {
        true => project_trust(&loaded, &cwd, failed).await,
        false => TrustVerdict::default(),
    };
    let early = Some(Early { gathered: Gathered { source, loaded }, errors, unsettled });
    let setup = match verdict.trusted {
        Some(trusted) => trust::decided_by_extension(setup, args, &question, trusted, verdict.remember, report)?,
        None => setup,
    };
    Ok((setup, early))
}

/// Loads the extensions, and gives them their flags.
///
/// # Errors
/// When a flag is nobody's; and, where nobody could read a report, when an extension is broken: it may have been a gate.
pub(super) async fn gather(
    args: &Args,
    setup: &Setup,
    early: Option<Early>,
    (interactive, dialogs): (bool, &Arc<dyn Dialogs>),
    prompts: &mut Vec<Draft>,
    report: Report,
) -> anyhow::Result<(Vec<Arc<dyn Extension>>, Arc<dyn ExtensionSource>)> {
    let (gathered, errors) = match early {
        Some(early) => early.settled(setup.trusted).await,
        None => load(args, setup, dialogs, report).await,
    };
    let is_named =
        |error: &LoadError| args.extensions.iter().any(|path| error.path.starts_with(setup.environment.resolve(path)));
    let (mut fatal, others): (Vec<_>, Vec<_>) = errors.into_iter().partition(|error| !interactive || is_named(error));
    // All of them are told; the last one ends the program.
    let last = fatal.pop();
    others.iter().chain(&fatal).for_each(|error| report.failure(&error.to_string()));
    if let Some(error) = last {
        let named = is_named(&error);
        return Err(Problem::BrokenExtension { error, named }.into());
    }
    gathered.source.conflicts().iter().for_each(|told| report.diagnostic(told));
    let mut words = Vec::new();
    for other in &args.others {
        let name = other.flag.trim_start_matches('-');
        match gathered.source.give_flag(name, other.inline.as_deref(), other.next.as_deref()) {
            Some(given) => {
                if let (false, Some(word)) = (given?, &other.next) {
                    words.push((other.place, word.clone()));
                }
            }
            None => return Err(flags::unknown(&other.flag).into()),
        }
    }
    with_words(words, prompts);
    Ok((gathered.loaded, Arc::new(gathered.source)))
}

impl Early {
    /// Loads the project's own, too, where it is trusted.
    async fn settled(self, trusted: bool) -> (Gathered, Vec<LoadError>) {
        self.unsettled.store(false, Ordering::Relaxed);
        if !trusted {
            return (self.gathered, self.errors);
        }
        let (loaded, errors) = self.gathered.source.load_more().await;
        (Gathered { loaded, ..self.gathered }, errors)
    }
}

/// How long the end of the program waits for what is kept for the next start.
const KEEPING: Duration = Duration::from_millis(500);

/// The program ends: what was compiled is kept.
pub(crate) fn finish() {
    pith_extensions::Cache::written(KEEPING);
}

/// Loads them as they are; what is broken is left to the caller.
pub(crate) async fn load(
    args: &Args,
    setup: &Setup,
    dialogs: &Arc<dyn Dialogs>,
    report: Report,
) -> (Gathered, Vec<LoadError>) {
    let source = Extensions::new(surroundings(args, setup, dialogs, &Arc::default(), report)).until_the_process_ends();
    let (loaded, errors) = source.load().await;
    (Gathered { source, loaded }, errors)
}

/// Extensions that bring providers for a command without a conversation. They stay while what is given does.
pub(crate) struct Providers(#[expect(dead_code, reason = "it is kept for what its end ends")] Gathered);

/// Loads the extensions for the providers that they bring; what is broken is told.
///
/// # Errors
/// None here; a build without extensions refuses those that are named.
pub(crate) async fn providers(named: &[String], setup: &Setup, report: Report) -> anyhow::Result<Providers> {
    let args = Args { extensions: named.to_vec(), ..Args::default() };
    let (gathered, errors) = load(&args, setup, &super::nobody(), report).await;
    errors.iter().for_each(|error| report.warning(&error.to_string()));
    Ok(Providers(gathered))
}

/// What packages that the command line names bring besides extensions.
pub(super) fn brought(named: &[PathBuf]) -> Discovered {
    let mut all = Discovered::default();
    for package in named.iter().filter(|path| path.is_dir()).map(|path| Brought::of(path)) {
        all.skills.extend(package.skills);
        all.prompts.extend(package.prompts);
        all.themes.extend(package.themes);
    }
    all
}

/// Puts words behind flags that take none where they stood: they are messages.
fn with_words(words: Vec<(usize, String)>, prompts: &mut Vec<Draft>) {
    for (before, (place, word)) in words.into_iter().enumerate() {
        match (place + before, prompts.first_mut()) {
            // What was piped in and attached stays with the first prompt.
            (0, Some(first)) => {
                let text = std::mem::replace(&mut first.text, word);
                if !text.is_empty() {
                    prompts.insert(1, Draft::prompt(text));
                }
            }
            (place, _) => prompts.insert(place.min(prompts.len()), Draft::prompt(word)),
        }
    }
}

/// The lines of help for the flags of extensions.
pub(crate) fn help(source: &Extensions) -> String {
    let mut text = String::new();
    for flag in source.flags() {
        let value = if flag.kind == FlagKind::String { " VALUE" } else { "" };
        let name = format!("--{}{value}", flag.name);
        text.push_str(&format!("  {name:<30} {}\n", flag.description.unwrap_or_default()));
    }
    if text.is_empty() { text } else { format!("\nFlags of extensions:\n{text}") }
}

fn surroundings(
    args: &Args,
    setup: &Setup,
    dialogs: &Arc<dyn Dialogs>,
    unsettled: &Arc<AtomicBool>,
    report: Report,
) -> Surroundings {
    let (environment, paths) = (setup.environment.clone(), setup.paths.clone());
    let named: Vec<PathBuf> = args.extensions.iter().map(|path| environment.resolve(path)).collect();
    let only_named = args.no_extensions;
    let places = {
        let (environment, paths, trust) = (environment.clone(), paths.clone(), setup.trust.clone());
        let unsettled = Arc::clone(unsettled);
        let trusted = move || !unsettled.load(Ordering::Relaxed) && trust.holds();
        move || places(&environment, &paths, trusted(), named.clone(), only_named)
    };
    let rights = {
        let (environment, paths, trust) = (environment.clone(), paths.clone(), setup.trust.clone());
        move || -> Box<RightsOf> {
            let (files, trusted, environment) = (SettingsFiles::read(&paths), trust.holds(), environment.clone());
            Box::new(move |package| rights(package, &environment, &files, trusted, report))
        }
    };
    let settings = {
        let (paths, trust) = (paths.clone(), setup.trust.clone());
        move || Value::Object(SettingsFiles::read(&paths).values(trust.holds()))
    };
    let deadlines = setup.files.values(false).get("extensionDeadlines").map(Deadlines::of_setting).unwrap_or_default();
    let models = {
        // Made for the first that asks.
        let (sources, listed) = (super::registry::Sources::of(setup), OnceLock::new());
        move || {
            let mut registry = listed.get_or_init(|| sources.without_brought(report)).clone();
            sources.bring(&mut registry, &mut |_| {});
            registry
        }
    };
    let text = |value: &std::ffi::OsStr| value.to_string_lossy().into_owned();
    let variables: BTreeMap<String, String> =
        environment.variables().map(|(name, value)| (text(name), text(value))).collect();
    let temporary = std::env::temp_dir();
    Surroundings {
        places: Arc::new(places),
        rights: Arc::new(rights),
        models: Arc::new(models),
        access: Some(ModelAccess { client: super::client(setup), authority: setup.keys.clone() }),
        providers: setup.brought.clone(),
        logins: {
            let keys = Arc::clone(&setup.keys);
            Arc::new(move |provider: &str| keys.stored_login(provider))
        },
        settings: Arc::new(settings),
        keep_setting: {
            let file = paths.settings_file();
            Arc::new(move |key: &str, value: &str| change(&file, key, Some(value)).map_err(|error| error.to_string()))
        },
        outlet: Arc::new(Printed(Arc::clone(dialogs))),
        limits: Limits::default(),
        deadlines,
        cache: Cache::in_folder(paths.agent_dir().join("cache").join("extensions")),
        io: Io::new(),
        http: crate::transport::options(&setup.settings, &environment, &mut Vec::new()),
        process: ProcessFacts {
            cwd: environment.current_dir().to_owned(),
            env: variables,
            executable: std::env::current_exe().unwrap_or_else(|_| PathBuf::from("pith")),
            home: environment.home().map_or_else(|| temporary.clone(), Path::to_owned),
            temporary,
        },
        agent_dir: paths.agent_dir().to_owned(),
        trusted: {
            let trust = setup.trust.clone();
            Arc::new(move || trust.holds())
        },
        dialogs: Arc::clone(dialogs),
    }
}

/// As the settings have them now.
fn places(environment: &Environment, paths: &Paths, trusted: bool, named: Vec<PathBuf>, only_named: bool) -> Places {
    let files = SettingsFiles::read(paths);
    let listed = |entries: Vec<String>, base: &Path| -> Vec<PathBuf> {
        let wanted =
            entries.into_iter().filter(|entry| !entry.starts_with(['!', '-', '+']) && !entry.starts_with("builtin:"));
        wanted.map(|entry| environment.clone().with_current_dir(base).resolve(entry)).collect()
    };
    let project = paths.project_config_dir();
    let project = trusted
        .then(|| Place { listed: listed(files.project().extensions, &project), folder: project.join("extensions") });
    let user = Place {
        listed: listed(files.global().extensions, paths.agent_dir()),
        folder: paths.agent_dir().join("extensions"),
    };
    Places { named, only_named, project, user, packages: Vec::new() }
}

/// What the person's settings grant a package, and how far the project's narrow that. `extensionRights` has a key for a
/// file's or folder's name, a path, or `*` for all.
fn rights(
    package: &Path,
    environment: &Environment,
    files: &SettingsFiles,
    trusted: bool,
    report: Report,
) -> Vec<Rules> {
    let mut layers = Vec::new();
    for scope in [false, true].into_iter().filter(|scope| !scope || trusted) {
        let values = files.values(scope);
        let Some(Value::Object(granted)) = values.get("extensionRights") else { continue };
        for (name, rules) in granted.iter().filter(|(name, _)| is_named(package, name, environment)) {
            let home = environment.home().unwrap_or(Path::new("/"));
            match Rules::read(rules, home, environment.current_dir()) {
                Ok(rules) => layers.push(rules),
                // What cannot be read grants nothing: better a tool that fails than one that does what was not meant.
                Err(error) => {
                    report.warning(&format!("setting `extensionRights.{name}`: {error}; it grants nothing"));
                    layers.extend(Rules::read(&nothing(), home, environment.current_dir()));
                }
            }
        }
    }
    layers
}

fn nothing() -> Value {
    serde_json::json!({ "read": [], "write": [], "run": [], "reach": [], "env": [] })
}

fn is_named(package: &Path, name: &str, environment: &Environment) -> bool {
    let part = |part: Option<&std::ffi::OsStr>| part.is_some_and(|part| part == name);
    name == "*" || part(package.file_name()) || part(package.file_stem()) || environment.resolve(name) == package
}

/// Standard output belongs to the answer, or to a protocol.
struct Printed(Arc<dyn Dialogs>);

impl Outlet for Printed {
    fn write(&self, _: &str, text: &str) {
        use std::io::Write as _;
        if self.0.printed(text) {
            return;
        }
        // What cannot be shown is dropped; the extension goes on.
        drop(std::io::stderr().write_all(text.as_bytes()));
    }
}
