//! The keyboard of a terminal whose lines nobody edits but us: keys one by one, on a thread of its own, until the terminal
//! is lent to another program.

use std::io::Read as _;
use std::os::fd::AsFd as _;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use nix::sys::termios::{InputFlags, LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
use pith_tui::Keys;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::faces::line::screen::write;

/// How long after Escape another key may still make a sequence of it, in nanoseconds.
const ESCAPE: i64 = 50_000_000;

/// Asks for pasted text to be marked, and no longer.
const MARK_PASTED: &str = "\u{1b}[?2004h";
const NO_MARKS: &str = "\u{1b}[?2004l";

/// Whether we read.
pub(super) struct Keyboard {
    gate: Arc<Gate>,
    /// How the terminal was.
    was: Mutex<Termios>,
}

struct Gate {
    lent: Mutex<bool>,
    changed: Condvar,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, bool> {
        self.lent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keyboard {
    /// Takes the terminal over. `tell` gets each key, and nothing when there will be none any more.
    ///
    /// # Errors
    /// When the terminal refuses, or the thread cannot be started.
    pub(super) fn start(tell: impl Fn(Option<String>) -> bool + Send + 'static) -> anyhow::Result<Self> {
        let was = Mutex::new(tcgetattr(std::io::stdin())?);
        let gate = Arc::new(Gate { lent: Mutex::new(false), changed: Condvar::new() });
        let keyboard = Self { gate: Arc::clone(&gate), was };
        keyboard.grab();
        thread::Builder::new().name("keyboard".to_owned()).spawn(move || read(&gate, &tell))?;
        Ok(keyboard)
    }

    /// Lends the terminal, as it was, to another program; nothing is read meanwhile.
    pub(super) fn lend(&self) {
        *self.gate.lock() = true;
        self.let_go();
    }

    /// Takes it back.
    pub(super) fn take_back(&self) {
        self.grab();
        *self.gate.lock() = false;
        self.gate.changed.notify_all();
    }

    /// Takes it again where somebody else has changed it; whether that was so.
    pub(super) fn grab_again(&self) -> bool {
        let changed = tcgetattr(std::io::stdin()).is_ok_and(|now| now.local_flags.contains(LocalFlags::ICANON));
        if changed {
            self.grab();
        }
        changed
    }

    /// Keys come as they are typed, and are not shown.
    fn grab(&self) {
        let mut raw = self.was.lock().unwrap_or_else(PoisonError::into_inner).clone();
        raw.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG | LocalFlags::IEXTEN);
        raw.input_flags.remove(InputFlags::ICRNL | InputFlags::INLCR | InputFlags::IXON | InputFlags::ISTRIP);
        // A terminal that is gone needs nothing any more.
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, &raw);
        write(MARK_PASTED);
    }

    fn let_go(&self) {
        write(NO_MARKS);
        let was = self.was.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSADRAIN, &was);
    }
}

/// Reads until nobody listens or the terminal is gone.
fn read(gate: &Gate, tell: &dyn Fn(Option<String>) -> bool) {
    let mut keys = Keys::default();
    loop {
        let wait = keys.is_open().then_some(Timespec { tv_sec: 0, tv_nsec: ESCAPE });
        let ready = ready(wait.as_ref());
        let mut lent = gate.lock();
        if *lent {
            while *lent {
                lent = gate.changed.wait(lent).unwrap_or_else(PoisonError::into_inner);
            }
            continue;
        }
        // What was there may have been read by the program that had the terminal.
        let typed = if ready && self::ready(Some(&Timespec { tv_sec: 0, tv_nsec: 0 })) {
            let mut bytes = [0; 4096];
            match std::io::stdin().lock().read(&mut bytes) {
                Ok(0) => None,
                Ok(count) => Some(keys.push(bytes.get(..count).unwrap_or_default())),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => Some(Vec::new()),
                Err(_) => None,
            }
        } else if ready {
            Some(Vec::new())
        } else {
            Some(keys.close())
        };
        drop(lent);
        let Some(typed) = typed else {
            tell(None);
            return;
        };
        if !typed.into_iter().all(|key| tell(Some(key))) {
            return;
        }
    }
}

/// Waits until something can be read; whether it can.
fn ready(wait: Option<&Timespec>) -> bool {
    let stdin = std::io::stdin();
    let mut fds = [PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::IN)];
    // An interrupted wait is one that has found nothing yet; a terminal that is gone says so when it is read.
    match poll(&mut fds, wait) {
        Ok(count) => count > 0,
        Err(rustix::io::Errno::INTR) => false,
        Err(_) => true,
    }
}
