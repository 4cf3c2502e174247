//! What the session holds: its entries, and the messages from which it can be forked.

use pith_session::{Entry, EntryId, EntryKind, NodeKind, ReadError, Role};
use pith_types::{AgentMessage, Message};

use crate::app::App;
use crate::command::{CommandError, ForkPoint};

impl App {
    /// The entries in the order of the file, or those after one of them; and the entry that the next one will follow.
    ///
    /// # Errors
    /// When there is no such entry. Entries that cannot be read are left out.
    pub fn entries(&self, since: Option<&str>) -> Result<(Vec<Entry>, Option<EntryId>), CommandError> {
        self.inner.record.read(|session| {
            let tree = session.tree();
            if let Some(id) = since.filter(|id| !tree.contains(id)) {
                return Err(ReadError::NoSuchEntry { id: id.to_owned() }.into());
            }
            let mut after = tree.entries().map(|(id, _)| id);
            if let Some(since) = since {
                // Up to and with that one.
                let _ = after.find(|id| id.as_str() == since);
            }
            let entries = after.filter_map(|id| session.entry(id.as_str()).ok()).collect();
            Ok((entries, session.leaf().cloned()))
        })
    }

    /// The person's messages on the active branch, oldest first.
    pub fn fork_points(&self) -> Vec<ForkPoint> {
        self.inner.record.read(|session| {
            let Some(leaf) = session.leaf() else { return Vec::new() };
            let branch = session.tree().branch(leaf.as_str());
            let users =
                branch.into_iter().filter(|id| session.tree().kind(id.as_str()) == Some(NodeKind::Message(Role::User)));
            users.filter_map(|id| fork_point(session.entry(id.as_str()).ok()?)).collect()
        })
    }
}

fn fork_point(entry: Entry) -> Option<ForkPoint> {
    let EntryKind::Message(message) = &entry.kind else { return None };
    let AgentMessage::Model(Message::User(user)) = &message.message else { return None };
    let text = user.content.to_text();
    (!text.is_empty()).then(|| ForkPoint { entry_id: entry.id.as_str().to_owned(), text })
}
