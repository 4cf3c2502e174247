//! How hosts differ: one flag a difference. What a model's `compat` says counts; else what is known of its host.

use pith_types::{Model, ModelCost};
use serde::Deserialize;

use crate::apis::flags::flags;

/// The flags in force for a model.
#[derive(Debug, Clone)]
pub(super) struct Compat {
    /// Argument text is streamed as it comes when a tool asks for it.
    pub(super) eager_tool_input: bool,
    /// A mark on a tool is taken.
    pub(super) marks_tools: bool,
    pub(super) long_cache_retention: bool,
    pub(super) temperature: bool,
    /// The model chooses itself how much to think, by an effort.
    pub(super) adaptive_thinking: bool,
    /// Thinking without a signature is taken as such.
    pub(super) empty_signature: bool,
    pub(super) strict_tools: bool,
    pub(super) effort_updates: bool,
    pub(super) system_updates: bool,
    pub(super) tool_changes: bool,
    /// The server keeps conversations, so that they need not be sent again.
    pub(super) threads: bool,
    /// Headers for the conversation's name.
    pub(super) session_headers: &'static [&'static str],
    /// Models that may answer in this one's place, each with its prices.
    pub(super) fallbacks: Vec<Fallback>,
}

/// A model that may answer in place of the one that was asked.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Fallback {
    pub(super) model: String,
    pub(super) cost: Option<ModelCost>,
}

/// The keys of `compat`, each as it may stand there.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Flags {
    supports_eager_tool_input_streaming: Option<bool>,
    supports_cache_control_on_tools: Option<bool>,
    supports_long_cache_retention: Option<bool>,
    supports_temperature: Option<bool>,
    force_adaptive_thinking: Option<bool>,
    allow_empty_signature: Option<bool>,
    supports_strict_tools: Option<bool>,
    supports_mid_convo_effort: Option<bool>,
    supports_mid_convo_system_messages: Option<bool>,
    supports_mid_convo_tool_changes: Option<bool>,
    supports_message_threads: Option<bool>,
    send_session_affinity_headers: Option<bool>,
    allowed_fallback_models: Option<Vec<Fallback>>,
}

impl Compat {
    pub(super) fn of(model: &Model) -> Self {
        let flags: Flags = flags(model);
        let effort_updates = flags.supports_mid_convo_effort.unwrap_or(false);
        let system_updates = flags.supports_mid_convo_system_messages.unwrap_or(false);
        let own_host = model.provider == "anthropic" && model.base_url.contains("//api.anthropic.com");
        let affinity = flags.send_session_affinity_headers.unwrap_or(false);
        let session_headers: &[&str] = match model.provider.as_str() {
            "openrouter" => &["x-session-id"],
            _ if affinity => &["x-session-affinity"],
            _ => &[],
        };
        Self {
            eager_tool_input: flags.supports_eager_tool_input_streaming.unwrap_or(true),
            marks_tools: flags.supports_cache_control_on_tools.unwrap_or(true),
            long_cache_retention: flags.supports_long_cache_retention.unwrap_or(true),
            temperature: flags.supports_temperature.unwrap_or(true) && !effort_updates,
            adaptive_thinking: flags.force_adaptive_thinking.unwrap_or(false) || effort_updates,
            empty_signature: flags.allow_empty_signature.unwrap_or(false),
            strict_tools: flags.supports_strict_tools.unwrap_or(false),
            effort_updates,
            system_updates,
            tool_changes: system_updates && flags.supports_mid_convo_tool_changes.unwrap_or(false),
            threads: flags.supports_message_threads.unwrap_or(own_host),
            session_headers,
            fallbacks: flags.allowed_fallback_models.unwrap_or_default(),
        }
    }
}
