//! Writing a session elsewhere as JSON Lines: one branch for others to use, or everything when its own file fails.

use std::{
    ffi::OsStr,
    io,
    path::{Path, PathBuf},
};

use super::{ForkError, Session, fork::Copy};
use crate::{WriteError, file, tree::Index};

/// How the names of exports end.
const EXPORTS: [&str; 3] = ["html", "htm", "jsonl"];

impl Session {
    /// Writes the header and the branch of the leaf to a file, each entry after the one before (3.6.6). A file that is
    /// there is replaced when the new one is whole, but not if it is a session.
    ///
    /// # Errors
    /// When an entry cannot be read, the file cannot be written, or it is a session.
    pub fn export_jsonl(&self, path: &Path) -> Result<(), ForkError> {
        self.check_export(path)?;
        let copy = self.branch_copy(self.tree.leaf_index());
        let mut unreadable = None;
        let written = file::write_over(path, |out| match self.write_copy(&self.header, &copy, out) {
            Ok(written) => written,
            Err(error) => {
                unreadable = Some(error);
                Err(io::ErrorKind::InvalidData.into())
            }
        });
        match unreadable {
            Some(error) => Err(error.into()),
            None => Ok(written.map_err(|source| WriteError::Export { path: path.to_owned(), source })?),
        }
    }

    /// No conversation is written over: neither this one nor another. Nor is a file that is no export by its name, which
    /// is most likely a typing error.
    pub(crate) fn check_export(&self, path: &Path) -> Result<(), WriteError> {
        let is_own = |own: &Path| own.canonicalize().ok().zip(path.canonicalize().ok()).is_some_and(|(a, b)| a == b);
        if self.path().is_some_and(is_own) || file::is_session(path) {
            return Err(WriteError::IsSession { path: path.to_owned() });
        }
        let is_export = |extension: &OsStr| EXPORTS.iter().any(|known| extension.eq_ignore_ascii_case(known));
        let is_there = std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() > 0);
        if is_there && !path.extension().is_some_and(is_export) {
            return Err(WriteError::Occupied { path: path.to_owned() });
        }
        Ok(())
    }

    /// Writes all that is in memory and all that can be read of the file to a new file in this folder, for when the file
    /// itself cannot be written to the end (see [`unsaved`](Self::unsaved)). Gives its path. What was journalled of the
    /// last answer is in the copy, and is left nowhere else.
    ///
    /// # Errors
    /// When that cannot be written either.
    pub fn rescue(&mut self, folder: &Path) -> Result<PathBuf, WriteError> {
        let readable = |index: &Index| self.line(*index).is_ok();
        let all = (0..Index::try_from(self.tree.len()).unwrap_or(Index::MAX)).filter(readable);
        let entries = all.map(|index| (index, self.tree.node(index).and_then(|node| node.parent))).collect();
        let copy = Copy { entries, labels: Vec::new() };
        let name = self.header.file_name();
        let stem = name.strip_suffix(".jsonl").unwrap_or(&name);
        let names = std::iter::once(format!("{stem}.jsonl")).chain((1_u32..100).map(|n| format!("{stem}-{n}.jsonl")));
        let mut tried = Err(failed(folder, io::ErrorKind::AlreadyExists.into()));
        for path in names.map(|name| folder.join(format!("pith-rescue-{name}"))) {
            // Entries that cannot be read were left out before, so what fails here is the writing.
            tried = file::write_new(&path, |out| {
                self.write_copy(&self.header, &copy, out).unwrap_or_else(|_| Err(io::ErrorKind::InvalidData.into()))
            })
            .map(|()| path);
            if !matches!(&tried, Err(WriteError::Create { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists)
            {
                break;
            }
        }
        if tried.is_ok() {
            self.answer_kept();
        }
        tried
    }
}

fn failed(path: &Path, source: io::Error) -> WriteError {
    WriteError::Create { path: path.to_owned(), source }
}
