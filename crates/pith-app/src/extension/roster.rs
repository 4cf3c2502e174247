//! Who takes part now. Extensions are gathered anew when a person reloads them, or when another session takes over.

use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use pith_config::Diagnostic;

use super::Extension;

/// Brings the extensions.
#[async_trait]
pub trait ExtensionSource: Send + Sync {
    /// Gathers them; `reload` reads their code anew, else only their state is. Nothing when those that take part stay.
    async fn gather(&self, reload: bool) -> Option<Gathered>;
}

/// Extensions in the order in which they are asked, and what was doubtful.
#[derive(Clone, Default)]
pub struct Gathered {
    /// Those that take part.
    pub extensions: Vec<Arc<dyn Extension>>,
    /// What is skipped or doubtful.
    pub diagnostics: Vec<Diagnostic>,
}

/// Always the same ones: those of an embedding program.
#[derive(Debug, Clone, Copy, Default)]
pub struct Fixed;

#[async_trait]
impl ExtensionSource for Fixed {
    async fn gather(&self, _: bool) -> Option<Gathered> {
        None
    }
}

/// Those who take part. Whoever walks past them takes a copy of the list first, so that a change finds nobody between two
/// of them.
pub(crate) struct Roster(RwLock<Arc<[Arc<dyn Extension>]>>);

impl Roster {
    pub(crate) fn new(extensions: Vec<Arc<dyn Extension>>) -> Self {
        Self(RwLock::new(extensions.into()))
    }

    pub(crate) fn now(&self) -> Arc<[Arc<dyn Extension>]> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Others take part from now on; gives those before.
    pub(crate) fn replace(&self, extensions: Vec<Arc<dyn Extension>>) -> Arc<[Arc<dyn Extension>]> {
        std::mem::replace(&mut *self.0.write().unwrap_or_else(PoisonError::into_inner), extensions.into())
    }
}
