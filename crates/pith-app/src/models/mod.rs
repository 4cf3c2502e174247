//! Which models there are, and which one is meant (spec/coding-agent.md 6.1).
//!
//! The registry is filled by the binary, from the catalog, from `models.json` and from what it brings itself; the rest is pure. The room
//! knows no keys: of a model it only knows whether it could be asked.

mod brought;
mod error;
mod pick;
mod registry;
mod resolve;
mod scope;

pub use brought::{Brought, BroughtProvider, VIRTUAL_API};
pub use error::ModelError;
pub use registry::{Entry, Registry};
pub use resolve::{Choice, Wanted, resolve};
pub use scope::{Scoped, scope};
