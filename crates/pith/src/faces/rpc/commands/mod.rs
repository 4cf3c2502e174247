//! The commands of the protocol (spec/coding-agent.md 5.5.2): one file each, one list.
//!
//! In come the fields of a line, out comes the app's own [`Command`]; nothing is done here.

mod abort;
mod abort_bash;
mod abort_retry;
mod bash;
mod clear_queue;
mod clone;
mod compact;
mod cycle_model;
mod cycle_thinking_level;
mod export_html;
mod follow_up;
mod fork;
mod get_available_models;
mod get_available_thinking_levels;
mod get_commands;
mod get_entries;
mod get_fork_messages;
mod get_last_assistant_text;
mod get_messages;
mod get_session_stats;
mod get_state;
mod get_tree;
mod new_session;
mod prompt;
mod set_auto_compaction;
mod set_auto_retry;
mod set_follow_up_mode;
mod set_model;
mod set_session_name;
mod set_steering_mode;
mod set_thinking_level;
mod steer;
mod switch_session;

use pith_agent::QueueMode;
use pith_app::Command;
use pith_app::input::{Delivery, Draft, Source};

use super::fields::{FieldError, Fields};

/// A command of the protocol.
#[derive(Debug)]
pub(super) struct RpcCommand {
    /// As `type` holds it.
    pub(super) name: &'static str,
    /// Whether its answer has `data`.
    pub(super) answer: Answer,
    /// What it asks of the app.
    pub(super) read: fn(Fields<'_>) -> Result<Command, FieldError>,
}

/// What an answer brings besides success.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// Nothing.
    Nothing,
    /// What the app replied.
    Data,
}

static COMMANDS: [RpcCommand; 33] = [
    prompt::COMMAND,
    steer::COMMAND,
    follow_up::COMMAND,
    abort::COMMAND,
    clear_queue::COMMAND,
    get_state::COMMAND,
    get_messages::COMMAND,
    set_model::COMMAND,
    cycle_model::COMMAND,
    get_available_models::COMMAND,
    set_thinking_level::COMMAND,
    cycle_thinking_level::COMMAND,
    get_available_thinking_levels::COMMAND,
    set_steering_mode::COMMAND,
    set_follow_up_mode::COMMAND,
    set_auto_retry::COMMAND,
    abort_retry::COMMAND,
    bash::COMMAND,
    abort_bash::COMMAND,
    get_session_stats::COMMAND,
    get_fork_messages::COMMAND,
    get_entries::COMMAND,
    get_last_assistant_text::COMMAND,
    set_session_name::COMMAND,
    get_commands::COMMAND,
    new_session::COMMAND,
    switch_session::COMMAND,
    fork::COMMAND,
    clone::COMMAND,
    get_tree::COMMAND,
    compact::COMMAND,
    set_auto_compaction::COMMAND,
    export_html::COMMAND,
];

/// The command of that name.
pub(super) fn find(name: &str) -> Option<&'static RpcCommand> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// The command whose name comes nearest.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    pith_app::nearest::nearest(name, COMMANDS.iter().map(|command| command.name))
}

/// What a message of the client is to the app.
fn draft(fields: Fields<'_>, delivery: Delivery) -> Result<Draft, FieldError> {
    Ok(Draft {
        images: fields.images("images")?,
        delivery,
        source: Source::Rpc,
        ..Draft::prompt(fields.text("message")?)
    })
}

fn queue_mode(fields: Fields<'_>) -> Result<QueueMode, FieldError> {
    fields.word("mode", &[("all", QueueMode::All), ("one-at-a-time", QueueMode::OneAtATime)])
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
