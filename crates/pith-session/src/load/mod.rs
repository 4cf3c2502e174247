//! Reading a session file: line by line, for no more than the tree needs, or from the index beside it where there is one
//! that is up to date. What an entry says is read when it is asked for.
//!
//! In comes an open file, out come header, tree and [`Damage`]. A broken line costs itself only, and the file is left alone.

mod envelope;
pub(crate) mod index;
mod join;
mod lines;
mod migrate;
mod salvage;
mod source;

use std::{borrow::Cow, fs::File, io, path::Path};

use serde_json::{Map, Value};

use crate::{Damage, DamageKind, EntryId, Header, NodeKind, Tree, VERSION, tree::Body};

use envelope::Envelope;
use join::Joiner;
pub(crate) use lines::Line;
use lines::Lines;

/// The longest line that is taken for a header.
const HEADER_LIMIT: usize = 1024 * 1024;

/// What was read.
pub(crate) struct Loaded {
    pub(crate) header: Header,
    pub(crate) tree: Tree,
    pub(crate) damage: Vec<Damage>,
    /// Where reading ended.
    pub(crate) size: u64,
    /// Whether the file ends within a line.
    pub(crate) within_line: bool,
    /// Whether all this was in the index beside the file.
    pub(crate) is_indexed: bool,
}

/// What a file turned out to be.
pub(crate) enum Outcome {
    /// A session.
    Session(Box<Loaded>),
    /// Nothing yet.
    Empty,
    /// Something else.
    Foreign,
    /// A session of a format that is not known yet.
    Newer(u32),
}

/// Reads a session, of a format up to `newest`. `cwd` serves when the header is lost; `draw` makes ids for entries of the
/// first format, which has none.
pub(crate) fn load(
    file: &File,
    path: &Path,
    cwd: &Path,
    newest: u32,
    draw: &mut dyn FnMut(&Tree) -> EntryId,
) -> io::Result<Outcome> {
    if let Some(loaded) = index::read(file, path) {
        return Ok(Outcome::Session(Box::new(loaded)));
    }
    let mut lines = Lines::new(file, 0);
    let mut joiner = Joiner::default();
    let mut header = None;
    while let Some(line) = lines.next()? {
        if header.is_none() {
            header = header_of(&line)?;
            match &header {
                Some(found) if found.version > newest => return Ok(Outcome::Newer(found.version)),
                Some(found) if found.version < VERSION => {
                    migrate::entries(found.version, &mut lines, &mut joiner, draw)?;
                    break;
                }
                Some(_) => continue,
                None => header = Some(Header::rebuild(path, cwd)),
            }
            joiner.damage.push(Damage::at(line.number, DamageKind::HeaderRebuilt));
        }
        read_line(&line, &mut joiner)?;
    }
    let (size, within_line) = lines.end();
    let Some(header) = header else { return Ok(Outcome::Empty) };
    let rebuilt = joiner.damage.iter().any(|damage| damage.kind == DamageKind::HeaderRebuilt);
    let (tree, damage) = joiner.finish();
    if rebuilt && tree.is_empty() {
        return Ok(Outcome::Foreign);
    }
    Ok(Outcome::Session(Box::new(Loaded { header, tree, damage, size, within_line, is_indexed: false })))
}

/// Reads what another program added since the file was of size `from`: entries that are known are found, others are added
/// to the tree without moving the leaf. Gives back the number of new ones, where reading ended, and whether within a line.
pub(crate) fn absorb(file: &File, from: u64, tree: &mut Tree) -> io::Result<(usize, u64, bool)> {
    let mut lines = Lines::new(file, from);
    let mut new = 0;
    while let Some(line) = lines.next()? {
        let Some(envelope) = line.envelope()? else { continue };
        let body = Body::from(line.span());
        match tree.index(&envelope.id).and_then(|index| tree.node_mut(index)) {
            Some(node) => node.body = body,
            None => {
                let last = tree.last();
                let parent = envelope.parent_id.as_deref().map_or(Some(None), |id| tree.index(id).map(Some));
                tree.push(envelope.into_node(parent.unwrap_or(last), body));
                new += 1;
            }
        }
    }
    let (size, within_line) = lines.end();
    Ok((new, size, within_line))
}

/// Gives every line of a file, with its kind where it is an entry.
pub(crate) fn each_line(file: &File, take: &mut dyn FnMut(&Line<'_>, Option<NodeKind>)) -> io::Result<()> {
    let mut lines = Lines::new(file, 0);
    while let Some(line) = lines.next()? {
        take(&line, line.envelope()?.map(|envelope| envelope.kind()));
    }
    Ok(())
}

/// An entry's line, made to follow this entry. It stays as it is where it does so already.
pub(crate) fn following<'a>(line: &'a str, parent: Option<&EntryId>) -> serde_json::Result<Cow<'a, str>> {
    let envelope = Envelope::parse(line.as_bytes());
    if envelope.is_some_and(|envelope| envelope.parent_id.as_deref() == parent.map(EntryId::as_str)) {
        return Ok(Cow::Borrowed(line));
    }
    let mut entry: Map<String, Value> = pith_types::parse_json(line)?;
    entry.insert("parentId".to_owned(), parent.map(EntryId::as_str).into());
    Ok(Cow::Owned(serde_json::to_string(&entry)?))
}

/// The header on a line.
pub(crate) fn header_of(line: &Line<'_>) -> io::Result<Option<Header>> {
    if line.length() > HEADER_LIMIT {
        return Ok(None);
    }
    Ok(Header::parse(&line.whole()?))
}

fn read_line(line: &Line<'_>, joiner: &mut Joiner) -> io::Result<()> {
    if line.is_blank() {
        return Ok(());
    }
    if let Some(envelope) = line.envelope()? {
        joiner.entry(line.number, envelope, line.span().into());
    } else if let Some((span, envelope)) = line.entry_at_end()? {
        joiner.damage.push(Damage::at(line.number, DamageKind::BrokenLine { recovered: true }));
        joiner.entry(line.number, envelope, span.into());
    } else {
        joiner.broken(line.number, line.names());
    }
    Ok(())
}
