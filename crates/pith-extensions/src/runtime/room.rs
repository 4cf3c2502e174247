//! Room on the heap of a thread, made before it is needed.
#![allow(unsafe_code, reason = "the system is told which pages of a block will be written")]

/// What the heap of a thread is given in one piece, about what an engine with our library takes.
const ROOM: usize = 1 << 20;

/// What of it every engine writes, whatever its extension does.
const USED: usize = 320 << 10;

/// The most that is given in one piece: above that the allocator of glibc keeps nothing.
const MOST_ROOM: usize = 24 << 20;

/// Has the allocator make room for as many bytes. That of glibc otherwise lets the heap of a thread grow page by page, each
/// by a call of the system in which all threads of the program wait for one another. The first block is one of its own, and
/// freeing it tells the allocator that blocks of this size come and go; the second is then taken from the heap, which keeps
/// it.
pub(crate) fn make_room(bytes: usize) {
    drop(block(bytes));
    drop(block(bytes));
}

/// The same for an engine that begins. The rest of the room costs no memory until it is used.
pub(super) fn make_room_for_an_engine() {
    drop(block(ROOM));
    let mut block = block(ROOM);
    write_soon(block.spare_capacity_mut().get_mut(..USED).unwrap_or_default());
}

fn block(bytes: usize) -> Vec<u8> {
    std::hint::black_box(Vec::with_capacity(bytes.min(MOST_ROOM)))
}

/// Has the system give the pages of a piece of memory at once; one by one, when they are first written, is slower. A system
/// that cannot do so does nothing.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn write_soon(piece: &mut [std::mem::MaybeUninit<u8>]) {
    use nix::sys::mman::{MmapAdvise, madvise};

    /// As large as a page is anywhere where it matters.
    const PAGE: usize = 4096;

    let start = piece.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let Some(length) = piece.len().checked_sub(skipped).map(|left| left - left % PAGE).filter(|length| *length > 0)
    else {
        return;
    };
    // SAFETY: the pages lie in the piece, which is ours. What stands in them stays as it is.
    unsafe {
        if let Some(first) = std::ptr::NonNull::new(start.add(skipped).cast()) {
            _ = madvise(first, length, MmapAdvise::MADV_POPULATE_WRITE);
        }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn write_soon(_: &mut [std::mem::MaybeUninit<u8>]) {}
