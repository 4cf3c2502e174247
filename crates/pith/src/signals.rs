//! What the system and the person at the keyboard say while the program works.
//!
//! The first signal lets the work end in order; the second ends the program at once.

use std::future::Future;
use std::pin::pin;

pub(crate) use platform::Signals;

/// The exit code of Ctrl-C.
const INTERRUPTED: u8 = 130;

/// A signal that ends the program, and the exit code that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    /// For people.
    pub name: &'static str,
    /// 128 and the signal's number.
    pub code: u8,
}

impl Ended {
    /// Whether it is Ctrl-C, which before a terminal may mean less than the end.
    pub(crate) fn is_interrupt(self) -> bool {
        self.code == INTERRUPTED
    }
}

/// Waits for the work. On the first signal `abort` is called, and the work is expected to end soon; its result comes with
/// the signal.
pub(crate) async fn watched<T>(work: impl Future<Output = T>, abort: impl Fn()) -> (T, Option<Ended>) {
    let mut work = pin!(work);
    let mut signals = match Signals::new() {
        Ok(signals) => signals,
        // Without handlers the system's own way of ending is left.
        Err(_) => return (work.await, None),
    };
    let mut first = None;
    loop {
        tokio::select! {
            biased;
            done = &mut work => return (done, first),
            signal = signals.next() => match first {
                None => {
                    first = Some(signal);
                    abort();
                }
                Some(_) => leave(signal.code),
            },
        }
    }
}

/// Lets a write beyond the allowed size of a file fail as any other does, instead of ending the program. Children are not
/// given this: a handler ends with the program, where the wish to ignore a signal would be passed on.
pub(crate) fn outlast_full_disks() {
    platform::outlast_full_disks();
}

#[expect(clippy::exit, reason = "a second signal asks for the end without any order")]
fn leave(code: u8) {
    std::process::exit(i32::from(code));
}

#[cfg(unix)]
mod platform {
    use std::io;

    use tokio::signal::unix::{Signal, SignalKind, signal};

    use super::{Ended, INTERRUPTED};

    /// The signals of this process, from the moment it is made.
    pub(crate) struct Signals {
        terminate: Signal,
        hang_up: Signal,
        interrupt: Signal,
    }

    pub(super) fn outlast_full_disks() {
        // The handler stays in force. Where it cannot be had, such a write ends the program as before.
        let _ = signal(SignalKind::from_raw(nix::libc::SIGXFSZ));
    }

    impl Signals {
        /// Listens.
        ///
        /// # Errors
        /// When the system lets no one listen.
        pub(crate) fn new() -> io::Result<Self> {
            Ok(Self {
                terminate: signal(SignalKind::terminate())?,
                hang_up: signal(SignalKind::hangup())?,
                interrupt: signal(SignalKind::interrupt())?,
            })
        }

        /// Waits for the next one.
        pub(crate) async fn next(&mut self) -> Ended {
            tokio::select! {
                _ = self.terminate.recv() => Ended { name: "SIGTERM", code: 143 },
                _ = self.hang_up.recv() => Ended { name: "SIGHUP", code: 129 },
                _ = self.interrupt.recv() => Ended { name: "Ctrl-C", code: INTERRUPTED },
            }
        }
    }
}

#[cfg(not(unix))]
mod platform {
    use std::io;

    use super::{Ended, INTERRUPTED};

    /// The signals of this process, from the moment it is made.
    pub(crate) struct Signals;

    pub(super) fn outlast_full_disks() {}

    impl Signals {
        /// Listens.
        ///
        /// # Errors
        /// When the system lets no one listen.
        pub(crate) fn new() -> io::Result<Self> {
            Ok(Self)
        }

        /// Waits for the next one.
        pub(crate) async fn next(&mut self) -> Ended {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
            Ended { name: "Ctrl-C", code: INTERRUPTED }
        }
    }
}
