//! Declares the executable tools to the model before messages are committed to a run (R2.17).
//!
//! Afterwards the transcript replays to exactly the executable tools.

use super::{PromptState, TranscriptMessage, tool_changes};
use crate::{SystemMessage, ToolDeclaration, UserContent};

/// The messages to commit: `pending`, with what must be said of tools put on the last system message among them, or else
/// on a new one before the first other message.
///
/// `committed` is the state of the transcript so far. What the last pending system message says of tools itself is only an
/// intent and is replaced; earlier ones keep theirs. `now` is in Unix milliseconds.
pub fn announce_tools<'a, M: TranscriptMessage>(
    committed: &PromptState,
    mut pending: Vec<M>,
    executable: impl IntoIterator<Item = &'a ToolDeclaration>,
    now: i64,
) -> Vec<M> {
    let carrier = pending.iter().rposition(|message| message.system().is_some());
    let stripped = carrier.and_then(|at| pending.get(at)).and_then(TranscriptMessage::system).map(|message| {
        let stripped = SystemMessage { tools_added: None, tools_removed: None, ..message.clone() };
        (stripped, message.tools_added.is_some() || message.tools_removed.is_some())
    });

    // The carrier is the last system message: without its tool fields it says nothing of tools, and can be left out.
    let mut state = None;
    for message in pending.iter().take(carrier.unwrap_or(0)).filter_map(TranscriptMessage::system) {
        state.get_or_insert_with(|| committed.clone()).apply(message);
    }
    let changes = tool_changes(state.as_ref().unwrap_or(committed).tools().values(), executable);

    match (carrier, stripped) {
        (Some(at), Some((mut message, had_tool_fields))) if had_tool_fields || !changes.is_empty() => {
            changes.write_to(&mut message);
            if let Some(slot) = pending.get_mut(at) {
                *slot = message.into();
            }
        }
        (None, _) if !changes.is_empty() => {
            let mut message = SystemMessage {
                content: UserContent::Text(String::new()),
                timestamp: Some(now),
                ..SystemMessage::default()
            };
            changes.write_to(&mut message);
            // There is no system message among them, so the first message is the first of another role.
            pending.insert(0, message.into());
        }
        _ => {}
    }
    pending
}
