//! What stands below everything that was said, from top to bottom: tools that run, widgets, what is shown while a run is active, overlays,
//! the editor or what is in its place, widgets, statuses or a footer.

use pith_app::extension::{Drawn, Place, Placement};
use pith_tui::{laid_over, visible_width};

use super::Live;

/// Row and column.
type Cursor = Option<(usize, usize)>;

impl Live {
    /// The lines, no more than the terminal has rows, and the cursor.
    pub(super) fn compose(&self) -> (Vec<String>, Cursor) {
        let columns = self.size.columns;
        let (mut lines, mut cursor) = (Vec::new(), None);
        let mut put = |lines: &mut Vec<String>, more: Vec<String>, at: Cursor| {
            if let Some((row, column)) = at {
                cursor = Some((lines.len() + row, column));
            }
            lines.extend(more);
        };
        put(&mut lines, self.running.lines(columns, self.size.rows / 2), None);
        let above = Placement::AboveEditor;
        put(&mut lines, self.beside.widgets(above, columns), None);
        put(&mut lines, self.stage.widgets(above), None);
        if self.busy {
            put(&mut lines, self.beside.working(columns).into_iter().collect(), None);
        }
        let (over, at) = self.overlays();
        put(&mut lines, over, at);
        let (slot, at) = self.slot();
        put(&mut lines, slot, at);
        put(&mut lines, self.typing.below(columns), None);
        put(&mut lines, self.beside.widgets(Placement::BelowEditor, columns), None);
        put(&mut lines, self.stage.widgets(Placement::BelowEditor), None);
        let footer = self.stage.at(|place| place == Place::Footer);
        match footer.last() {
            Some((drawn, _)) => put(&mut lines, drawn.lines.clone(), None),
            None => put(&mut lines, self.beside.status_line(columns).into_iter().collect(), None),
        }
        // The end is where the person types.
        let hidden = lines.len().saturating_sub(self.size.rows);
        lines.drain(..hidden);
        (lines, cursor.and_then(|(row, column): (usize, usize)| Some((row.checked_sub(hidden)?, column))))
    }

    /// The editor, or what is in its place.
    fn slot(&self) -> (Vec<String>, Cursor) {
        if let Some((drawn, focused)) = self.stage.at(|place| place == Place::Slot).last() {
            return (drawn.lines.clone(), drawn.cursor.filter(|_| *focused));
        }
        let Some(laid) = self.typing.lay_out(self.size.columns) else { return (Vec::new(), None) };
        let editor = self.stage.at(|place| place == Place::Editor);
        if let Some((drawn, focused)) = editor.last() {
            return (drawn.lines.clone(), drawn.cursor.filter(|_| *focused));
        }
        let has_keys = self.stage.focused().is_none() || self.stage.edits_elsewhere();
        (laid.rows, Some(laid.cursor).filter(|_| has_keys))
    }

    /// Overlays, in the order in which they came, as a block as high as they need; those of one row stay in one.
    fn overlays(&self) -> (Vec<String>, Cursor) {
        let mut shown = self.stage.at(|place| matches!(place, Place::Overlay { .. }));
        shown.retain(|(drawn, _)| !drawn.lines.is_empty());
        let corner = |drawn: &Drawn| drawn.at.unwrap_or_default();
        let Some(top) = shown.iter().map(|(drawn, _)| corner(drawn).0).min() else { return (Vec::new(), None) };
        let (mut lines, mut cursor) = (Vec::<String>::new(), None);
        for (drawn, focused) in shown {
            let (row, column) = corner(drawn);
            for (line, at) in drawn.lines.iter().zip(row - top..) {
                if lines.len() <= at {
                    lines.resize(at + 1, String::new());
                }
                if let Some(under) = lines.get_mut(at) {
                    *under = laid_over(under, column, line, visible_width(line));
                }
            }
            if focused && let Some((line, at)) = drawn.cursor {
                cursor = Some((row - top + line, column + at));
            }
        }
        (lines, cursor)
    }
}
