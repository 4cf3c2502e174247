//! Tools that run, as they look now: they go above when they have ended. Pure.

use pith_tui::drawn_line;

/// Rows of each at least, where there is so much of it.
const LEAST: usize = 3;

/// What stands for each call, in the order of their beginnings.
#[derive(Default)]
pub(super) struct Running(Vec<(String, Vec<String>)>);

impl Running {
    /// A call looks like this now; with nothing it runs no longer.
    pub(super) fn set(&mut self, id: String, lines: Option<Vec<String>>) {
        let at = self.0.iter().position(|(other, _)| *other == id);
        match (at, lines) {
            (Some(at), Some(lines)) => {
                if let Some(call) = self.0.get_mut(at) {
                    call.1 = lines;
                }
            }
            (None, Some(lines)) => self.0.push((id, lines)),
            (Some(at), None) => drop(self.0.remove(at)),
            (None, None) => {}
        }
    }

    /// None runs any more.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// All of them in about so many rows: of one that has more, its first row and its last ones.
    pub(super) fn lines(&self, columns: usize, rows: usize) -> Vec<String> {
        let each = (rows / self.0.len().max(1)).max(LEAST);
        let mut out = Vec::new();
        for (_, lines) in &self.0 {
            let left = lines.len().saturating_sub(each);
            let seen = lines.iter().take(1).chain(lines.iter().skip(1 + left));
            out.extend(seen.map(|line| drawn_line(line, columns).text));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_result_its_beginning_and_its_end_are_seen_while_it_runs() {
        let mut running = Running::default();
        let lines = |count: usize| (0..count).map(|n| format!("line {n}")).collect::<Vec<_>>();
        running.set("a".into(), Some(lines(9)));
        assert_eq!(running.lines(80, 4), ["line 0", "line 6", "line 7", "line 8"]);
        running.set("b".into(), Some(lines(1)));
        assert_eq!(running.lines(80, 4), ["line 0", "line 7", "line 8", "line 0"]);
        running.set("a".into(), None);
        assert_eq!(running.lines(4, 4), ["line"]);
        running.clear();
        assert!(running.lines(80, 4).is_empty());
    }
}
