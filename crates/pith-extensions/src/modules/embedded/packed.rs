//! The files as the build script packed them.

include!(concat!(env!("OUT_DIR"), "/library.rs"));

static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.bin"));

/// A file, deflated, by its path.
pub(super) fn bytes(path: &str) -> Option<&'static [u8]> {
    let at = FILES.binary_search_by(|(file, ..)| (*file).cmp(path)).ok()?;
    let (_, start, end) = FILES.get(at)?;
    PACKED.get(*start..*end)
}
