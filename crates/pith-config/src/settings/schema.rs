//! Every setting, with its default: one struct for a section, one field for a key.

use indexmap::IndexMap;
use pith_types::ThinkingLevel;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::Value;

/// The settings in force.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Provider of the model that a new session starts with.
    pub default_provider: Option<String>,
    /// Id of the model that a new session starts with.
    pub default_model: Option<String>,
    /// How much models are asked to reason; `medium` when absent.
    pub default_thinking_level: Option<ThinkingLevel>,
    /// The same for single models, by `provider/id`.
    pub model_thinking_levels: IndexMap<String, ThinkingLevel>,
    /// Tokens of thinking by level, for models that count them, as they are written.
    pub thinking_budgets: IndexMap<String, u64>,
    /// Tools of a new session: names, or `+name` and `-name` to change the usual ones.
    pub default_tools: Option<Vec<String>>,
    /// Program that runs commands of the bash tool; found by itself when absent.
    pub shell_path: Option<String>,
    /// Put before every command of the bash tool, on a line of its own.
    pub shell_command_prefix: Option<String>,
    /// Which variables commands see, as it is written.
    pub shell_env: Option<Value>,
    /// Patterns of the models to choose from, as `--models` takes them.
    pub enabled_models: Option<Vec<String>>,
    /// Folder of session files.
    pub session_dir: Option<String>,
    /// Where sessions keep large pictures.
    pub session_images: SessionImages,
    /// Pictures.
    pub images: ImageSettings,
    /// Proxy of all requests; only the person's own.
    pub http_proxy: Option<String>,
    /// Whether requests to this machine itself go through the proxy too; only the person's own.
    pub proxy_loopback: bool,
    /// How long an answer may be silent, in milliseconds; 0 or `"disabled"` for no limit.
    pub http_idle_timeout_ms: IdleTimeout,
    /// Repeating of failed requests.
    pub retry: RetrySettings,
    /// Summarizing of long conversations.
    pub compaction: CompactionSettings,
    /// Summarizing of branches that are left.
    pub branch_summary: BranchSummarySettings,
    /// How waiting steering messages are handed over.
    pub steering_mode: QueueMode,
    /// How waiting follow-up messages are handed over.
    pub follow_up_mode: QueueMode,
    /// More extension files and folders.
    pub extensions: Vec<String>,
    /// More files and folders with skills, and what is not wanted of those that are found: `!glob`, `+path`, `-path`.
    pub skills: Vec<String>,
    /// The same for prompt templates.
    pub prompts: Vec<String>,
    /// Whether completion offers `/skill:name`; yes when absent.
    pub enable_skill_commands: Option<bool>,
    /// What holds for a project that nothing was decided about; only the person's own.
    pub default_project_trust: DefaultProjectTrust,
    /// How much is taken and kept.
    pub limits: LimitSettings,
}

/// The section `limits`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct LimitSettings {
    /// Percent of the model's window that all context files together may take.
    pub context_files_percent: u64,
    /// Percent of it that one attached text may take.
    pub attachment_percent: u64,
    /// Bytes of a command's whole output that are kept in a file.
    pub output_file_bytes: u64,
    /// Bytes that are kept of what background processes write after a command has ended.
    pub background_log_bytes: u64,
}

/// The section `images`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct ImageSettings {
    /// Whether large pictures are made smaller.
    pub auto_resize: bool,
    /// Whether no picture is ever sent.
    pub block_images: bool,
}

/// The section `retry`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct RetrySettings {
    /// Whether failed answers are asked for again.
    pub enabled: bool,
    /// How often at most.
    pub max_retries: u32,
    /// Wait before the first repetition, in milliseconds; doubled each time.
    pub base_delay_ms: u64,
    /// Longest wait, in milliseconds.
    pub max_agent_delay_ms: u64,
    /// Repetitions within one request.
    pub provider: ProviderRetrySettings,
}

/// The section `retry.provider`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct ProviderRetrySettings {
    /// How long a request may take, in milliseconds; no limit when absent.
    pub timeout_ms: Option<u64>,
    /// How often a request is sent again before the answer counts as failed.
    pub max_retries: u32,
    /// Longest wait that a provider may ask for, in milliseconds.
    pub max_retry_delay_ms: u64,
}

/// The section `compaction`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct CompactionSettings {
    /// Whether it is done without being asked for.
    pub enabled: bool,
    /// Tokens kept free for the answer.
    pub reserve_tokens: u64,
    /// Recent tokens that stay as they are.
    pub keep_recent_tokens: u64,
    /// Both numbers for single models, by `provider/id`.
    pub model_overrides: IndexMap<String, CompactionOverride>,
}

/// An entry of `compaction.modelOverrides`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct CompactionOverride {
    /// Tokens kept free for the answer.
    pub reserve_tokens: Option<u64>,
    /// Recent tokens that stay as they are.
    pub keep_recent_tokens: Option<u64>,
}

/// The section `branchSummary`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object")]
pub struct BranchSummarySettings {
    /// Tokens kept free for the summary.
    pub reserve_tokens: u64,
    /// Whether nobody is asked about a summary.
    pub skip_prompt: bool,
}

/// Where sessions keep large pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SessionImages {
    /// In their files.
    #[default]
    Inline,
    /// In folders beside them.
    Beside,
}

/// How waiting messages are handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QueueMode {
    /// One in each turn.
    #[default]
    OneAtATime,
    /// All at the next chance.
    All,
}

/// What holds for a project that nothing was decided about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefaultProjectTrust {
    /// Ask where someone can answer; elsewhere not trusted.
    #[default]
    Ask,
    /// Trusted.
    Always,
    /// Not trusted.
    Never,
}

/// A limit in milliseconds, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleTimeout(pub Option<u64>);

impl Default for ImageSettings {
    fn default() -> Self {
        Self { auto_resize: true, block_images: false }
    }
}

impl Default for LimitSettings {
    fn default() -> Self {
        Self {
            context_files_percent: 50,
            attachment_percent: 50,
            output_file_bytes: 256 * 1024 * 1024,
            background_log_bytes: 16 * 1024 * 1024,
        }
    }
}

impl Default for RetrySettings {
    fn default() -> Self {
        Self {
            enabled: true,
            max_retries: 3,
            base_delay_ms: 2_000,
            max_agent_delay_ms: 60_000,
            provider: ProviderRetrySettings::default(),
        }
    }
}

impl Default for CompactionSettings {
    fn default() -> Self {
        Self { enabled: true, reserve_tokens: 16_384, keep_recent_tokens: 20_000, model_overrides: IndexMap::new() }
    }
}

impl CompactionSettings {
    /// Tokens kept free, and recent tokens kept, for a model.
    pub fn for_model(&self, provider: &str, id: &str) -> (u64, u64) {
        let own = self.model_overrides.get(&format!("{provider}/{id}")).copied().unwrap_or_default();
        (own.reserve_tokens.unwrap_or(self.reserve_tokens), own.keep_recent_tokens.unwrap_or(self.keep_recent_tokens))
    }
}

impl Default for BranchSummarySettings {
    fn default() -> Self {
        Self { reserve_tokens: 16_384, skip_prompt: false }
    }
}

impl Default for ProviderRetrySettings {
    fn default() -> Self {
        Self { timeout_ms: None, max_retries: 0, max_retry_delay_ms: 60_000 }
    }
}

impl Default for IdleTimeout {
    fn default() -> Self {
        Self(Some(300_000))
    }
}

impl<'de> Deserialize<'de> for IdleTimeout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match (value.as_u64(), value.as_str()) {
            (Some(0), _) | (_, Some("disabled")) => Ok(Self(None)),
            (Some(limit), _) => Ok(Self(Some(limit))),
            _ => Err(D::Error::custom(format!("invalid value: {value}, expected milliseconds or \"disabled\""))),
        }
    }
}

impl Settings {
    /// How much a model is asked to reason when nothing else says so (6.1.6): its own level, else the general one, else
    /// medium.
    pub fn thinking_level(&self, provider: &str, model: &str) -> ThinkingLevel {
        let own = self.model_thinking_levels.get(&format!("{provider}/{model}")).copied();
        own.or(self.default_thinking_level).unwrap_or(ThinkingLevel::Medium)
    }

    /// Tokens of thinking by level; names that are no level count for nothing.
    pub fn thinking_budgets(&self) -> IndexMap<ThinkingLevel, u64> {
        let known = |(name, tokens): (&String, &u64)| Some((ThinkingLevel::parse(name)?, *tokens));
        self.thinking_budgets.iter().filter_map(known).collect()
    }

    /// The tools of a new session (2.3.4): the plain names, or the usual ones when there are none, then the modifiers in
    /// their order. An empty list means no tools.
    pub fn default_tools(&self, usual: &[&str]) -> Vec<String> {
        let usual = || usual.iter().map(|name| (*name).to_owned());
        let Some(list) = self.default_tools.as_deref().map(|list| list.iter().map(|name| name.trim())) else {
            return usual().collect();
        };
        if list.len() == 0 {
            return Vec::new();
        }
        let (modifiers, plain): (Vec<&str>, Vec<&str>) = list.partition(|name| name.starts_with(['+', '-']));
        let mut tools: Vec<String> = Vec::new();
        if plain.is_empty() {
            tools.extend(usual());
        }
        for name in plain {
            add(&mut tools, name);
        }
        for modifier in modifiers {
            match (modifier.strip_prefix('+'), modifier.strip_prefix('-')) {
                (Some(name), _) => add(&mut tools, name),
                (_, Some(name)) => tools.retain(|tool| tool != name),
                (None, None) => {}
            }
        }
        tools
    }
}

fn add(tools: &mut Vec<String>, name: &str) {
    if !tools.iter().any(|tool| tool == name) {
        tools.push(name.to_owned());
    }
}
