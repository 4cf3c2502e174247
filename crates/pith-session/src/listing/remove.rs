//! Removing a session, with all that lies beside it.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{OpenError, Owner, file, file::SessionFile, images, load};

/// Why a session was not removed.
#[derive(Debug, thiserror::Error)]
pub enum RemoveError {
    /// It is not there, or somebody writes to it.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The system did not let it go.
    #[error("session `{}` could not be removed", path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

/// Removes a session file and its side files, unless another process writes to it.
///
/// # Errors
/// When it is not there, is in use, or cannot be removed.
pub fn remove(path: &Path, owner: &Owner) -> Result<(), RemoveError> {
    let file = SessionFile::open(path, Some(owner))?;
    std::fs::remove_file(path).map_err(|source| RemoveError::Remove { path: path.to_owned(), source })?;
    images::remove(file.path());
    for side in [file::journal::path_of(file.path()), load::index::path_of(file.path())] {
        let _ = std::fs::remove_file(side);
    }
    Ok(())
}
