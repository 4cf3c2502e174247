//! What the recorded cases do not show of the scripted provider: answers that come later.

use std::sync::Arc;

use futures::StreamExt as _;
use pith_llm::scripted::{Answer, Scripted};
use pith_llm::{Api as _, Call, CallOptions, Clock, Offline, Request, StreamEvent, normalize_context};
use pith_types::{AssistantMessage, Content, StopReason};
use tokio_util::sync::CancellationToken;

type Failure = Box<dyn std::error::Error>;

struct Fixed;

impl Clock for Fixed {
    fn now_ms(&self) -> i64 {
        7
    }
}

#[tokio::test]
async fn a_deferred_answer_is_fetched_later() -> Result<(), Failure> {
    let scripted = Scripted::default();
    let message = AssistantMessage {
        content: vec![Content::text("late")],
        stop_reason: StopReason::Stop,
        ..AssistantMessage::default()
    };
    scripted.push(Answer::Deferred { message: Box::new(message), pending_fetches: 1 });
    let model = Arc::new(scripted.model());
    let call = || Call { cancel: CancellationToken::new(), clock: Arc::new(Fixed), transport: Arc::new(Offline) };
    let request =
        Request { model: Arc::clone(&model), context: normalize_context(vec![]), options: CallOptions::default() };

    let submitted = last(scripted.send(scripted.prepare(&request)?, call())).await?;
    assert_eq!(submitted.stop_reason, StopReason::Deferred);
    let id = submitted.deferred.as_ref().and_then(|handle| handle["id"].as_str()).ok_or("no handle")?;
    assert_eq!(last(scripted.fetch(id, &model, call())).await?.stop_reason, StopReason::Deferred);
    assert_eq!(last(scripted.fetch(id, &model, call())).await?.content, [Content::text("late")]);
    assert_eq!(last(scripted.fetch(id, &model, call())).await?.stop_reason, StopReason::Error);
    assert!(!scripted.cancel(id));
    Ok(())
}

async fn last(stream: pith_llm::EventStream) -> Result<Arc<AssistantMessage>, Failure> {
    let events: Vec<StreamEvent> = stream.collect().await;
    Ok(Arc::clone(events.last().and_then(StreamEvent::finished).ok_or("no last event")?))
}
