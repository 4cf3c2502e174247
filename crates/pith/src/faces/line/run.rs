//! The conversation from its beginning to its end.

use std::sync::Arc;

use pith_app::App;
use pith_app::input::Draft;
use pith_types::{AgentMessage, Message};
use serde_json::Value;

use super::talk::{Places, Talk, converse};
use super::{Console, LineFace, Restore, choose_session};
use crate::faces::close;
use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;
use crate::wire;

/// Talks with the person at the terminal; gives the exit code.
///
/// # Errors
/// When there is nobody to talk with, or nothing to talk by.
pub(crate) async fn run(
    mut args: Args,
    setup: Setup,
    mut prompts: Vec<Draft>,
    terminal: Terminal,
    report: Report,
) -> anyhow::Result<u8> {
    let terminal = terminal.plain(args.plain);
    let _restore = Restore::of_terminal(terminal.edits());
    let (console, entries) = Console::open(terminal.edits())?;
    console.set_colors(terminal.stderr_style().has_colors());
    if args.resume {
        match choose_session(&console, &setup).await {
            Some(path) => args.session = Some(path.to_string_lossy().into_owned()),
            None => return Ok(0),
        }
    }
    let wire::Wired { app, setup } =
        wire::app(&args, setup, terminal, report, Arc::new(console.clone()), Some(&console), &mut prompts).await?;
    app.show_to(LineFace::new(console.clone(), terminal.stderr_style(), app.downgrade()));
    app.announce_session().await;
    greet(&console, &app, &setup);
    for message in app.messages() {
        if let AgentMessage::Model(Message::User(user)) = message {
            console.remember(user.content.to_text());
        }
    }
    let talk = Talk { app, console, places: Arc::new(Places { setup, report }) };
    let app = talk.app.clone();
    let ended = converse(&talk, entries, prompts).await;
    app.leave().await;
    let closed = close(&talk.app, report);
    Ok(ended.map_or(closed, |signal| signal.code))
}

/// Says who is there, unless the person wants quiet (setting `quietStartup`).
fn greet(console: &Console, app: &App, setup: &Setup) {
    let quiet = setup.files.values(setup.trusted).get("quietStartup").is_some_and(|value| *value == Value::Bool(true));
    if !quiet {
        let model = app.state().model;
        let version = env!("CARGO_PKG_VERSION");
        console.say(&format!("pith {version}, {}/{}; /help shows what can be typed", model.provider, model.id));
    }
}
