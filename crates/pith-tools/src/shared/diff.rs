//! What changed between two texts, line by line, for people and as a patch (spec/coding-agent.md 4.3.9).

use std::fmt::Write;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices, group_diff_ops};

/// Unchanged lines shown around a change.
const CONTEXT: usize = 4;

/// The difference of two texts. Kinds of line breaks do not count.
pub(crate) struct Difference {
    old: Vec<String>,
    new: Vec<String>,
    hunks: Vec<Vec<DiffOp>>,
}

impl Difference {
    pub(crate) fn between(old: &str, new: &str) -> Self {
        let lines =
            |text: &str| text.replace("\r\n", "\n").split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
        let (old, new) = (lines(old), lines(new));
        let hunks = group_diff_ops(capture_diff_slices(Algorithm::Myers, &old, &new), CONTEXT);
        Self { old, new, hunks }
    }

    /// The number of the first line that is new or gone, from 1, counted in the new text.
    pub(crate) fn first_changed_line(&self) -> Option<usize> {
        let change = self.hunks.iter().flatten().find(|op| op.tag() != DiffTag::Equal)?;
        Some(change.new_range().start + 1)
    }

    /// Numbered lines: new ones with their new number, others with their old one; dots where lines are left out.
    pub(crate) fn for_people(&self) -> String {
        let width = self.old.len().max(self.new.len()).to_string().len();
        let gap = format!(" {:width$} ...", "");
        let mut shown = Vec::new();
        let mut at = 0;
        for hunk in &self.hunks {
            let start = hunk.first().map_or(0, |op| op.old_range().start);
            if start > at {
                shown.push(gap.clone());
            }
            for (sign, number, line) in self.lines_of(hunk) {
                let line = line.strip_suffix('\n').unwrap_or(line);
                shown.push(format!("{sign}{number:>width$} {line}"));
            }
            at = hunk.last().map_or(at, |op| op.old_range().end);
        }
        if !self.hunks.is_empty() && at < self.old.len() {
            shown.push(gap);
        }
        shown.join("\n")
    }

    /// A unified diff with both file headers.
    pub(crate) fn patch(&self, path: &str) -> String {
        let mut patch = format!("--- {path}\n+++ {path}\n");
        for hunk in &self.hunks {
            let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
            let old = first.old_range().start..last.old_range().end;
            let new = first.new_range().start..last.new_range().end;
            // Writing to a string cannot fail.
            let _ = writeln!(patch, "@@ -{} +{} @@", place(&old), place(&new));
            for (sign, _, line) in self.lines_of(hunk) {
                let _ = match line.strip_suffix('\n') {
                    Some(line) => writeln!(patch, "{sign}{line}"),
                    None => writeln!(patch, "{sign}{line}\n\\ No newline at end of file"),
                };
            }
        }
        patch
    }

    /// The lines of a hunk: sign, number from 1, and text with its newline.
    fn lines_of<'a>(&'a self, hunk: &'a [DiffOp]) -> impl Iterator<Item = (char, usize, &'a str)> {
        hunk.iter().flat_map(move |op| {
            let kept = op.tag() == DiffTag::Equal;
            let old = numbered(&self.old, op.old_range())
                .map(move |(number, line)| (if kept { ' ' } else { '-' }, number, line));
            let new = if kept { 0..0 } else { op.new_range() };
            old.chain(numbered(&self.new, new).map(|(number, line)| ('+', number, line)))
        })
    }
}

fn numbered(lines: &[String], range: std::ops::Range<usize>) -> impl Iterator<Item = (usize, &str)> {
    let first = range.start + 1;
    lines.get(range).unwrap_or_default().iter().enumerate().map(move |(at, line)| (first + at, line.as_str()))
}

/// Start and length, as a hunk's header has them; an empty range is named by the line before it.
fn place(range: &std::ops::Range<usize>) -> String {
    let start = if range.is_empty() { range.start } else { range.start + 1 };
    format!("{start},{}", range.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(last: usize) -> String {
        (1..=last).map(|n| format!("l{n}\n")).collect()
    }

    #[test]
    fn changes_are_shown_with_their_surroundings_and_gaps() {
        let old = numbers(40);
        let new = old.replace("l10\n", "X\nX2\n").replace("l39\n", "");
        let difference = Difference::between(&old, &new);
        let expected = "    ...\n  6 l6\n  7 l7\n  8 l8\n  9 l9\n-10 l10\n+10 X\n+11 X2\n 11 l11\n 12 l12\n 13 l13\n 14 l14\n    ...\n \
            35 l35\n 36 l36\n 37 l37\n 38 l38\n-39 l39\n 40 l40";
        assert_eq!(difference.for_people(), expected);
        assert_eq!(difference.first_changed_line(), Some(10));
        let expected = "--- a.txt\n+++ a.txt\n@@ -6,9 +6,10 @@\n l6\n l7\n l8\n l9\n-l10\n+X\n+X2\n l11\n l12\n l13\n l14\n\
            @@ -35,6 +36,5 @@\n l35\n l36\n l37\n l38\n-l39\n l40\n";
        assert_eq!(difference.patch("a.txt"), expected);
    }

    #[test]
    fn a_missing_newline_at_the_end_is_marked() {
        let difference = Difference::between("a\nend", "a\nEND");
        assert_eq!(difference.for_people(), " 1 a\n-2 end\n+2 END");
        let expected = "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-end\n\\ No newline at end of file\n+END\n\\ No newline at end of file\n";
        assert_eq!(difference.patch("f"), expected);
    }

    #[test]
    fn kinds_of_line_breaks_do_not_count() {
        let difference = Difference::between("a\r\nb\r\n", "a\nB\n");
        assert_eq!(difference.for_people(), " 1 a\n-2 b\n+2 B");
    }

    #[test]
    fn a_file_that_becomes_empty_has_an_empty_place() {
        assert!(Difference::between("a\n", "").patch("f").contains("@@ -1,1 +0,0 @@\n-a\n"));
    }
}
