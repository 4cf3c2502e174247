//! Which of the standard streams are a terminal, and what it can show.

use std::io::IsTerminal as _;

use pith_tui::{Style, colors_wanted};

/// The standard streams.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terminal {
    pub stdin: bool,
    pub stdout: bool,
    #[cfg_attr(not(feature = "local"), expect(dead_code, reason = "only a download draws on it"))]
    pub stderr: bool,
    colors: bool,
    dumb: bool,
}

impl Terminal {
    /// Looks at the process.
    pub(crate) fn of_process() -> Self {
        let (no_color, term) = (std::env::var("NO_COLOR").ok(), std::env::var("TERM").ok());
        let stderr = std::io::stderr().is_terminal();
        Self {
            stdin: std::io::stdin().is_terminal(),
            stdout: std::io::stdout().is_terminal(),
            stderr,
            dumb: term.as_deref().is_none_or(|term| matches!(term, "dumb" | "cons25" | "emacs")),
            colors: colors_wanted(stderr, no_color.as_deref(), term.as_deref()),
        }
    }

    /// How to write to stderr.
    pub(crate) fn stderr_style(self) -> Style {
        Style::new(self.colors)
    }

    /// Whether a line can be edited on it.
    pub(crate) fn edits(self) -> bool {
        self.is_interactive() && !self.dumb
    }

    /// The same, taken for one on which nothing can be drawn: lines go by as with `TERM=dumb`.
    pub(crate) fn plain(self, plain: bool) -> Self {
        Self { dumb: self.dumb || plain, ..self }
    }

    /// Whether a person sits at both ends.
    pub(crate) fn is_interactive(self) -> bool {
        self.stdin && self.stdout
    }

    /// Whether a question can be put to a person.
    #[cfg(feature = "local")]
    pub(crate) fn can_ask(self) -> bool {
        self.stdin && self.stderr
    }
}
