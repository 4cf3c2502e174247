//! Shows a model that asked for a text that is not there what the file has instead.

use std::fmt::Write;

use super::{source::NO_CHARACTER, view::lines};
use crate::shared::likeness::likeness;

/// Lines of a file that are compared.
const COMPARED: usize = 20_000;

/// Places that look most promising by one line and are compared in full.
const CANDIDATES: usize = 8;

/// Lines of the file that are shown.
const SHOWN: usize = 12;

/// Characters of a line that are shown.
const WIDTH: usize = 200;

/// From here on, from 0 to 1, lines are near enough to be shown.
const NEAR: f64 = 0.4;

/// The lines of the file nearest to the text, numbered, and the first difference; empty when nothing is near.
pub(super) fn nearest(text: &str, old_text: &str) -> String {
    let file: Vec<&str> = lines(text).take(COMPARED).map(|(line, _)| text.get(line).unwrap_or_default()).collect();
    let old: Vec<&str> = old_text.lines().collect();
    let Some((start, likeness)) = best_start(&file, &old) else { return String::new() };
    if likeness < NEAR {
        return String::new();
    }
    let block = file.get(start..).unwrap_or_default();
    let block = block.get(..old.len()).unwrap_or(block);
    let mut told = "The closest lines are:".to_owned();
    for (at, line) in block.iter().take(SHOWN).enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(told, "\n{}: {}", start + at + 1, shown(line));
    }
    let differing = block.iter().zip(&old).enumerate().find(|(_, (file, old))| file.trim_end() != old.trim_end());
    if let Some((at, (file, old))) = differing {
        let line = start + at + 1;
        let _ = write!(told, "\nLine {line} is {} but oldText has {}", quoted(file), quoted(old));
    }
    told
}

/// Where the block of lines that is most alike begins, and how alike it is.
fn best_start(file: &[&str], old: &[&str]) -> Option<(usize, f64)> {
    // Another case is as near as one can be.
    let plain = |line: &str| line.trim().to_lowercase();
    let trimmed: Vec<String> = old.iter().map(|line| plain(line)).collect();
    let (anchor_at, anchor) = trimmed.iter().enumerate().max_by_key(|(_, line)| line.len())?;
    if anchor.is_empty() {
        return None;
    }
    let mut starts: Vec<(f64, usize)> = file
        .iter()
        .enumerate()
        .skip(anchor_at)
        .map(|(at, line)| (likeness(anchor, &plain(line)), at - anchor_at))
        .collect();
    // The first of equals stays in front.
    starts.sort_by(|(one, _), (two, _)| two.total_cmp(one));
    starts.truncate(CANDIDATES);
    let in_full = |start: usize| {
        let pairs = file.get(start..).unwrap_or_default().iter().zip(&trimmed);
        pairs.map(|(file, old)| likeness(&plain(file), old)).sum::<f64>() / trimmed.len() as f64
    };
    let scored = starts.into_iter().map(|(_, start)| (start, in_full(start)));
    scored.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn shown(line: &str) -> String {
    let mut shown: String =
        line.chars().map(|c| if c == NO_CHARACTER { char::REPLACEMENT_CHARACTER } else { c }).take(WIDTH).collect();
    if line.chars().nth(WIDTH).is_some() {
        shown.push_str(" ...");
    }
    shown
}

/// The line with everything visible that is easily overlooked.
fn quoted(line: &str) -> String {
    format!("{:?}", shown(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_lines_are_shown_with_numbers_and_the_first_difference() {
        let text = "import os\n\ndef sub(a, b):\n    return a + b\n\ndef neg(a):\n    return -a\n";
        let told = nearest(text, "def sub(a, b):\n\treturn a+b\n");
        let expected = "The closest lines are:\n3: def sub(a, b):\n4:     return a + b\n\
            Line 4 is \"    return a + b\" but oldText has \"\\treturn a+b\"";
        assert_eq!(told, expected);
    }

    #[test]
    fn another_case_is_near() {
        let told = nearest("select\nfrom\n", "SELECT\n");
        assert_eq!(told, "The closest lines are:\n1: select\nLine 1 is \"select\" but oldText has \"SELECT\"");
    }

    #[test]
    fn nothing_is_shown_when_nothing_is_near() {
        assert_eq!(nearest("alpha\nbeta\n", "something else entirely"), "");
        assert_eq!(nearest("", "x"), "");
        assert_eq!(nearest("a\n", "  \n"), "");
    }

    #[test]
    fn long_blocks_and_lines_are_cut() {
        let text: String = (0..40).map(|n| format!("line number {n} {}\n", "x".repeat(300))).collect();
        let told = nearest(&text, &text.replace("number", "no"));
        assert_eq!(told.lines().count(), 1 + SHOWN + 1);
        assert!(told.lines().all(|line| line.len() < 2 * WIDTH + 100));
    }
}
