//! A text in rows no wider than a terminal, broken between words where that is possible. Pure.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::cells::{grapheme_width, visible_width};

/// The rows; each line of the text begins one, and an empty line is one. The text must be printable already.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rows = Vec::new();
    for line in text.split('\n') {
        let (mut row, mut cells) = (String::new(), 0);
        for word in line.split_word_bounds() {
            let wide = visible_width(word);
            let blank = word.chars().all(char::is_whitespace);
            if cells + wide > width && cells > 0 {
                rows.push(std::mem::take(&mut row).trim_end().to_owned());
                cells = 0;
                // The space at which a line is broken is its end.
                if blank {
                    continue;
                }
            }
            for grapheme in word.graphemes(true) {
                let one = grapheme_width(grapheme);
                if cells + one > width && cells > 0 {
                    rows.push(std::mem::take(&mut row));
                    cells = 0;
                }
                row.push_str(grapheme);
                cells += one;
            }
        }
        rows.push(row.trim_end().to_owned());
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_unless_they_are_wider_than_everything() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrapped("a\n\nb", 4), ["a", "", "b"]);
        assert_eq!(wrapped("日本語 テキスト", 7), ["日本語", "テキス", "ト"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
