//! Mends the ids of tool calls on arrival: an empty id, or one that the conversation already has, would leave results that
//! nobody can pair.
//!
//! Comes in: the events of an answer, then the answer. Goes out: the same with ids that are unique, and alike in both.

use std::{collections::HashSet, sync::Arc};

use pith_llm::StreamEvent;
use pith_types::{AgentMessage, AssistantMessage, Content};

/// The ids of a conversation's calls, and those given out for the answer that is coming in.
#[derive(Debug, Default)]
pub(crate) struct CallIds {
    taken: HashSet<String>,
    /// By place in the content of the answer that is coming in.
    given: Vec<(usize, String)>,
}

impl CallIds {
    /// The ids of a transcript's calls. Failed answers are never sent again, so theirs are free.
    pub(crate) fn of(messages: &[AgentMessage]) -> Self {
        let answers = messages.iter().filter_map(AgentMessage::as_assistant);
        let taken = answers.flat_map(AssistantMessage::tool_calls).map(|call| call.id.clone()).collect();
        Self { taken, given: Vec::new() }
    }

    /// Mends an event of the answer that is coming in.
    pub(crate) fn mend_event(&mut self, event: &mut StreamEvent) {
        match event {
            // The id may still be unknown; the block's end has it.
            StreamEvent::ToolCallStart { index, id, .. } if !id.is_empty() => self.mend(*index, id),
            StreamEvent::ToolCallEnd { index, tool_call } => self.mend(*index, &mut tool_call.id),
            _ => {}
        }
    }

    /// Mends the whole answer; the next answer begins anew.
    pub(crate) fn mend_answer(&mut self, answer: &mut AssistantMessage) {
        for (index, block) in answer.content.iter_mut().enumerate() {
            if let Content::ToolCall(call) = block {
                self.mend(index, &mut call.id);
            }
        }
        self.given.clear();
    }

    fn mend(&mut self, index: usize, id: &mut String) {
        if let Some((_, given)) = self.given.iter().find(|(place, _)| *place == index) {
            id.clone_from(given);
            return;
        }
        if id.is_empty() || self.taken.contains(id.as_str()) {
            *id = if id.is_empty() { self.free("call", 1) } else { self.free(id, 2) };
        }
        self.taken.insert(id.clone());
        self.given.push((index, id.clone()));
    }

    fn free(&self, stem: &str, first: usize) -> String {
        let mut numbered = (first..).map(|number| format!("{stem}_{number}"));
        numbered.find(|id| !self.taken.contains(id)).unwrap_or_default()
    }
}

/// Whether an event brings a call's id.
pub(crate) fn names_a_call(event: &StreamEvent) -> bool {
    matches!(event, StreamEvent::ToolCallStart { .. } | StreamEvent::ToolCallEnd { .. })
}

/// Whether an answer holds calls at all.
pub(crate) fn holds_calls(answer: &Arc<AssistantMessage>) -> bool {
    answer.tool_calls().next().is_some()
}
