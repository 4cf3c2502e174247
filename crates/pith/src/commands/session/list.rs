//! Lists of sessions, the newest first.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::SystemTime;

use jiff::{Timestamp, tz::TimeZone};
use pith_session::listing::{Summary, all_summaries, summaries};
use serde_json::{Value, json};

use super::Places;
use crate::show;

/// Characters of an id that are enough to tell sessions of one minute apart.
const SHORT_ID: usize = 13;

/// Lists the sessions that hold these words: those of this working directory, or all.
pub(super) fn list(places: &Places, words: &str, everywhere: bool, as_json: bool) -> anyhow::Result<u8> {
    let mut found = if everywhere { everything(places) } else { summaries(&places.folder) };
    found.retain(|summary| (everywhere || summary.is_of(places.cwd())) && summary.matches(words));
    if as_json {
        let rows: Vec<Value> = found.iter().map(row).collect();
        return show(&format!("{:#}\n", Value::Array(rows)));
    }
    show(&table(&found, everywhere))
}

/// The sessions below the usual folder, and those of the one that was named instead of it.
fn everything(places: &Places) -> Vec<Summary> {
    let mut all = all_summaries(&places.root);
    if places.folder.parent() != Some(places.root.as_path()) {
        all.extend(summaries(&places.folder));
        all.sort_by_key(|summary| std::cmp::Reverse(summary.modified));
    }
    all
}

fn table(found: &[Summary], everywhere: bool) -> String {
    let mut text = String::new();
    let mut alike: HashMap<&str, usize> = HashMap::new();
    for summary in found {
        *alike.entry(short(&summary.header.id)).or_default() += 1;
    }
    for summary in found {
        let id = summary.header.id.as_str();
        // As much as names one session of the list.
        let id = if alike.get(short(id)).is_some_and(|alike| *alike > 1) { id } else { short(id) };
        let _ =
            write!(text, "{id:SHORT_ID$}  {}  {:>5}  {}", local(summary.modified), summary.messages, summary.title());
        if everywhere {
            let _ = write!(text, "  ({})", summary.header.cwd);
        }
        text.push('\n');
    }
    text
}

fn short(id: &str) -> &str {
    id.get(..SHORT_ID).unwrap_or(id)
}

fn row(summary: &Summary) -> Value {
    json!({
        "id": summary.header.id,
        "path": summary.path,
        "cwd": summary.header.cwd,
        "name": summary.name,
        "firstMessage": summary.first_message,
        "messages": summary.messages,
        "created": summary.header.timestamp,
        "modified": utc(summary.modified),
        "size": summary.size,
        "parentSession": summary.header.parent_session,
    })
}

/// For people: their own time, to the minute.
fn local(time: SystemTime) -> String {
    let zoned = Timestamp::try_from(time).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned_datetime(TimeZone::system());
    zoned.strftime("%Y-%m-%d %H:%M").to_string()
}

/// For programs.
fn utc(time: SystemTime) -> String {
    Timestamp::try_from(time).unwrap_or(Timestamp::UNIX_EPOCH).strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
}
