//! Puts the app together from what was asked for and what was read.

mod choose;
mod clock;
mod model;
mod registry;
mod resources;
mod session;
mod tools;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pith_agent::QueueMode;
use pith_app::tools::Moment;
use pith_app::{App, AppParts};
use pith_config::settings;
use pith_llm::transport::http::{ExtraRoots, Http, HttpOptions};
use pith_llm::{Client, apis};

use crate::flags::Args;
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;
use choose::Recorded;
use clock::System;

pub(crate) use registry::registry;

/// The app, ready for its first prompt.
///
/// # Errors
/// When something that was asked for cannot be had.
pub(crate) async fn app(args: &Args, setup: Setup, terminal: Terminal, report: Report) -> anyhow::Result<App> {
    let name = args.name.as_deref().map(str::trim);
    if name == Some("") {
        return Err(Problem::EmptyName.into());
    }
    let session = session::session(args, &setup, report)?;
    let setup = in_folder(setup, Path::new(&session.header().cwd), args)?;
    setup.report(report);
    let history = session.context();
    let chosen = model::model(args, &setup, &Recorded::of(&history), terminal, report).await?;
    let moment = Moment::default();
    let settings = Arc::new(tools::settings(&setup, &moment, report));
    let tools = tools::offered(args, &setup, &settings, &history, report)?;
    let resources = resources::Disk::new(args, &setup);
    let reading = resources.first(&chosen.model, args.verbose.then_some(report));
    Ok(App::new(AppParts {
        client: client(&setup, report),
        model: chosen.model,
        thinking_level: chosen.thinking,
        authority: setup.keys.clone(),
        session,
        history,
        name: name.map(str::to_owned),
        tools,
        moment,
        reading,
        resources: Arc::new(resources),
        files: settings,
        extensions: Vec::new(),
        queue_modes: (queue_mode(setup.settings.steering_mode), queue_mode(setup.settings.follow_up_mode)),
        block_images: setup.settings.images.block_images,
    }))
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

fn client(setup: &Setup, report: Report) -> Client {
    let environment = &setup.environment;
    let proxy = |upper: &str, lower: &str| {
        let variable = environment.variable(upper).or_else(|| environment.variable(lower));
        setup.settings.http_proxy.clone().or_else(|| variable.map(str::to_owned))
    };
    let http = Http::new(HttpOptions {
        idle_timeout: setup.settings.http_idle_timeout_ms.0.map(Duration::from_millis),
        http_proxy: proxy("HTTP_PROXY", "http_proxy"),
        https_proxy: proxy("HTTPS_PROXY", "https_proxy"),
        no_proxy: environment.variable("NO_PROXY").or_else(|| environment.variable("no_proxy")).map(str::to_owned),
        extra_roots: extra_roots(setup, report),
        ..HttpOptions::default()
    });
    #[allow(unused_mut, reason = "only builds with local models add a wire")]
    let mut wires = apis::all();
    #[cfg(feature = "local")]
    wires.push(crate::local::api(setup));
    Client::new(wires, Arc::new(http), Arc::new(System))
}

/// The certificates that variables name, as other programs read them.
fn extra_roots(setup: &Setup, report: Report) -> Vec<ExtraRoots> {
    let read = |variable: &str| {
        let path = setup.environment.variable(variable)?;
        match std::fs::read(path) {
            Ok(pem) => Some(ExtraRoots { source: variable.to_owned(), pem }),
            Err(error) => {
                report.warning(&format!("the certificates of `{variable}` are not used: `{path}`: {error}"));
                None
            }
        }
    };
    ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].into_iter().filter_map(read).collect()
}

fn queue_mode(mode: settings::QueueMode) -> QueueMode {
    match mode {
        settings::QueueMode::OneAtATime => QueueMode::OneAtATime,
        settings::QueueMode::All => QueueMode::All,
    }
}
