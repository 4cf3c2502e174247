//! The growing message: what an answer's events add up to so far.
//!
//! Comes in: every event of one answer, in order. Goes out: the message at any moment. A delta costs what it is long, so
//! that the whole answer is linear; the last event brings the final message, which is taken as it is.

use std::sync::Arc;

use pith_types::{AssistantMessage, Content, TextContent, ThinkingContent, ToolCall};

use crate::{StreamEvent, json::IncrementalParser};

/// The fold over the events of one answer (spec/core.md R5.1).
#[derive(Debug, Clone, Default)]
pub struct Partial {
    message: Arc<AssistantMessage>,
    /// Parsers of the open tool calls, by their place in the content.
    arguments: Vec<(usize, IncrementalParser)>,
}

impl Partial {
    /// Takes in the next event. Events for a block of another kind than the one that stands there change nothing.
    pub fn apply(&mut self, event: &StreamEvent) {
        match event {
            StreamEvent::Start(message) | StreamEvent::Done(message) | StreamEvent::Error(message) => {
                self.message = Arc::clone(message);
                self.arguments.clear();
            }
            StreamEvent::TextStart { index } => self.open(*index, Content::Text(TextContent::default())),
            StreamEvent::ThinkingStart { index } => self.open(*index, Content::Thinking(ThinkingContent::default())),
            StreamEvent::ToolCallStart { index, id, name } => {
                let call = ToolCall { id: id.clone(), name: name.clone(), ..ToolCall::default() };
                self.open(*index, Content::ToolCall(call));
                self.arguments.push((*index, IncrementalParser::default()));
            }
            StreamEvent::TextDelta { index, delta } => {
                if let Some(Content::Text(block)) = self.block(*index) {
                    block.text.push_str(delta);
                }
            }
            StreamEvent::ThinkingDelta { index, delta } => {
                if let Some(Content::Thinking(block)) = self.block(*index) {
                    block.thinking.push_str(delta);
                }
            }
            StreamEvent::ToolCallDelta { index, delta } => self.grow_arguments(*index, delta),
            StreamEvent::TextEnd { index, content, signature } => {
                let block = TextContent { text: content.clone(), text_signature: signature.clone() };
                self.close(*index, Content::Text(block));
            }
            StreamEvent::ThinkingEnd { index, content, signature, redacted } => {
                let block = ThinkingContent {
                    thinking: content.clone(),
                    thinking_signature: signature.clone(),
                    redacted: redacted.then_some(true),
                };
                self.close(*index, Content::Thinking(block));
            }
            StreamEvent::ToolCallEnd { index, tool_call } => {
                self.arguments.retain(|(open, _)| open != index);
                self.close(*index, Content::ToolCall(tool_call.clone()));
            }
        }
    }

    /// The message so far. Before the first event it is empty and `pending`.
    pub fn message(&self) -> &AssistantMessage {
        &self.message
    }

    /// The message so far, for keeping.
    pub fn into_message(self) -> Arc<AssistantMessage> {
        self.message
    }

    fn block(&mut self, index: usize) -> Option<&mut Content> {
        Arc::make_mut(&mut self.message).content.get_mut(index)
    }

    fn open(&mut self, index: usize, block: Content) {
        let content = &mut Arc::make_mut(&mut self.message).content;
        // Blocks begin in order; should one not, the places before it stay empty text until they are filled.
        while content.len() < index {
            content.push(Content::text(""));
        }
        if content.len() == index {
            content.push(block);
        } else {
            self.close(index, block);
        }
    }

    fn close(&mut self, index: usize, block: Content) {
        if let Some(place) = self.block(index) {
            *place = block;
        }
    }

    /// The parser works on the map inside the message, so that no arguments are copied.
    fn grow_arguments(&mut self, index: usize, delta: &str) {
        let Some((_, parser)) = self.arguments.iter_mut().find(|(open, _)| *open == index) else { return };
        if let Some(Content::ToolCall(call)) = Arc::make_mut(&mut self.message).content.get_mut(index) {
            parser.grow(&mut call.arguments, delta);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn after(events: &[StreamEvent]) -> Vec<Content> {
        let mut partial = Partial::default();
        for event in events {
            partial.apply(event);
        }
        partial.message().content.clone()
    }

    #[test]
    fn arguments_show_as_far_as_they_came() {
        let call = |arguments: serde_json::Value| {
            let arguments = arguments.as_object().cloned().unwrap_or_default();
            vec![Content::ToolCall(ToolCall { id: "c".into(), name: "read".into(), arguments, ..ToolCall::default() })]
        };
        let mut events = vec![
            StreamEvent::Start(Arc::default()),
            StreamEvent::ToolCallStart { index: 0, id: "c".into(), name: "read".into() },
        ];
        assert_eq!(after(&events), call(json!({})));
        events.push(StreamEvent::ToolCallDelta { index: 0, delta: r#"{"path":"a"#.into() });
        assert_eq!(after(&events), call(json!({"path": "a"})));
        events.push(StreamEvent::ToolCallDelta { index: 0, delta: r#".rs","n":1"#.into() });
        assert_eq!(after(&events), call(json!({"path": "a.rs", "n": 1})));
    }

    #[test]
    fn blocks_may_interleave() {
        let events = [
            StreamEvent::Start(Arc::default()),
            StreamEvent::ThinkingStart { index: 0 },
            StreamEvent::TextStart { index: 1 },
            StreamEvent::TextDelta { index: 1, delta: "b".into() },
            StreamEvent::ThinkingDelta { index: 0, delta: "a".into() },
            StreamEvent::TextDelta { index: 1, delta: "c".into() },
            StreamEvent::ThinkingEnd { index: 0, content: "a".into(), signature: Some("s".into()), redacted: false },
        ];
        let thinking = ThinkingContent {
            thinking: "a".into(),
            thinking_signature: Some("s".into()),
            ..ThinkingContent::default()
        };
        assert_eq!(after(&events), [Content::Thinking(thinking), Content::text("bc")]);
    }

    #[test]
    fn the_final_message_is_the_one_of_the_last_event() {
        let done = Arc::new(AssistantMessage { content: vec![Content::text("x")], ..AssistantMessage::default() });
        let mut partial = Partial::default();
        partial.apply(&StreamEvent::Done(Arc::clone(&done)));
        assert!(Arc::ptr_eq(&partial.into_message(), &done));
    }

    #[test]
    fn an_event_for_a_block_that_never_began_changes_nothing() {
        assert_eq!(after(&[StreamEvent::TextDelta { index: 3, delta: "x".into() }]), []);
    }
}
