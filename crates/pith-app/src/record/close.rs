//! The end of an app: its session is written to its end and let go of, whoever still holds a part of the app.

use std::path::{Path, PathBuf};

use pith_session::WriteError;

use super::Record;
use crate::app::App;

/// Why the end of a conversation is not in its file.
#[derive(Debug, thiserror::Error)]
pub enum CloseError {
    /// It is somewhere else instead.
    #[error("the session could not be written to its end; the whole conversation is in `{}`", copy.display())]
    Rescued {
        /// The copy.
        copy: PathBuf,
        /// Why the file could not be written.
        #[source]
        source: WriteError,
    },
    /// It is nowhere.
    #[error("the session could not be written to its end, and no copy could be made in `{}`", folder.display())]
    Lost {
        /// Where the copy was tried.
        folder: PathBuf,
        /// Why the file could not be written.
        #[source]
        source: WriteError,
    },
}

impl App {
    /// Writes the conversation to its end and lets go of its file. Where that fails, everything goes into a copy in
    /// `rescue`. Nothing more is kept afterwards.
    ///
    /// # Errors
    /// When the file does not hold the whole conversation.
    pub fn close(&self, rescue: &Path) -> Result<(), CloseError> {
        self.inner.record.close(rescue)
    }
}

impl Record {
    fn close(&self, rescue: &Path) -> Result<(), CloseError> {
        let session = &mut self.lock().session;
        let Err(source) = session.close() else { return Ok(()) };
        match session.rescue(rescue) {
            Ok(copy) => Err(CloseError::Rescued { copy, source }),
            Err(_) => Err(CloseError::Lost { folder: rescue.to_owned(), source }),
        }
    }
}
