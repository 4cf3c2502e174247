//! Puts the app together from what was asked for and what was read.

mod choose;
mod clock;
#[cfg_attr(not(feature = "extensions"), path = "without_extensions.rs")]
pub(crate) mod extensions;
mod life;
mod locked;
mod model;
mod registry;
mod resources;
mod session;
mod tools;

use std::path::Path;
use std::sync::Arc;

use pith_agent::QueueMode;
use pith_app::extension::Dialogs;
use pith_app::input::Draft;
use pith_app::tools::{AppTool, Moment, ToolFilter};
use pith_app::{App, AppParts};
use pith_config::settings;
use pith_llm::{CacheRetention, Client, apis};

use crate::faces::Face;
use crate::flags::Args;
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;
use crate::transport::check_proxies;
use crate::trust::{self, TrustAsker};
use choose::Recorded;

pub(crate) use clock::System;
pub(crate) use registry::registry;
pub(crate) use session::owner;

/// An app, and what it was put together from.
pub(crate) struct Wired {
    /// It.
    pub app: App,
    /// What holds in the folder that its session works in.
    pub setup: Arc<Setup>,
}

/// The app, ready for its first prompt.
///
/// # Errors
/// When something that was asked for cannot be had.
pub(crate) async fn app(
    args: &Args,
    setup: Setup,
    terminal: Terminal,
    report: Report,
    dialogs: Arc<dyn Dialogs>,
    asker: Option<&dyn TrustAsker>,
    prompts: &mut Vec<Draft>,
) -> anyhow::Result<Wired> {
    let name = args.name.as_deref().map(str::trim);
    if name == Some("") {
        return Err(Problem::EmptyName.into());
    }
    check_proxies(&setup.settings, &setup.environment)?;
    let session = session::session(args, &setup, report)?;
    let setup = in_folder(setup, Path::new(&session.header().cwd), args)?;
    let (setup, early) = extensions::ask_about_trust(args, setup, &dialogs, report).await?;
    let setup = Arc::new(trust::settled(setup, args, asker, report).await?);
    setup.report(report);
    let history = session.context();
    for damage in &history.damage {
        report.warning(&format!("the session's context: {}", damage.kind));
    }
    // Before the model is asked for: a mistyped flag, which might have been an extension's, is told first.
    let interactive = Face::of(args, terminal) == Face::Line;
    let (found, extension_source) =
        extensions::gather(args, &setup, early, (interactive, &dialogs), prompts, report).await?;
    let chosen = model::model(args, &setup, &Recorded::of(&history), terminal, report).await?;
    let moment = Moment::default();
    let settings = Arc::new(tools::settings(&setup, &moment, report));
    let available = tools::available(&settings, &found);
    let tools = tools::offered(args, &setup, &available, &history, report)?;
    let resources = resources::Disk::new(args, &setup);
    let machine = Arc::new(life::Machine::new(args, Arc::clone(&setup), report));
    let mut reading = resources.first(args.verbose.then_some(report));
    reading.diagnostics.extend(chosen.told);
    let app = App::new(AppParts {
        client: client(&setup),
        model: chosen.model,
        models: machine.clone(),
        policy: machine,
        thinking_level: chosen.thinking,
        authority: setup.keys.clone(),
        session,
        history,
        name: name.map(str::to_owned),
        tools,
        moment,
        reading,
        resources: Arc::new(resources),
        files: Arc::clone(&settings),
        available: AppTool::built_ins(&settings).into_iter().chain(tools::added(&found)).collect(),
        tool_filter: ToolFilter { only: args.tools.clone(), exclude: args.exclude_tools.clone(), none: args.no_tools },
        extensions: found,
        extension_source,
        dialogs,
        queue_modes: (queue_mode(setup.settings.steering_mode), queue_mode(setup.settings.follow_up_mode)),
        block_images: setup.settings.images.block_images,
        thinking_budgets: setup.settings.thinking_budgets(),
        cache_retention: cache_retention(&setup, report),
    });
    Ok(Wired { app, setup })
}

/// Nobody to ask, and nothing to show on.
#[cfg(feature = "extensions")]
pub(crate) fn nobody() -> Arc<dyn Dialogs> {
    Arc::new(pith_app::extension::NoDialogs::default())
}

/// What holds in the folder that the session works in.
fn in_folder(setup: Setup, cwd: &Path, args: &Args) -> anyhow::Result<Setup> {
    if cwd == setup.environment.current_dir() {
        return Ok(setup);
    }
    if !cwd.is_dir() {
        return Err(Problem::SessionFolderGone { cwd: cwd.to_owned() }.into());
    }
    Setup::read(args, setup.environment.with_current_dir(cwd))
}

fn client(setup: &Setup) -> Client {
    #[allow(unused_mut, reason = "only builds with local models add a wire")]
    let mut wires = apis::all();
    #[cfg(feature = "local")]
    wires.push(crate::local::api(setup));
    Client::new(wires, Arc::clone(&setup.transport), Arc::new(System)).with_more(Arc::new(setup.brought.clone()))
}

/// What `PI_CACHE_RETENTION` asks for.
fn cache_retention(setup: &Setup, report: Report) -> CacheRetention {
    match setup.environment.variable("PI_CACHE_RETENTION") {
        Some("none") => CacheRetention::None,
        Some("long") => CacheRetention::Long,
        None | Some("short") => CacheRetention::Short,
        Some(other) => {
            report.warning(&format!("`PI_CACHE_RETENTION` is `none`, `short` or `long`, not `{other}`"));
            CacheRetention::Short
        }
    }
}

fn queue_mode(mode: settings::QueueMode) -> QueueMode {
    match mode {
        settings::QueueMode::OneAtATime => QueueMode::OneAtATime,
        settings::QueueMode::All => QueueMode::All,
    }
}

/// Loads the extensions for the providers that they bring. Those that cannot be loaded bring none, and are told.
///
/// # Errors
/// When nothing can be run.
#[cfg_attr(not(feature = "extensions"), expect(unused_variables, clippy::unnecessary_wraps, reason = "there are none"))]
pub(crate) fn bring_providers(args: &Args, setup: &Setup, report: Report) -> anyhow::Result<()> {
    #[cfg(feature = "extensions")]
    {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (_, errors) = runtime.block_on(extensions::load(args, setup, &nobody(), report));
        runtime.shutdown_background();
        errors.iter().for_each(|error| report.failure(&error.to_string()));
    }
    Ok(())
}

/// What the extensions add to the help text. Those that cannot be loaded add nothing.
///
/// # Errors
/// When not even the settings can be found.
#[cfg(feature = "extensions")]
pub(crate) fn help_of_extensions(args: &Args, report: Report) -> anyhow::Result<String> {
    let setup = Setup::read(args, pith_config::Environment::from_process()?)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (gathered, _) = runtime.block_on(extensions::load(args, &setup, &nobody(), report));
    runtime.shutdown_background();
    Ok(extensions::help(&gathered.source))
}
