//! Finds a block of lines that is indented otherwise than the model wrote it, by the same blanks in every line.

use std::ops::Range;

use super::view::lines;

/// How the file's lines are indented, compared with those that were asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shift<'a> {
    Deeper(&'a str),
    Shallower(&'a str),
}

/// The places of the block, each with the new text indented alike. Both texts have newlines as line breaks.
pub(super) fn find(text: &str, old_text: &str, new_text: &str) -> Vec<(Range<usize>, String)> {
    let with_break = old_text.ends_with('\n');
    let old_lines: Vec<&str> = old_text.strip_suffix('\n').unwrap_or(old_text).split('\n').map(str::trim_end).collect();
    let all: Vec<(Range<usize>, usize)> = lines(text).collect();
    let content = |line: &Range<usize>| text.get(line.clone()).unwrap_or_default().trim_end();
    let mut found = Vec::new();
    for block in all.windows(old_lines.len()) {
        let pairs = block.iter().map(|(line, _)| content(line)).zip(old_lines.iter().copied());
        let Some(shift) = common_shift(pairs) else { continue };
        let (Some((first, _)), Some((last, end))) = (block.first(), block.last()) else { continue };
        let Some(new_text) = shifted(new_text, shift) else { continue };
        let end = if with_break { *end } else { last.start + content(last).len() };
        found.push((first.start..end, new_text));
    }
    found
}

/// The shift that makes each pair of lines equal; blank lines fit any.
fn common_shift<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Option<Shift<'a>> {
    let mut common = None;
    for (file, old) in pairs {
        let (file_text, old_text) = (file.trim_start(), old.trim_start());
        if file_text != old_text {
            return None;
        }
        if file_text.is_empty() {
            continue;
        }
        let file_indent = file.strip_suffix(file_text)?;
        let old_indent = old.strip_suffix(old_text)?;
        let shift = match (file_indent.strip_suffix(old_indent), old_indent.strip_suffix(file_indent)) {
            (Some(""), _) | (None, None) => return None,
            (Some(more), _) => Shift::Deeper(more),
            (None, Some(less)) => Shift::Shallower(less),
        };
        if common.is_some_and(|other| other != shift) {
            return None;
        }
        common = Some(shift);
    }
    common
}

/// The text with each line shifted; `None` if a line has not enough blanks to give.
fn shifted(text: &str, shift: Shift<'_>) -> Option<String> {
    let line = |line: &str| match shift {
        _ if line.trim().is_empty() => Some(line.to_owned()),
        Shift::Deeper(more) => Some(format!("{more}{line}")),
        Shift::Shallower(less) => line.strip_prefix(less).map(str::to_owned),
    };
    Some(text.split('\n').map(line).collect::<Option<Vec<_>>>()?.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, old_text: &str, new_text: &str, expected: &[(&str, &str)]) {
        let found = find(text, old_text, new_text);
        let found: Vec<(&str, &str)> = found.iter().map(|(span, new)| (&text[span.clone()], new.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_block_under_a_constant_shift_is_found_and_the_new_text_shifted() {
        check(
            "    if x:\n        y\n",
            "if x:\n    y",
            "if z:\n\n    y",
            &[("    if x:\n        y", "    if z:\n\n        y")],
        );
        check("if x:\n\ty\nz", "\tif x:\n\t\ty\n", "\tif q:\n", &[("if x:\n\ty\n", "if q:\n")]);
        check("\ta\r\n\r\n\tb \r\n", "a\n\nb", "c", &[("\ta\r\n\r\n\tb", "\tc")]);
    }

    #[test]
    fn other_blocks_are_none() {
        check("    if x:\n      y\n", "if x:\n    y", "z", &[]);
        check("  a\n", "    a", " b", &[]);
        check("\ta\n", "    a", "    b", &[]);
        check("\n\n", "  \n", "b", &[]);
    }

    #[test]
    fn every_place_is_found() {
        check(" a\n  a\n", "a\n", "b\n", &[(" a\n", " b\n"), ("  a\n", "  b\n")]);
    }
}
