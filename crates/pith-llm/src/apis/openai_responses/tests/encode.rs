//! The payload.

use serde_json::{Value, json};

use super::{super::OpenAiResponses, with_compat};
use crate::apis::played::Played;
use crate::{CacheRetention, CallOptions, Secret, ToolChoice};

fn user() -> Value {
    json!({"role": "user", "content": "hi", "timestamp": 1})
}

fn tool(name: &str) -> Value {
    let parameters = json!({"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]});
    json!({"name": name, "description": "d", "parameters": parameters})
}

fn patch() -> Value {
    let mut tool = tool("patch");
    tool["constrainedSampling"] = json!({"type": "grammar", "variants": {"openai_lark": "start: /x/"}});
    tool
}

fn plain() -> Played<OpenAiResponses> {
    with_compat(json!({}))
}

#[test]
fn results_are_text_or_parts_and_never_empty() {
    let image = json!({"type": "image", "data": "QUJD", "mimeType": "image/png"});
    let call = |id: &str| json!({"type": "toolCall", "id": id, "name": "t", "arguments": {}});
    let result = |id: &str, content: Value| json!({"role": "toolResult", "toolCallId": id, "toolName": "t", "content": content, "timestamp": 2});
    let text = |text: &str| json!({"type": "text", "text": text});
    let played = plain();
    let body = played.body(
        &json!([
            user(),
            played.answer(json!([call("a|fc_1"), call("b|fc_2"), call("c")])),
            result("a|fc_1", json!([image])),
            result("b|fc_2", json!([])),
            result("c", json!([text("one"), text("two"), image])),
        ]),
        CallOptions::default(),
    );
    let picture = json!({"type": "input_image", "detail": "auto", "image_url": "data:image/png;base64,QUJD"});
    assert_eq!(
        body["input"][1],
        json!({"type": "function_call", "id": "fc_1", "call_id": "a", "name": "t", "arguments": "{}"})
    );
    assert_eq!(body["input"][3], json!({"type": "function_call", "call_id": "c", "name": "t", "arguments": "{}"}));
    let outputs: Vec<&Value> = (4..7).map(|at| &body["input"][at]["output"]).collect();
    assert_eq!(
        outputs,
        [&json!([picture]), &json!("(no tool output)"), &json!([{"type": "input_text", "text": "one\ntwo"}, picture]),]
    );
}

#[test]
fn texts_without_an_id_of_the_server_are_named_by_their_place() {
    let played = plain();
    let text = |text: &str, signature: Value| json!({"type": "text", "text": text, "textSignature": signature});
    let long = format!("msg_{}", "x".repeat(70));
    let answer = played.answer(json!([
        text("a", Value::Null),
        text("b", Value::Null),
        text("c", json!("msg_plain")),
        text("d", json!(long)),
        text("e", json!("{\"v\":1,\"id\":\"msg_5\",\"phase\":\"final_answer\"}")),
    ]));
    let body = played.body(&json!([user(), answer]), CallOptions::default());
    let ids: Vec<&Value> = (1..6).map(|at| &body["input"][at]["id"]).collect();
    assert_eq!(ids, ["msg_pi_1", "msg_pi_1_1", "msg_plain", "msg_1f43gnm1wcb1pr", "msg_5"]);
    assert_eq!(body["input"][5]["phase"], "final_answer");
}

#[test]
fn tools_of_a_grammar_are_called_with_plain_text() {
    let played = with_compat(json!({"supportsOpenAIGrammarTools": true}));
    let call = json!({"type": "toolCall", "id": "a|ctc_1", "name": "patch", "arguments": {"input": "text"}});
    let body = played.body(
        &json!([
            {"role": "system", "content": "s", "toolsAdded": [patch(), tool("t")], "timestamp": 0},
            user(),
            played.answer(json!([call])),
            {"role": "toolResult", "toolCallId": "a|ctc_1", "toolName": "patch", "content": [], "timestamp": 2},
        ]),
        CallOptions { tool_choice: Some(ToolChoice::Tool("patch".into())), ..CallOptions::default() },
    );
    let expected = json!({"type": "custom_tool_call", "id": "ctc_1", "call_id": "a", "name": "patch", "input": "text"});
    assert_eq!(body["input"][2], expected);
    assert_eq!(body["input"][3]["type"], "custom_tool_call_output");
    assert_eq!(body["tools"][0]["format"], json!({"type": "grammar", "syntax": "lark", "definition": "start: /x/"}));
    assert_eq!(body["tool_choice"], json!({"type": "custom", "name": "patch"}));
}

#[test]
fn tools_that_come_later_are_items_where_the_host_takes_them() {
    let transcript = json!([
        {"role": "system", "content": "s", "toolsAdded": [tool("a"), tool("b")], "timestamp": 0},
        user(),
        {"role": "system", "content": "", "toolsRemoved": [{"name": "b"}], "timestamp": 2},
        {"role": "system", "content": "", "toolsAdded": [tool("c")], "timestamp": 3},
    ]);
    let additional = json!({"supportsMidConvoSystemMessages": true, "supportsAdditionalTools": true});
    let body = with_compat(additional).body(&transcript, CallOptions::default());
    let kinds = |body: &Value| -> Vec<String> {
        let kind = |item: &Value| item["type"].as_str().or(item["role"].as_str()).unwrap_or_default().to_owned();
        body["input"].as_array().into_iter().flatten().map(kind).collect()
    };
    let expected = ["additional_tools", "developer", "user", "developer", "developer", "additional_tools"];
    assert_eq!(kinds(&body), expected);
    assert!(body["input"][3]["content"].as_str().is_some_and(|text| text.ends_with("\n- b")), "{body}");
    assert!(body["input"][4]["content"].as_str().is_some_and(|text| text.contains("unavailable: b")), "{body}");
    assert_eq!(body.get("tools"), None);

    let search = json!({"supportsMidConvoSystemMessages": true, "supportsToolSearch": true});
    let body = with_compat(search).body(&transcript, CallOptions::default());
    assert_eq!(kinds(&body), ["developer", "user", "tool_search_call", "tool_search_output"]);
    assert_eq!(body["input"][2]["call_id"], body["input"][3]["call_id"]);
    assert_eq!(body["input"][3]["tools"][0]["defer_loading"], true);
    assert_eq!(body["tools"].as_array().map(Vec::len), Some(1));
}

#[test]
fn somebody_who_signed_in_is_asked_for_less() {
    let fields = json!({"provider": "openai", "baseUrl": "https://api.openai.com/v1"});
    let played = Played { api: OpenAiResponses, fields };
    let ask = |key: &str| {
        let options = CallOptions {
            api_key: Some(Secret::new(key)),
            temperature: Some(0.5),
            cache_retention: CacheRetention::Long,
            session_id: Some("s".into()),
            ..CallOptions::default()
        };
        let body = played.body(&json!([user()]), options);
        ["max_output_tokens", "temperature", "prompt_cache_retention", "prompt_cache_key"]
            .map(|key| body.get(key).is_some())
    };
    assert_eq!(ask("sk-1"), [true, true, true, true]);
    assert_eq!(ask("eyJh"), [false, false, false, true]);
}

#[test]
fn an_answer_that_is_too_short_is_not_asked_for() {
    let options = CallOptions { max_tokens: Some(3), ..CallOptions::default() };
    assert_eq!(plain().body(&json!([user()]), options.clone())["max_output_tokens"], 16);
    let without = with_compat(json!({"supportsMaxOutputTokens": false}));
    assert_eq!(without.body(&json!([user()]), options).get("max_output_tokens"), None);
}

#[test]
fn thinking_that_cannot_be_said_again_is_left_out() {
    let played = plain();
    let thinking = |signature: &str| json!({"type": "thinking", "thinking": "t", "thinkingSignature": signature});
    let answer = played.answer(json!([thinking("no json"), thinking("{\"type\":\"reasoning\",\"id\":\"rs_1\"}")]));
    let body = played.body(&json!([answer]), CallOptions::default());
    assert_eq!(body["input"], json!([{"type": "reasoning", "id": "rs_1"}]));
}
