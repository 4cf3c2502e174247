//! The doors that the driver walks through (spec/core.md R4.9, R4.16, R4.18). Every one has a default that changes nothing.

use async_trait::async_trait;

/// What an application may decide during a run.
#[async_trait]
pub trait Hooks: Send + Sync {}
