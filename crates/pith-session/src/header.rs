//! The first line of a session file (3.2), and the file's name (3.1.3).

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{is_valid_session_id, stamps};

/// The format that is written.
pub const VERSION: u32 = 3;

/// The first line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    #[serde(rename = "type")]
    mark: Mark,
    /// The format; files that name none are of version 1.
    #[serde(default = "first_version")]
    pub version: u32,
    /// The session's id.
    pub id: String,
    /// When it began.
    pub timestamp: String,
    /// Where it works.
    #[serde(default)]
    pub cwd: String,
    /// The file it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent_session: Option<String>,
    /// What other programs wrote here.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Says that a line is a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Mark {
    #[serde(rename = "session")]
    Session,
}

fn first_version() -> u32 {
    1
}

impl Header {
    /// The header of a new session.
    pub(crate) fn new(id: String, timestamp: String, cwd: String, parent_session: Option<String>) -> Self {
        Self { mark: Mark::Session, version: VERSION, id, timestamp, cwd, parent_session, other: Map::new() }
    }

    /// The header on this line, if it is one.
    pub(crate) fn parse(line: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(line).ok()?;
        pith_types::parse_json(text.strip_prefix('\u{feff}').unwrap_or(text).trim()).ok()
    }

    /// The name of a new file for this session.
    pub(crate) fn file_name(&self) -> String {
        self.named(&self.timestamp)
    }

    /// The name that the file would have if the session had begun so many milliseconds later.
    pub(crate) fn file_name_after(&self, later_ms: i64) -> String {
        self.named(&stamps::iso(stamps::parse_iso(&self.timestamp) + later_ms))
    }

    fn named(&self, timestamp: &str) -> String {
        format!("{}_{}.jsonl", timestamp.replace([':', '.'], "-"), self.id)
    }

    /// What a file's name says of a header that is lost.
    pub(crate) fn rebuild(path: &Path, cwd: &Path) -> Self {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let (timestamp, id) = match stem.split_once('_') {
            Some((time, id)) => (time_of_name(time), id.to_owned()),
            None => (String::new(), stem),
        };
        Self::new(id, timestamp, cwd.to_string_lossy().into_owned(), None)
    }

    /// The same, of a file that is named as sessions are; where such a one works is not known.
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let header = Self::rebuild(path, Path::new(""));
        (stamps::parse_iso(&header.timestamp) > 0 && is_valid_session_id(&header.id)).then_some(header)
    }
}

/// `2026-11-30T12-04-33-586Z` → `2026-11-30T12:04:33.586Z`.
fn time_of_name(name: &str) -> String {
    let Some((date, time)) = name.split_once('T') else { return name.to_owned() };
    match time.split('-').collect::<Vec<_>>().as_slice() {
        [hours, minutes, seconds, rest] => format!("{date}T{hours}:{minutes}:{seconds}.{rest}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    const LINE: &str = r#"{"type":"session","version":3,"id":"a","timestamp":"2026-11-30T12:04:33.586Z","cwd":"/p","parentSession":"/x","later":1}"#;

    #[test]
    fn a_header_is_written_as_it_was_read() {
        let header = Header::parse(LINE.as_bytes()).unwrap();
        assert_eq!(serde_json::to_string(&header).unwrap(), LINE);
        assert_eq!(header.parent_session.as_deref(), Some("/x"));
    }

    #[test]
    fn only_a_session_line_is_a_header_and_a_byte_order_mark_is_dropped() {
        assert!(Header::parse(format!("\u{feff}{LINE}\r\n").as_bytes()).is_some());
        for bad in ["", "{}", "[]", r#"{"type":"message","id":"a","timestamp":"x"}"#, r#"{"type":"session"}"#] {
            assert!(Header::parse(bad.as_bytes()).is_none(), "{bad}");
        }
        assert!(Header::parse(b"\xff").is_none());
        assert_eq!(Header::parse(br#"{"type":"session","id":"a","timestamp":"x","cwd":"/"}"#).unwrap().version, 1);
    }

    #[test]
    fn a_lost_header_is_rebuilt_from_the_files_name() {
        let header = Header::parse(LINE.as_bytes()).unwrap();
        assert_eq!(header.file_name(), "2026-11-30T12-04-33-586Z_a.jsonl");
        let rebuilt = Header::rebuild(Path::new("/s/2026-11-30T12-04-33-586Z_a.jsonl"), Path::new("/p"));
        assert_eq!((rebuilt.id, rebuilt.timestamp, rebuilt.cwd), (header.id, header.timestamp, header.cwd));
        assert_eq!(Header::rebuild(Path::new("odd.jsonl"), Path::new("/p")).id, "odd");
    }
}
