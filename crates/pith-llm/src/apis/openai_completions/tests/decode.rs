//! The stream: what hosts do that the recordings do not show.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_types::{AssistantMessage, Content, StopReason, ToolCall};
use serde_json::{Value, json};

use super::{model, prepare};
use crate::apis::openai_completions::OpenAiCompletions;
use crate::{Api as _, Call, CallOptions, Clock, HttpRequest, HttpResponse, StreamEvent, Transport, TransportError};

struct Epoch;

impl Clock for Epoch {
    fn now_ms(&self) -> i64 {
        0
    }
}

/// Answers with this body, then ends or breaks.
struct Body {
    text: String,
    breaks: bool,
}

#[async_trait]
impl Transport for Body {
    async fn send(&self, _: HttpRequest) -> Result<HttpResponse, TransportError> {
        let error = TransportError::Broken { host: "h".into(), reason: "reset".into() };
        let pieces = [Some(Ok(Bytes::from(self.text.clone()))), self.breaks.then_some(Err(error))];
        let body = stream::iter(pieces.into_iter().flatten()).boxed();
        Ok(HttpResponse { status: 200, headers: Vec::new(), body })
    }
}

async fn play(provider: &str, body: Body) -> Vec<StreamEvent> {
    let model =
        model(json!({"provider": provider, "cost": {"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 4}}));
    let Ok(wire) = prepare(model, vec![], CallOptions::default()) else { return Vec::new() };
    let call = Call { cancel: Default::default(), clock: Arc::new(Epoch), transport: Arc::new(body) };
    OpenAiCompletions.send(wire, call).collect().await
}

fn chunks(deltas: &[Value], finish: &str) -> String {
    let chunk = |delta: &Value, finish: Value| {
        format!("data: {}\n\n", json!({"id": "c", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}))
    };
    let mut text: String = deltas.iter().map(|delta| chunk(delta, Value::Null)).collect();
    if !finish.is_empty() {
        text.push_str(&chunk(&json!({}), json!(finish)));
    }
    text
}

async fn decode(deltas: &[Value], finish: &str) -> Vec<StreamEvent> {
    play("p", Body { text: chunks(deltas, finish), breaks: false }).await
}

fn message(events: &[StreamEvent]) -> AssistantMessage {
    events.last().and_then(StreamEvent::finished).map(|message| AssistantMessage::clone(message)).unwrap_or_default()
}

fn calls(events: &[StreamEvent]) -> Vec<ToolCall> {
    message(events).tool_calls().cloned().collect()
}

fn call(index: Value, id: &str, name: &str, arguments: &str) -> Value {
    json!({"index": index, "id": id, "function": {"name": name, "arguments": arguments}})
}

fn summary(events: &[StreamEvent]) -> Vec<String> {
    let line = |event: &StreamEvent| match event {
        StreamEvent::Start(_) => "start".into(),
        StreamEvent::TextStart { index } => format!("text {index}"),
        StreamEvent::TextDelta { index, delta } => format!("+{index} {delta}"),
        StreamEvent::TextEnd { index, .. } => format!("end {index}"),
        StreamEvent::ThinkingStart { index } => format!("thinking {index}"),
        StreamEvent::ThinkingDelta { index, delta } => format!("+{index} {delta}"),
        StreamEvent::ThinkingEnd { index, .. } => format!("end {index}"),
        StreamEvent::ToolCallStart { index, .. } => format!("call {index}"),
        StreamEvent::ToolCallDelta { index, delta } => format!("+{index} {delta}"),
        StreamEvent::ToolCallEnd { index, .. } => format!("end {index}"),
        StreamEvent::Done(message) | StreamEvent::Error(message) => format!("{:?}", message.stop_reason),
    };
    events.iter().map(line).collect()
}

#[tokio::test]
async fn blocks_end_as_soon_as_the_answer_goes_on_without_them() {
    let events = decode(
        &[
            json!({"reasoning_content": "r"}),
            json!({"content": "a"}),
            json!({"tool_calls": [call(json!(0), "x", "t", "{}")]}),
            json!({"tool_calls": [call(json!(1), "y", "t", "{")]}),
            json!({"tool_calls": [{"index": 1, "function": {"arguments": "}"}}]}),
        ],
        "tool_calls",
    )
    .await;
    let expected = [
        "start",
        "thinking 0",
        "+0 r",
        "end 0",
        "text 1",
        "+1 a",
        "end 1",
        "call 2",
        "+2 {}",
        "end 2",
        "call 3",
        "+3 {",
        "+3 }",
        "end 3",
        "ToolUse",
    ];
    assert_eq!(summary(&events), expected);
}

#[tokio::test]
async fn thinking_text_and_call_in_one_delta_keep_this_order() {
    let both = json!({"reasoning": "r", "content": "a", "tool_calls": [call(json!(0), "x", "t", "{}")]});
    let more = json!({"reasoning": "s", "content": "b"});
    let events = decode(&[both, more], "tool_calls").await;
    let expected = [
        "start",
        "thinking 0",
        "+0 r",
        "text 1",
        "+1 a",
        "call 2",
        "+2 {}",
        "end 2",
        "+0 s",
        "+1 b",
        "end 0",
        "end 1",
        "ToolUse",
    ];
    assert_eq!(summary(&events), expected);
    let Some(Content::Thinking(thinking)) = message(&events).content.first().cloned() else { unreachable!() };
    assert_eq!(thinking.thinking_signature.as_deref(), Some("reasoning"));
}

#[tokio::test]
async fn calls_are_told_apart_whatever_a_host_forgets() {
    let arguments = |events: &[StreamEvent]| -> Vec<String> {
        calls(events).iter().map(|call| format!("{} {}", call.name, json!(call.arguments))).collect()
    };
    let two = ["read {\"p\":1}", "grep {\"q\":2}"];
    // The same id at different places.
    let same_id =
        json!({"tool_calls": [call(json!(0), "a", "read", "{\"p\":1}"), call(json!(1), "a", "grep", "{\"q\":2}")]});
    // Different ids at the same place.
    let same_index = [
        json!({"tool_calls": [call(json!(0), "a", "read", "{\"p\":1}")]}),
        json!({"tool_calls": [call(json!(0), "b", "grep", "{\"q\":2}")]}),
    ];
    // No place: the rest of a call has its id, or nothing.
    let no_index = [
        json!({"tool_calls": [call(Value::Null, "a", "read", "{\"p\"")]}),
        json!({"tool_calls": [call(Value::Null, "a", "", ":1}")]}),
        json!({"tool_calls": [call(Value::Null, "b", "grep", "{\"q\"")]}),
        json!({"tool_calls": [{"function": {"arguments": ":2}"}}]}),
    ];
    // Whole objects instead of their text, and a name that comes late.
    let whole = [
        json!({"tool_calls": [{"index": 0, "id": "a"}]}),
        json!({"tool_calls": [{"index": 0, "function": {"name": "read", "arguments": {"p": 1}}}]}),
        json!({"tool_calls": [{"index": 1, "id": "b", "function": {"name": "grep", "arguments": {"q": 2}}}]}),
    ];
    for deltas in [&[same_id][..], &same_index, &no_index, &whole] {
        let events = decode(deltas, "tool_calls").await;
        assert_eq!(arguments(&events), two, "{deltas:?}");
        let ids: Vec<String> = calls(&events).into_iter().map(|call| call.id).collect();
        assert_ne!(ids[0], ids[1]);
        assert!(ids.iter().all(|id| !id.is_empty()));
    }
}

#[tokio::test]
async fn arguments_that_are_no_object_are_kept_for_the_model_to_read() {
    let events = decode(&[json!({"tool_calls": [call(json!(0), "a", "t", "{\"p\":")]})], "length").await;
    assert_eq!(message(&events).stop_reason, StopReason::Length);
    assert!(calls(&events)[0].arguments_error.as_ref().is_some_and(|error| error.ends_with("{\"p\":")));
}

#[tokio::test]
async fn a_call_that_is_cut_off_shows_what_came_of_it() {
    let deltas = [json!({"tool_calls": [call(json!(0), "a", "t", "{\"path\":\"/a")]})];
    let events = play("p", Body { text: chunks(&deltas, ""), breaks: true }).await;
    assert_eq!(message(&events).stop_reason, StopReason::Error);
    assert_eq!(json!(calls(&events)[0].arguments), json!({"path": "/a"}));
}

#[tokio::test]
async fn a_connection_that_breaks_after_the_finish_reason_loses_nothing() {
    let events = play("p", Body { text: chunks(&[json!({"content": "a"})], "stop"), breaks: true }).await;
    assert_eq!(summary(&events), ["start", "text 0", "+0 a", "end 0", "Stop"]);
}

#[tokio::test]
async fn details_of_reasoning_are_joined_and_kept_whole() {
    let detail = |fields: Value| json!({"reasoning_details": [fields]});
    let mut first = detail(json!({"type": "reasoning.text", "text": "th", "index": 0}));
    first["reasoning"] = json!("th");
    let mut second = detail(json!({"type": "reasoning.text", "text": "ink", "index": 0, "signature": "S"}));
    second["reasoning"] = json!("ink");
    let third = detail(json!({"type": "reasoning.encrypted", "data": "E", "id": "x", "index": 1}));
    let events = decode(&[first, second, third, json!({"content": "a"})], "stop").await;
    let Some(Content::Thinking(thinking)) = message(&events).content.first().cloned() else { unreachable!() };
    assert_eq!(thinking.thinking, "think");
    let details: Value =
        serde_json::from_str(thinking.thinking_signature.as_deref().unwrap_or_default()).unwrap_or_default();
    let expected = json!([{"type": "reasoning.text", "text": "think", "index": 0, "signature": "S"},
        {"type": "reasoning.encrypted", "data": "E", "id": "x", "index": 1}]);
    assert_eq!(details, expected);
}

#[tokio::test]
async fn usage_is_read_from_wherever_it_stands() {
    let usage = |at: &str, usage: Value| {
        let usage = if at == "choice" {
            json!({"choices": [{"usage": usage}]})
        } else {
            json!({"choices": [], "usage": usage})
        };
        format!("{}data: {usage}\n\n", chunks(&[json!({"content": "a"})], "stop"))
    };
    let counted = json!({"prompt_tokens": 10, "completion_tokens": 3, "cached_tokens": 4});
    let read = message(&play("p", Body { text: usage("choice", counted), breaks: false }).await).usage;
    assert_eq!((read.input, read.output, read.cache_read, read.total_tokens), (6, 3, 4, 13));
    let billed = json!({"prompt_tokens": 10, "completion_tokens": 3, "cost": 0.5, "is_byok": true,
        "cost_details": {"upstream_inference_cost": 0.25}, "prompt_tokens_details": {"cached_tokens": 2, "cache_write_tokens": 3}});
    let read = message(&play("openrouter", Body { text: usage("", billed.clone()), breaks: false }).await).usage;
    assert_eq!((read.input, read.cache_read, read.cache_write), (5, 2, 3));
    assert_eq!((read.cost.total, read.cost.total_from_provider), (0.75, Some(true)));
    let read = message(&play("p", Body { text: usage("", billed), breaks: false }).await).usage;
    assert_eq!(read.cost.total_from_provider, Some(false));
}

#[tokio::test]
async fn an_answer_that_is_no_stream_is_said() {
    for (body, part) in [
        ("{\"error\":{\"message\":\"model not found\"}}", "model not found"),
        ("<html>login</html>", "<html>login"),
        ("", "Stream ended without finish_reason"),
    ] {
        let events = play("p", Body { text: body.into(), breaks: false }).await;
        let error = message(&events).error_message.unwrap_or_default();
        assert!(error.contains(part), "{error}");
    }
}

#[tokio::test]
async fn half_a_surrogate_pair_does_not_break_the_stream() {
    let text = "data: {\"choices\":[{\"delta\":{\"content\":\"a\\ud83d\"},\"finish_reason\":\"stop\"}]}\n\n";
    let events = play("p", Body { text: text.into(), breaks: false }).await;
    assert_eq!(message(&events).content, [Content::text("a\u{fffd}")]);
}

#[tokio::test]
async fn a_text_call_becomes_the_argument_that_it_stands_for() {
    let tool = json!({"name": "patch", "parameters": {"type": "object", "properties": {"diff": {"type": "string"}}, "required": ["diff"]},
        "constrainedSampling": {"type": "grammar", "variants": {"openai_lark": "start: /x/"}}});
    let system = json!({"role": "system", "content": "", "toolsAdded": [tool]});
    let messages = vec![serde_json::from_value(system).unwrap_or_else(|error| unreachable!("{error}"))];
    let model = model(json!({"compat": {"supportsOpenAIGrammarTools": true}}));
    let Ok(wire) = prepare(model, messages, CallOptions::default()) else { unreachable!() };
    let deltas = [
        json!({"tool_calls": [{"index": 0, "id": "a", "type": "custom", "custom": {"name": "patch", "input": "*** \"B"}}]}),
        json!({"tool_calls": [{"index": 0, "custom": {"input": "\nx"}}]}),
    ];
    let transport = Arc::new(Body { text: chunks(&deltas, "tool_calls"), breaks: false });
    let call = Call { cancel: Default::default(), clock: Arc::new(Epoch), transport };
    let events: Vec<StreamEvent> = OpenAiCompletions.send(wire, call).collect().await;
    assert_eq!(json!(calls(&events)[0].arguments), json!({"diff": "*** \"B\nx"}));
    let expected = ["start", "call 0", "+0 {\"diff\":\"*** \\\"B", "+0 \\nx", "+0 \"}", "end 0", "ToolUse"];
    assert_eq!(summary(&events), expected);
}
