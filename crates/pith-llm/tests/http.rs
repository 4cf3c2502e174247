//! The wires over real HTTP, against a scripted server on this machine.
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

/// The wires that the server speaks.
const WIRES: [&str; 8] = [
    "openai-completions",
    "openai-responses",
    "azure-openai-responses",
    "anthropic-messages",
    "google-generative-ai",
    "google-vertex",
    "mistral-conversations",
    "bedrock-converse-stream",
];

fn request(server: &ChatServer) -> Request {
    request_on(server, "openai-completions")
}

fn request_on(server: &ChatServer, api: &str) -> Request {
    let model = Model {
        id: "m1".into(),
        api: api.into(),
        provider: "mock".into(),
        base_url: server.base_url_of(api),
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
async fn the_same_answer_is_the_same_message_on_every_wire() -> Result<(), Failure> {
    for api in WIRES {
        let reply = Reply::text("").then_thinking("hm").then_text("Grüße 🙂.").then_call("read", r#"{"path":"a"}"#);
        let reply = reply.then_call("bash", "{}").usage(120, 20, 7);
        let server = ChatServer::start([reply, Reply::text("half").cut(), Reply::text("short").finish("length")]);
        let (client, request) = (client(HttpOptions::default()), request_on(&server, api));
        let message = ask(&client, &request).await?;
        assert_eq!(message.stop_reason, StopReason::ToolUse, "{api}: {:?}", message.error_message);
        let texts: Vec<&str> = message.content.iter().filter_map(Content::as_text).collect();
        assert_eq!(texts, ["Grüße 🙂."], "{api}");
        let calls: Vec<_> = message.tool_calls().map(|call| (call.name.as_str(), json!(call.arguments))).collect();
        assert_eq!(calls, [("read", json!({"path": "a"})), ("bash", json!({}))], "{api}");
        assert_eq!((message.usage.input, message.usage.cache_read, message.usage.output), (100, 20, 7), "{api}");
        assert!(matches!(&message.content[0], Content::Thinking(block) if block.thinking == "hm"), "{api}");
        let cut = ask(&client, &request).await?;
        assert_eq!(cut.failure.map(|failure| failure.kind.passes()), Some(true), "{api}");
        assert_eq!(cut.content.iter().filter_map(Content::as_text).collect::<Vec<_>>(), ["half"], "{api}");
        assert_eq!(ask(&client, &request).await?.stop_reason, StopReason::Length, "{api}");
    }
    Ok(())
}

#[tokio::test]
async fn a_signed_request_shows_who_asks_and_no_secret() -> Result<(), Failure> {
    let server =
        ChatServer::start([Reply::text("hi"), Reply::status(403, &json!({"message": "bad wJalrXUtnFEMI-secret"}))]);
    server.require_signature("wJalrXUtnFEMI-secret");
    let mut request = request_on(&server, "bedrock-converse-stream");
    request.options.api_key = None;
    for (name, value) in [("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE"), ("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI-secret")] {
        request.options.env.insert(name.into(), Secret::new(value));
    }
    let client = client(HttpOptions::default());
    assert_eq!(ask(&client, &request).await?.content, [Content::text("hi")]);
    let received = server.requests();
    let received = received.first().ok_or("nothing was asked")?;
    assert_eq!(received.line, "POST /model/m1/converse-stream");
    let authorization = received.header("authorization").ok_or("it is not signed")?;
    assert!(authorization.starts_with("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"), "{authorization}");
    let refused = ask(&client, &request).await?.error_message.unwrap_or_default();
    assert!(refused.contains("403") && !refused.contains("wJalr"), "{refused}");
    server.require_signature("another");
    let refused = ask(&client, &request).await?.error_message.unwrap_or_default();
    assert!(refused.contains("the signature is"), "{refused}");
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

    let limit = Some(Duration::from_secs(3));
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
