//! The vendors: a row each. What their hosts are and how they differ stands with their models; where their keys are, is for
//! whoever holds keys.

/// A vendor, or a host of other vendors' models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vendor {
    /// The id that models carry in `provider`.
    pub id: &'static str,
    /// For people.
    pub name: &'static str,
    /// The model that is taken when none is asked for.
    pub usual_model: &'static str,
}

const fn row(id: &'static str, name: &'static str, usual_model: &'static str) -> Vendor {
    Vendor { id, name, usual_model }
}

/// Every vendor, in the order in which one is looked for that can be asked (spec/coding-agent.md 6.1.5).
pub const VENDORS: &[Vendor] = &[
    row("amazon-bedrock", "Amazon Bedrock", "us.anthropic.claude-opus-5-5"),
    row("ant-ling", "Ant Ling", "Ring-2.6-1T"),
    row("anthropic", "Anthropic", "claude-opus-5-5"),
    row("openai", "OpenAI", "gpt-6.2-sol"),
    row("azure", "Azure", "gpt-6.2-sol"),
    row("nvidia", "NVIDIA", "nvidia/nemotron-3.5-super-vl-120b-a12b"),
    row("deepseek", "DeepSeek", "deepseek-v4-pro"),
    row("google", "Google", "gemini-4-argon"),
    row("google-vertex", "Google Vertex AI", "gemini-4-argon"),
    row("github-copilot", "GitHub Copilot", "gpt-6.1-sol"),
    row("openrouter", "OpenRouter", "moonshotai/kimi-k2.7-code"),
    row("vercel-ai-gateway", "Vercel AI Gateway", "zai/glm-5.3"),
    row("xai", "xAI", "grok-4.7"),
    row("groq", "Groq", "openai/gpt-oss-120b"),
    row("cerebras", "Cerebras", "gpt-oss-120b"),
    row("zai", "Z.AI", "glm-5.3"),
    row("zai-coding-cn", "Z.AI Coding CN", "glm-5.3"),
    row("mistral", "Mistral", "devstral-medium-latest"),
    row("minimax", "MiniMax", "MiniMax-M3"),
    row("minimax-cn", "MiniMax CN", "MiniMax-M3"),
    row("moonshotai", "Moonshot AI", "kimi-k2.7-code"),
    row("moonshotai-cn", "Moonshot AI CN", "kimi-k2.7-code"),
    row("huggingface", "Hugging Face", "moonshotai/Kimi-K2.7-Code"),
    row("fireworks", "Fireworks", "accounts/fireworks/models/kimi-k3"),
    row("together", "Together", "moonshotai/Kimi-K3"),
    row("baseten", "Baseten", "zai-org/GLM-5.3"),
    row("opencode", "OpenCode Zen", "kimi-k2.7-code"),
    row("opencode-go", "OpenCode Go", "kimi-k3.1-pro"),
    row("kimi-coding", "Kimi For Coding", "kimi-for-coding"),
    row("meta", "Meta", "muse-spark-1.3"),
    row("cloudflare-workers-ai", "Cloudflare Workers AI", "@cf/moonshotai/kimi-k2.7-code"),
    row("cloudflare-ai-gateway", "Cloudflare AI Gateway", "workers-ai/@cf/moonshotai/kimi-k2.7-code"),
    row("qwen-token-plan", "Qwen Token Plan Team", "qwen3.8-max"),
    row("qwen-token-plan-cn", "Qwen Token Plan Team CN", "qwen3.8-max"),
    row("qwen-token-plan-individual", "Qwen Token Plan Individual", "qwen3.8-max"),
    row("qwen-token-plan-individual-cn", "Qwen Token Plan Individual CN", "qwen3.8-max"),
    row("xiaomi", "Xiaomi", "mimo-v2.6-pro"),
    row("xiaomi-token-plan-cn", "Xiaomi Token Plan CN", "mimo-v2.6-pro"),
    row("xiaomi-token-plan-ams", "Xiaomi Token Plan AMS", "mimo-v2.6-pro"),
    row("xiaomi-token-plan-sgp", "Xiaomi Token Plan SGP", "mimo-v2.6-pro"),
];

/// The vendor of that id.
pub fn vendor(id: &str) -> Option<&'static Vendor> {
    VENDORS.iter().find(|vendor| vendor.id == id)
}
