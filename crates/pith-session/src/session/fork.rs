//! New sessions made of old ones (3.6.2, 3.6.3): a branch up to an entry, the branch of the leaf, or the whole tree.
//!
//! Entries keep their ids. Labels are left out of the copied branch and put at its end, with their times; records of moved
//! leaves are left out, since a branch has but one leaf.

use std::{
    collections::HashSet,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use pith_types::{AgentMessage, Message, UserContent};

use super::{LabelOf, NewSession, Place, Session, begin::under_a_free_name};
use crate::{
    Entry, EntryId, EntryKind, Header, Label, NodeKind, OpenError, Owner, ReadError, Role, Stamps, VERSION, WriteError,
    file, load, stamps,
    tree::{Body, Index, Node},
};

/// Up to where a branch is copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForkPosition {
    /// Up to what a message of the person follows; that message is given back, to be said anew.
    Before,
    /// Up to the entry itself.
    At,
}

/// A session that was made of another.
pub struct Forked {
    /// The new session, which is its file's writer.
    pub session: Session,
    /// What the person had said in the place where it ends.
    pub prompt: Option<UserContent>,
}

/// Why a session could not be made of another.
#[derive(Debug, thiserror::Error)]
pub enum ForkError {
    /// The entry is no message of a person.
    #[error("entry `{id}` is no message of yours, so there is nothing before it to go on from")]
    NotAPrompt {
        /// The entry.
        id: String,
    },
    /// An entry could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The new file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file to copy, or the copy, could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
}

impl Session {
    /// The messages of the person on all branches, with their texts: where a fork can begin.
    pub fn fork_messages(&self) -> Vec<(EntryId, String)> {
        let prompts = self.tree.entries().filter(|(_, kind)| *kind == NodeKind::Message(Role::User));
        let text = |id: &EntryId| prompt(&self.entry(id.as_str()).ok()?).map(|content| (id.clone(), content.to_text()));
        prompts.filter_map(|(id, _)| text(id)).filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Copies the branch of an entry into a new session in a file of its own, beside this one's. A session that is kept
    /// nowhere gives one that is kept nowhere.
    ///
    /// # Errors
    /// When there is no such entry, it is none to fork before, or the new file cannot be written.
    pub fn fork(&self, id: &str, position: ForkPosition) -> Result<Forked, ForkError> {
        let index = self.place(Some(id))?;
        let (end, prompt) = match position {
            ForkPosition::At => (index, None),
            ForkPosition::Before => {
                let content = prompt(&self.entry(id)?).ok_or_else(|| ForkError::NotAPrompt { id: id.to_owned() })?;
                (index.and_then(|index| self.tree.node(index)?.parent), Some(content))
            }
        };
        let file = self.path().filter(|_| matches!(self.place, Place::File(_))).map(Path::to_owned);
        let new = NewSession { cwd: self.header.cwd.clone().into(), id: None, parent_session: file };
        Ok(Forked { session: self.copy(&self.branch_copy(end), self.another(new))?, prompt })
    }

    /// Copies the branch of the leaf into a new session, which goes on from there.
    ///
    /// # Errors
    /// When the new file cannot be written.
    pub fn clone_branch(&self) -> Result<Self, ForkError> {
        match self.leaf() {
            Some(leaf) => Ok(self.fork(leaf.as_str(), ForkPosition::At)?.session),
            None => {
                let new = NewSession { cwd: self.header.cwd.clone().into(), ..NewSession::default() };
                Ok(self.another(new))
            }
        }
    }

    /// Copies every entry of a session file, on all branches, into a new session in this folder. The file is only read,
    /// so that another process may be writing to it.
    ///
    /// # Errors
    /// When the file cannot be read or is of a newer format, or the new one cannot be written.
    pub fn fork_file(
        path: &Path,
        folder: &Path,
        new: NewSession,
        owner: Owner,
        stamps: Arc<dyn Stamps>,
    ) -> Result<Self, ForkError> {
        let source = Self::open_to_read(path, &new.cwd, Arc::clone(&stamps))?;
        let version = source.header.version;
        if version > VERSION {
            // The copy would be of this format, without what only the newer one knows.
            return Err(OpenError::NewerVersion { path: path.to_owned(), version }.into());
        }
        let parent_session = Some(path.canonicalize().unwrap_or_else(|_| path.to_owned()));
        let session = Self::create(folder, NewSession { parent_session, ..new }, owner, stamps);
        let all = 0..Index::try_from(source.tree.len()).unwrap_or(Index::MAX);
        let entries = all.map(|index| (index, source.tree.node(index).and_then(|node| node.parent))).collect();
        source.copy(&Copy { entries, labels: Vec::new() }, session)
    }

    /// The branch that ends at an entry, with its labels at its end.
    pub(super) fn branch_copy(&self, end: Option<Index>) -> Copy {
        let dropped = |index: &Index| {
            let kind = self.tree.node(*index).map(|node| node.kind);
            matches!(kind, Some(NodeKind::Label | NodeKind::LeafRecord))
        };
        let path: Vec<Index> = self.tree.path(end).into_iter().filter(|index| !dropped(index)).collect();
        let parents = std::iter::once(None).chain(path.iter().copied().map(Some));
        let labels = self.labels_of(&path);
        Copy { entries: path.iter().copied().zip(parents).collect(), labels }
    }

    /// Writes a header and a copy. The outer error is that of reading, the inner one that of writing.
    pub(super) fn write_copy(
        &self,
        header: &Header,
        copy: &Copy,
        out: &mut dyn Write,
    ) -> Result<io::Result<()>, ReadError> {
        let header = match serde_json::to_string(header) {
            Ok(header) => header,
            Err(error) => return Ok(Err(error.into())),
        };
        if let Err(error) = writeln!(out, "{header}") {
            return Ok(Err(error));
        }
        match self.each_line(copy, &mut |_, _, line| writeln!(out, "{line}")) {
            Ok(()) => Ok(Ok(())),
            Err(CopyError::Write(error)) => Ok(Err(error)),
            Err(CopyError::Read(error)) => Err(error),
        }
    }

    /// New entries for the labels of these, which follow the last of them.
    fn labels_of(&self, path: &[Index]) -> Vec<Entry> {
        let on_path: HashSet<&EntryId> = path.iter().filter_map(|index| Some(&self.tree.node(*index)?.id)).collect();
        let mut labels: Vec<_> = self.labels().into_iter().filter(|(id, _)| on_path.contains(id)).collect();
        labels.sort_by_cached_key(|(id, label)| (stamps::parse_iso(&label.timestamp), id.clone()));
        let mut parent_id = path.last().and_then(|index| self.tree.node(*index)).map(|node| node.id.clone());
        let mut drawn = HashSet::new();
        let mut entries = Vec::new();
        for (target_id, LabelOf { label, timestamp }) in labels {
            let is_taken = |id: &str| self.tree.contains(id) || drawn.contains(id);
            let id = stamps::entry_id(&*self.stamps, is_taken);
            drawn.insert(id.clone());
            let kind = EntryKind::Label(Label { target_id, label: Some(label) });
            entries.push(Entry { id: id.clone(), parent_id: parent_id.replace(id), timestamp, kind });
        }
        entries
    }

    /// Puts a copy into a new session: into its file, when there is anything worth keeping, which is then opened.
    fn copy(&self, copy: &Copy, mut session: Self) -> Result<Self, ForkError> {
        let is_conversation = |(index, _): &(Index, _)| {
            let kind = self.tree.node(*index).map(|node| node.kind);
            matches!(kind, Some(NodeKind::Message(Role::User | Role::Assistant)))
        };
        if let (Place::Planned { path, .. }, true) = (&session.place, copy.entries.iter().any(is_conversation)) {
            let mut unread = None;
            let written = under_a_free_name(&session.header, path, |path| {
                file::write_new(path, |out| {
                    self.write_copy(&session.header, copy, out).unwrap_or_else(|error| {
                        unread = Some(error);
                        Err(io::ErrorKind::InvalidData.into())
                    })
                })
                .map(|()| path.to_owned())
            });
            return match (unread, written) {
                (Some(error), _) => Err(error.into()),
                (None, Err(error)) => Err(error.into()),
                (None, Ok(path)) => {
                    let cwd = PathBuf::from(&session.header.cwd);
                    let opened = Self::open(&path, &cwd, session.owner.clone(), Arc::clone(&session.stamps))?;
                    Ok(opened.with_images_of(&session))
                }
            };
        }
        session.index_unknown();
        let filled = self.each_line(copy, &mut |id, kind, line| {
            let parent = session.tree.last();
            let body = Body::Line(Arc::new(line.to_owned()));
            session.unsaved.extend(session.tree.push(Node { id: id.clone(), parent, kind, body }));
            Ok(())
        });
        match filled {
            Err(CopyError::Read(error)) => return Err(error.into()),
            Err(CopyError::Write(_)) | Ok(()) => {}
        }
        session.tree.set_leaf(session.tree.leaf_of_file());
        session.read_name();
        Ok(session)
    }

    /// Gives every line of a copy with its name and kind.
    fn each_line(
        &self,
        copy: &Copy,
        take: &mut dyn FnMut(&EntryId, NodeKind, &str) -> io::Result<()>,
    ) -> Result<(), CopyError> {
        for (index, parent) in &copy.entries {
            let Some(node) = self.tree.node(*index) else { continue };
            let parent_id = parent.and_then(|parent| self.tree.node(parent)).map(|parent| &parent.id);
            let line = self.line(*index).map_err(CopyError::Read)?;
            let line = load::following(&line, parent_id)
                .map_err(|source| CopyError::Read(ReadError::Content { id: node.id.clone(), source }))?;
            take(&node.id, node.kind, &line).map_err(CopyError::Write)?;
        }
        for entry in &copy.labels {
            let line = serde_json::to_string(entry).map_err(|error| CopyError::Write(error.into()))?;
            take(&entry.id, NodeKind::Label, &line).map_err(CopyError::Write)?;
        }
        Ok(())
    }
}

/// What goes into a new session.
pub(super) struct Copy {
    /// Entries of the old one, each with the one that it follows now.
    pub(super) entries: Vec<(Index, Option<Index>)>,
    /// New ones.
    pub(super) labels: Vec<Entry>,
}

enum CopyError {
    Read(ReadError),
    Write(io::Error),
}

/// What the person said in this entry.
fn prompt(entry: &Entry) -> Option<UserContent> {
    let EntryKind::Message(message) = &entry.kind else { return None };
    let AgentMessage::Model(Message::User(user)) = &message.message else { return None };
    Some(user.content.clone())
}
