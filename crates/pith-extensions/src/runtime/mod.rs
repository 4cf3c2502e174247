//! A runtime: one engine on one thread for one package of extensions. Calls come in as messages, results go out.
//!
//! It knows how to run code within limits of time, memory and stack. It does not know what an extension is, what events
//! there are, or where the program keeps its session.

mod bootstrap;
mod bytes;
mod clock;
mod failure;
mod given_up;
mod handle;
mod host_calls;
mod inbox;
mod io;
mod jobs;
mod memory;
mod message;
mod options;
mod realm;
mod rejections;
mod room;
mod sink;
mod slice;
mod system_error;
mod thread;
mod timers;
mod turn;

#[cfg(test)]
mod tests;

pub use failure::{CallFailure, Report, StopReason};
pub use handle::Runtime;
pub use host_calls::{Events, HostCalls, HostError, NoHost};
pub use io::Io;
pub use message::{Arguments, CallResult};
pub use options::{Budget, Limits, ProcessFacts, RuntimeOptions};
pub use sink::{Level, Sink};

pub(crate) use bytes::{Bytes, OrNull, fill};
pub(crate) use inbox::Sender;
pub(crate) use message::{Make, Message};
pub(crate) use realm::{Realm, caught};
pub(crate) use room::make_room;
pub(crate) use system_error::SystemError;
