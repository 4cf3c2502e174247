//! Where the app learns which models there are, when somebody wants to choose another one.

use crate::models::{Registry, Scoped};

/// Knows the models. Asked only when a model is chosen or listed, so that what has changed meanwhile counts.
pub trait ModelSource: Send + Sync {
    /// Every model.
    fn registry(&self) -> Registry;

    /// The models of the person's list, in its order; empty where there is none.
    fn scope(&self) -> Vec<Scoped> {
        Vec::new()
    }
}

/// For programs that have made a list of their own.
impl ModelSource for Registry {
    fn registry(&self) -> Registry {
        self.clone()
    }
}
