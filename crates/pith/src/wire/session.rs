//! Which session a run belongs to (spec/coding-agent.md 5.3.3).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pith_config::Environment;
use pith_config::settings::SessionImages;
use pith_llm::Clock;
use pith_session::find::{self, Found, Located};
use pith_session::{NewSession, Owner, Session, is_valid_session_id};

use super::clock::System;
use super::locked;
use crate::commands::session::tell_copies;
use crate::flags::Args;
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::signals;
use crate::terminal::Terminal;

/// Opens the session that was asked for, or plans a new one; what is wrong with its file is reported.
///
/// # Errors
/// When it does not exist, cannot be opened, or belongs elsewhere.
pub(super) fn session(args: &Args, setup: &Setup, report: Report) -> anyhow::Result<Session> {
    let cwd = setup.environment.current_dir();
    if cwd.to_str().is_none() {
        return Err(Problem::FolderName { cwd: cwd.to_owned() }.into());
    }
    signals::outlast_full_disks();
    let mut session = choose(args, setup, report)?;
    session.keep_images_beside(setup.settings.session_images == SessionImages::Beside);
    for damage in session.news() {
        let place = damage.line.map(|line| format!(" line {line}")).unwrap_or_default();
        let file = session.path().unwrap_or(Path::new("")).display();
        report.warning(&format!("session `{file}`{place}: {}", damage.kind));
    }
    Ok(session)
}

fn choose(args: &Args, setup: &Setup, report: Report) -> anyhow::Result<Session> {
    let (folder, cwd) = (setup.session_dir.as_path(), setup.environment.current_dir());
    if let Some(id) = args.session_id.as_ref().filter(|id| !is_valid_session_id(id)) {
        return Err(Problem::BadSessionId { id: id.clone() }.into());
    }
    let new = |id: Option<&String>| NewSession { cwd: cwd.to_owned(), id: id.cloned(), parent_session: None };
    let create = |id| Session::create(folder, new(id), owner(&setup.environment), Arc::new(System));
    if args.no_session {
        return Ok(Session::in_memory(new(args.session_id.as_ref()), Arc::new(System)));
    }
    if let Some(text) = &args.fork {
        let source = forked(text, setup, report)?;
        let owner = owner(&setup.environment);
        // Of several that make a copy of one id at once, one does.
        let _claim = match &args.session_id {
            Some(id) => {
                let claim = locked::claim(folder, id, &owner, wish(args), report)?;
                if let Some(found) = find::with_id(folder, id) {
                    return Err(Problem::SessionExists { id: id.clone(), path: found.path }.into());
                }
                claim
            }
            None => None,
        };
        return Ok(Session::fork_file(&source, folder, new(args.session_id.as_ref()), owner, Arc::new(System))?);
    }
    if let Some(text) = &args.session {
        return open(&named(text, setup, report)?, args, setup, report);
    }
    if args.continue_session
        && let Some(found) = find::latest(folder, cwd)
    {
        return open(&found.path, args, setup, report);
    }
    let Some(id) = &args.session_id else { return Ok(create(None)) };
    // Of several that are started at once, one begins the session and the others go on with it.
    let Some(claim) = locked::claim(folder, id, &owner(&setup.environment), wish(args), report)? else {
        return Ok(create(None));
    };
    match find::with_id(folder, id) {
        Some(found) => {
            drop(claim);
            tell_copies(id, &found.path, &found.copies, report);
            open(&found.path, args, setup, report)
        }
        None => {
            report.warning(&format!("there is no session `{id}` yet; it begins now"));
            Ok(create(Some(id)).begun_with(claim))
        }
    }
}

/// The file that `--fork` means: that of another project as well, since the copy is this one's.
fn forked(text: &str, setup: &Setup, report: Report) -> Result<PathBuf, Problem> {
    match located(text, setup) {
        Located::Elsewhere(found) => Ok(taken(text, found, report)),
        located => here(text, located, report),
    }
}

/// The file that `--session` means.
fn named(text: &str, setup: &Setup, report: Report) -> Result<PathBuf, Problem> {
    here(text, located(text, setup), report)
}

fn located(text: &str, setup: &Setup) -> Located {
    let path = setup.environment.resolve(text);
    find::locate(text, &path, &setup.session_dir, &setup.paths.sessions_root())
}

/// What was located, where it is one session and this project's.
fn here(text: &str, located: Located, report: Report) -> Result<PathBuf, Problem> {
    match located {
        Located::Path(path) => Ok(path),
        Located::Here(found) => Ok(taken(text, found, report)),
        Located::Elsewhere(Found { header, path, .. }) => {
            // Where the header is lost, the folder of its file is all that is known.
            let folder = || path.parent().map(Path::to_owned).unwrap_or_default();
            let cwd = if header.cwd.is_empty() { folder() } else { header.cwd.into() };
            Err(Problem::SessionElsewhere { id: text.to_owned(), cwd })
        }
        Located::Ambiguous(several) => Err(Problem::AmbiguousSession {
            text: text.to_owned(),
            ids: several.into_iter().map(|found| found.header.id).collect(),
        }),
        Located::Nothing => Err(Problem::NoSession { text: text.to_owned() }),
    }
}

/// The file of a session that was found; that others have its id is told.
fn taken(text: &str, found: Found, report: Report) -> PathBuf {
    tell_copies(text, &found.path, &found.copies, report);
    found.path
}

/// Opens a file, and does as is wished when another process writes to it.
fn open(path: &Path, args: &Args, setup: &Setup, report: Report) -> anyhow::Result<Session> {
    let cwd = setup.environment.current_dir();
    locked::open(path, cwd, &owner(&setup.environment), &setup.session_dir, wish(args), report)
}

/// What is wished of a session that is in use.
fn wish(args: &Args) -> locked::Wish {
    // Print, JSON and RPC mode have nobody to ask.
    let asks = args.mode.is_none() && !args.print && Terminal::of_process().is_interactive();
    locked::Wish { said: args.if_locked, asks }
}

/// This process, for others that want to write to the same file.
pub(crate) fn owner(environment: &Environment) -> Owner {
    Owner { pid: std::process::id(), host: host(environment), started_ms: Clock::now_ms(&System) }
}

#[cfg(unix)]
fn host(_: &Environment) -> String {
    nix::unistd::gethostname().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(not(unix))]
fn host(environment: &Environment) -> String {
    environment.variable("COMPUTERNAME").unwrap_or_default().to_owned()
}
