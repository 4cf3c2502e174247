//! What is known of models and of their answers: transformation, overflow, retry, cost, thinking, limits, estimates
//! (spec/core.md R5.10–R5.17).

use std::{borrow::Cow, time::Duration};

use pith_llm::cost::calculate_cost;
use pith_llm::estimate::{clamp_to_window, estimate_context_tokens, estimate_message_tokens};
use pith_llm::failure::{RetryDelays, is_context_overflow, is_recoverable_length, is_retryable};
use pith_llm::normalize::{IdRule, short_hash, split_error_images, transform_messages};
use pith_llm::sampling::resolve_sampling_params;
use pith_llm::thinking::{ThinkingBudgets, adjust_for_thinking, budget_for_level, clamp_level, supported_levels};
use pith_types::{AssistantMessage, Message, Model, ModelCost, ThinkingLevel, Usage};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Failure, nothing};

const NOW: i64 = 1_700_000_000_000;

pub(super) fn run(op: &str, input: &Value) -> Result<Option<Value>, Failure> {
    let message = || take::<Message>(input, "message");
    let model = || model(&input["model"]);
    let level = || -> Result<ThinkingLevel, Failure> { Ok(level(&input["level"])?) };
    let budgets: Option<ThinkingBudgets> = take_or_default(input, "budgets")?;
    Ok(Some(match op {
        "transformMessages" => {
            let rule: Option<IdRule> = match input["normalizer"].as_str() {
                Some("under40") => Some(under_40),
                _ => None,
            };
            json!(transform_messages(&take::<Vec<Message>>(input, "messages")?, &model()?, rule, NOW))
        }
        "splitErrorToolResultImages" => match message()? {
            Message::ToolResult(result) => split_error_images(&result).map_or_else(
                nothing,
                |split| json!({"content": split.content, "caption": split.caption, "images": split.images}),
            ),
            _ => return Err("not a tool result".into()),
        },
        "shortHash" => json!(short_hash(input["text"].as_str().ok_or("no text")?)),
        "isContextOverflow" => json!(is_context_overflow(&answer(input)?, input["contextWindow"].as_u64())),
        "isRecoverableLength" => {
            json!(is_recoverable_length(&answer(input)?, input["desiredMaxOutput"].as_u64().ok_or("no limit")?))
        }
        "isRetryableAssistantError" => json!(is_retryable(&answer(input)?)),
        "retryDelayMs" => {
            let policy = &input["policy"];
            let ms = |key: &str| policy[key].as_u64().map(Duration::from_millis);
            let usual = RetryDelays::default();
            let delays = RetryDelays {
                base: ms("baseDelayMs").unwrap_or(usual.base),
                longest: ms("maxAgentDelayMs").unwrap_or(usual.longest),
            };
            let attempt = u32::try_from(input["attempt"].as_u64().ok_or("no attempt")?)?;
            json!(delays.before(attempt).as_millis())
        }
        "calculateCost" => {
            json!(calculate_cost(&take::<ModelCost>(input, "cost")?, &take::<Usage>(input, "usage")?))
        }
        "getSupportedThinkingLevels" => json!(supported_levels(&model()?)),
        "clampThinkingLevel(all)" => {
            let model = model()?;
            let levels = take::<Vec<ThinkingLevel>>(input, "levels")?;
            json!(levels.into_iter().map(|level| clamp_level(&model, level)).collect::<Vec<_>>())
        }
        "thinkingBudgetForLevel" => json!(budget_for_level(level()?, budgets.as_ref())),
        "adjustMaxTokensForThinking" => {
            let model_limit = input["modelMaxTokens"].as_u64().ok_or("no limit")?;
            let limits = adjust_for_thinking(input["baseMaxTokens"].as_u64(), model_limit, level()?, budgets.as_ref());
            json!({"maxTokens": limits.max_tokens, "thinkingBudget": limits.budget})
        }
        "clampMaxTokensToContext" => {
            let window = input["contextWindow"].as_u64().ok_or("no window")?;
            let model = Model { context_window: window, ..Model::default() };
            let units = usize::try_from(input["userChars"].as_u64().ok_or("no length")?)?;
            let messages = [Message::user("x".repeat(units), 0)];
            json!(clamp_to_window(&model, input["maxTokens"].as_u64().ok_or("no limit")?, &messages))
        }
        "resolveSamplingParams" => {
            let request: Option<Map<String, Value>> = take_or_default(input, "request")?;
            resolve_sampling_params(&model()?, level()?, request.as_ref()).map_or_else(nothing, Value::Object)
        }
        "estimateMessageTokens" => json!(estimate_message_tokens(&message()?)),
        "estimateContextTokens" => json!(estimate_context_tokens(&take::<Vec<Message>>(input, "messages")?)),
        _ => return Ok(None),
    }))
}

fn under_40<'a>(id: &'a str, _: &Model, _: &AssistantMessage) -> Cow<'a, str> {
    Cow::Owned(id.replace('|', "_").chars().take(40).collect())
}

fn answer(input: &Value) -> Result<AssistantMessage, Failure> {
    Ok(serde_json::from_value(input["message"].clone())?)
}

fn model(fields: &Value) -> Result<Model, Failure> {
    Ok(serde_json::from_value(fields.clone())?)
}

fn level(name: &Value) -> Result<ThinkingLevel, &'static str> {
    name.as_str().and_then(ThinkingLevel::parse).ok_or("no level")
}

fn take<T: DeserializeOwned>(input: &Value, key: &str) -> Result<T, Failure> {
    Ok(serde_json::from_value(input[key].clone())?)
}

fn take_or_default<T: DeserializeOwned + Default>(input: &Value, key: &str) -> Result<T, Failure> {
    Ok(input.get(key).map(|value| serde_json::from_value(value.clone())).transpose()?.unwrap_or_default())
}
