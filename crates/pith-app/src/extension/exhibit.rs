//! What an extension may show in its own way: calls of tools and their results, messages and entries of its own kinds, and
//! texts on their way to the screen.

use serde_json::Value;

use super::screen::Size;

/// How something is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExhibitView {
    /// How large the screen is.
    pub size: Size,
    /// Whether the person wants all of it.
    pub expanded: bool,
}

/// Something of the conversation.
#[derive(Debug, Clone, PartialEq)]
pub enum Exhibit {
    /// A tool is called.
    ToolCall {
        /// The call.
        call_id: String,
        /// The tool.
        tool: String,
        /// Raw, as the model sent them.
        arguments: Value,
        /// Whether it runs still.
        partial: bool,
    },
    /// It has its result, or a part of it.
    ToolResult {
        /// The call.
        call_id: String,
        /// The tool.
        tool: String,
        /// As they were at the call.
        arguments: Value,
        /// `{content, details?}`.
        result: Value,
        /// Whether it runs still.
        partial: bool,
        /// Whether it failed.
        is_error: bool,
        /// Whole milliseconds of execution; absent when the tool did not run.
        duration_ms: Option<u64>,
    },
    /// A message of an extension's own kind.
    Message(Value),
    /// An entry of an extension's own kind.
    Entry(Value),
}

/// A text on its way to the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownView {
    /// `assistant`, `assistant-thinking`, `user`, `custom` or `summary`.
    pub message_type: &'static str,
    /// How many cells there are side by side.
    pub columns: usize,
}
