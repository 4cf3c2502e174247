//! Chat completions over real HTTP, against a scripted server on this machine.
#![cfg(feature = "http")]

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use pith_llm::transport::http::{Http, HttpOptions};
use pith_llm::{CallOptions, Client, Partial, Request, Secret, StreamEvent, apis, normalize_context};
use pith_testkit::{ChatServer, FixedClock, Reply};
use pith_types::{AssistantMessage, Content, Message, Model, StopReason};
use serde_json::json;
use tokio_util::sync::CancellationToken;

type Failure = Box<dyn std::error::Error>;

fn client(options: HttpOptions) -> Client {
    Client::new(apis::all(), Arc::new(Http::new(options)), Arc::new(FixedClock::default()))
}

fn request(server: &ChatServer) -> Request {
    let model = Model {
        id: "m1".into(),
        api: "openai-completions".into(),
        provider: "mock".into(),
        base_url: server.base_url(),
        context_window: 100_000,
        max_tokens: 1000,
        ..Model::default()
    };
    let options = CallOptions { api_key: Some(Secret::new("sk-mock-key")), ..CallOptions::default() };
    Request { model: Arc::new(model), context: normalize_context(vec![Message::user("hi", 1)]), options }
}

/// The last message, which is also what the events add up to.
async fn ask(client: &Client, request: &Request) -> Result<AssistantMessage, Failure> {
    let mut events = client.send(client.prepare(request)?, CancellationToken::new());
    let mut partial = Partial::default();
    let mut before_last = AssistantMessage::default();
    while let Some(event) = events.next().await {
        before_last = partial.message().clone();
        partial.apply(&event);
    }
    let message = partial.into_message();
    assert_eq!(message.content, before_last.content, "the deltas add up to the final content");
    Ok(AssistantMessage::clone(&message))
}

#[tokio::test]
async fn an_answer_with_thinking_text_and_calls_comes_over_the_wire() -> Result<(), Failure> {
    let reply = Reply::text("Reading, dann: grüße 🙂.").then_call("read", r#"{"path":"ä.rs","n":2}"#).usage(120, 20, 7);
    let server = ChatServer::start([reply]);
    let message = ask(&client(HttpOptions::default()), &request(&server)).await?;
    assert_eq!(message.stop_reason, StopReason::ToolUse);
    assert_eq!(message.content.first(), Some(&Content::text("Reading, dann: grüße 🙂.")));
    let call = message.tool_calls().next().ok_or("no call")?;
    assert_eq!(json!(call.arguments), json!({"path": "ä.rs", "n": 2}));
    assert_eq!((message.usage.input, message.usage.cache_read, message.usage.output), (100, 20, 7));
    assert!(message.duration_ms.is_some());
    let received = &server.requests()[0];
    assert_eq!(received.line, "POST /v1/chat/completions");
    assert_eq!(received.header("authorization"), Some("Bearer sk-mock-key"));
    assert_eq!(received.messages(), [json!({"role": "user", "content": [{"type": "text", "text": "hi"}]})]);
    Ok(())
}

#[tokio::test]
async fn failures_are_events_that_keep_what_came() -> Result<(), Failure> {
    let echo = json!({"error": {"message": "wrong key sk-mock-key"}});
    let server = ChatServer::start([Reply::text("half").cut(), Reply::status(401, &echo), Reply::text("quiet").hang()]);
    let patient = client(HttpOptions::default());
    let request = request(&server);

    let cut = ask(&patient, &request).await?;
    assert_eq!(cut.content, [Content::text("half")]);
    assert_eq!(cut.stop_reason, StopReason::Error);

    let refused = ask(&patient, &request).await?.error_message.unwrap_or_default();
    assert!(refused.starts_with("401: ") && !refused.contains("sk-mock-key"), "{refused}");

    let limit = Some(Duration::from_millis(500));
    let quiet = ask(&client(HttpOptions { idle_timeout: limit, ..HttpOptions::default() }), &request).await?;
    assert_eq!(quiet.content, [Content::text("quiet")]);
    assert!(quiet.error_message.is_some_and(|text| text.contains("timed out")));
    Ok(())
}

#[tokio::test]
async fn an_abort_ends_an_answer_that_hangs() -> Result<(), Failure> {
    let server = ChatServer::start([Reply::text("some").hang()]);
    let client = client(HttpOptions::default());
    let cancel = CancellationToken::new();
    let mut events = client.send(client.prepare(&request(&server))?, cancel.clone());
    let mut last = None;
    while let Some(event) = events.next().await {
        if matches!(event, StreamEvent::TextDelta { .. }) {
            cancel.cancel();
        }
        last = Some(event);
    }
    let message = last.as_ref().and_then(StreamEvent::finished).ok_or("no last event")?;
    assert_eq!((message.stop_reason, &message.content[..]), (StopReason::Aborted, &[Content::text("some")][..]));
    Ok(())
}
