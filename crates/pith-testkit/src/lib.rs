//! What tests of the other crates share: a scripted model server on this machine, a fixed clock, ids in sequence, a temporary
//! world to run a program in, and a terminal that is nowhere.
//!
//! A failure here is a failure of the test, so most of it panics with a sentence. Nothing reaches beyond this machine or
//! reads the environment.

#![allow(clippy::panic, reason = "a failure here is a failure of the test that uses it")]

mod clock;
mod gate;
mod ids;
mod server;
mod virtual_terminal;
mod world;

pub use clock::FixedClock;
pub use gate::Gate;
pub use ids::SequentialIds;
pub use server::{AwsGift, AwsServer, ChatServer, Received, Reply};
pub use virtual_terminal::VirtualTerminal;
pub use world::{Ran, World};
