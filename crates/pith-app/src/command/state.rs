//! How things stand, in the shape that programs are told it (spec/coding-agent.md 5.5.3).

use std::path::PathBuf;
use std::sync::Arc;

use pith_agent::QueueMode;
use pith_types::{Model, ThinkingLevel};
use serde::{Serialize, Serializer};

/// The app at a moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AppState {
    /// Whom the next run asks.
    pub model: Arc<Model>,
    /// How much it is asked to reason.
    pub thinking_level: ThinkingLevel,
    /// Whether something is under way: a run, the wait before another try, a summary.
    pub is_streaming: bool,
    /// Whether a summary is being made.
    pub is_compacting: bool,
    /// Whether it waits before a failed answer is asked for again; not told to programs that come over a pipe.
    #[serde(skip)]
    pub is_waiting: bool,
    /// How many steering messages one turn takes.
    #[serde(serialize_with = "mode")]
    pub steering_mode: QueueMode,
    /// How many follow-up messages one turn takes.
    #[serde(serialize_with = "mode")]
    pub follow_up_mode: QueueMode,
    /// The session's file; none for a session in memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_file: Option<PathBuf>,
    /// The session's id.
    pub session_id: String,
    /// The session's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_name: Option<String>,
    /// Whether long conversations are summarized by themselves.
    pub auto_compaction_enabled: bool,
    /// Messages of the conversation as the model is given it.
    pub message_count: usize,
    /// Messages that wait for their turn.
    pub pending_message_count: usize,
}

/// Counts and sums over all entries of a session, abandoned branches and summaries included (3.6.7).
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// The session's file; none for a session in memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_file: Option<PathBuf>,
    /// The session's id.
    pub session_id: String,
    /// The person's messages.
    pub user_messages: u64,
    /// Answers.
    pub assistant_messages: u64,
    /// Calls of tools.
    pub tool_calls: u64,
    /// Their results.
    pub tool_results: u64,
    /// All messages.
    pub total_messages: u64,
    /// Tokens.
    pub tokens: SessionTokens,
    /// In USD.
    pub cost: f64,
    /// How full the model's window is, where it is known how large it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_usage: Option<ContextUsage>,
}

/// Tokens of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionTokens {
    /// Of prompts, that no cache served.
    pub input: u64,
    /// Of answers.
    pub output: u64,
    /// Of prompts, read from a cache.
    pub cache_read: u64,
    /// Of prompts, written to a cache.
    pub cache_write: u64,
    /// All of them.
    pub total: u64,
}

/// How full a model's window is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextUsage {
    /// Of the next request, by what the provider counted last and an estimate of the rest; not known between a summary and
    /// the next answer.
    pub tokens: Option<u64>,
    /// What the model takes in.
    pub context_window: u64,
    /// The part of it that is taken, of a hundred.
    pub percent: Option<f64>,
}

fn mode<S: Serializer>(mode: &QueueMode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match mode {
        QueueMode::OneAtATime => "one-at-a-time",
        QueueMode::All => "all",
    })
}
