//! The mode from its beginning to its end.

use std::sync::Arc;

use pith_app::App;
use tokio_util::sync::CancellationToken;

use super::{RpcDialogs, RpcFace, serve};
use crate::faces::{Output, close};
use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;
use crate::{signals, wire};

/// Serves a client; gives the exit code. To be ended by a signal is the usual way, and no error.
///
/// # Errors
/// When there is nothing to serve with, or the client cannot be read or written to.
pub(crate) async fn run(args: &Args, setup: Setup, terminal: Terminal, report: Report) -> anyhow::Result<u8> {
    if !args.messages.is_empty() {
        report.warning("messages on the command line are not sent in the mode `rpc`; a client sends `prompt`");
    }
    let ended = CancellationToken::new();
    let stop = {
        let ended = ended.clone();
        move || ended.cancel()
    };
    let output = Output::new(stop.clone());
    let dialogs = Arc::new(RpcDialogs::new(output.clone()));
    let app = wire::app(args, setup, terminal, report, dialogs.clone(), None, &mut Vec::new()).await?.app;
    app.show_to(RpcFace::new(output.clone()));
    app.announce_session().await;
    let asked = tokio::spawn(ended_by_extension(app.clone(), ended.clone()));
    let (served, signal) = signals::watched(serve(&app, &output, &dialogs, ended), stop).await;
    asked.abort();
    app.leave().await;
    let closed = close(&app, report);
    match (output.end()?, signal) {
        (Some(code), _) => Ok(code),
        (None, Some(signal)) => Ok(signal.code),
        (None, None) => served.map(|()| closed).map_err(Into::into),
    }
}

/// Ends the mode when an extension asked for that, at rest (spec/extensions-sessions-screen.md 1.6.7).
async fn ended_by_extension(app: App, ended: CancellationToken) {
    app.shutdown_requested().await;
    app.settled().await;
    ended.cancel();
}
