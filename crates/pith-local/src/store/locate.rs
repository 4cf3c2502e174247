//! The store itself: names to files, what is there, and how to get rid of it. Fetching is in `pull.rs`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::check::{self, Known};
use super::error::FetchError;
use super::lock::Lock;
use super::{Catalog, CatalogModel, SourceError, StoreError, StoreOptions, Watch};

/// The models in one cache folder.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
    catalog: Catalog,
    pub(super) options: StoreOptions,
}

/// A file that may be opened as a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The file.
    pub path: PathBuf,
    /// What it is, if it is one of the catalog's and was checked; a file named by its path is not.
    pub model: Option<CatalogModel>,
}

/// A catalog model and what the cache folder has of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The model.
    pub model: CatalogModel,
    /// Where its file is, or will be.
    pub path: PathBuf,
    /// What is there.
    pub state: ModelState,
}

/// What the cache folder has of a model, as far as it shows without reading gigabytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelState {
    /// Nothing.
    Absent,
    /// The beginning of a download.
    Partial {
        /// Bytes there.
        bytes: u64,
    },
    /// The file. Its hash is checked before its first use; `checked` says that it was.
    Present {
        /// Whether the hash is known to be right.
        checked: bool,
    },
    /// A file that is not the model.
    Damaged {
        /// What is wrong with it.
        reason: SourceError,
    },
}

/// What was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed {
    /// The model's id.
    pub id: String,
    /// The model file and unfinished downloads; empty if there were none.
    pub files: Vec<PathBuf>,
    /// Bytes set free.
    pub bytes: u64,
}

impl Store {
    /// The models of this build in the cache folder `folder`, which need not exist yet.
    ///
    /// # Errors
    /// See [`Catalog::built_in`].
    pub fn new(folder: PathBuf, options: StoreOptions) -> Result<Self, StoreError> {
        Ok(Self::with_catalog(folder, options, Catalog::built_in()?))
    }

    /// Other models than this build's.
    pub fn with_catalog(folder: PathBuf, options: StoreOptions, catalog: Catalog) -> Self {
        Self { folder, catalog, options }
    }

    /// The cache folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The models that have names.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Each model of the catalog, and what is there of it. Reads no file but the side files.
    pub fn list(&self) -> Vec<Listed> {
        self.catalog.models().iter().map(|model| self.state(model)).collect()
    }

    /// The checked file of a model named by id or alias, or the file at a path. Fetches nothing.
    ///
    /// A model of the catalog is read once in full to check its hash; after that its length and time of change suffice.
    ///
    /// # Errors
    /// The name is unknown, nothing is there, or the file is not the model.
    pub async fn locate(&self, name: &str, watch: &Watch) -> Result<Located, StoreError> {
        let Some(model) = self.catalog.find(name) else {
            return self.by_path(name);
        };
        let path = self.place(model);
        match check::check(model, &path, watch).await {
            Ok(()) => Ok(Located { path, model: Some(model.clone()) }),
            Err(FetchError::Store(error)) => Err(error),
            Err(FetchError::Source(SourceError::NotThere)) => Err(StoreError::Absent { id: model.id.clone() }),
            Err(FetchError::Source(reason)) => Err(StoreError::Damaged { id: model.id.clone(), path, reason }),
        }
    }

    /// Removes a model's file and whatever unfinished downloads left. Removing what is not there is no error.
    ///
    /// # Errors
    /// The name is unknown, another process is fetching the model, or the file system refuses.
    pub fn remove(&self, name: &str) -> Result<Removed, StoreError> {
        let model = self.known(name)?;
        let place = self.place(model);
        let mut removed = Removed { id: model.id.clone(), files: Vec::new(), bytes: 0 };
        if !self.folder.is_dir() {
            return Ok(removed);
        }
        let refused = |path: &Path, source| StoreError::Io { action: "remove", path: path.to_owned(), source };
        let lock_file = lock_file(&place);
        let lock = Lock::take(&lock_file).map_err(|source| refused(&lock_file, source))?;
        let Some(_lock) = lock else {
            return Err(StoreError::Busy { id: model.id.clone() });
        };
        for path in [place.clone(), part_file(&place), check::side_file(&place)] {
            let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
            match fs::remove_file(&path) {
                Ok(()) if path == check::side_file(&place) => {}
                Ok(()) => {
                    removed.bytes += bytes;
                    removed.files.push(path);
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(refused(&path, error)),
            }
        }
        let staging = staging_folder(&place);
        match fs::remove_dir_all(&staging) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(refused(&staging, error)),
            _ => Ok(removed),
        }
    }

    /// The catalog's model of this name.
    pub(super) fn known(&self, name: &str) -> Result<&CatalogModel, StoreError> {
        self.catalog.find(name).ok_or_else(|| self.unknown(name))
    }

    fn unknown(&self, name: &str) -> StoreError {
        let known = self.catalog.models().iter().map(|model| model.id.clone()).collect();
        StoreError::Unknown { name: name.to_owned(), known }
    }

    /// Where a model's file stands once it is whole.
    pub(super) fn place(&self, model: &CatalogModel) -> PathBuf {
        self.folder.join(&model.file)
    }

    fn by_path(&self, name: &str) -> Result<Located, StoreError> {
        let path = Path::new(name);
        if path.is_file() {
            return Ok(Located { path: path.to_owned(), model: None });
        }
        let named_as_file = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gguf"));
        if named_as_file || path.components().count() > 1 {
            return Err(StoreError::NoFile { path: path.to_owned() });
        }
        Err(self.unknown(name))
    }

    fn state(&self, model: &CatalogModel) -> Listed {
        let path = self.place(model);
        let state = match check::known(model, &path) {
            Known::Good => ModelState::Present { checked: true },
            Known::Unread => ModelState::Present { checked: false },
            Known::Bad(SourceError::NotThere) => match fs::metadata(part_file(&path)) {
                Ok(part) if part.len() > 0 => ModelState::Partial { bytes: part.len() },
                _ => ModelState::Absent,
            },
            Known::Bad(reason) => ModelState::Damaged { reason },
        };
        Listed { model: model.clone(), path, state }
    }
}

/// Where the model that will stand at `place` grows.
pub(super) fn part_file(place: &Path) -> PathBuf {
    place.with_added_extension("part")
}

/// The lock of whoever writes there.
pub(super) fn lock_file(place: &Path) -> PathBuf {
    place.with_added_extension("lock")
}

/// Where packages lie until they are unpacked: in the cache folder, so on the same file system.
pub(super) fn staging_folder(place: &Path) -> PathBuf {
    place.with_added_extension("staging")
}
