//! The journal of an answer that is coming in: a file beside the session's, which outlives the process.
//!
//! Lines are collected and written a moment later by a thread of its own, in one write for all that came meanwhile, so
//! that a fast stream costs no system call for each of its pieces. An answer that ends before that moment makes no file.

use std::{
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// For how long pieces are collected: the most that a death of the process can cost.
const MOMENT: Duration = Duration::from_millis(20);

/// Journals one answer after another.
pub(crate) struct Journal {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    path: PathBuf,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    pending: Vec<u8>,
    file: Option<File>,
    /// Whether the thread waits for the first line.
    is_idle: bool,
    is_over: bool,
}

/// The journal's place beside a session file. It is no session's name.
pub(crate) fn path_of(session: &Path) -> PathBuf {
    let mut path = session.as_os_str().to_owned();
    path.push(".partial");
    PathBuf::from(path)
}

impl Journal {
    /// A journal beside this session file.
    pub(crate) fn new(session: &Path) -> io::Result<Self> {
        let shared = Arc::new(Shared { path: path_of(session), state: Mutex::default(), changed: Condvar::new() });
        let work = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("answer journal".to_owned()).spawn(move || work.run())?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Adds a line.
    pub(crate) fn line(&self, line: &[u8]) {
        let mut state = self.shared.lock();
        state.pending.extend_from_slice(line);
        state.pending.push(b'\n');
        if state.is_idle {
            self.shared.changed.notify_one();
        }
    }

    /// The answer is in the session: what the journal has of it goes.
    pub(crate) fn clear(&self) {
        let mut state = self.shared.lock();
        state.pending.clear();
        if state.file.take().is_some() {
            let _ = std::fs::remove_file(&self.shared.path);
        }
    }
}

impl Drop for Journal {
    /// What was not cleared stays for whoever opens the session next.
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has written what it could.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.lock();
        loop {
            while state.pending.is_empty() && !state.is_over {
                state.is_idle = true;
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            state.is_idle = false;
            let end = Instant::now() + MOMENT;
            while let (false, Some(left)) = (state.is_over, end.checked_duration_since(Instant::now())) {
                (state, _) = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner);
            }
            state.write(&self.path);
            if state.is_over {
                return;
            }
        }
    }
}

impl State {
    /// Writes what was collected. What cannot be written is let go: the conversation itself is not in danger.
    fn write(&mut self, path: &Path) {
        if self.pending.is_empty() {
            return;
        }
        if self.file.is_none() {
            self.file = super::replaceable(path).ok();
        }
        if let Some(file) = &mut self.file {
            let _ = file.write_all(&self.pending);
        }
        self.pending.clear();
    }
}
