//! What commands do, one file for a thing: the methods of [`App`](crate::App) that
//! [`send`](crate::App::send) calls, and programs in this process as well.

mod compact;
mod entries;
mod export;
mod fork;
mod label;
mod model;
mod name;
mod queue;
mod reload;
mod retry;
mod session;
mod slash;
mod state;
mod stats;
mod text;
mod thinking;
mod tree;
