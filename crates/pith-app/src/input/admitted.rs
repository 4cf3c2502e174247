//! An input that passed every stage.

use pith_types::Content;

/// What the agent gets, and how.
#[derive(Debug, Clone, PartialEq)]
pub struct Admitted {
    /// One text, then the images.
    pub content: Vec<Content>,
    /// Where it goes.
    pub route: Route,
}

/// Where an admitted input goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// It starts a run.
    Start,
    /// It waits to steer the run.
    Steer,
    /// It waits for the run's end.
    FollowUp,
}
