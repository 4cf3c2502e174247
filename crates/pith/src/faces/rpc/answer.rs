//! What the app replied → the `data` of an answer (spec/coding-agent.md 5.5.2). Pure.

use pith_app::Reply;
use pith_session::{Entry, EntryId};
use pith_tools::CommandRun;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

/// The data; nothing where the reply says only that it is done. Written at once, since a session's tree may be deeper than a
/// nested value may be.
///
/// # Errors
/// When a part of the reply has no JSON.
pub(super) fn data(reply: &Reply) -> serde_json::Result<Option<Box<RawValue>>> {
    let raw = match reply {
        Reply::Done => return Ok(None),
        Reply::Started => disposition("started"),
        Reply::Queued => disposition("queued"),
        Reply::Handled => disposition("handled"),
        Reply::Ran(run) => to_raw_value(&Ran::of(run)),
        Reply::Cleared { steering, follow_up } => to_raw_value(&json!({ "steering": steering, "followUp": follow_up })),
        Reply::State(state) => to_raw_value(state),
        Reply::Messages(messages) => to_raw_value(&One("messages", messages)),
        Reply::Text(text) => to_raw_value(&One("text", text)),
        Reply::Commands(commands) => to_raw_value(&One("commands", commands)),
        Reply::Stats(stats) => to_raw_value(stats),
        Reply::Models(models) => to_raw_value(&One("models", models)),
        Reply::Model(model) => to_raw_value(model),
        Reply::Cycled(cycled) => to_raw_value(cycled),
        Reply::Level(level) => to_raw_value(&level.map(|level| One("level", level))),
        Reply::Levels(levels) => to_raw_value(&One("levels", levels)),
        Reply::Compacted(compacted) => to_raw_value(compacted),
        Reply::Replaced(replaced) => to_raw_value(&Session::of(replaced.text.as_deref(), replaced.cancelled)),
        Reply::Navigated(navigated) => to_raw_value(&Session::of(navigated.text.as_deref(), navigated.cancelled)),
        Reply::Tree { roots, leaf } => {
            let tree = RawValue::from_string(roots.clone())?;
            to_raw_value(&Tree { tree: &tree, leaf_id: leaf.as_ref() })
        }
        Reply::Exported(path) => to_raw_value(&One("path", path.to_string_lossy())),
        Reply::ForkPoints(points) => to_raw_value(&One("messages", points)),
        Reply::Entries { entries, leaf } => to_raw_value(&Entries { entries, leaf_id: leaf.as_ref() }),
    };
    raw.map(Some)
}

fn disposition(word: &str) -> serde_json::Result<Box<RawValue>> {
    to_raw_value(&One("disposition", word))
}

/// The data of an input that an extension blocked: it went no further, for this reason.
///
/// # Errors
/// Never; the form is that of [`data`].
pub(super) fn blocked(reason: &str) -> serde_json::Result<Option<Box<RawValue>>> {
    to_raw_value(&json!({ "disposition": "handled", "reason": reason })).map(Some)
}

/// An object of one field.
struct One<T>(&'static str, T);

impl<T: Serialize> Serialize for One<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.0, &self.1)?;
        map.end()
    }
}

/// Entries, and where the next one will hang.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entries<'a> {
    entries: &'a [Entry],
    leaf_id: Option<&'a EntryId>,
}

/// The session as a tree.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Tree<'a> {
    tree: &'a RawValue,
    leaf_id: Option<&'a EntryId>,
}

/// Whether another session, or another place of it, is in force; and what was said there, to be said anew.
#[derive(Serialize)]
struct Session<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    cancelled: bool,
}

impl<'a> Session<'a> {
    fn of(text: Option<&'a str>, cancelled: bool) -> Self {
        Self { text, cancelled }
    }
}

/// A command's end, as a client reads it. Serializes in the order of its fields.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Ran<'a> {
    output: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    cancelled: bool,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_output_path: Option<&'a str>,
}

impl<'a> Ran<'a> {
    fn of(run: &'a CommandRun) -> Self {
        let CommandRun { output, exit_code, cancelled, truncated, full_output_path } = run;
        Self {
            output,
            exit_code: *exit_code,
            cancelled: *cancelled,
            truncated: *truncated,
            full_output_path: full_output_path.as_deref(),
        }
    }
}
