//! An app that may be gone: what extensions keep of it, since the app keeps them.

use std::sync::{Arc, Weak};

use crate::app::{App, Inner};

/// A reference that keeps nothing alive.
#[derive(Clone, Default)]
pub struct WeakApp(Weak<Inner>);

impl WeakApp {
    /// The app, while it is there.
    pub fn upgrade(&self) -> Option<App> {
        self.0.upgrade().map(|inner| App { inner })
    }
}

impl App {
    /// A reference that keeps nothing alive.
    pub fn downgrade(&self) -> WeakApp {
        WeakApp(Arc::downgrade(&self.inner))
    }
}
