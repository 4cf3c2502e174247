//! Taking in a session file from elsewhere (3.6.4): a copy in the folder of sessions, with its id and working directory.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::Session;
use crate::{OpenError, Owner, Stamps, WriteError, file, images};

/// Why a session could not be taken in. Nothing is left behind.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// It is none, or cannot be read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The folder that it works in is gone.
    #[error("session `{}` works in `{}`, which is not there", path.display(), cwd.display())]
    FolderGone {
        /// The file.
        path: PathBuf,
        /// The folder.
        cwd: PathBuf,
    },
    /// The copy could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Session {
    /// Imports a session file into the folder of this session; see [`Session::import`]. A session that is kept nowhere only
    /// reads the file.
    ///
    /// # Errors
    /// As importing has.
    pub fn import_another(&self, path: &Path) -> Result<Self, ImportError> {
        let cwd = Path::new(&self.header.cwd);
        match self.path().and_then(Path::parent) {
            Some(folder) => {
                let imported = Self::import(path, folder, cwd, self.owner.clone(), Arc::clone(&self.stamps))?;
                Ok(imported.with_images_of(self))
            }
            None => Ok(Self::open_to_read(path, cwd, Arc::clone(&self.stamps))?),
        }
    }

    /// Copies a session file into this folder, under its name or the first of `name-1`, `name-2`, … that is free, and
    /// opens the copy. A file that is in the folder already is opened as it is.
    ///
    /// # Errors
    /// When it is no session, works in a folder that is gone, or cannot be copied. No copy is left then.
    pub fn import(
        path: &Path,
        folder: &Path,
        cwd: &Path,
        owner: Owner,
        stamps: Arc<dyn Stamps>,
    ) -> Result<Self, ImportError> {
        let source = Self::open_to_read(path, cwd, Arc::clone(&stamps))?;
        let works_in = PathBuf::from(&source.header.cwd);
        if !works_in.is_dir() {
            return Err(ImportError::FolderGone { path: path.to_owned(), cwd: works_in });
        }
        let real = source.path().unwrap_or(path);
        if folder.canonicalize().is_ok_and(|folder| real.parent() == Some(&folder)) {
            return Ok(Self::open(path, cwd, owner, stamps)?);
        }
        let copy = copy_into(real, folder)?;
        let undo = || {
            let _ = fs::remove_file(&copy);
            images::remove(&copy);
        };
        if let Err(source) = images::copy(real, &copy) {
            undo();
            return Err(WriteError::Create { path: images::folder_of(&copy), source }.into());
        }
        Self::open(&copy, cwd, owner, stamps).map_err(|error| {
            undo();
            error.into()
        })
    }
}

/// Copies a file under a name that is free.
fn copy_into(path: &Path, folder: &Path) -> Result<PathBuf, ImportError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let names =
        std::iter::once(format!("{stem}.jsonl")).chain((1_u32..).map(|number| format!("{stem}-{number}.jsonl")));
    for copy in names.map(|name| folder.join(name)) {
        let mut source = fs::File::open(path).map_err(|source| OpenError::Read { path: path.to_owned(), source })?;
        match file::write_new(&copy, |out| io::copy(&mut source, out).map(drop)) {
            Err(WriteError::Create { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {}
            written => return Ok(written.map(|()| copy)?),
        }
    }
    Err(OpenError::NotASession { path: path.to_owned() }.into())
}
