//! Standard output, which may go away at any time.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write};
use std::sync::{Arc, Mutex, PoisonError};

use pith_tui::printable;

use crate::closed_stdout;
use crate::problem::Problem;

/// 128 and the number of SIGPIPE.
const NOBODY_READS: u8 = 141;

/// Writes to stdout until that fails, and then calls `gone`, once. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Output {
    state: Arc<Mutex<State>>,
}

struct State {
    /// Standard output, but for tests.
    sink: Box<dyn Write + Send>,
    /// A terminal obeys what is written to it, so that texts of models and files are made harmless first.
    is_terminal: bool,
    failure: Option<io::Error>,
    gone: Box<dyn Fn() + Send>,
}

impl Output {
    pub(crate) fn new(gone: impl Fn() + Send + 'static) -> Self {
        let output = Self::to(io::stdout(), io::stdout().is_terminal(), gone);
        output.state.lock().unwrap_or_else(PoisonError::into_inner).failure = closed_stdout::error();
        output
    }

    fn to(sink: impl Write + Send + 'static, is_terminal: bool, gone: impl Fn() + Send + 'static) -> Self {
        let state = State { sink: Box::new(sink), is_terminal, failure: None, gone: Box::new(gone) };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Writes at once, unbuffered; whole lines, or text that is printable already.
    pub(crate) fn write(&self, bytes: &[u8]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_some() {
            return;
        }
        let bytes = if state.is_terminal { harmless(bytes) } else { Cow::Borrowed(bytes) };
        let State { sink, .. } = &mut *state;
        if let Err(error) = sink.write_all(&bytes).and_then(|()| sink.flush()) {
            state.failure = Some(error);
            (state.gone)();
        }
    }

    /// The exit code where nobody reads any more: as with any other program in a pipe, that is the end and no error.
    ///
    /// # Errors
    /// When writing failed otherwise.
    pub(crate) fn end(&self) -> Result<Option<u8>, Problem> {
        match self.state.lock().unwrap_or_else(PoisonError::into_inner).failure.take() {
            Some(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Some(NOBODY_READS)),
            Some(source) => Err(Problem::Stdout { source }),
            None => Ok(None),
        }
    }
}

/// The text with control characters shown instead of obeyed. In JSON, where most of them are escaped, those beyond ASCII are
/// not.
fn harmless(bytes: &[u8]) -> Cow<'_, [u8]> {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => match printable(text) {
            Cow::Borrowed(_) => Cow::Borrowed(bytes),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
        Cow::Owned(text) => Cow::Owned(printable(&text).into_owned().into_bytes()),
    }
}

/// What was written, for tests.
#[cfg(test)]
#[derive(Clone, Default)]
pub(crate) struct Written(Arc<Mutex<Vec<u8>>>);

#[cfg(test)]
impl Written {
    /// Its lines.
    pub(crate) fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }
}

#[cfg(test)]
impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
impl Output {
    /// An output that is kept.
    pub(crate) fn collected() -> (Self, Written) {
        let written = Written::default();
        (Self::to(written.clone(), false, || {}), written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_shown_control_characters_and_obeys_none() {
        assert_eq!(harmless(b"plain\ttext\n").as_ref(), b"plain\ttext\n");
        for text in ["\u{1b}[2J", "{\"text\":\"\u{9b}2J\"}\n", "\u{7}\u{8}"] {
            let shown = String::from_utf8_lossy(&harmless(text.as_bytes())).into_owned();
            assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
        }
        assert_eq!(harmless(b"a\xff").as_ref(), "a\u{fffd}".as_bytes());
    }
}
