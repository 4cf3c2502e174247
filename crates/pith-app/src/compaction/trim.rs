//! When there is nothing to summarize and still too much: the longest results of tools lose their middle, the oldest first.
//! The session keeps them whole.

use pith_session::{Context, ContextEdit, EntryId, EntryKind, Replacement};
use pith_types::{AgentMessage, Content, Message, UserContent};

use super::context_tokens;
use super::estimate::{message_tokens, text_tokens};
use crate::app::Inner;
use crate::event::AppEvent;

/// Results of so many tokens at least are worth it.
const WORTH: u64 = 500;
/// Characters that stay of the beginning, and of the end.
const HEAD: usize = 1000;
const TAIL: usize = 500;

impl Inner {
    /// Shortens results until about so many tokens are left; says whether anything changed.
    pub(crate) async fn trim(&self, target: u64) -> bool {
        let before = context_tokens(&self.agent.messages(), self.life.counted_from());
        let cuts = cuts(&self.record.context(), before.saturating_sub(target));
        if cuts.is_empty() {
            return false;
        }
        let results = cuts.len();
        for (target_id, text) in cuts {
            let replacement = Some(Replacement { content: UserContent::Text(text) });
            self.note_aloud(EntryKind::ContextEdit(ContextEdit { target_id, replacement })).await;
        }
        self.read_context_again();
        let tokens_after = context_tokens(&self.agent.messages(), self.life.counted_from());
        self.fanout.tell(AppEvent::ContextTrimmed { results, tokens_before: before, tokens_after }).await;
        true
    }

    /// Shortens results until the context is clearly smaller than it was; says whether anything changed.
    pub(crate) async fn trim_for_more(&self) -> bool {
        let before = context_tokens(&self.agent.messages(), self.life.counted_from());
        let room = self.limits().map_or(before, |limits| limits.context.min(before));
        self.trim(room / 4 * 3).await
    }

    /// Whether there is a result that could be shortened.
    pub(crate) fn can_trim(&self) -> bool {
        !cuts(&self.record.context(), 1).is_empty()
    }
}

/// Which results get which text, so that `over` tokens are saved.
fn cuts(context: &Context, over: u64) -> Vec<(EntryId, String)> {
    let mut saved = 0;
    let mut cuts = Vec::new();
    for (message, id) in context.messages.iter().zip(&context.entries) {
        if saved >= over {
            break;
        }
        let AgentMessage::Model(Message::ToolResult(result)) = message else { continue };
        let whole = message_tokens(message);
        let text: Vec<&str> = result.content.iter().filter_map(Content::as_text).collect();
        let short = shortened(&text.join("\n"));
        let left = text_tokens(&short);
        if whole >= WORTH && left < whole / 2 {
            saved += whole - left;
            cuts.push((id.clone(), short));
        }
    }
    cuts
}

fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= HEAD + TAIL {
        return format!("{text}\n[pictures were left out to make room]");
    }
    let begun: String = text.chars().take(HEAD).collect();
    let ended: String = text.chars().skip(count - TAIL).collect();
    format!("{begun}\n[{} characters were left out to make room]\n{ended}", count - HEAD - TAIL)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    #[test]
    fn the_oldest_long_results_are_shortened_until_it_is_enough() {
        let result = |text: String| {
            json!({ "role": "toolResult", "toolCallId": "1", "toolName": "x",
                "content": [{ "type": "text", "text": text }], "timestamp": 1 })
        };
        let messages = json!([
            result("short".into()),
            result("a".repeat(8000)),
            result("b".repeat(8000)),
            result("c".repeat(8000))
        ]);
        let entries = ["0", "1", "2", "3"].map(EntryId::from).to_vec();
        let context = Context { messages: serde_json::from_value(messages).unwrap(), entries, ..Context::default() };
        let ids = |over| cuts(&context, over).into_iter().map(|(id, _)| id.as_str().to_owned()).collect::<Vec<_>>();
        assert_eq!(ids(1000), ["1"]);
        assert_eq!(ids(2000), ["1", "2"]);
        assert_eq!(ids(u64::MAX), ["1", "2", "3"]);
        assert!(ids(0).is_empty());
        let (_, text) = cuts(&context, 1).remove(0);
        assert!(text.contains("[6500 characters were left out to make room]"));
    }
}
