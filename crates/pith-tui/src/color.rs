//! Colors of the terminal's own palette, and whether they are wanted.

/// A color of the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// For what went wrong.
    Red,
    /// For what is doubtful.
    Yellow,
    /// For names.
    Cyan,
    /// For what matters less.
    Dim,
    /// For what matters more.
    Bold,
}

/// Writes texts in color, or plainly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    colors: bool,
}

impl Style {
    /// In color if wanted.
    pub fn new(colors: bool) -> Self {
        Self { colors }
    }

    /// Whether it writes in color.
    pub fn has_colors(self) -> bool {
        self.colors
    }

    /// The text in a color. The text must be printable already.
    pub fn paint(self, color: Color, text: &str) -> String {
        if !self.colors || text.is_empty() {
            return text.to_owned();
        }
        let code = match color {
            Color::Red => 31,
            Color::Yellow => 33,
            Color::Cyan => 36,
            Color::Dim => 2,
            Color::Bold => 1,
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}

/// Whether a terminal should get colors: not when `NO_COLOR` holds anything, nor when `TERM` says that it has none.
pub fn colors_wanted(is_terminal: bool, no_color: Option<&str>, term: Option<&str>) -> bool {
    is_terminal && no_color.is_none_or(str::is_empty) && term != Some("dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_go_to_terminals_that_have_them_unless_they_are_refused() {
        assert!(colors_wanted(true, None, Some("xterm-256color")));
        assert!(colors_wanted(true, Some(""), None));
        assert!(!colors_wanted(false, None, Some("xterm")));
        assert!(!colors_wanted(true, Some("1"), Some("xterm")));
        assert!(!colors_wanted(true, None, Some("dumb")));
    }

    #[test]
    fn without_colors_the_text_stays_as_it_is() {
        assert_eq!(Style::new(false).paint(Color::Red, "x"), "x");
        assert_eq!(Style::new(true).paint(Color::Red, "x"), "\u{1b}[31mx\u{1b}[0m");
    }
}
