//! Standard output, which may go away at any time.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use pith_tui::printable;

/// Writes to stdout until that fails, and then calls `gone`, once. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Output {
    state: Arc<Mutex<State>>,
}

struct State {
    /// A terminal obeys what is written to it, so that texts of models and files are made harmless first.
    is_terminal: bool,
    failure: Option<io::Error>,
    gone: Box<dyn Fn() + Send>,
}

impl Output {
    pub(crate) fn new(gone: impl Fn() + Send + 'static) -> Self {
        let state = State { is_terminal: io::stdout().is_terminal(), failure: None, gone: Box::new(gone) };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    /// Writes at once, unbuffered; whole lines, or text that is printable already.
    pub(crate) fn write(&self, bytes: &[u8]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_some() {
            return;
        }
        let bytes = if state.is_terminal { harmless(bytes) } else { Cow::Borrowed(bytes) };
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(&bytes).and_then(|()| stdout.flush()) {
            state.failure = Some(error);
            (state.gone)();
        }
    }

    /// What went wrong, if anything did.
    pub(crate) fn failure(&self) -> Option<io::Error> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).failure.take()
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
