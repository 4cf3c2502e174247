//! The index of a folder of sessions: what was found out of each file, with the size and time that it had then.

use std::{
    collections::HashMap,
    io::Write as _,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use serde::{Deserialize, Serialize};

use super::{Summary, scan};
use crate::{Header, file};

/// The file's name, which is no session's.
const NAME: &str = ".pith-index";

/// What is known of a folder.
pub(super) struct Index {
    folder: PathBuf,
    rows: HashMap<String, Row>,
    is_changed: bool,
}

#[derive(Serialize, Deserialize)]
struct Row {
    file: String,
    size: u64,
    /// Since the epoch.
    modified: Duration,
    header: Header,
    name: Option<String>,
    first: String,
    messages: u64,
}

impl Index {
    /// The index of this folder; an empty one where there is none that can be read.
    pub(super) fn read(folder: &Path) -> Self {
        let rows: Vec<Row> = std::fs::read(folder.join(NAME))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let rows = rows.into_iter().map(|row| (row.file.clone(), row)).collect();
        Self { folder: folder.to_owned(), rows, is_changed: false }
    }

    /// What is known of a file, or is found out now.
    pub(super) fn summary(&mut self, path: PathBuf, modified: SystemTime) -> Option<Summary> {
        let name = path.file_name()?.to_string_lossy().into_owned();
        let size = std::fs::metadata(&path).ok()?.len();
        match self.rows.remove(&name) {
            Some(row) if row.size == size && row.modified == since_epoch(modified) => Some(Summary {
                path,
                header: row.header,
                name: row.name,
                first_message: row.first,
                messages: row.messages,
                modified,
                size,
            }),
            _ => {
                self.is_changed = true;
                scan::scan(&path, modified)
            }
        }
    }

    /// Keeps what was found out. Where that cannot be written, it is found out again.
    pub(super) fn write_if_changed(&self, summaries: &[Summary]) {
        // Rows that are left belong to files that are gone.
        if !self.is_changed && self.rows.is_empty() {
            return;
        }
        let row = |summary: &Summary| {
            Some(Row {
                file: summary.path.file_name()?.to_str()?.to_owned(),
                size: summary.size,
                modified: since_epoch(summary.modified),
                header: summary.header.clone(),
                name: summary.name.clone(),
                first: summary.first_message.clone(),
                messages: summary.messages,
            })
        };
        let rows: Vec<Row> = summaries.iter().filter_map(row).collect();
        let new = self.folder.join(format!("{NAME}.new"));
        let written = serde_json::to_vec(&rows).map_err(std::io::Error::from).and_then(|bytes| {
            file::replaceable(&new)?.write_all(&bytes)?;
            std::fs::rename(&new, self.folder.join(NAME))
        });
        if written.is_err() {
            let _ = std::fs::remove_file(&new);
        }
    }
}

fn since_epoch(time: SystemTime) -> Duration {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}
