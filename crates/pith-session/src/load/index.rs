//! What the tree needs of a long session, in a file beside it, so that opening it reads nothing but that and the entries of
//! the live branch.
//!
//! The index is believed while the session has the size and the time that it had when the index was written, and only whole;
//! else the session is read through as if there were none. Whatever is made of a session's lines is in it as it was found:
//! joined parents, cut circles, and what was told of them.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use super::Loaded;
use crate::{
    Damage, DamageKind, EntryId, Header, NodeKind, Role, Tree, VERSION, file,
    tree::{Body, Index, Node},
};

/// What the file begins with; another form gets another.
const MARK: &[u8] = b"pith session index 1\n";

/// The longest text in an index.
const LONGEST: u64 = 64 << 20;

/// Kinds by the number that stands for them.
const KINDS: [NodeKind; 17] = [
    NodeKind::Message(Role::System),
    NodeKind::Message(Role::User),
    NodeKind::Message(Role::Assistant),
    NodeKind::Message(Role::ToolResult),
    NodeKind::Message(Role::Other),
    NodeKind::ModelChange,
    NodeKind::ThinkingLevelChange,
    NodeKind::Compaction,
    NodeKind::BranchSummary,
    NodeKind::Custom,
    NodeKind::LeafRecord,
    NodeKind::CustomMessage,
    NodeKind::ContextEdit,
    NodeKind::Label,
    NodeKind::SessionInfo,
    NodeKind::Usage,
    NodeKind::Unknown,
];

/// The index's place beside a session file. It is no session's name.
pub(crate) fn path_of(session: &Path) -> PathBuf {
    let mut path = session.as_os_str().to_owned();
    path.push(".index");
    PathBuf::from(path)
}

/// What a session is as it is in memory, where that is what reading its file would give.
pub(crate) struct Known<'a> {
    pub(crate) header: &'a Header,
    pub(crate) tree: &'a Tree,
    pub(crate) damage: &'a [Damage],
    /// Where the file ended when it was last looked at, and whether within a line.
    pub(crate) size: u64,
    pub(crate) within_line: bool,
}

/// What the index says of this session; nothing where there is none that is whole and up to date.
pub(super) fn read(session: &File, path: &Path) -> Option<Loaded> {
    let index = File::open(path_of(path)).ok().filter(|file| file.metadata().is_ok_and(|about| about.is_file()))?;
    let mut from = Reader { from: BufReader::with_capacity(64 * 1024, index), sum: Sum::default() };
    let mut mark = [0; MARK.len()];
    from.bytes(&mut mark)?;
    let (size, modified) = state(session)?;
    let is_current = mark == MARK && from.number()? == size && from.time()? == modified;
    is_current.then_some(())?;
    let within_line = from.number()? == 1;
    let header: Header =
        serde_json::from_slice(&from.text()?).ok().filter(|header: &Header| header.version == VERSION)?;
    let damage: Vec<Damage> = serde_json::from_slice(&from.text()?).ok()?;
    let count = from.number()?;
    // No entry is shorter than this.
    let room = usize::try_from(count).ok().filter(|_| count <= size / 16)?;
    let mut tree = Tree::with_room(room);
    let mut end = 0;
    for index in 0..Index::try_from(count).ok()? {
        let (node, next) = from.node(index, end)?;
        end = next;
        (end <= size).then_some(())?;
        tree.push(node)?;
    }
    from.end()?;
    tree.set_leaf(tree.leaf_of_file());
    Some(Loaded { header, tree, damage, size, within_line, is_indexed: true })
}

/// Writes what is known of a session beside it. What cannot be said in an index is left out, so that
/// the session is read through.
///
/// # Errors
/// When it cannot be written; nothing is left of it then.
pub(crate) fn write(session: &File, path: &Path, known: &Known<'_>) -> io::Result<()> {
    // Another program that wrote since shows itself by the size.
    let Some((size, modified)) = state(session).filter(|(size, _)| *size == known.size) else { return Ok(()) };
    // Where a header was made of the file's name, it depends on who asks; where two entries have one name, on their order.
    let is_odd =
        known.damage.iter().any(|damage| damage.kind == DamageKind::HeaderRebuilt) || !known.tree.is_distinct();
    if is_odd {
        return Ok(());
    }
    let target = path_of(path);
    let new = path_of(&target);
    let written = file::replaceable(&new).and_then(|file| {
        let mut to = Writer { to: BufWriter::new(file), sum: Sum::default() };
        to.bytes(MARK)?;
        to.number(size)?;
        to.number(modified.as_secs())?;
        to.number(u64::from(modified.subsec_nanos()))?;
        to.number(u64::from(known.within_line))?;
        to.text(&serde_json::to_vec(known.header)?)?;
        to.text(&serde_json::to_vec(known.damage)?)?;
        to.number(known.tree.len() as u64)?;
        let mut end = 0;
        for index in 0..Index::try_from(known.tree.len()).unwrap_or(0) {
            end = to.node(known.tree, index, end)?;
        }
        let Sum(sum) = to.sum;
        to.to.write_all(&sum.to_le_bytes())?;
        to.to.into_inner().map_err(io::IntoInnerError::into_error)?;
        std::fs::rename(&new, &target)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&new);
    }
    written
}

/// Size and time of a session file.
fn state(session: &File) -> Option<(u64, Duration)> {
    let about = session.metadata().ok()?;
    let modified = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some((about.len(), modified))
}

/// A sum over all bytes (FNV-1a), against torn writes and bad disks.
struct Sum(u64);

impl Default for Sum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Numbers are written seven bits at a time, the lowest first; differences with their sign in the lowest bit.
struct Writer<W> {
    to: W,
    sum: Sum,
}

impl<W: Write> Writer<W> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.to.write_all(bytes)
    }

    fn number(&mut self, mut number: u64) -> io::Result<()> {
        let mut bytes = [0; 10];
        let mut length = 0;
        for place in &mut bytes {
            length += 1;
            *place = number.to_le_bytes()[0] & 0x7f;
            number >>= 7;
            if number == 0 {
                break;
            }
            *place |= 0x80;
        }
        self.bytes(bytes.get(..length).unwrap_or_default())
    }

    fn text(&mut self, text: &[u8]) -> io::Result<()> {
        self.number(text.len() as u64)?;
        self.bytes(text)
    }

    /// Writes an entry; the one before ended at `end`. Gives where this one ends.
    fn node(&mut self, tree: &Tree, index: Index, end: u64) -> io::Result<u64> {
        let node = tree.node(index).ok_or(io::ErrorKind::InvalidData)?;
        let Body::File { offset, length } = node.body else { return Err(io::ErrorKind::InvalidData.into()) };
        let kind = KINDS.iter().position(|kind| *kind == node.kind).ok_or(io::ErrorKind::InvalidData)?;
        self.number(kind as u64)?;
        self.text(node.id.as_str().as_bytes())?;
        let parent = node.parent.map_or(0, |parent| 1 + signed(i64::from(index) - i64::from(parent)));
        self.number(parent)?;
        self.number(signed(offset.cast_signed().wrapping_sub(end.cast_signed())))?;
        self.number(u64::from(length))?;
        Ok(offset + u64::from(length))
    }
}

struct Reader<R> {
    from: R,
    sum: Sum,
}

impl<R: Read> Reader<R> {
    fn bytes(&mut self, bytes: &mut [u8]) -> Option<()> {
        self.from.read_exact(bytes).ok()?;
        self.sum.add(bytes);
        Some(())
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let mut byte = [0];
            self.bytes(&mut byte)?;
            number |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn time(&mut self) -> Option<Duration> {
        let seconds = self.number()?;
        Some(Duration::new(seconds, u32::try_from(self.number()?).ok().filter(|nanos| *nanos < 1_000_000_000)?))
    }

    fn text(&mut self) -> Option<Vec<u8>> {
        let length = self.number().filter(|length| *length <= LONGEST)?;
        let mut text = Vec::new();
        // Read by and by, so that a wrong length asks for no memory.
        (&mut self.from).take(length).read_to_end(&mut text).ok()?;
        self.sum.add(&text);
        (text.len() as u64 == length).then_some(text)
    }

    /// Reads an entry; the one before ended at `end`. Gives where this one ends.
    fn node(&mut self, index: Index, end: u64) -> Option<(Node, u64)> {
        let kind = *KINDS.get(usize::try_from(self.number()?).ok()?)?;
        let mut short = [0; 16];
        let length = self.number()?;
        let id = match usize::try_from(length).ok().and_then(|length| short.get_mut(..length)) {
            Some(bytes) => {
                self.bytes(bytes)?;
                EntryId::from(std::str::from_utf8(bytes).ok()?)
            }
            None => {
                let mut text = Vec::new();
                (&mut self.from).take(length.min(LONGEST)).read_to_end(&mut text).ok()?;
                self.sum.add(&text);
                EntryId::from(String::from_utf8(text).ok().filter(|text| text.len() as u64 == length)?)
            }
        };
        let parent = match self.number()? {
            0 => None,
            parent => Some(Index::try_from(i64::from(index).checked_sub(unsigned(parent - 1))?).ok()?),
        };
        let offset = end.checked_add_signed(unsigned(self.number()?))?;
        let length = u32::try_from(self.number()?).ok()?;
        Some((Node { id, parent, kind, body: Body::File { offset, length } }, offset.checked_add(u64::from(length))?))
    }

    /// Whether the sum is right and nothing follows it.
    fn end(self) -> Option<()> {
        let mut rest = Vec::new();
        self.from.take(9).read_to_end(&mut rest).ok()?;
        (rest == self.sum.0.to_le_bytes()).then_some(())
    }
}

fn signed(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

fn unsigned(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}
