//! The files as the build script compiled them.

include!(concat!(env!("OUT_DIR"), "/library.rs"));

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.bin"));

/// The code of a file, by its path.
pub(super) fn bytes(path: &str) -> Option<&'static [u8]> {
    let at = FILES.binary_search_by(|(file, ..)| (*file).cmp(path)).ok()?;
    let (_, start, end) = FILES.get(at)?;
    PACKED.get(*start..*end)
}

/// The exports of a file, by its path, which comes back with them: lines of a file and the names that are made in it.
pub(super) fn names(path: &str) -> Option<(&'static str, &'static str)> {
    let at = NAMES.binary_search_by(|(file, _)| (*file).cmp(path)).ok()?;
    NAMES.get(at).copied()
}
