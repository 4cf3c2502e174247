//! Sessions of the first two formats (3.5.3), brought into the present one in memory. Their files are left as they are.

use std::{io, sync::Arc};

use serde_json::{Map, Value};

use super::{envelope::Envelope, join::Joiner, lines::Lines, salvage::Names};
use crate::{EntryId, Tree, tree::Body};

/// Reads the rest of the lines as entries of that version.
pub(super) fn entries(
    version: u32,
    lines: &mut Lines<'_>,
    joiner: &mut Joiner,
    draw: &mut dyn FnMut(&Tree) -> EntryId,
) -> io::Result<()> {
    // The first format counts objects from the header on, which is number 0.
    let mut ids = vec![None];
    while let Some(line) = lines.next()? {
        if line.is_blank() {
            continue;
        }
        let whole = line.whole()?;
        let text = String::from_utf8_lossy(&whole);
        let Ok(mut entry) = pith_types::parse_json::<Map<String, Value>>(&text) else {
            joiner.broken(line.number, Names::default());
            continue;
        };
        if version == 1 {
            let id = draw(joiner.tree());
            chain(&mut entry, &id, ids.last().cloned().flatten().as_ref(), &ids);
            ids.push(Some(id));
        }
        rename_role(&mut entry);
        let entry = Arc::new(Value::Object(entry).to_string());
        match Envelope::parse(entry.as_bytes()) {
            Some(envelope) => joiner.entry(line.number, envelope, Body::Line(Arc::clone(&entry))),
            None => joiner.broken(line.number, Names::default()),
        }
    }
    Ok(())
}

/// Gives an entry of the first format its name, its parent, and for a compaction the name of the first entry it keeps.
fn chain(entry: &mut Map<String, Value>, id: &EntryId, parent: Option<&EntryId>, ids: &[Option<EntryId>]) {
    entry.insert("id".to_owned(), id.as_str().into());
    entry.insert("parentId".to_owned(), parent.map(EntryId::as_str).into());
    let kept = entry.shift_remove("firstKeptEntryIndex").and_then(|index| usize::try_from(index.as_u64()?).ok());
    if let Some(Some(kept)) = kept.and_then(|index| ids.get(index)) {
        entry.insert("firstKeptEntryId".to_owned(), kept.as_str().into());
    }
}

/// The role `hookMessage` of the second format is `custom` now.
fn rename_role(entry: &mut Map<String, Value>) {
    if let Some(role) = entry.get_mut("message").and_then(|message| message.get_mut("role"))
        && role == "hookMessage"
    {
        *role = "custom".into();
    }
}
