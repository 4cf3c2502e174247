//! Keys, and what they make of a text.

use super::*;

fn after(keys: &[&str]) -> LineEdit {
    let mut edit = LineEdit::default();
    for key in keys {
        edit.press(key, 2, 20);
    }
    edit
}

#[test]
fn keys_move_cut_and_bring_back() {
    let edit = after(&["h", "i", " ", "y", "o", "u", "\u{17}", "m", "e", "\u{1}", "\u{4}", "o", "\u{5}", "!"]);
    assert_eq!(edit.text(), "oi me!");
    let edit = after(&["a", " ", "b", "\u{15}", "x", "\u{19}"]);
    assert_eq!(edit.text(), "xa b");
    assert_eq!(after(&["日", "本", "\u{1b}[D", "\u{7f}"]).text(), "本");
    assert_eq!(after(&["o", "n", "e", " ", "t", "w", "o", "\u{1f}"]).text(), "one ");
    assert_eq!(after(&["a", "\u{1b}[99z"]).text(), "a");
}

#[test]
fn what_is_cut_in_a_row_is_one_and_older_cuts_can_be_brought_back() {
    let cut_twice = ["\u{17}", "\u{17}"];
    let typed = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
    let keys = |parts: &[&[&str]]| -> LineEdit {
        let mut edit = LineEdit::default();
        for key in parts.concat() {
            edit.press(key, 2, 80);
        }
        edit
    };
    let words = typed("one two three");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(keys(&[&words, &cut_twice, &["\u{19}"]]).text(), "one two three");
    let edit = keys(&[&words, &["\u{17}", "x", "\u{1}", "\u{1b}d", "\u{19}", "\u{1b}y"]]);
    assert_eq!(edit.text(), "three two x", "the older cut stands where the newer one was");
    assert_eq!(keys(&[&words, &["\u{1b}y"]]).text(), "one two three");
    assert_eq!(keys(&[&words, &["\u{1}", "\u{1b}[3;3~", "\u{1b}d", "\u{5}", "\u{19}"]]).text(), " threeone two");
}

#[test]
fn words_signs_and_single_characters_can_be_gone_to() {
    let mut edit = LineEdit::default();
    edit.insert("let x_1 = foo::<bar>(); // 日本");
    let mut ends = Vec::new();
    for _ in 0..5 {
        edit.press("\u{1b}b", 2, 80);
        ends.push(edit.text().get(edit.before_cursor().len()..).unwrap_or_default().to_owned());
    }
    assert_eq!(ends, ["本", "日本", "// 日本", ">(); // 日本", "bar>(); // 日本"]);
    edit.press("\u{1}", 2, 80);
    edit.press("\u{1b}f", 2, 80);
    edit.press("\u{1b}f", 2, 80);
    assert_eq!(edit.before_cursor(), "let x_1");
    for key in ["\u{1d}", "f"] {
        edit.press(key, 2, 80);
    }
    assert_eq!(edit.before_cursor(), "let x_1 = ");
    for key in ["\u{1b}\u{1d}", "t", "\u{1d}", "#"] {
        edit.press(key, 2, 80);
    }
    assert_eq!(edit.before_cursor(), "le");
}

#[test]
fn the_column_stays_through_shorter_rows() {
    let mut edit = LineEdit::default();
    edit.insert("abcdef\nx\nabcdef");
    for key in ["\u{1b}[A", "\u{1b}[A"] {
        edit.press(key, 2, 80);
    }
    assert_eq!(edit.before_cursor(), "abcdef");
    for key in ["\u{1b}[D", "\u{1b}[B", "\u{1b}[B"] {
        edit.press(key, 2, 80);
    }
    assert_eq!(edit.before_cursor(), "abcdef\nx\nabcde");
}

#[test]
fn a_long_text_is_laid_out_in_rows_with_the_cursor_where_it_is() {
    let mut edit = LineEdit::default();
    edit.insert("abcdefghij\nx");
    let laid = edit.lay_out("> ", 9);
    assert_eq!((laid.rows, laid.cursor), (vec!["> abcdef".into(), "  ghij".into(), "  x".into()], (2, 3)));
    assert_eq!(edit.press("\u{1b}[A", 2, 9), Edited::Changed);
    assert_eq!(edit.before_cursor(), "abcdefg");
    assert_eq!(edit.press("\u{1b}[A", 2, 9), Edited::Changed);
    assert_eq!(edit.before_cursor(), "a");
    assert_eq!(edit.press("\u{1b}[A", 2, 9), Edited::Before);
    assert_eq!(LineEdit::default().lay_out("> ", 9), Laid { rows: vec!["> ".into()], cursor: (0, 2) });
}

#[test]
fn what_is_pasted_brings_no_control_characters() {
    let mut edit = LineEdit::default();
    edit.insert("a\r\nb\u{1b}[2J\tc");
    assert_eq!(edit.text(), "a\nb[2J    c");
}
