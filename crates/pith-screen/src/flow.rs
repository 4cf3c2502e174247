//! Text that comes in pieces → chunks that end where a line does, for a place above the line that a person is typing.
//!
//! A paragraph may be one long line; it is cut at the last space before the edge, so that it is seen as it comes.

use pith_tui::visible_width;

/// Cuts a stream of text into lines.
#[derive(Debug, Default)]
pub struct Flow {
    open: String,
}

impl Flow {
    /// Takes a piece in; gives the whole lines that are now known, with their ends. `width` is that of the terminal in
    /// cells.
    pub fn push(&mut self, piece: &str, width: usize) -> Option<String> {
        self.open.push_str(piece);
        let mut ready = String::new();
        if let Some(end) = self.open.rfind('\n') {
            ready.extend(self.open.drain(..=end));
        }
        while let Some(end) = overfull(&self.open, width) {
            ready.push_str(self.open.get(..end).unwrap_or_default());
            ready.push('\n');
            self.open.drain(..end);
            // The space at which the line was cut is its end now.
            if self.open.starts_with(' ') {
                self.open.remove(0);
            }
        }
        (!ready.is_empty()).then_some(ready)
    }

    /// The line that is still open, ended.
    pub fn close(&mut self) -> Option<String> {
        let mut line = std::mem::take(&mut self.open);
        (!line.is_empty()).then(|| {
            line.push('\n');
            line
        })
    }
}

/// Where a line that is wider than the terminal is cut: at its last space, or at the edge when it has none.
fn overfull(line: &str, width: usize) -> Option<usize> {
    let width = width.max(20);
    let mut cells = 0;
    let (edge, _) = line.char_indices().find(|(_, character)| {
        cells += visible_width(character.encode_utf8(&mut [0; 4]));
        cells > width
    })?;
    let space = line.get(..edge).and_then(|head| head.rfind(' ')).filter(|space| *space > 0);
    Some(space.unwrap_or(edge))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(pieces: &[&str], width: usize) -> String {
        let mut flow = Flow::default();
        let mut out: String = pieces.iter().filter_map(|piece| flow.push(piece, width)).collect();
        out.extend(flow.close());
        out
    }

    #[test]
    fn whole_lines_come_out_as_soon_as_they_are_whole() {
        let mut flow = Flow::default();
        assert_eq!(flow.push("Hel", 80), None);
        assert_eq!(flow.push("lo\nwor", 80).as_deref(), Some("Hello\n"));
        assert_eq!(flow.close().as_deref(), Some("wor\n"));
        assert_eq!(flow.close(), None);
    }

    #[test]
    fn a_long_paragraph_is_cut_at_spaces_and_loses_no_word() {
        let text = "one two three four five six seven eight nine ten eleven twelve";
        let pieces: Vec<String> = text.chars().map(String::from).collect();
        let out = flow(&pieces.iter().map(String::as_str).collect::<Vec<_>>(), 25);
        assert!(out.lines().count() > 1 && out.lines().all(|line| line.chars().count() <= 25), "{out:?}");
        assert_eq!(out.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn a_word_without_end_is_cut_at_the_edge_between_characters() {
        let out = flow(&[&"ü".repeat(50)], 20);
        assert_eq!(out.replace('\n', ""), "ü".repeat(50));
        assert_eq!(out.lines().count(), 3);
    }

    #[test]
    fn a_character_of_two_cells_takes_two() {
        let out = flow(&["漢字 "; 20], 20);
        assert_eq!(out.lines().next(), Some("漢字 漢字 漢字 漢字"), "{out}");
        assert!(out.lines().all(|line| visible_width(line) <= 20), "{out}");
    }
}
