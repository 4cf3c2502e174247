//! The recorded cases of spec/core.md R5.10–R5.17 (`fixtures/models.json`), each run through the function its `op` names.
//!
//! An op that this driver does not know is a failure. Where ours is better on purpose, [`better`] says what is right.

use std::borrow::Cow;
use std::time::Duration;

use pith_llm::cost::calculate_cost;
use pith_llm::estimate::{clamp_to_window, estimate_context_tokens, estimate_message_tokens};
use pith_llm::failure::{RetryDelays, is_context_overflow, is_recoverable_length, is_retryable};
use pith_llm::normalize::{IdRule, short_hash, split_error_images, transform_messages};
use pith_llm::sampling::resolve_sampling_params;
use pith_llm::thinking::{ThinkingBudgets, adjust_for_thinking, budget_for_level, clamp_level, supported_levels};
use pith_types::{AssistantMessage, Message, Model, ModelCost, ThinkingLevel, Usage};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

#[path = "provider_cases/matching.rs"]
mod matching;

type Failure = Box<dyn std::error::Error>;

const NOW: i64 = 1_700_000_000_000;

/// What is right where ours is better on purpose: results are only sent with the call they answer, once.
fn better(id: &str, expected: &Value) -> Value {
    let mut expected = expected.clone();
    let mut without = |index: usize| {
        if let Some(messages) = expected.as_array_mut() {
            messages.remove(index);
        }
    };
    match id {
        // A result before its call, an orphan, one of a dropped answer (R6.4.4), an orphan again.
        "xform-014" => without(0),
        "xform-022" | "xform-024" => without(1),
        "xform-033" => without(2),
        // The second of two results.
        "xform-023" => without(3),
        _ => {}
    }
    expected
}

#[test]
fn every_recorded_case_of_models_and_their_limits_holds() -> Result<(), Failure> {
    let file: Value = serde_json::from_str(include_str!("fixtures/models.json"))?;
    let cases = file["cases"].as_array().ok_or("no cases")?;
    assert_eq!(cases.len(), 129);
    let mut wrong = Vec::new();
    for case in cases {
        let id = case["id"].as_str().unwrap_or("?");
        let got = run(case["op"].as_str().unwrap_or("?"), &case["input"]).map_err(|error| format!("{id}: {error}"))?;
        let expected =
            if case["free_wording"] == json!(true) { free(&case["expected"]) } else { better(id, &case["expected"]) };
        wrong.extend(matching::difference(&got, &expected).map(|text| format!("{id}: {text}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn run(op: &str, input: &Value) -> Result<Value, Failure> {
    let message = || take::<Message>(input, "message");
    let model = || model(&input["model"]);
    let level = || -> Result<ThinkingLevel, Failure> { Ok(level(&input["level"])?) };
    let budgets: Option<ThinkingBudgets> = take_or_default(input, "budgets")?;
    Ok(match op {
        "transformMessages" => {
            let rule: Option<IdRule> = match input["normalizer"].as_str() {
                Some("under40") => Some(under_40),
                _ => None,
            };
            json!(transform_messages(&take::<Vec<Message>>(input, "messages")?, &model()?, rule, NOW))
        }
        "splitErrorToolResultImages" => match message()? {
            Message::ToolResult(result) => split_error_images(&result).map_or_else(
                || json!({"$undefined": true}),
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
            resolve_sampling_params(&model()?, level()?, request.as_ref())
                .map_or_else(|| json!({"$undefined": true}), Value::Object)
        }
        "estimateMessageTokens" => json!(estimate_message_tokens(&message()?)),
        "estimateContextTokens" => json!(estimate_context_tokens(&take::<Vec<Message>>(input, "messages")?)),
        _ => return Err(format!("unknown op `{op}`").into()),
    })
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

/// The same with every sentence of the reference's free: those that are placeholders or captions.
fn free(expected: &Value) -> Value {
    match expected {
        Value::String(text) if text.starts_with('(') || text.ends_with(':') => json!("*wording*"),
        Value::Array(items) => items.iter().map(free).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), free(value))).collect(),
        other => other.clone(),
    }
}
