//! Which variables hold the key of which provider, and what else its requests are made of: the tables, and what is
//! derived from them.

use pith_types::Model;

/// The variables of one provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderKeys {
    /// The provider's id.
    pub provider: &'static str,
    /// The first that is set holds the key.
    pub variables: &'static [&'static str],
}

const fn keys(provider: &'static str, variables: &'static [&'static str]) -> ProviderKeys {
    ProviderKeys { provider, variables }
}

/// Every provider whose key may stand in a variable, by id.
pub const PROVIDER_KEYS: &[ProviderKeys] = &[
    keys("amazon-bedrock", &["AWS_BEARER_TOKEN_BEDROCK"]),
    keys("ant-ling", &["ANT_LING_API_KEY"]),
    keys("anthropic", &["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"]),
    keys("azure", &["AZURE_OPENAI_API_KEY"]),
    keys("baseten", &["BASETEN_API_KEY"]),
    keys("cerebras", &["CEREBRAS_API_KEY"]),
    keys("cloudflare-ai-gateway", &["CLOUDFLARE_API_KEY"]),
    keys("cloudflare-workers-ai", &["CLOUDFLARE_API_KEY"]),
    keys("deepseek", &["DEEPSEEK_API_KEY"]),
    keys("fireworks", &["FIREWORKS_API_KEY"]),
    keys("github-copilot", &["COPILOT_GITHUB_TOKEN"]),
    keys("google", &["GEMINI_API_KEY"]),
    keys("google-vertex", &["GOOGLE_CLOUD_API_KEY"]),
    keys("groq", &["GROQ_API_KEY"]),
    keys("huggingface", &["HF_TOKEN"]),
    keys("kimi-coding", &["KIMI_API_KEY"]),
    keys("meta", &["META_API_KEY"]),
    keys("minimax", &["MINIMAX_API_KEY"]),
    keys("minimax-cn", &["MINIMAX_CN_API_KEY"]),
    keys("mistral", &["MISTRAL_API_KEY"]),
    keys("moonshotai", &["MOONSHOT_API_KEY"]),
    keys("moonshotai-cn", &["MOONSHOT_API_KEY"]),
    keys("nvidia", &["NVIDIA_API_KEY"]),
    keys("openai", &["OPENAI_API_KEY"]),
    keys("opencode", &["OPENCODE_API_KEY"]),
    keys("opencode-go", &["OPENCODE_API_KEY"]),
    keys("openrouter", &["OPENROUTER_API_KEY"]),
    keys("qwen-token-plan", &["QWEN_TOKEN_PLAN_TEAM_API_KEY", "QWEN_TOKEN_PLAN_API_KEY"]),
    keys("qwen-token-plan-cn", &["QWEN_TOKEN_PLAN_TEAM_CN_API_KEY", "QWEN_TOKEN_PLAN_CN_API_KEY"]),
    keys("qwen-token-plan-individual", &["QWEN_TOKEN_PLAN_INDIVIDUAL_API_KEY", "QWEN_TOKEN_PLAN_API_KEY"]),
    keys("qwen-token-plan-individual-cn", &["QWEN_TOKEN_PLAN_INDIVIDUAL_CN_API_KEY", "QWEN_TOKEN_PLAN_CN_API_KEY"]),
    keys("radius", &["RADIUS_API_KEY"]),
    keys("together", &["TOGETHER_API_KEY"]),
    keys("typesafe", &["TYPESAFE_API_KEY"]),
    keys("vercel-ai-gateway", &["AI_GATEWAY_API_KEY"]),
    keys("xai", &["XAI_API_KEY"]),
    keys("xiaomi", &["XIAOMI_API_KEY"]),
    keys("xiaomi-token-plan-ams", &["XIAOMI_TOKEN_PLAN_AMS_API_KEY"]),
    keys("xiaomi-token-plan-cn", &["XIAOMI_TOKEN_PLAN_CN_API_KEY"]),
    keys("xiaomi-token-plan-sgp", &["XIAOMI_TOKEN_PLAN_SGP_API_KEY"]),
    keys("zai", &["ZAI_API_KEY"]),
    keys("zai-coding-cn", &["ZAI_CODING_CN_API_KEY"]),
];

/// Variables that hold a token, which is sent as a bearer's and not as the provider's own kind of key.
pub(super) const BEARER_TOKENS: &[&str] = &["ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_OAUTH_TOKEN"];

/// What a request is made of beside its key: the variables of a provider, or of every provider with this API.
struct RequestVariables {
    providers: &'static [&'static str],
    api: &'static str,
    variables: &'static [&'static str],
}

const REQUEST_VARIABLES: &[RequestVariables] = &[
    RequestVariables {
        providers: &["amazon-bedrock"],
        api: "bedrock-converse-stream",
        variables: &[
            "AWS_REGION",
            "AWS_DEFAULT_REGION",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "AWS_SESSION_TOKEN",
            "AWS_BEDROCK_SKIP_AUTH",
            "AWS_BEDROCK_FORCE_CACHE",
        ],
    },
    RequestVariables {
        providers: &["azure"],
        api: "azure-openai-responses",
        variables: &[
            "AZURE_OPENAI_BASE_URL",
            "AZURE_OPENAI_RESOURCE_NAME",
            "AZURE_OPENAI_API_VERSION",
            "AZURE_OPENAI_DEPLOYMENT_NAME_MAP",
        ],
    },
    RequestVariables {
        providers: &["cloudflare-ai-gateway", "cloudflare-workers-ai"],
        api: "",
        variables: &["CLOUDFLARE_ACCOUNT_ID", "CLOUDFLARE_GATEWAY_ID"],
    },
    RequestVariables {
        providers: &["google-vertex"],
        api: "google-vertex",
        variables: &["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"],
    },
];

/// The variables that requests to a model are made of, beside its key.
pub(super) fn request_variables(model: &Model) -> impl Iterator<Item = &'static str> {
    let provider = model.provider.as_str();
    let api = model.api.as_str();
    let mine = move |row: &&RequestVariables| row.providers.contains(&provider) || (row.api == api && !api.is_empty());
    REQUEST_VARIABLES.iter().filter(mine).flat_map(|row| row.variables.iter().copied())
}

/// Variables that other programs need too, so that the tools' children keep them.
const SHARED: &[&str] = &["HF_TOKEN", "COPILOT_GITHUB_TOKEN"];

/// Variables that say who and where one is, which a header may name too.
const ORDINARY: &[&str] = &["HOME", "HOSTNAME", "LANG", "LOGNAME", "PATH", "PWD", "SHELL", "TERM", "TMPDIR", "USER"];

/// The entry of a provider.
pub(super) fn of(provider: &str) -> Option<&'static ProviderKeys> {
    PROVIDER_KEYS.iter().find(|keys| keys.provider == provider)
}

/// The variables that are keys of providers and nothing else: a tool's child is not given them. Those that other programs
/// need as well (`AWS_*`, `HF_TOKEN`, `COPILOT_GITHUB_TOKEN`) are not among them.
pub fn provider_key_variables() -> impl Iterator<Item = &'static str> {
    let all = PROVIDER_KEYS.iter().flat_map(|keys| keys.variables.iter().copied());
    all.filter(|name| is_only_a_key(name))
}

/// Whether a variable from which a key or a header is made is for that alone: not one that other programs need as well, and
/// none that every program has.
pub(crate) fn is_only_a_key(name: &str) -> bool {
    !name.starts_with("AWS_") && !SHARED.contains(&name) && !ORDINARY.contains(&name)
}
