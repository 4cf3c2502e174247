//! Writing a session elsewhere as JSON Lines: one branch for others to use, or everything when its own file fails.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{ForkError, Session, fork::Copy};
use crate::{WriteError, file, tree::Index};

impl Session {
    /// Writes the header and the branch of the leaf to a file, each entry after the one before (3.6.6). A file that is
    /// there is replaced.
    ///
    /// # Errors
    /// When an entry cannot be read, or the file cannot be written.
    pub fn export_jsonl(&self, path: &Path) -> Result<(), ForkError> {
        let copy = self.branch_copy(self.tree.leaf_index());
        let mut out = io::BufWriter::new(file::replaceable(path).map_err(|source| failed(path, source))?);
        self.write_copy(&self.header, &copy, &mut out)?.map_err(|source| failed(path, source))?;
        let file = out.into_inner().map_err(|error| failed(path, error.into_error()))?;
        file.sync_data().map_err(|source| failed(path, source))?;
        Ok(())
    }

    /// Writes all that is in memory and all that can be read of the file to a new file in this folder, for when the file
    /// itself cannot be written to the end (see [`unsaved`](Self::unsaved)). Gives its path.
    ///
    /// # Errors
    /// When that cannot be written either.
    pub fn rescue(&self, folder: &Path) -> Result<PathBuf, WriteError> {
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
        tried
    }
}

fn failed(path: &Path, source: io::Error) -> WriteError {
    WriteError::Create { path: path.to_owned(), source }
}
