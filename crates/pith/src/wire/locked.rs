//! What to do when another process writes to the session that was asked for (`--if-locked`).

use std::io::{BufRead as _, Write as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pith_session::{Claim, NewSession, OpenError, Owner, Session};

use super::clock::System;
use crate::flags::IfLocked;
use crate::report::Report;

/// How long a session is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often it is looked whether it is free.
const LOOK: Duration = Duration::from_millis(50);

/// What is wished of a session that is in use.
#[derive(Clone, Copy)]
pub(super) struct Wish {
    /// By `--if-locked`.
    pub(super) said: Option<IfLocked>,
    /// Whether there is a person to ask.
    pub(super) asks: bool,
}

/// Opens a session, and does as is wished when it is in use. Without a wish the person is asked, where
/// there is one; nobody answers by waiting.
///
/// # Errors
/// When it cannot be opened, or is still in use at the end.
pub(super) fn open(
    path: &Path,
    cwd: &Path,
    owner: &Owner,
    folder: &Path,
    wish: Wish,
    report: Report,
) -> anyhow::Result<Session> {
    let attempt = || Session::open(path, cwd, owner.clone(), Arc::new(System));
    let fork = |error: OpenError| {
        let source = Session::open_to_read(path, cwd, Arc::new(System))?;
        let new = NewSession { cwd: source.header().cwd.clone().into(), ..NewSession::default() };
        let fork = Session::fork_file(path, folder, new, owner.clone(), Arc::new(System))?;
        report.note(&format!("{error}; this goes on in a copy, session `{}`", fork.id()));
        Ok(fork)
    };
    when_free(attempt, fork, wish)
}

/// The right to begin the session of an id, and to look for it before; none where a session of its own is wished, since
/// one that another process only begins has nothing to copy yet.
///
/// # Errors
/// When another process still has it at the end.
pub(super) fn claim(
    folder: &Path,
    id: &str,
    owner: &Owner,
    wish: Wish,
    report: Report,
) -> anyhow::Result<Option<Claim>> {
    let own = |error: OpenError| {
        report.note(&format!("{error}, which only begins it; this is a session of its own"));
        Ok(None)
    };
    when_free(|| Claim::of(folder, id, owner).map(Some), own, wish)
}

/// Attempts it until nobody else is at it, or does `instead` where a copy is wished.
fn when_free<T>(
    attempt: impl Fn() -> Result<T, OpenError>,
    instead: impl FnOnce(OpenError) -> anyhow::Result<T>,
    wish: Wish,
) -> anyhow::Result<T> {
    let error = match attempt() {
        Err(error @ OpenError::Locked { .. }) => error,
        done => return Ok(done?),
    };
    match wish.said.or_else(|| wish.asks.then(|| ask(&error)).flatten()).unwrap_or(IfLocked::Wait) {
        IfLocked::Fail => Err(error.into()),
        IfLocked::Fork => instead(error),
        IfLocked::Wait => {
            let began = Instant::now();
            loop {
                std::thread::sleep(LOOK);
                match attempt() {
                    Err(OpenError::Locked { .. }) if began.elapsed() < PATIENCE => {}
                    done => return Ok(done?),
                }
            }
        }
    }
}

/// Asks the person at the terminal. Nobody who answers, or an answer that is none, is no wish.
fn ask(error: &OpenError) -> Option<IfLocked> {
    let mut stderr = std::io::stderr();
    let _ = write!(stderr, "{error}\n[w]ait for it, [f]ork a copy, or [l]eave? ");
    let _ = stderr.flush();
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).ok()?;
    match answer.trim().to_lowercase().as_str() {
        "w" | "wait" => Some(IfLocked::Wait),
        "f" | "fork" => Some(IfLocked::Fork),
        "l" | "leave" => Some(IfLocked::Fail),
        _ => None,
    }
}
