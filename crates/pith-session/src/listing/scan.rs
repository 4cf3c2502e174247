//! Reads a session file once for what a list says of it.

use std::{fs::File, path::Path, time::SystemTime};

use pith_types::{AgentMessage, Message};

use super::Summary;
use crate::{Entry, EntryKind, Header, NodeKind, Role, load};

/// Bytes of the longest line that is read whole for a list.
const LONGEST: usize = 64 << 20;

/// Characters of a first message that are kept.
const FIRST: usize = 200;

/// What the file says; nothing when it is no session.
pub(super) fn scan(path: &Path, modified: SystemTime) -> Option<Summary> {
    let file = File::open(path).ok()?;
    let size = file.metadata().ok()?.len();
    let mut header = None;
    let mut summary = Summary {
        path: path.to_owned(),
        header: Header::rebuild(path, Path::new("")),
        name: None,
        first_message: String::new(),
        messages: 0,
        modified,
        size,
    };
    let mut entries = 0_u64;
    let scanned = load::each_line(&file, &mut |line, kind| {
        if header.is_none() && entries == 0 {
            header = load::header_of(line).ok().flatten();
            if header.is_some() {
                return;
            }
        }
        let Some(kind) = kind else { return };
        entries += 1;
        summary.messages += u64::from(matches!(kind, NodeKind::Message(_)));
        let is_first = summary.first_message.is_empty() && kind == NodeKind::Message(Role::User);
        if !is_first && kind != NodeKind::SessionInfo {
            return;
        }
        let Some(whole) = Some(line).filter(|line| line.length() <= LONGEST).and_then(|line| line.whole().ok()) else {
            return;
        };
        match Entry::parse(&String::from_utf8_lossy(&whole)).map(|entry| entry.kind) {
            Ok(EntryKind::SessionInfo(info)) => summary.name = info.name.filter(|name| !name.is_empty()),
            Ok(EntryKind::Message(message)) => summary.first_message = first_line(&message.message),
            _ => {}
        }
    });
    scanned.ok()?;
    match header {
        Some(header) => Some(Summary { header, ..summary }),
        // A header that is lost is no reason to lose sight of the conversation.
        None => (entries > 0).then_some(summary),
    }
}

fn first_line(message: &AgentMessage) -> String {
    let AgentMessage::Model(Message::User(user)) = message else { return String::new() };
    let text = user.content.to_text();
    // More words than fit are not even looked at.
    let words = text.split_whitespace().take(FIRST).collect::<Vec<_>>().join(" ");
    words.chars().take(FIRST).collect()
}
