//! An answer while it comes in: journalled piece by piece, so that the death of the process costs no more than its last
//! moment. Whoever opens the session next finds it as an aborted message.
//!
//! A journal's first line is the message as it began with the entry that it follows, the others are its pieces.

use std::{borrow::Cow, path::Path};

use pith_types::{AssistantMessage, Content, StopReason, ThinkingContent, ToolCall};
use serde::{Deserialize, Serialize};

use super::{Place, Session, Written};
use crate::{DamageKind, EntryId, EntryKind, NodeKind, Role, file::journal};

/// What the person is told by the message itself.
const CUT_OFF: &str = "the program ended while this answer came in";

/// A piece of an answer. The number says to which block of its content it belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AnswerPiece<'a> {
    /// More of a text.
    Text(usize, Cow<'a, str>),
    /// More of what the model thinks.
    Thinking(usize, Cow<'a, str>),
    /// A call begins: its id, and the tool's name.
    Call(usize, Cow<'a, str>, Cow<'a, str>),
    /// More of a call's arguments, as JSON text.
    Arguments(usize, Cow<'a, str>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    follows: Option<EntryId>,
    message: AssistantMessage,
}

impl Session {
    /// An answer begins to come in; `message` is what is known of it. It is cleared from the journal when a whole answer
    /// is appended.
    pub fn begin_answer(&mut self, message: &AssistantMessage) {
        let Place::File(file) = &mut self.place else { return };
        let head = Head {
            follows: self.tree.leaf().cloned(),
            message: AssistantMessage { content: Vec::new(), ..message.clone() },
        };
        if let (Some(journal), Ok(line)) = (file.journal(), serde_json::to_vec(&head)) {
            journal.clear();
            journal.line(&line);
            self.is_answering = true;
        }
    }

    /// A piece of the answer came in.
    pub fn answer_piece(&mut self, piece: &AnswerPiece<'_>) {
        let (true, Place::File(file)) = (self.is_answering, &mut self.place) else { return };
        if let (Some(journal), Ok(line)) = (file.journal(), serde_json::to_vec(piece)) {
            journal.line(&line);
        }
    }

    /// The answer is in the file.
    pub(super) fn answer_kept(&mut self) {
        if let (true, Place::File(file)) = (std::mem::take(&mut self.is_answering), &mut self.place)
            && let Some(journal) = file.journal()
        {
            journal.clear();
        }
    }

    /// Takes in an answer that another process could not finish. The journal goes once the answer is in the file.
    pub(super) fn recover_answer(&mut self) {
        let Place::File(file) = &self.place else { return };
        let path = journal::path_of(file.path());
        let Ok(text) = std::fs::read(&path) else { return };
        match read(&text).filter(|(follows, _)| !self.is_answered_after(follows.as_ref())) {
            Some((_, message)) if !message.content.is_empty() => {
                let appended = self.append(EntryKind::message(message));
                let id = appended.entry.id;
                if matches!(appended.written, Written::Saved) {
                    remove(&path);
                }
                self.damage.push(DamageKind::AnswerRecovered { id }.into());
            }
            _ => remove(&path),
        }
    }

    /// Whether an answer stands in the file behind this entry, or the entry itself does not: the journal is an older one.
    fn is_answered_after(&self, follows: Option<&EntryId>) -> bool {
        let after = match follows.map(|id| self.tree.index(id.as_str())) {
            None => 0,
            Some(Some(index)) => index as usize + 1,
            Some(None) => return true,
        };
        self.tree.entries().skip(after).any(|(_, kind)| kind == NodeKind::Message(Role::Assistant))
    }
}

fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
}

/// The message that a journal tells, up to where it is whole.
fn read(journal: &[u8]) -> Option<(Option<EntryId>, AssistantMessage)> {
    let mut lines = journal.split_inclusive(|byte| *byte == b'\n').filter_map(|line| line.strip_suffix(b"\n"));
    let head: Head = serde_json::from_slice(lines.next()?).ok()?;
    let mut answer = Answer::default();
    for line in lines {
        let Ok(piece) = serde_json::from_slice(line) else { break };
        answer.take(piece);
    }
    let message = AssistantMessage {
        content: answer.content(),
        stop_reason: StopReason::Aborted,
        error_message: Some(CUT_OFF.to_owned()),
        ..head.message
    };
    Some((head.follows, message))
}

/// Blocks by their numbers.
#[derive(Default)]
struct Answer(std::collections::BTreeMap<usize, Block>);

enum Block {
    Text(String),
    Thinking(String),
    Call { id: String, name: String, arguments: String },
}

impl Answer {
    fn take(&mut self, piece: AnswerPiece<'_>) {
        match piece {
            AnswerPiece::Text(index, more) => match self.0.entry(index).or_insert_with(|| Block::Text(String::new())) {
                Block::Text(text) => text.push_str(&more),
                Block::Thinking(_) | Block::Call { .. } => {}
            },
            AnswerPiece::Thinking(index, more) => {
                match self.0.entry(index).or_insert_with(|| Block::Thinking(String::new())) {
                    Block::Thinking(text) => text.push_str(&more),
                    Block::Text(_) | Block::Call { .. } => {}
                }
            }
            AnswerPiece::Call(index, id, name) => {
                let block = Block::Call { id: id.into(), name: name.into(), arguments: String::new() };
                self.0.insert(index, block);
            }
            AnswerPiece::Arguments(index, more) => {
                if let Some(Block::Call { arguments, .. }) = self.0.get_mut(&index) {
                    arguments.push_str(&more);
                }
            }
        }
    }

    fn content(self) -> Vec<Content> {
        let block = |block| match block {
            Block::Text(text) => Content::text(text),
            Block::Thinking(thinking) => {
                Content::Thinking(ThinkingContent { thinking, thinking_signature: None, redacted: None })
            }
            Block::Call { id, name, arguments } => {
                let parsed = pith_types::parse_json(&arguments);
                // The text of arguments that are not whole is told, so that it is not lost.
                let arguments_error = parsed.is_err().then(|| format!("{CUT_OFF}: {arguments}"));
                Content::ToolCall(ToolCall {
                    id,
                    name,
                    arguments: parsed.unwrap_or_default(),
                    arguments_error,
                    ..ToolCall::default()
                })
            }
        };
        self.0.into_values().map(block).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]
    use std::fs;

    use super::*;
    use crate::session::tests::{Folder, lines, open, user};

    fn begun() -> AssistantMessage {
        AssistantMessage {
            model: "m".to_owned(),
            provider: "p".to_owned(),
            timestamp: 5,
            ..AssistantMessage::default()
        }
    }

    fn text(text: &str) -> AnswerPiece<'_> {
        AnswerPiece::Text(0, text.into())
    }

    /// A session whose process ended while an answer came in.
    fn cut_off(folder: &Folder, pieces: &[AnswerPiece<'_>]) -> std::path::PathBuf {
        let mut session = folder.session();
        session.append(user("hi"));
        session.begin_answer(&begun());
        pieces.iter().for_each(|piece| session.answer_piece(piece));
        session.path().unwrap().to_owned()
    }

    #[test]
    fn an_answer_that_was_cut_off_is_found_as_an_aborted_message() {
        let folder = Folder::new();
        let pieces = [
            AnswerPiece::Thinking(0, "hm".into()),
            AnswerPiece::Text(1, "half an ".into()),
            AnswerPiece::Text(1, "answer".into()),
            AnswerPiece::Call(2, "c".into(), "read".into()),
            AnswerPiece::Arguments(2, r#"{"path":"#.into()),
        ];
        let path = cut_off(&folder, &pieces);
        assert!(journal::path_of(&path).exists());
        let session = open(&path).unwrap();
        let context = session.context();
        let answer = context.messages.last().unwrap().as_assistant().unwrap();
        assert_eq!((answer.stop_reason, answer.model.as_str(), answer.timestamp), (StopReason::Aborted, "m", 5));
        assert_eq!(answer.content.get(1), Some(&Content::text("half an answer")));
        let call = answer.content.get(2).unwrap().as_tool_call().unwrap();
        assert!(call.arguments_error.as_deref().unwrap().ends_with(r#"{"path":"#));
        assert!(matches!(session.damage(), [damage] if matches!(damage.kind, DamageKind::AnswerRecovered { .. })));
        assert!(!journal::path_of(&path).exists());
        assert_eq!(lines(&session).len(), 3);
        drop(session);
        assert_eq!(open(&path).unwrap().context().messages.len(), 2, "once");
    }

    #[test]
    fn an_answer_that_came_to_its_end_leaves_no_journal() {
        let folder = Folder::new();
        let mut session = folder.session();
        session.append(user("hi"));
        session.begin_answer(&begun());
        session.answer_piece(&text("whole"));
        session.append(EntryKind::message(begun()));
        let path = session.path().unwrap().to_owned();
        drop(session);
        assert!(!journal::path_of(&path).exists());
    }

    #[test]
    fn a_journal_of_an_answer_that_is_in_the_file_is_dropped() {
        let folder = Folder::new();
        let path = cut_off(&folder, &[text("whole")]);
        fs::copy(journal::path_of(&path), folder.path("kept")).unwrap();
        let mut opened = open(&path).unwrap();
        opened.append(user("next"));
        drop(opened);
        fs::copy(folder.path("kept"), journal::path_of(&path)).unwrap();
        let opened = open(&path).unwrap();
        assert_eq!((opened.context().messages.len(), opened.damage()), (3, &[][..]));
        assert!(!journal::path_of(&path).exists());
    }

    #[test]
    fn a_torn_or_foreign_journal_costs_nothing() {
        let folder = Folder::new();
        let path = cut_off(&folder, &[text("a"), text("b")]);
        let journal = journal::path_of(&path);
        let whole = fs::read(&journal).unwrap();
        fs::write(&journal, whole.get(..whole.len() - 4).unwrap()).unwrap();
        let context = open(&path).unwrap().context();
        assert_eq!(context.messages.last().unwrap().as_assistant().unwrap().content, [Content::text("a")]);
        fs::write(&journal, "hello\n").unwrap();
        assert_eq!(open(&path).unwrap().damage(), []);
        assert!(!journal.exists());
    }

    #[test]
    fn a_journal_is_no_session() {
        assert!(!journal::path_of(Path::new("/s/x.jsonl")).to_string_lossy().ends_with(".jsonl"));
    }
}
