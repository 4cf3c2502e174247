//! The line face: a conversation in a terminal, line by line. For plain terminals, screen readers,
//! and whoever likes it.
//!
//! `reader` reads lines, `live` edits them where the terminal can (and shows what extensions draw), `screen` writes,
//! `console` puts the two together with questions. `view` shows
//! the app's events, `talk` holds the conversation, `commands` are those that begin with a slash.

mod commands;
mod console;
mod dialogs;
#[cfg(not(unix))]
mod editor;
mod exhibits;
#[cfg(unix)]
mod live;
mod question;
mod reader;
mod restore;
mod run;
mod screen;
mod sessions;
mod talk;
mod trust_question;
mod view;

pub(crate) use console::Console;
pub(crate) use restore::Restore;
pub(crate) use run::run;
use sessions::choose_session;
use talk::Talk;
use view::LineFace;
