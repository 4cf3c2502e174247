//! The vocabulary of Pith: what a conversation is made of, as plain data.
//!
//! These shapes are the public file and RPC format (spec/core.md §1), so serde lives here on purpose and golden JSON
//! guards it. The crate also replays a transcript into the prompt and tools that are in force (spec/core.md §2).
//! It knows no async, no clock, no randomness and no paths.

mod content;
mod custom;
mod failure;
mod message;
mod model;
mod null;
mod number;
mod parse;
mod secret;
mod thinking;
mod tool;
pub mod transcript;
mod usage;

pub use content::{Content, TextContent, ThinkingContent, ToolCall, UserContent};
pub use custom::{CustomMessage, MessageKind, MessageKindError};
pub use failure::{Failure, FailureKind};
pub use message::{
    AgentMessage, AssistantMessage, Message, StopReason, SystemMessage, ToolRef, ToolResultMessage, UserMessage,
};
pub use model::{
    CostTier, ImageLimits, ImageSize, InputKind, InputLimits, Model, ModelCost, PromptCache, ThinkingLevelMap,
};
pub use parse::{mend_surrogates, parse_json};
pub use secret::Secret;
pub use thinking::ThinkingLevel;
pub use tool::{ConstrainedSampling, ToolDeclaration};
pub use usage::{Cost, Usage};
