//! Mends the ids of tool calls on arrival: an empty id, or one that the conversation already has, would leave results that
//! nobody can pair.
//!
//! Comes in: the events of an answer, then the answer. Goes out: the same with ids that are unique, and alike in both.

use std::collections::HashSet;

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

#[cfg(test)]
mod tests {
    use pith_types::ToolCall;

    use super::*;

    fn answer(ids: &[&str]) -> AssistantMessage {
        let call = |id: &&str| Content::ToolCall(ToolCall { id: (*id).into(), ..ToolCall::default() });
        AssistantMessage { content: ids.iter().map(call).collect(), ..AssistantMessage::default() }
    }

    fn mended(ids: &mut CallIds, answer: &AssistantMessage) -> Vec<String> {
        let mut answer = answer.clone();
        ids.mend_answer(&mut answer);
        answer.tool_calls().map(|call| call.id.clone()).collect()
    }

    #[test]
    fn empty_and_repeated_ids_become_unique_and_good_ones_stay() {
        let mut ids = CallIds::of(&[answer(&["old"]).into()]);
        assert_eq!(mended(&mut ids, &answer(&["a", "a", "", "old"])), ["a", "a_2", "call_1", "old_2"]);
        assert_eq!(mended(&mut ids, &answer(&["", "b"])), ["call_2", "b"]);
    }

    #[test]
    fn an_event_and_the_answer_agree_on_the_mended_id() {
        let mut ids = CallIds::of(&[answer(&["old"]).into()]);
        let call = ToolCall { id: "old".into(), ..ToolCall::default() };
        let mut start = StreamEvent::ToolCallStart { index: 0, id: "old".into(), name: "t".into() };
        let mut end = StreamEvent::ToolCallEnd { index: 0, tool_call: call };
        ids.mend_event(&mut start);
        ids.mend_event(&mut end);
        assert!(matches!(&start, StreamEvent::ToolCallStart { id, .. } if id == "old_2"));
        assert!(matches!(&end, StreamEvent::ToolCallEnd { tool_call, .. } if tool_call.id == "old_2"));
        assert_eq!(mended(&mut ids, &answer(&["old"])), ["old_2"]);
    }
}
