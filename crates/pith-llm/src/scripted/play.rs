//! Plays one message as the events of a stream: block by block, in chunks, at a pace, until it ends or is aborted.

use std::{sync::Arc, time::Duration};

use futures::{StreamExt as _, stream};
use pith_types::{AssistantMessage, Content, StopReason};
use tokio::time::Instant;

use super::Pace;
use crate::{Call, EventStream, Partial, StreamEvent};

pub(super) struct Player {
    message: AssistantMessage,
    pace: Pace,
    call: Call,
    started: Instant,
    started_ms: i64,
    partial: Partial,
    next: Next,
    /// What is streamed of the present block.
    text: String,
    /// Varies the chunks; the same for every player, so that runs are alike.
    chunk_seed: u32,
}

/// What is played next.
#[derive(Clone, Copy)]
enum Next {
    Start,
    /// The beginning of a block, or the end of the message behind the last.
    Block(usize),
    /// The rest of a block from a byte on.
    Chunk(usize, usize),
    Last,
}

impl Player {
    pub(super) fn new(message: AssistantMessage, pace: Pace, call: Call) -> Self {
        let started_ms = call.clock.now_ms();
        Self {
            message,
            pace,
            call,
            started: Instant::now(),
            started_ms,
            partial: Partial::default(),
            next: Next::Start,
            text: String::new(),
            chunk_seed: 1,
        }
    }

    /// A failure of the script itself: an error without a start before it.
    pub(super) fn failed(message: AssistantMessage, call: Call) -> Self {
        Self { next: Next::Last, ..Self::new(message, Pace::default(), call) }
    }

    pub(super) fn into_stream(self) -> EventStream {
        stream::unfold(Some(self), |player| async move {
            let mut player = player?;
            let event = player.event().await;
            let goes_on = event.finished().is_none();
            Some((event, goes_on.then_some(player)))
        })
        .boxed()
    }

    async fn event(&mut self) -> StreamEvent {
        let event = match self.next {
            Next::Start if self.call.cancel.is_cancelled() => return self.aborted(),
            Next::Start => {
                self.next = Next::Block(0);
                // Whoever shares the thread gets a turn before the answer begins.
                tokio::task::yield_now().await;
                let message = AssistantMessage {
                    content: Vec::new(),
                    stop_reason: StopReason::Pending,
                    error_message: None,
                    deferred: None,
                    timestamp: self.timestamp(),
                    ..self.message.clone()
                };
                StreamEvent::Start(Arc::new(message))
            }
            Next::Block(index) => match self.message.content.get(index) {
                None => {
                    self.next = Next::Last;
                    return self.last();
                }
                Some(_) if self.call.cancel.is_cancelled() => return self.aborted(),
                Some(block) => {
                    let event = begin(index, block);
                    self.text = block_text(block).into_owned();
                    self.next = Next::Chunk(index, 0);
                    event
                }
            },
            Next::Chunk(index, from) => match self.chunk(index, from).await {
                Some(event) => event,
                None => return self.aborted(),
            },
            Next::Last => return self.last(),
        };
        self.partial.apply(&event);
        event
    }

    /// The next chunk of a block, or its end; nothing when aborted while waiting for it.
    async fn chunk(&mut self, index: usize, from: usize) -> Option<StreamEvent> {
        let block = self.message.content.get(index)?;
        let rest = self.text.get(from..).unwrap_or_default();
        if rest.is_empty() {
            self.next = Next::Block(index + 1);
            return Some(end(index, block));
        }
        if self.call.cancel.is_cancelled() {
            return None;
        }
        let tokens = pick(&mut self.chunk_seed, &self.pace);
        let length = prefix(rest, tokens * 4);
        let delta = rest.get(..length).unwrap_or(rest).to_owned();
        let event = match block {
            Content::Thinking(_) => StreamEvent::ThinkingDelta { index, delta },
            Content::ToolCall(_) => StreamEvent::ToolCallDelta { index, delta },
            Content::Text(_) | Content::Image { .. } => StreamEvent::TextDelta { index, delta },
        };
        self.next = Next::Chunk(index, from + length);
        if let Some(tokens_per_second) = self.pace.tokens_per_second.filter(|rate| *rate > 0.0) {
            let wait = Duration::from_secs_f64((tokens as f64 / tokens_per_second).min(3600.0));
            tokio::select! {
                biased;
                () = self.call.cancel.cancelled() => return None,
                () = tokio::time::sleep(wait) => {}
            }
        }
        Some(event)
    }

    fn last(&mut self) -> StreamEvent {
        let mut message = std::mem::take(&mut self.message);
        if message.stop_reason == StopReason::Pending {
            message = AssistantMessage {
                api: message.api,
                provider: message.provider,
                model: message.model,
                stop_reason: StopReason::Error,
                error_message: Some("the scripted message has no stop reason".into()),
                ..AssistantMessage::default()
            };
        }
        self.finish(message)
    }

    fn aborted(&mut self) -> StreamEvent {
        let message = AssistantMessage {
            content: self.partial.message().content.clone(),
            stop_reason: StopReason::Aborted,
            error_message: Some("the request was aborted".into()),
            timestamp: self.call.clock.now_ms(),
            ..std::mem::take(&mut self.message)
        };
        self.finish(message)
    }

    /// A message from before this request keeps its time and gets no duration.
    fn finish(&self, mut message: AssistantMessage) -> StreamEvent {
        if message.timestamp == 0 {
            message.timestamp = self.started_ms;
        }
        if message.duration_ms.is_none() && message.timestamp >= self.started_ms {
            message.duration_ms = u64::try_from(self.started.elapsed().as_millis()).ok();
        }
        match message.stop_reason {
            StopReason::Error | StopReason::Aborted => StreamEvent::Error(Arc::new(message)),
            _ => StreamEvent::Done(Arc::new(message)),
        }
    }

    fn timestamp(&self) -> i64 {
        if self.message.timestamp == 0 { self.started_ms } else { self.message.timestamp }
    }
}

/// Plays events as they are, until they end or are aborted.
pub(super) fn replay(events: Vec<StreamEvent>, call: Call) -> EventStream {
    let state = (events.into_iter(), Partial::default(), call, false);
    stream::unfold(state, |(mut events, mut partial, call, ended)| async move {
        if ended {
            return None;
        }
        if call.cancel.is_cancelled() {
            let message = AssistantMessage {
                stop_reason: StopReason::Aborted,
                error_message: Some("the request was aborted".into()),
                ..partial.message().clone()
            };
            return Some((StreamEvent::Error(Arc::new(message)), (events, partial, call, true)));
        }
        let event = events.next()?;
        partial.apply(&event);
        Some((event, (events, partial, call, false)))
    })
    .boxed()
}

fn begin(index: usize, block: &Content) -> StreamEvent {
    match block {
        Content::Thinking(_) => StreamEvent::ThinkingStart { index },
        Content::ToolCall(call) => StreamEvent::ToolCallStart { index, id: call.id.clone(), name: call.name.clone() },
        Content::Text(_) | Content::Image { .. } => StreamEvent::TextStart { index },
    }
}

fn end(index: usize, block: &Content) -> StreamEvent {
    match block {
        Content::Text(block) => {
            StreamEvent::TextEnd { index, content: block.text.clone(), signature: block.text_signature.clone() }
        }
        Content::Thinking(block) => StreamEvent::ThinkingEnd {
            index,
            content: block.thinking.clone(),
            signature: block.thinking_signature.clone(),
            redacted: block.redacted.unwrap_or_default(),
        },
        Content::ToolCall(call) => StreamEvent::ToolCallEnd { index, tool_call: call.clone() },
        // No model answers with pictures here.
        Content::Image { .. } => StreamEvent::TextEnd { index, content: String::new(), signature: None },
    }
}

/// What is streamed of a block.
fn block_text(block: &Content) -> std::borrow::Cow<'_, str> {
    match block {
        Content::Text(block) => block.text.as_str().into(),
        Content::Thinking(block) => block.thinking.as_str().into(),
        Content::ToolCall(call) => serde_json::to_string(&call.arguments).unwrap_or_default().into(),
        Content::Image { .. } => "".into(),
    }
}

/// The bytes of a prefix of at most so many UTF-16 units; at least one character.
fn prefix(text: &str, units: usize) -> usize {
    let mut taken = 0;
    for (at, c) in text.char_indices() {
        if at > 0 && taken + c.len_utf16() > units {
            return at;
        }
        taken += c.len_utf16();
    }
    text.len()
}

fn pick(seed: &mut u32, pace: &Pace) -> usize {
    let (least, most) = (*pace.token_size.start(), *pace.token_size.end());
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    let spread = most.saturating_sub(least) + 1;
    (least + (*seed >> 16) as usize % spread).max(1)
}
