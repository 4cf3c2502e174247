//! How hosts differ: one flag a difference. What a model's `compat` says counts; else what is known of its host
//! (spec/providers.md 3.2.6).

use indexmap::IndexMap;
use pith_types::Model;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::apis::flags::flags;

/// The flags in force for a model.
#[derive(Debug, Clone)]
pub(super) struct Compat {
    pub(super) supports_store: bool,
    pub(super) supports_developer_role: bool,
    pub(super) supports_reasoning_effort: bool,
    pub(super) supports_usage_in_streaming: bool,
    pub(super) supports_finish_reason: bool,
    pub(super) supports_strict_mode: bool,
    pub(super) supports_grammar_tools: bool,
    pub(super) supports_system_updates: bool,
    pub(super) supports_tool_additions: bool,
    pub(super) supports_long_cache_retention: bool,
    pub(super) max_tokens_field: MaxTokensField,
    /// Messages of the person that follow each other are sent as one.
    pub(super) requires_alternating_roles: bool,
    pub(super) requires_tool_result_name: bool,
    pub(super) requires_assistant_after_tool_result: bool,
    pub(super) requires_text_in_assistant: bool,
    pub(super) requires_tools_with_tool_history: bool,
    pub(super) requires_thinking_as_text: bool,
    pub(super) requires_reasoning_content: bool,
    pub(super) thinking_format: ThinkingFormat,
    pub(super) chat_template_kwargs: IndexMap<String, TemplateValue>,
    pub(super) chat_template_args: IndexMap<String, TemplateValue>,
    pub(super) thinking_budget_field: Option<String>,
    pub(super) marks_cache: bool,
    pub(super) session_headers: Option<SessionHeaders>,
    pub(super) prompt_cache_key: PromptCacheKey,
    pub(super) tool_stream: bool,
    pub(super) priority: Option<i64>,
    pub(super) openrouter_routing: Option<Map<String, Value>>,
    pub(super) vercel_routing: Option<Map<String, Value>>,
}

/// The field that limits the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MaxTokensField {
    MaxCompletionTokens,
    MaxTokens,
}

impl MaxTokensField {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::MaxCompletionTokens => "max_completion_tokens",
            Self::MaxTokens => "max_tokens",
        }
    }
}

/// How thinking is asked for (spec/providers.md 3.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ThinkingFormat {
    Openai,
    Openrouter,
    Deepseek,
    Zai,
    Qwen,
    QwenChatTemplate,
    ChatTemplate,
    Baseten,
    Together,
    StringThinking,
    AntLing,
}

/// A value of a chat template's arguments: as it stands, or filled in.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(super) enum TemplateValue {
    Variable {
        #[serde(rename = "$var")]
        name: String,
        #[serde(rename = "omitWhenOff", default)]
        omit_when_off: bool,
    },
    Literal(Value),
}

/// The headers that keep a conversation on one machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SessionHeaders {
    Openai,
    OpenaiNosession,
    Openrouter,
}

/// Whether the conversation's name is given to the prompt cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PromptCacheKey {
    #[default]
    Auto,
    Enabled,
    Disabled,
}

/// The keys of `compat`, each as it may stand there.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Flags {
    supports_store: Option<bool>,
    supports_developer_role: Option<bool>,
    supports_reasoning_effort: Option<bool>,
    supports_usage_in_streaming: Option<bool>,
    supports_finish_reason: Option<bool>,
    supports_strict_mode: Option<bool>,
    #[serde(rename = "supportsOpenAIGrammarTools")]
    supports_openai_grammar_tools: Option<bool>,
    supports_mid_convo_system_messages: Option<bool>,
    supports_mid_convo_tool_additions: Option<bool>,
    supports_long_cache_retention: Option<bool>,
    supports_thinking_token_budget: Option<bool>,
    max_tokens_field: Option<MaxTokensField>,
    requires_alternating_roles: Option<bool>,
    requires_tool_result_name: Option<bool>,
    requires_assistant_after_tool_result: Option<bool>,
    requires_non_null_assistant_content: Option<bool>,
    requires_tools_with_tool_history: Option<bool>,
    requires_thinking_as_text: Option<bool>,
    requires_reasoning_content_on_assistant_messages: Option<bool>,
    thinking_format: Option<ThinkingFormat>,
    chat_template_kwargs: Option<IndexMap<String, TemplateValue>>,
    chat_template_args: Option<IndexMap<String, TemplateValue>>,
    thinking_token_budget_field: Option<String>,
    cache_control_format: Option<String>,
    send_session_affinity_headers: Option<bool>,
    session_affinity_format: Option<SessionHeaders>,
    prompt_cache_key_mode: Option<PromptCacheKey>,
    zai_tool_stream: Option<bool>,
    vllm_priority: Option<i64>,
    open_router_routing: Option<Map<String, Value>>,
    vercel_gateway_routing: Option<Map<String, Value>>,
}

impl Compat {
    /// The flags in force for a model.
    pub(super) fn of(model: &Model) -> Self {
        let flags: Flags = flags(model);
        let host = Host::of(model);
        let requires_assistant = flags.requires_assistant_after_tool_result.unwrap_or(false);
        let budget_field = flags.thinking_token_budget_field;
        let session_headers = match flags.session_affinity_format {
            // It has a header of its own for that.
            _ if host.is(&["opencode"]) => None,
            _ if !flags.send_session_affinity_headers.unwrap_or(host.is(&["openrouter"])) => None,
            Some(format) => Some(format),
            None if host.is(&["openrouter"]) => Some(SessionHeaders::Openrouter),
            None => Some(SessionHeaders::Openai),
        };
        Self {
            supports_store: flags.supports_store.unwrap_or(!host.is(NO_STORE)),
            supports_developer_role: flags.supports_developer_role.unwrap_or(host.is(&["api.openai.com"])),
            supports_reasoning_effort: flags.supports_reasoning_effort.unwrap_or(!host.is(NO_REASONING_EFFORT)),
            supports_usage_in_streaming: flags.supports_usage_in_streaming.unwrap_or(true),
            supports_finish_reason: flags.supports_finish_reason.unwrap_or(true),
            supports_strict_mode: flags.supports_strict_mode.unwrap_or(false),
            supports_grammar_tools: flags.supports_openai_grammar_tools.unwrap_or(false),
            supports_system_updates: flags.supports_mid_convo_system_messages.unwrap_or(false),
            supports_tool_additions: flags.supports_mid_convo_tool_additions.unwrap_or(false),
            supports_long_cache_retention: flags
                .supports_long_cache_retention
                .unwrap_or(!host.is(NO_LONG_CACHE_RETENTION)),
            max_tokens_field: flags.max_tokens_field.unwrap_or(if host.is(MAX_TOKENS) {
                MaxTokensField::MaxTokens
            } else {
                MaxTokensField::MaxCompletionTokens
            }),
            requires_alternating_roles: flags.requires_alternating_roles.unwrap_or(false),
            requires_tool_result_name: flags.requires_tool_result_name.unwrap_or(false),
            requires_assistant_after_tool_result: requires_assistant,
            requires_text_in_assistant: flags.requires_non_null_assistant_content.unwrap_or(requires_assistant),
            requires_tools_with_tool_history: flags.requires_tools_with_tool_history.unwrap_or(false),
            requires_thinking_as_text: flags.requires_thinking_as_text.unwrap_or(false),
            requires_reasoning_content: flags.requires_reasoning_content_on_assistant_messages.unwrap_or(false),
            thinking_format: flags.thinking_format.unwrap_or_else(|| host.thinking_format()),
            chat_template_kwargs: flags.chat_template_kwargs.unwrap_or_default(),
            chat_template_args: flags.chat_template_args.unwrap_or_default(),
            thinking_budget_field: budget_field.or_else(|| {
                flags.supports_thinking_token_budget.unwrap_or(false).then(|| "thinking_token_budget".to_owned())
            }),
            marks_cache: match flags.cache_control_format {
                Some(format) => format == "anthropic",
                None => host.is(&["openrouter"]) && model.id.starts_with("anthropic/"),
            },
            session_headers,
            prompt_cache_key: flags.prompt_cache_key_mode.unwrap_or_default(),
            tool_stream: flags.zai_tool_stream.unwrap_or(false),
            priority: flags.vllm_priority,
            openrouter_routing: flags.open_router_routing,
            vercel_routing: flags.vercel_gateway_routing,
        }
    }
}

const NO_STORE: &[&str] = &[
    "nvidia",
    "cerebras",
    "xai",
    "together",
    "chutes",
    "deepseek",
    "zai",
    "moonshot",
    "opencode",
    "cloudflare",
    "ant-ling",
];
const MAX_TOKENS: &[&str] =
    &["chutes", "deepseek", "moonshot", "cloudflare-gateway", "together", "nvidia", "ant-ling", "zai"];
const NO_REASONING_EFFORT: &[&str] =
    &["xai", "zai", "moonshot", "together", "cloudflare-gateway", "nvidia", "ant-ling"];
const NO_LONG_CACHE_RETENTION: &[&str] = &["together", "cloudflare", "nvidia", "ant-ling"];

/// Known hosts: their name here, and what tells them in a provider's id or a base URL.
const HOSTS: &[(&str, &[&str], &[&str])] = &[
    ("ant-ling", &["ant-ling"], &["api.ant-ling.com"]),
    ("api.openai.com", &[], &["api.openai.com"]),
    ("cerebras", &["cerebras"], &["cerebras.ai"]),
    ("chutes", &["chutes"], &["chutes.ai"]),
    (
        "cloudflare",
        &["cloudflare-ai-gateway", "cloudflare-workers-ai"],
        &["gateway.ai.cloudflare.com", "api.cloudflare.com"],
    ),
    ("cloudflare-gateway", &["cloudflare-ai-gateway"], &["gateway.ai.cloudflare.com"]),
    ("deepseek", &["deepseek"], &["deepseek.com"]),
    ("moonshot", &["moonshotai", "moonshotai-cn"], &["api.moonshot."]),
    ("nvidia", &["nvidia"], &["integrate.api.nvidia.com"]),
    ("opencode", &["opencode", "opencode-go"], &["opencode.ai"]),
    ("openrouter", &["openrouter"], &["openrouter.ai"]),
    ("together", &["together"], &["api.together.ai", "api.together.xyz"]),
    ("xai", &["xai"], &["api.x.ai"]),
    ("zai", &["zai", "zai-coding-cn"], &["api.z.ai", "bigmodel.cn"]),
];

/// What a model's provider and base URL tell of its host. A gateway may be several.
struct Host(Vec<&'static str>);

impl Host {
    fn of(model: &Model) -> Self {
        let matches = |(_, providers, urls): &&(&str, &[&str], &[&str])| {
            providers.contains(&model.provider.as_str()) || urls.iter().any(|part| model.base_url.contains(part))
        };
        Self(HOSTS.iter().filter(matches).map(|(name, ..)| *name).collect())
    }

    fn is(&self, names: &[&str]) -> bool {
        self.0.iter().any(|name| names.contains(name))
    }

    fn thinking_format(&self) -> ThinkingFormat {
        [
            ("deepseek", ThinkingFormat::Deepseek),
            ("zai", ThinkingFormat::Zai),
            ("together", ThinkingFormat::Together),
            ("ant-ling", ThinkingFormat::AntLing),
            ("openrouter", ThinkingFormat::Openrouter),
        ]
        .into_iter()
        .find_map(|(name, format)| self.is(&[name]).then_some(format))
        .unwrap_or(ThinkingFormat::Openai)
    }
}
