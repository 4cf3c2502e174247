//! `pith auth login`: a key for a provider, typed in or given by the provider's page.

use super::options::Options;
use crate::faces::line::{Console, Restore};
use crate::problem::Problem;
use crate::setup::Setup;
use crate::sign_in::{Wishes, sign_in};
use crate::terminal::Terminal;

/// Asks, and stores; gives the exit code.
///
/// # Errors
/// When nobody can be asked, or there is no key.
pub(super) async fn run(options: Options, setup: &Setup) -> anyhow::Result<u8> {
    let terminal = Terminal::of_process();
    if !terminal.is_interactive() {
        return Err(Problem::NobodyToAsk.into());
    }
    let _restore = Restore::of_terminal(terminal.edits());
    let (console, _entries) = Console::open(terminal.edits())?;
    let provider = options.provider.or(options.words.into_iter().next());
    let wishes = Wishes { provider, by_key: options.by_key, no_browser: options.no_browser };
    let done = sign_in(&console, setup, wishes).await;
    console.finish();
    done.map(|()| 0)
}
