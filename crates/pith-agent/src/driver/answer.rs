//! Hears an answer to its end (spec/core.md R4.13, R4.15). Whatever breaks it off, what has been shown of it is kept: a
//! message that began always ends.

use std::sync::Arc;

use futures::{FutureExt as _, StreamExt as _};
use pith_llm::{EventStream, StreamEvent};
use pith_types::{AssistantMessage, Message, StopReason, ThinkingLevel};

use super::{Cast, Stage, request};
use crate::{
    AgentEvent, Cause, Door, Failure,
    execute::mend_answer,
    run::{Run, names_a_call},
    settle::Patience,
};

/// Asks the model and hears it out.
pub(super) async fn ask(run: &mut Run, stage: &mut Stage, cast: &Cast) -> Result<(), Failure> {
    let level = run.request(&cast.cancel).thinking_level;
    let events = request::send(run.request(&cast.cancel), cast).await?;
    match hear(events, level, run, stage, cast.patience(None)).await {
        Ok(answer) => run.heard(answer),
        Err(failure) => match stage.partial() {
            Some(partial) => {
                if cast.cancel.is_cancelled() {
                    run.abort();
                }
                run.cut_off(broken_off(partial, &failure, level, cast), failure);
            }
            None => return Err(failure),
        },
    }
    Ok(())
}

/// The final message of the answer, its start told.
async fn hear(
    mut events: EventStream,
    level: ThinkingLevel,
    run: &mut Run,
    stage: &mut Stage,
    patience: Patience,
) -> Result<AssistantMessage, Failure> {
    let mut lost = Box::pin(async { patience.lost().await });
    let mut started = false;
    loop {
        let event = std::panic::AssertUnwindSafe(events.next()).catch_unwind();
        let event = tokio::select! {
            biased;
            event = event => event,
            cause = &mut lost => return Err(Failure { door: Door::Stream, cause }),
        };
        let mut event = match event {
            Ok(Some(event)) => event,
            Ok(None) => return Err(Failure { door: Door::Stream, cause: Cause::CutOff }),
            Err(panic) => return Err(Failure { door: Door::Stream, cause: Cause::of_panic(panic.as_ref()) }),
        };
        if names_a_call(&event) {
            run.call_ids().mend_event(&mut event);
        }
        match event {
            StreamEvent::Done(answer) | StreamEvent::Error(answer) => {
                // The level that the loop asked for stands on every streamed answer (R1.6).
                let mut answer = AssistantMessage { thinking_level: Some(level), ..Arc::unwrap_or_clone(answer) };
                if answer.tool_calls().next().is_some() {
                    run.call_ids().mend_answer(&mut answer);
                    mend_answer(&mut answer, run.tools());
                }
                if !started {
                    stage.tell(&AgentEvent::MessageStart(answer.clone().into())).await;
                }
                return Ok(answer);
            }
            StreamEvent::Start(_) if started => {}
            StreamEvent::Start(message) => {
                started = true;
                stage.tell(&AgentEvent::MessageStart(Message::Assistant(message).into())).await;
            }
            // Without a start there is no message that could grow (R4.15).
            _ if !started => {}
            update => stage.tell(&AgentEvent::MessageUpdate(update)).await,
        }
        if let Some(failure) = stage.failure() {
            return Err(failure.clone());
        }
    }
}

/// What was shown, as a failed or aborted answer.
fn broken_off(partial: AssistantMessage, failure: &Failure, level: ThinkingLevel, cast: &Cast) -> AssistantMessage {
    let aborted = cast.cancel.is_cancelled();
    AssistantMessage {
        stop_reason: if aborted { StopReason::Aborted } else { StopReason::Error },
        error_message: Some(failure.to_string()),
        thinking_level: Some(level),
        ..partial
    }
}
