//! Adding entries, and writing them to the file.

use std::sync::Arc;

use super::{Place, Session, begin::under_a_free_name};
use crate::{
    DamageKind, Entry, EntryId, EntryKind, NodeKind, Role, WriteError,
    file::{Growth, SessionFile},
    images, load, stamps,
    tree::{Body, Index, Node, Span},
};

/// An entry that was added.
#[derive(Debug)]
pub struct Appended {
    /// The entry, which is in memory in any case.
    pub entry: Entry,
    /// Whether it is in the file.
    pub written: Written,
}

/// Whether an entry is in the file.
#[derive(Debug)]
pub enum Written {
    /// It is.
    Saved,
    /// Not yet, or never: there is no message of a person or a model so far, or the session is kept nowhere.
    Held,
    /// It is not, and neither is anything after it. It is written first when writing works again.
    Failed(WriteError),
}

impl Session {
    /// Adds an entry after the leaf and makes it the leaf. It is written at once, and a message is synced to the disk
    /// beside what follows.
    pub fn append(&mut self, kind: EntryKind) -> Appended {
        self.append_with(|_| kind)
    }

    /// The same, for an entry that names itself, as a compaction does that keeps nothing.
    pub fn append_with(&mut self, kind: impl FnOnce(&EntryId) -> EntryKind) -> Appended {
        let appended = self.append_after(self.tree.leaf_index(), kind);
        if let Some(index) = self.tree.index(appended.id().as_str()) {
            self.tree.set_leaf(Some(index));
        }
        appended
    }

    /// Writes what is not in the file yet, where there is anything worth keeping, and waits until it is on the disk. To be
    /// called at the end of the program.
    ///
    /// # Errors
    /// When writing fails; everything is still in memory.
    pub fn flush(&mut self) -> Result<(), WriteError> {
        if let Written::Failed(error) = self.write() {
            return Err(error);
        }
        if let (true, Place::File(file)) = (self.is_changed, &self.place) {
            file.sync();
        }
        Ok(())
    }

    /// Writes what is not in the file yet, and lets go of the file, so that others can write to it. What is added later is
    /// kept in memory only.
    ///
    /// # Errors
    /// When writing fails; everything is still in memory.
    pub fn close(&mut self) -> Result<(), WriteError> {
        let flushed = self.flush();
        self.keep_index();
        self.place = match std::mem::replace(&mut self.place, Place::Memory) {
            Place::File(file) => Place::Reading(file.released()),
            place => place,
        };
        flushed
    }

    /// Adds an entry after this one, without making it the leaf.
    pub(super) fn append_after(&mut self, parent: Option<Index>, kind: impl FnOnce(&EntryId) -> EntryKind) -> Appended {
        let id = stamps::entry_id(&*self.stamps, |id| self.tree.contains(id));
        let entry = Entry {
            parent_id: parent.and_then(|index| self.tree.node(index)).map(|node| node.id.clone()),
            timestamp: stamps::iso(self.stamps.now_ms()),
            kind: kind(&id),
            id,
        };
        if let EntryKind::SessionInfo(info) = &entry.kind {
            self.name = info.name.clone().filter(|name| !name.is_empty());
        }
        let line = match serde_json::to_string(&entry) {
            Ok(line) => Arc::new(line),
            Err(error) => return Appended { entry, written: Written::Failed(WriteError::Encode(error)) },
        };
        let kind = NodeKind::of(&entry.kind);
        let index = self.tree.push(Node { id: entry.id.clone(), parent, kind, body: Body::Line(line) });
        self.unsaved.extend(index);
        self.is_changed = true;
        let written = self.write();
        if let (Written::Saved, NodeKind::Message(_), Place::File(file)) = (&written, kind, &mut self.place) {
            file.sync_soon();
            if kind == NodeKind::Message(Role::Assistant) {
                self.answer_kept();
            }
        }
        Appended { entry, written }
    }

    /// Writes what is not in the file yet.
    fn write(&mut self) -> Written {
        if self.unsaved.is_empty() && matches!(self.place, Place::File(_)) {
            return Written::Saved;
        }
        self.put_images_beside();
        let done = match &self.place {
            Place::Memory | Place::Reading(_) => return Written::Held,
            Place::Planned { .. } if !self.is_worth_keeping() => return Written::Held,
            Place::Planned { path, exclusive } => self.create_file(&path.clone(), *exclusive),
            Place::File(_) => self.absorb().and_then(|()| self.write_lines()),
        };
        match done {
            Ok(()) => Written::Saved,
            Err(error) => {
                self.index_unknown();
                Written::Failed(error)
            }
        }
    }

    /// Moves the large pictures of what is not in the file yet to the folder beside it, where that is wished. What cannot
    /// be moved stays where it is.
    fn put_images_beside(&mut self) {
        let Some(path) = self.path().filter(|_| self.images_beside).map(std::path::Path::to_owned) else { return };
        let is_written = match &self.place {
            Place::File(_) => true,
            Place::Planned { .. } => self.is_worth_keeping(),
            Place::Memory | Place::Reading(_) => false,
        };
        for index in self.unsaved.iter().filter(|_| is_written) {
            if let Some(node) = self.tree.node_mut(*index)
                && let Body::Line(line) = &node.body
                && let Some(lighter) = images::put_beside(line, &path)
            {
                node.body = Body::Line(Arc::new(lighter));
            }
        }
    }

    /// Whether there is something new, and a message of a person or a model.
    fn is_worth_keeping(&self) -> bool {
        self.is_changed
            && self.tree.entries().any(|(_, kind)| matches!(kind, NodeKind::Message(Role::User | Role::Assistant)))
    }

    fn create_file(&mut self, path: &std::path::Path, exclusive: bool) -> Result<(), WriteError> {
        let mut content = serde_json::to_string(&self.header).map_err(WriteError::Encode)?;
        content.push('\n');
        let header = content.len();
        content.push_str(&self.unsaved_lines());
        let create = |path: &std::path::Path| SessionFile::create(path, exclusive, content.as_bytes(), &self.owner);
        let file = if exclusive { under_a_free_name(&self.header, path, create)? } else { create(path)? };
        self.place = Place::File(file);
        // Whoever waited for the id finds the file.
        self.claim = None;
        self.saved_from(header as u64);
        Ok(())
    }

    /// Writes every unsaved line, each by itself, so that a disk that is nearly full takes as many as it can.
    fn write_lines(&mut self) -> Result<(), WriteError> {
        while let Some(index) = self.unsaved.first().copied() {
            self.write_line(index)?;
            self.unsaved.remove(0);
        }
        Ok(())
    }

    fn write_line(&mut self, index: Index) -> Result<(), WriteError> {
        let (Place::File(file), Some(node)) = (&mut self.place, self.tree.node_mut(index)) else { return Ok(()) };
        let Body::Line(line) = &node.body else { return Ok(()) };
        match file.append(format!("{line}\n").as_bytes())? {
            Some(span) => node.body = Span { offset: span.offset, length: line.len() }.into(),
            // Another program wrote at the same moment: what is whose, and where, is read from the file.
            None => self.absorb()?,
        }
        Ok(())
    }

    /// Reads what another program has added to the file. The conversation goes on beside it, from its own leaf.
    fn absorb(&mut self) -> Result<(), WriteError> {
        let Place::File(file) = &mut self.place else { return Ok(()) };
        let Growth::Since(from) = file.growth()? else { return Ok(()) };
        let failed = |source| WriteError::Write { path: file.path().to_owned(), source };
        let (count, size, within_line) = load::absorb(file.reader(), from, &mut self.tree).map_err(failed)?;
        file.read_up_to(size, within_line);
        self.index_unknown();
        if count > 0 {
            self.damage.push(DamageKind::ForeignEntries { count }.into());
        }
        Ok(())
    }

    /// The unsaved lines, each with its end.
    fn unsaved_lines(&self) -> String {
        let mut lines = String::new();
        for index in &self.unsaved {
            if let Some(Node { body: Body::Line(line), .. }) = self.tree.node(*index) {
                lines.push_str(line);
                lines.push('\n');
            }
        }
        lines
    }

    /// Notes that the unsaved lines now stand in the file from this place on, and lets go of them.
    fn saved_from(&mut self, mut offset: u64) {
        for index in std::mem::take(&mut self.unsaved) {
            if let Some(node) = self.tree.node_mut(index)
                && let Body::Line(line) = &node.body
            {
                let length = line.len();
                node.body = Span { offset, length }.into();
                offset += length as u64 + 1;
            }
        }
    }
}

impl Appended {
    /// The new entry's name.
    pub fn id(&self) -> &EntryId {
        &self.entry.id
    }
}
