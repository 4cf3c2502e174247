//! Answers that other clients of this kind got wrong (`fixtures/met.json`): damaged streams, missing ids, odd refusals.

use std::{collections::HashSet, sync::Arc};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_llm::failure::is_retryable;
use pith_llm::{
    CallOptions, Client, Clock, HttpRequest, HttpResponse, Request, Secret, StreamEvent, Transport, TransportError,
    apis, normalize_context,
};
use pith_types::{AssistantMessage, Content, Message, Model};
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

const KEY: &str = "sk-test-SECRETKEY0000";

struct Epoch;

impl Clock for Epoch {
    fn now_ms(&self) -> i64 {
        0
    }
}

/// Gives the same answer to every request.
struct Server(Value);

#[async_trait]
impl Transport for Server {
    async fn send(&self, _: HttpRequest) -> Result<HttpResponse, TransportError> {
        let headers = self.0["headers"].as_object().into_iter().flatten();
        let headers =
            headers.map(|(name, value)| (name.clone(), value.as_str().unwrap_or_default().to_owned())).collect();
        let body = Bytes::from(self.0["body"].as_str().unwrap_or_default().to_owned());
        let status = self.0["status"].as_u64().and_then(|status| status.try_into().ok()).unwrap_or(200);
        // Like the body of a connection: it must not be asked again when it has ended.
        let body = stream::unfold(Some(body), |left| async move { left.map(|bytes| (Ok(bytes), None)) });
        Ok(HttpResponse { status, headers, body: body.boxed() })
    }
}

async fn answer(api: &str, said: &str, server: Value) -> Result<Arc<AssistantMessage>, Failure> {
    let model: Model = serde_json::from_value(json!({"id": "m", "api": api, "provider": "p",
        "baseUrl": "https://models.example/v1", "contextWindow": 4000, "maxTokens": 1000}))?;
    let options = CallOptions { api_key: Some(Secret::new(KEY)), ..CallOptions::default() };
    let context = normalize_context(vec![Message::user(said, 0)]);
    let client = Client::new(apis::all(), Arc::new(Server(server)), Arc::new(Epoch));
    let wire = client.prepare(&Request { model: Arc::new(model), context, options })?;
    let events: Vec<StreamEvent> = client.send(wire, Default::default()).collect().await;
    Ok(Arc::clone(events.last().and_then(StreamEvent::finished).ok_or("no last event")?))
}

/// Texts, and calls with their arguments.
fn content(message: &AssistantMessage) -> Value {
    let block = |block: &Content| match block {
        Content::ToolCall(call) => json!({"call": call.name, "arguments": call.arguments}),
        other => json!(other.as_text()),
    };
    message.content.iter().map(block).collect()
}

#[tokio::test]
async fn what_was_met_elsewhere_is_right_here() -> Result<(), Failure> {
    let file: Value = serde_json::from_str(include_str!("fixtures/met.json"))?;
    let cases = file["cases"].as_array().ok_or("no cases")?;
    assert!(cases.len() > 25);
    for case in cases {
        let (id, expect) = (&case["id"], &case["expect"]);
        let message = answer(case["api"].as_str().unwrap_or_default(), "hi", case["answer"].clone()).await?;
        let got = json!({
            "stop": message.stop_reason,
            "kind": message.failure.as_ref().map(|failure| format!("{:?}", failure.kind)),
            "retry": expect.get("retry").map(|_| is_retryable(&message)),
            "content": expect.get("content").map(|_| content(&message)),
            "tokens": expect.get("tokens").map(|_| message.usage.total_tokens),
            "waitSeconds": expect.get("waitSeconds").map(|_| message.failure.as_ref().and_then(|failure| failure.retry_after).map(|wait| wait.as_secs())),
        });
        for (key, got) in got.as_object().into_iter().flatten() {
            assert_eq!(got, expect.get(key).unwrap_or(&Value::Null), "{id}: {key}: {message:?}");
        }
        let text = message.error_message.as_deref().unwrap_or_default();
        assert!(text.contains(expect["says"].as_str().unwrap_or_default()), "{id}: {text}");
        assert!(!format!("{message:?}").contains(KEY), "{id}: a key is shown");
        let ids: HashSet<&str> = message.tool_calls().map(|call| call.id.as_str()).collect();
        assert!(ids.len() == message.tool_calls().count() && !ids.contains(""), "{id}: {ids:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_refusal_without_a_reason_is_for_the_size_of_a_context_that_is_nearly_full() -> Result<(), Failure> {
    let refused = json!({"status": 400, "headers": {}, "body": "{\"error\":{\"message\":\"bad request\"}}"});
    let kind = |message: &AssistantMessage| message.failure.as_ref().map(|failure| format!("{:?}", failure.kind));
    let small = answer("openai-completions", "hi", refused.clone()).await?;
    assert_eq!(kind(&small), Some("InvalidRequest".to_owned()));
    let large = answer("openai-completions", &"word ".repeat(2600), refused).await?;
    assert_eq!(kind(&large), Some("ContextOverflow".to_owned()));
    let unauthorized = json!({"status": 401, "headers": {}, "body": "{}"});
    let large = answer("openai-completions", &"word ".repeat(2600), unauthorized).await?;
    assert_eq!(kind(&large), Some("Authentication".to_owned()));
    Ok(())
}

#[tokio::test]
async fn a_stream_may_end_without_its_last_blank_line() -> Result<(), Failure> {
    let said = |text: &str| format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n");
    let stop = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
    for end in
        [format!("{stop}\n"), stop.to_owned(), format!("{stop}\n\ndata: [DONE]\n"), format!("{stop}\n\ndata: [DONE]")]
    {
        let headers = json!({"content-type": "text/event-stream"});
        let server = json!({"status": 200, "headers": headers, "body": said("whole") + &end});
        let message = answer("openai-completions", "hi", server).await?;
        assert_eq!((content(&message), message.failure.is_none()), (json!(["whole"]), true), "{end}: {message:?}");
    }
    for cut in ["", "data: {\"choices\":[{\"index\":0,\"del", "data: x"] {
        for api in ["openai-completions", "openai-responses", "anthropic-messages", "google-generative-ai"] {
            let server = json!({"status": 200, "headers": {}, "body": said("half") + cut});
            let message = answer(api, "hi", server).await?;
            assert!(is_retryable(&message), "{api}: {cut}: {message:?}");
        }
    }
    Ok(())
}
