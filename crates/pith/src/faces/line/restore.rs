//! The terminal's own ways, given back at the end, however it comes: the keyboard may just be read in another.

#[cfg(unix)]
pub(crate) use self::unix::Restore;
#[cfg(unix)]
pub(super) use self::unix::Unseen;

#[cfg(unix)]
mod unix {
    use std::io::Write as _;

    use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

    /// Ends the marking of pasted text, and shows the cursor.
    const PASTE_UNMARKED: &[u8] = b"\x1b[?2004l\x1b[?25h";

    /// What is typed is not shown until it is dropped.
    pub(in super::super) struct Unseen(Option<Termios>);

    impl Unseen {
        /// Begins.
        pub(in super::super) fn begin() -> Self {
            let was = tcgetattr(std::io::stdin()).ok();
            if let Some(was) = &was {
                let mut unseen = was.clone();
                unseen.local_flags.remove(LocalFlags::ECHO);
                // Where it cannot be hidden it is still read.
                let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &unseen);
            }
            Self(was)
        }
    }

    impl Drop for Unseen {
        fn drop(&mut self) {
            if let Some(was) = &self.0 {
                let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, was);
                // The person's own line end was not shown either.
                let _ = std::io::stdout().write_all(b"\n");
            }
        }
    }

    /// How the terminal was. Restores it when dropped.
    pub(crate) struct Restore {
        was: Option<Termios>,
        marks_pasted: bool,
    }

    impl Restore {
        /// Looks at the terminal. `edits` says whether an editor takes it over.
        pub(crate) fn of_terminal(edits: bool) -> Self {
            Self { was: tcgetattr(std::io::stdin()).ok(), marks_pasted: edits }
        }
    }

    impl Drop for Restore {
        fn drop(&mut self) {
            // A terminal that is gone needs nothing any more.
            if let Some(was) = &self.was {
                let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, was);
            }
            if self.marks_pasted {
                let _ = std::io::stdout().write_all(PASTE_UNMARKED).and_then(|()| std::io::stdout().flush());
            }
        }
    }
}

/// Where the editor restores the terminal by itself.
#[cfg(not(unix))]
pub(crate) struct Restore;

#[cfg(not(unix))]
impl Restore {
    /// Looks at nothing.
    pub(crate) fn of_terminal(_: bool) -> Self {
        Self
    }
}

/// Where what is typed cannot be hidden.
#[cfg(not(unix))]
pub(super) struct Unseen;

#[cfg(not(unix))]
impl Unseen {
    /// Begins nothing.
    pub(super) fn begin() -> Self {
        Self
    }
}
