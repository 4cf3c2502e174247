//! Whether the program was started without a standard output (`>&-`).
//!
//! Rust opens `/dev/null` in its place before `main` begins, and whatever is written there counts as written; so it is looked
//! at before that.

use std::io;

/// The error of writing to a standard output that is not there; nothing when there is one.
pub(crate) fn error() -> Option<io::Error> {
    early::was_closed().then(|| io::Error::other("it is closed"))
}

#[cfg(target_os = "linux")]
#[allow(
    unsafe_code,
    reason = "only a function in this section runs early enough, and what it calls needs nothing else"
)]
mod early {
    use std::os::fd::BorrowedFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    use nix::fcntl::{FcntlArg, fcntl};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    #[used]
    // SAFETY: the loader calls every function that this section names once, with arguments that it may ignore.
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the number is only asked about, and given back at once; that it may stand for nothing is the question.
        let stdout = unsafe { BorrowedFd::borrow_raw(1) };
        CLOSED.store(fcntl(stdout, FcntlArg::F_GETFD).is_err(), Ordering::Relaxed);
    }

    pub(super) fn was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(not(target_os = "linux"))]
mod early {
    /// Not known on this system.
    pub(super) fn was_closed() -> bool {
        false
    }
}
