//! What `pith model …` does, as data in and data out. The binary parses the words and prints the reply.

use super::{Listed, Located, Removed, Store, StoreError, Watch};

/// One command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelCommand {
    /// `list`: every model, and what is there of it.
    List,
    /// `pull NAME`: fetch it, if it is not there.
    Pull(String),
    /// `rm NAME`: remove it and unfinished downloads.
    Remove(String),
    /// `path NAME`: where the checked file is.
    Path(String),
}

/// What it gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelReply {
    /// To `list`.
    Listed(Vec<Listed>),
    /// To `pull` and `path`.
    Located(Box<Located>),
    /// To `rm`.
    Removed(Removed),
}

impl ModelCommand {
    /// Carries the command out.
    ///
    /// # Errors
    /// As [`Store::pull`], [`Store::remove`] and [`Store::locate`].
    pub async fn run(&self, store: &Store, watch: &Watch) -> Result<ModelReply, StoreError> {
        match self {
            Self::List => Ok(ModelReply::Listed(store.list())),
            Self::Pull(name) => store.pull(name, watch).await.map(|located| ModelReply::Located(Box::new(located))),
            Self::Remove(name) => store.remove(name).map(ModelReply::Removed),
            Self::Path(name) => store.locate(name, watch).await.map(|located| ModelReply::Located(Box::new(located))),
        }
    }
}
