//! The end of an app: its session is written to its end and let go of, whoever still holds a part of the app.

use std::path::{Path, PathBuf};

use pith_session::WriteError;

use super::Record;
use crate::app::App;

/// Why the end of a conversation is not in its file. The cause is left out where the person has been told of it before.
#[derive(Debug, thiserror::Error)]
pub enum CloseError {
    /// It is somewhere else instead.
    #[error("the session could not be written to its end; the whole conversation is in `{}`", copy.display())]
    Rescued {
        /// The copy.
        copy: PathBuf,
        /// Why the file could not be written.
        #[source]
        source: Option<WriteError>,
    },
    /// It is nowhere.
    #[error("the session could not be written to its end, and no copy could be made in `{}`", folder.display())]
    Lost {
        /// Where the copy was tried.
        folder: PathBuf,
        /// Why the file could not be written.
        #[source]
        source: Option<WriteError>,
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
        let state = &mut *self.lock();
        let Err(error) = state.session.flush() else {
            // There is nothing left to write.
            let _ = state.session.close();
            return Ok(());
        };
        // While the file is still this process's, so that nobody takes in what was journalled of it.
        let rescued = state.session.rescue(rescue);
        let _ = state.session.close();
        let source = (!state.is_told(&error)).then_some(error);
        match rescued {
            Ok(copy) => Err(CloseError::Rescued { copy, source }),
            Err(_) => Err(CloseError::Lost { folder: rescue.to_owned(), source }),
        }
    }
}
