//! The text of the last answer, for copying.

use pith_types::{AssistantMessage, Content};

use crate::app::App;

impl App {
    /// The text of the last answer that has one: answers of calls alone, and those that failed before a word, are passed
    /// over.
    pub fn last_text(&self) -> Option<String> {
        self.messages().iter().rev().filter_map(|message| message.as_assistant()).find_map(text)
    }
}

fn text(answer: &AssistantMessage) -> Option<String> {
    let text: String = answer.content.iter().filter_map(Content::as_text).collect();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}
