//! Fetching a model: the cache folder first, then each source in order, until the bytes have the right hash.
//!
//! Whatever ends it early leaves the model's place untouched and at most a part that the next pull continues.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::error::FetchError;
use super::locate::{lock_file, part_file};
use super::lock::Lock;
use super::part::Part;
use super::source::{self, Source};
use super::{Attempt, CatalogModel, Located, PullEvent, SourceError, Store, StoreError, Watch};
use super::{check, space};

/// How often a lock that another process holds is tried.
const LOCK_POLL: Duration = Duration::from_millis(100);
/// The cache folder's name among the sources.
const CACHE: &str = "cache folder";

impl Store {
    /// Makes sure that the model named by id or alias is in the cache folder, fetching it if need be.
    ///
    /// # Errors
    /// The name is unknown, offline mode forbids what would be needed, there is no room, no source serves (each is named
    /// with its reason), or the watch was canceled. What came until then is kept and continued by the next pull.
    pub async fn pull(&self, name: &str, watch: &Watch) -> Result<Located, StoreError> {
        let model = self.known(name)?;
        let place = self.place(model);
        let mut cached = checked(check::check(model, &place, watch).await)?;
        if cached.is_some() && !self.options.offline {
            std::fs::create_dir_all(self.folder()).map_err(|source| StoreError::Io {
                action: "create the cache folder",
                path: self.folder().to_owned(),
                source,
            })?;
            let lock = lock(model, &lock_file(&place), watch).await?;
            // Whoever held the lock may have brought the model.
            cached = checked(check::check(model, &place, watch).await)?;
            if let Some(reason) = cached.take() {
                let part = Part::open(model, part_file(&place), lock)?;
                self.fetch(model, &part, &place, reason, watch).await?;
            }
        }
        if let Some(reason) = cached {
            return Err(StoreError::Offline { id: model.id.clone(), path: place, reason });
        }
        watch.tell(PullEvent::Done { path: place.clone() });
        Ok(Located { path: place, model: Some(model.clone()) })
    }

    /// Fills the part, checks it and moves it into place.
    async fn fetch(
        &self,
        model: &CatalogModel,
        part: &Part,
        place: &Path,
        cached: SourceError,
        watch: &Watch,
    ) -> Result<(), StoreError> {
        self.require_room(part)?;
        let filled = tokio::select! {
            biased;
            () = watch.cancel().cancelled() => Err(StoreError::Canceled { id: model.id.clone(), kept: 0 }),
            filled = self.fill(model, part, place, cached, watch) => filled,
        };
        match filled {
            Ok(()) => {}
            Err(StoreError::Canceled { id, .. }) => return Err(StoreError::Canceled { id, kept: part.len() }),
            Err(error) => return Err(error),
        }
        let (part, place, hash) = (part.clone(), place.to_owned(), model.sha256.clone());
        let refused = part.clone();
        let published = tokio::task::spawn_blocking(move || {
            part.publish(&place)?;
            check::remember(&place, &hash);
            Ok(())
        })
        .await;
        published.unwrap_or_else(|error| Err(refused.refused(std::io::Error::other(error))))
    }

    /// Asks one source after the other until the part is the model.
    async fn fill(
        &self,
        model: &CatalogModel,
        part: &Part,
        place: &Path,
        cached: SourceError,
        watch: &Watch,
    ) -> Result<(), StoreError> {
        let mut attempts = Vec::new();
        let mut failed = |source: String, error: SourceError| {
            let error = Arc::new(error);
            // That the model is not there yet is no news to whoever fetches it.
            if *error != SourceError::NotThere {
                watch.tell(PullEvent::Failed { source: source.clone(), error: Arc::clone(&error) });
            }
            attempts.push(Attempt { source, error });
        };
        failed(CACHE.to_owned(), cached);
        if part.missing() == 0 {
            match checked(check::check_bytes(model, part.path(), watch).await)? {
                None => return Ok(()),
                Some(_) => part.truncate(0)?,
            }
        }
        for source in source::all(model, &self.options, place) {
            match attempt(source.as_ref(), model, part, watch).await {
                Ok(()) => return Ok(()),
                Err(FetchError::Store(error)) => return Err(error),
                Err(FetchError::Source(error)) => failed(source.name(), error),
            }
        }
        Err(StoreError::Unserved { id: model.id.clone(), path: place.to_owned(), attempts })
    }

    fn require_room(&self, part: &Part) -> Result<(), StoreError> {
        let needed = part.missing().saturating_add(space::MARGIN);
        match space::free(self.folder()) {
            Some(free) if free < needed && part.missing() > 0 => {
                Err(StoreError::NoRoom { folder: self.folder().to_owned(), needed, free })
            }
            _ => Ok(()),
        }
    }
}

/// One source, and the check of what it brought.
async fn attempt(source: &dyn Source, model: &CatalogModel, part: &Part, watch: &Watch) -> Result<(), FetchError> {
    loop {
        let continued = part.len();
        watch.tell(PullEvent::Started { source: source.name(), done: continued, total: part.total() });
        source.fetch(part, watch).await?;
        if part.missing() > 0 {
            return Err(SourceError::WrongSize { expected: part.total(), found: part.len() }.into());
        }
        let Some(wrong) = checked(check::check_bytes(model, part.path(), watch).await)? else {
            return Ok(());
        };
        part.truncate(0)?;
        // The wrong bytes may have been there before this source was asked: then it may show what it has by itself.
        if continued == 0 {
            return Err(wrong.into());
        }
        watch.tell(PullEvent::Retrying { source: source.name(), error: Arc::new(wrong) });
    }
}

/// Waits for the lock, telling once that it does.
async fn lock(model: &CatalogModel, path: &Path, watch: &Watch) -> Result<Lock, StoreError> {
    let mut told = false;
    loop {
        let taken =
            Lock::take(path).map_err(|source| StoreError::Io { action: "lock", path: path.to_owned(), source })?;
        if let Some(lock) = taken {
            return Ok(lock);
        }
        if !told {
            watch.tell(PullEvent::Waiting);
            told = true;
        }
        tokio::select! {
            () = watch.cancel().cancelled() => return Err(StoreError::Canceled { id: model.id.clone(), kept: 0 }),
            () = tokio::time::sleep(LOCK_POLL) => {}
        }
    }
}

/// Why the bytes do not serve, if they do not.
fn checked(outcome: Result<(), FetchError>) -> Result<Option<SourceError>, StoreError> {
    match outcome {
        Ok(()) => Ok(None),
        Err(FetchError::Source(error)) => Ok(Some(error)),
        Err(FetchError::Store(error)) => Err(error),
    }
}
