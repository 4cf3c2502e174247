//! What a model is asked for a summary, and what stands beside its answer, for those who ask a model themselves: the same
//! words as for the program's own summaries. Pure.

use pith_types::AgentMessage;
use serde_json::Value;

use crate::branch::{introduced, request};
use crate::compaction::{history, prefix};
use crate::summary::{Files, Kept, SYSTEM, bare, paragraphs};

/// What is summarized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summarized {
    /// Whole turns.
    History,
    /// The beginning of a turn whose end stays.
    Prefix,
    /// A branch that is left.
    Branch,
}

/// What is to be asked: the system prompt, and the one message.
pub fn asked(
    what: Summarized,
    messages: &[AgentMessage],
    previous: Option<&str>,
    focus: Option<&str>,
    replace: bool,
) -> (String, String) {
    let conversation = paragraphs(messages).join("\n\n");
    let previous = previous.map(bare).filter(|text| !text.trim().is_empty());
    let text = match what {
        Summarized::History => history(&conversation, previous),
        Summarized::Prefix => prefix(&conversation, previous),
        Summarized::Branch => return (SYSTEM.trim_end().to_owned(), request(&conversation, focus, replace)),
    };
    let focus = focus.map(str::trim).filter(|focus| !focus.is_empty());
    let focus = focus.map(|focus| format!("\n\nAdditional focus: {focus}")).unwrap_or_default();
    (SYSTEM.trim_end().to_owned(), format!("{text}{focus}"))
}

/// A summary as it is stored: the model's words about the turns and about the beginning of one, what of the summarized is
/// kept to the letter, and the files (`readFiles`, `modifiedFiles`) that were worked on.
pub fn stored(
    told: Option<&str>,
    turn: Option<&str>,
    previous: Option<&str>,
    messages: &[AgentMessage],
    files: &Value,
) -> String {
    let before = previous.map(bare).filter(|text| !text.trim().is_empty());
    let mut text = told.or(before).unwrap_or_default().to_owned();
    if let Some(turn) = turn {
        let history = if text.is_empty() { "No prior history." } else { &text };
        text = format!("{history}\n\n---\n\n**Turn Context (split turn):**\n\n{turn}");
    }
    text.push_str(&Kept::of(previous, messages).blocks());
    text.push_str(&blocks(files));
    text
}

/// The same for a branch.
pub fn stored_branch(told: &str, files: &Value) -> String {
    introduced(told, &blocks(files))
}

fn blocks(details: &Value) -> String {
    let mut files = Files::default();
    files.take_in_details(details);
    files.blocks()
}
