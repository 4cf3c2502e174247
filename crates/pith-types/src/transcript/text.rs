//! System messages as text: whole, and as an update that a model reads in mid-conversation (R2.8, R2.9).

use crate::SystemMessage;

/// Adds a paragraph after a blank line; an empty one adds nothing.
pub(super) fn join_paragraph(text: &mut String, paragraph: &str) {
    if paragraph.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(paragraph);
}

/// Content and sections as one text; empty parts are skipped, nothing is trimmed.
pub(super) fn prompt_text<'a>(content: &str, sections: impl Iterator<Item = &'a str>) -> String {
    let mut text = content.to_owned();
    for section in sections {
        join_paragraph(&mut text, section);
    }
    text
}

/// The text of one system message: its content, then its sections; their names are not shown (R2.8).
pub fn system_message_text(message: &SystemMessage) -> String {
    let sections = message.sections.iter().flatten().filter_map(|(_, value)| value.as_deref());
    prompt_text(&message.content.to_text(), sections)
}

/// The text of one system message as a change of a prompt that the model has read already (R2.9): sections are named,
/// emptied and removed ones are announced. A message that only changes tools gives an empty text.
pub fn render_system_update(message: &SystemMessage) -> String {
    let mut text = message.content.to_text();
    for (name, value) in message.sections.iter().flatten() {
        let paragraph = match value {
            Some(value) => format!("The section \"{name}\" of the system prompt now reads:\n\n{value}"),
            None => format!("The section \"{name}\" of the system prompt no longer applies."),
        };
        join_paragraph(&mut text, &paragraph);
    }
    text
}
