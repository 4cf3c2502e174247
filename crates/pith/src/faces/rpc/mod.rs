//! The RPC face (`--mode rpc`, spec/coding-agent.md 5.5): commands of a program come in as lines of JSON, answers and events
//! go out as such.
//!
//! `framing` cuts lines, `request` reads them, `commands` says what each asks of the app, `answer` what its reply is on the
//! wire. `serve` holds the conversation, `dialogs` puts the questions of extensions to the client.

mod answer;
mod commands;
mod dialogs;
mod events;
mod fields;
mod framing;
mod id;
mod request;
mod response;
mod run;
mod serve;
mod stdin;

use dialogs::RpcDialogs;
use events::RpcFace;
pub(crate) use run::run;
use serve::serve;
