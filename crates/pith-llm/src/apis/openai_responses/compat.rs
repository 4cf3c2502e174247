//! How hosts differ: one flag a difference. What a model's `compat` says counts; else what is known of its host.

use serde::Deserialize;

use crate::{Request, apis::flags::flags};

/// The flags in force for a request.
#[derive(Debug, Clone)]
pub(in crate::apis) struct Compat {
    pub(in crate::apis) supports_developer_role: bool,
    pub(in crate::apis) supports_system_updates: bool,
    pub(in crate::apis) supports_strict_mode: bool,
    pub(in crate::apis) supports_grammar_tools: bool,
    pub(in crate::apis) supports_effort_updates: bool,
    pub(in crate::apis) supports_max_output_tokens: bool,
    pub(in crate::apis) supports_temperature: bool,
    pub(in crate::apis) tool_items: ToolItems,
    pub(in crate::apis) cache: CacheOptions,
    pub(in crate::apis) keeps_cache_key: CacheKey,
    pub(in crate::apis) session_headers: SessionHeaders,
    /// The reasoning comes encrypted whatever is asked for, and must be asked back so.
    pub(in crate::apis) always_encrypts: bool,
}

/// How tools are declared that come later in the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::apis) enum ToolItems {
    /// Not at all: the request holds the tools in force.
    None,
    /// As the outcome of a search; removed ones start over.
    Search,
    /// All as items, also those of the beginning.
    Additional,
}

/// What may be said of how long the prompt is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::apis) enum CacheOptions {
    /// Nothing.
    None,
    /// A day.
    Retention,
    /// Half an hour, or not at all; `long` says whether the half hour may be asked for.
    Explicit { long: bool },
}

/// When the conversation's name is given to the prompt cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::apis) enum CacheKey {
    Never,
    /// Unless nothing is to be kept.
    WhenKept,
    Always,
}

/// The headers that keep a conversation on one machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::apis) enum SessionHeaders {
    #[default]
    Openai,
    OpenaiNosession,
    Openrouter,
}

/// The keys of `compat`, each as it may stand there.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Flags {
    supports_developer_role: Option<bool>,
    supports_mid_convo_system_messages: Option<bool>,
    supports_mid_convo_effort: Option<bool>,
    supports_strict_mode: Option<bool>,
    #[serde(rename = "supportsOpenAIGrammarTools")]
    supports_openai_grammar_tools: Option<bool>,
    supports_additional_tools: Option<bool>,
    supports_tool_search: Option<bool>,
    supports_explicit_prompt_cache_mode: Option<bool>,
    supports_long_cache_retention: Option<bool>,
    supports_max_output_tokens: Option<bool>,
    session_affinity_format: SessionHeaders,
    prompt_cache_key_mode: Option<String>,
}

impl Compat {
    /// The flags in force for a request to OpenAI, or to a host like it.
    pub(in crate::apis) fn of(request: &Request) -> Self {
        let (flags, model): (Flags, _) = (flags(&request.model), &request.model);
        let updates = flags.supports_mid_convo_system_messages.unwrap_or(false);
        let long = flags.supports_long_cache_retention.unwrap_or(true);
        let visitor = is_visitor(request);
        Self {
            supports_developer_role: flags.supports_developer_role.unwrap_or(true),
            supports_system_updates: updates,
            supports_strict_mode: flags.supports_strict_mode.unwrap_or(false),
            supports_grammar_tools: flags.supports_openai_grammar_tools.unwrap_or(false),
            supports_effort_updates: flags.supports_mid_convo_effort.unwrap_or(false) && !visitor,
            supports_max_output_tokens: flags.supports_max_output_tokens.unwrap_or(true) && !visitor,
            supports_temperature: !visitor,
            tool_items: match (updates, flags.supports_additional_tools, flags.supports_tool_search) {
                (true, Some(true), _) => ToolItems::Additional,
                (true, _, Some(true)) => ToolItems::Search,
                _ => ToolItems::None,
            },
            cache: match flags.supports_explicit_prompt_cache_mode.unwrap_or(false) {
                _ if visitor => CacheOptions::None,
                true => CacheOptions::Explicit { long },
                false if long => CacheOptions::Retention,
                false => CacheOptions::None,
            },
            keeps_cache_key: match flags.prompt_cache_key_mode.as_deref() {
                Some("disabled") => CacheKey::Never,
                _ => CacheKey::WhenKept,
            },
            session_headers: flags.session_affinity_format,
            always_encrypts: model.provider == "xai" || model.base_url.contains("api.x.ai"),
        }
    }

    /// The flags in force for a request to Azure.
    pub(in crate::apis) fn azure(request: &Request) -> Self {
        let strict = flags::<Flags>(&request.model).supports_strict_mode.unwrap_or(true);
        Self {
            supports_strict_mode: strict,
            supports_effort_updates: false,
            cache: CacheOptions::None,
            keeps_cache_key: CacheKey::Always,
            ..Self::of(request)
        }
    }
}

/// Whether the key is no API key but the token of somebody who signed in: OpenAI takes fewer parameters then.
fn is_visitor(request: &Request) -> bool {
    let token = request.options.api_key.as_ref().is_some_and(|key| !key.reveal().starts_with("sk-"));
    token && request.model.base_url.contains("//api.openai.com")
}
