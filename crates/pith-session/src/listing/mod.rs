//! Lists of sessions for people: what each is called, how it begins, when it was last written to.
//!
//! In comes a folder, out come [`Summary`]s. What was found out is kept in an index beside the sessions, which is believed
//! for a file only while that has the size and the time of then; whatever else is in it, or not, costs time only.

mod index;
mod remove;
mod scan;
#[cfg(test)]
mod tests;

use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{Header, find, find::Found};

pub use remove::{RemoveError, remove};

/// A session in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// The file.
    pub path: PathBuf,
    /// Its first line, or what is made of the file's name where that is lost.
    pub header: Header,
    /// The name that people gave it.
    pub name: Option<String>,
    /// What the person said first, on one line and cut to what a list has room for.
    pub first_message: String,
    /// How many messages there are, on all branches.
    pub messages: u64,
    /// When it was last written to.
    pub modified: SystemTime,
    /// Bytes.
    pub size: u64,
}

/// The sessions of a folder, the newest first. A session of an older format is left out when another was made from it.
pub fn summaries(folder: &Path) -> Vec<Summary> {
    let mut index = index::Index::read(folder);
    let found = find::files(folder);
    let mut summaries: Vec<Summary> =
        found.into_iter().filter_map(|(modified, path)| index.summary(path, modified)).collect();
    index.write_if_changed(&summaries);
    summaries.sort_by(|one, other| (other.modified, &other.path).cmp(&(one.modified, &one.path)));
    let found: Vec<Found> = summaries.iter().map(Summary::as_found).collect();
    summaries.retain(|one| !find::is_superseded(&one.as_found(), &found));
    summaries
}

/// The sessions of every folder below this one, the newest first.
pub fn all_summaries(root: &Path) -> Vec<Summary> {
    let folders = std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut all: Vec<Summary> = folders.flat_map(|folder| summaries(&folder)).collect();
    all.sort_by(|one, other| (other.modified, &other.path).cmp(&(one.modified, &one.path)));
    all
}

impl Summary {
    /// What to call it: its name, else how it begins.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.first_message)
    }

    /// Whether name, beginning and id together hold every word of the text, in whatever case.
    pub fn matches(&self, text: &str) -> bool {
        let held = format!("{} {} {}", self.name.as_deref().unwrap_or(""), self.first_message, self.header.id);
        let held = held.to_lowercase();
        text.to_lowercase().split_whitespace().all(|word| held.contains(word))
    }

    /// Whether it works in this folder, for all that is known: where its header is lost, nothing is.
    pub fn is_of(&self, cwd: &Path) -> bool {
        self.header.cwd.is_empty() || Path::new(&self.header.cwd) == cwd
    }

    fn as_found(&self) -> Found {
        Found { path: self.path.clone(), header: self.header.clone(), modified: self.modified, copies: Vec::new() }
    }
}
