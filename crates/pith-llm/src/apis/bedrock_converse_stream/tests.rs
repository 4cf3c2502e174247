//! What the recordings in `tests/provider_cases` do not show of this wire.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::sync::Arc;

use pith_types::{Message, Model, ThinkingLevel};
use serde_json::{Value, json};

use super::BedrockConverseStream;
use crate::{Api as _, CallOptions, PrepareError, Request, Secret, WireRequest, normalize_context};

fn prepare(id: &str, base_url: &str, env: &[(&str, &str)], messages: Value) -> Result<WireRequest, PrepareError> {
    let messages: Vec<Message> = serde_json::from_value(messages).unwrap();
    let model: Model = serde_json::from_value(json!({"id": id, "provider": "amazon-bedrock", "baseUrl": base_url,
        "reasoning": true, "input": ["text", "image"], "maxTokens": 64_000, "contextWindow": 1_000_000}))
    .unwrap();
    let env = env.iter().map(|(name, value)| ((*name).to_owned(), Secret::new(*value))).collect();
    let options = CallOptions { env, thinking: ThinkingLevel::High, ..CallOptions::default() };
    BedrockConverseStream.prepare(&Request { model: Arc::new(model), context: normalize_context(messages), options })
}

const KEYS: [(&str, &str); 2] = [("AWS_ACCESS_KEY_ID", "AKIA"), ("AWS_SECRET_ACCESS_KEY", "secret")];
const HOST: &str = "https://bedrock-runtime.us-east-1.amazonaws.com";
const CLAUDE: &str = "us.anthropic.claude-opus-5";

fn body(id: &str, env: &[(&str, &str)], messages: Value) -> Value {
    serde_json::from_slice(&prepare(id, HOST, &[&KEYS, env].concat(), messages).unwrap().body).unwrap()
}

#[test]
fn the_region_is_the_models_own_or_the_environments_or_the_addresss() {
    let url =
        |id: &str, base: &str, env: &[(&str, &str)]| prepare(id, base, &[&KEYS, env].concat(), json!([])).unwrap().url;
    let region = [("AWS_REGION", "eu-west-3")];
    assert_eq!(url("m:0", HOST, &[]), format!("{HOST}/model/m%3A0/converse-stream"));
    assert_eq!(url("m", HOST, &region), "https://bedrock-runtime.eu-west-3.amazonaws.com/model/m/converse-stream");
    assert_eq!(url("m", "", &region), "https://bedrock-runtime.eu-west-3.amazonaws.com/model/m/converse-stream");
    assert_eq!(url("m", "http://127.0.0.1:9", &region), "http://127.0.0.1:9/model/m/converse-stream");
    let arn = "arn:aws:bedrock:ap-south-1:1:inference-profile/x";
    let expected = "https://bedrock-runtime.ap-south-1.amazonaws.com/model/arn%3Aaws%3Abedrock%3Aap-south-1%3A1%3Ainference-profile%2Fx/converse-stream";
    assert_eq!(url(arn, HOST, &region), expected);
}

#[test]
fn a_token_stands_for_the_signature_and_without_either_there_is_no_request() {
    let token = prepare("m", HOST, &[("AWS_BEARER_TOKEN_BEDROCK", "t")], json!([])).unwrap();
    assert_eq!(token.signing, None);
    assert!(token.headers.iter().any(|(name, value)| name == "authorization" && value.reveal() == "Bearer t"));
    assert!(prepare("m", HOST, &KEYS, json!([])).unwrap().signing.is_some());
    let none = prepare("m", HOST, &[("AWS_BEDROCK_SKIP_AUTH", "1")], json!([])).unwrap();
    assert!(none.signing.is_none() && none.headers.iter().all(|(name, _)| name != "authorization"));
    assert!(matches!(prepare("m", HOST, &[], json!([])), Err(PrepareError::MissingKey { .. })));
}

#[test]
fn what_says_nothing_is_sent_as_such() {
    let messages = json!([
        {"role": "user", "content": " "}, {"role": "user", "content": []},
        {"role": "assistant", "provider": "amazon-bedrock", "api": "", "model": CLAUDE, "content": [
            {"type": "thinking", "thinking": "t"}, {"type": "text", "text": ""},
            {"type": "thinking", "thinking": "x", "redacted": true, "thinkingSignature": "REFUQQ=="},
            {"type": "toolCall", "id": "a|b", "name": "t", "arguments": {}}]},
        {"role": "toolResult", "toolCallId": "a|b", "toolName": "t", "content": []},
    ]);
    let sent = body(CLAUDE, &[], messages)["messages"].take();
    let empty = json!([{"text": "<empty>"}]);
    assert_eq!((&sent[0]["content"], &sent[1]["content"]), (&empty, &empty));
    assert_eq!(
        sent[2]["content"],
        json!([{"text": "t"}, {"reasoningContent": {"redactedContent": "REFUQQ=="}},
            {"toolUse": {"toolUseId": "a_b", "name": "t", "input": {}}}])
    );
    let result = json!({"toolResult": {"toolUseId": "a_b", "content": empty, "status": "success"}});
    assert_eq!(sent[3]["content"], json!([result, {"cachePoint": {"type": "default"}}]));
}

#[test]
fn the_government_takes_fewer_fields() {
    let fields = |id: &str, env: &[(&str, &str)]| body(id, env, json!([]))["additionalModelRequestFields"].take();
    let plain = json!({"thinking": {"type": "adaptive"}, "output_config": {"effort": "high"}});
    assert_eq!(fields("us-gov.anthropic.claude-opus-5", &[]), plain);
    assert_eq!(fields(CLAUDE, &[("AWS_REGION", "us-gov-west-1")]), plain);
    assert_eq!(
        fields("anthropic.claude-opus-4-6-v1", &[])["thinking"],
        json!({"type": "adaptive", "display": "summarized"})
    );
    assert_eq!(fields("amazon.nova-lite-v1:0", &[]), Value::Null);
}

#[test]
fn marks_are_set_where_the_generation_has_them_or_when_told_to() {
    let marked = |id: &str, env: &[(&str, &str)]| {
        let sent = body(id, env, json!([{"role": "user", "content": "a"}]));
        sent["messages"][0]["content"][1]["cachePoint"].is_object()
    };
    assert!(marked(CLAUDE, &[]) && marked("anthropic.claude-3-5-haiku-20241022-v1:0", &[]));
    assert!(!marked("anthropic.claude-3-haiku-20240307-v1:0", &[]) && !marked("amazon.nova-lite-v1:0", &[]));
    assert!(marked("amazon.nova-lite-v1:0", &[("AWS_BEDROCK_FORCE_CACHE", "1")]));
}
