#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{
    Edit,
    plan::{Plan, PlanFault, plan},
    source::Source,
};
use crate::test_support::{Outcome, World, text_of};

fn edits(pairs: &[(&str, &str)]) -> Vec<Edit> {
    pairs.iter().map(|(old, new)| Edit { old_text: (*old).to_owned(), new_text: (*new).to_owned() }).collect()
}

fn planned(file: impl AsRef<[u8]>, pairs: &[(&str, &str)]) -> Result<Plan, PlanFault> {
    plan(&Source::new(file.as_ref().to_vec()).unwrap(), &edits(pairs), "f")
}

fn check(file: impl AsRef<[u8]>, pairs: &[(&str, &str)], expected: impl AsRef<[u8]>) {
    let plan = planned(file, pairs).unwrap();
    let (left, right) = (String::from_utf8_lossy(&plan.bytes), String::from_utf8_lossy(expected.as_ref()));
    assert_eq!(left, right);
    assert_eq!(plan.bytes, expected.as_ref());
}

fn fault(file: impl AsRef<[u8]>, pairs: &[(&str, &str)]) -> String {
    planned(file, pairs).unwrap_err().to_string()
}

async fn run(world: &World, path: &str, pairs: &[(&str, &str)]) -> Outcome {
    let edits: Vec<Value> = pairs.iter().map(|(old, new)| json!({ "oldText": old, "newText": new })).collect();
    world.call("edit", json!({ "path": path, "edits": edits })).await
}

#[test]
fn several_edits_apply_to_the_text_as_it_was() {
    check(
        "alpha\nbeta\ngamma\ndelta\n",
        &[("delta\n", "DELTA\nextra\n"), ("alpha", "beta")],
        "beta\nbeta\ngamma\nDELTA\nextra\n",
    );
    check("ab", &[("a", "b"), ("b", "a")], "ba");
}

#[test]
fn new_text_is_literal() {
    check("A\n", &[("A", "$& $1 $$ $` $' \\1 \\n")], "$& $1 $$ $` $' \\1 \\n\n");
}

#[test]
fn a_unique_exact_match_wins_over_everything_that_looks_like_it() {
    check("a-b\na\u{2014}b\n", &[("a-b", "c")], "c\na\u{2014}b\n");
    check("a\nb\r\na\r\nb\r\n", &[("a\nb", "x")], "x\r\na\r\nb\r\n");
    assert!(planned("a-b\na\u{2014}b\n", &[("a-b", "c")]).unwrap().notes.is_empty());
}

#[test]
fn what_occurs_more_than_once_is_not_guessed() {
    assert!(fault("x\nx\n", &[("x", "y")]).contains("occurs 2 times in `f`, at lines 1, 2,"));
    assert!(fault("aaa\n", &[("aa", "b")]).contains("occurs 2 times"), "overlapping places count");
    assert!(fault("a\u{2014}b\na\u{2013}b\n", &[("a-b", "c")]).contains("occurs 2 times"));
    assert!(fault("x\n".repeat(40), &[("x", "y")]).contains("lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and more"));
}

#[test]
fn a_tolerant_match_replaces_only_its_span_and_is_told() {
    check(
        "x = \u{2018}a\u{2019}; y = \u{201c}keep\u{201d} \u{2013} \u{bd}\n",
        &[("x = 'a';", "x = 'b';")],
        "x = 'b'; y = \u{201c}keep\u{201d} \u{2013} \u{bd}\n",
    );
    check(
        "say \u{201c}hi\u{201d} \u{2014} ok   \nkeep   \nlast\n",
        &[("say \"hi\" - ok\n", "said \"HI\"\n")],
        "said \"HI\"\nkeep   \nlast\n",
    );
    check(
        "const a = \"Hi\";\n// \u{201c}keep\u{201d} \u{2014} this\nconst n = \"A\";\n",
        &[("const n = \u{201c}A\u{201d};", "const n = \"B\";")],
        "const a = \"Hi\";\n// \u{201c}keep\u{201d} \u{2014} this\nconst n = \"B\";\n",
    );
    check(
        "untouched   \nreplace me   \nafter\ntrailing   \n",
        &[("replace me\nafter", "DONE\nDONE2")],
        "untouched   \nDONE\nDONE2\ntrailing   \n",
    );
    check("\u{ff21}\u{ff22}\u{ff23} = 1\n", &[("ABC = 1", "ABC = 2")], "ABC = 2\n");
    check("a\u{200b}b = 1\n", &[("ab = 1", "ab = 2")], "ab = 2\n");
    let notes = planned("1\na\u{2014}b\n", &[("a-b", "c"), ("1", "2")]).unwrap().notes;
    assert!(
        matches!(notes.as_slice(), [note] if note.starts_with("edits[0]: oldText was not there exactly; text at line 2"))
    );
}

#[test]
fn a_block_with_other_indentation_is_found_and_told() {
    check("    if x:\n        y\n", &[("if x:\n    y", "if z:\n    y")], "    if z:\n        y\n");
    let notes = planned("def f(x):\r\n\tif x:\r\n\t\ty\r\n", &[("if x:\n\ty\n", "z\n")]).unwrap();
    assert_eq!(notes.bytes, b"def f(x):\r\n\tz\r\n");
    assert!(notes.notes[0].contains("other indentation, at line 2"));
    assert!(fault(" a\n b\n  a\n  b\n", &[("a\nb\n", "c\n")]).contains("occurs 2 times"));
}

#[test]
fn a_last_line_may_lack_the_newline_that_was_asked_for() {
    check("foo\nbar", &[("bar\n", "baz\n")], "foo\nbaz");
    check("bar bar", &[("bar bar\n", "x\ny\n")], "x\ny");
    check("a\n\u{201c}b\u{201d}", &[("\"b\"\n", "c\n")], "a\nc");
}

#[test]
fn line_breaks_stay_as_they_are() {
    check("\u{feff}one\r\ntwo\r\nthree\r\n", &[("two\nthree", "2\n2b\n3")], "\u{feff}one\r\n2\r\n2b\r\n3\r\n");
    check("l1\r\nl2\nl3\r\n", &[("l2\nl3", "L2\nL3")], "l1\r\nL2\nL3\r\n");
    check("a\r\nb\nc\r\nd\n", &[("a\nb\nc", "A\nB\nC")], "A\r\nB\nC\r\nd\n");
    check("a\r\nb\r\n", &[("a\n", "A\nA2\n")], "A\r\nA2\r\nb\r\n");
    check("a\r\nb\r\nc\n", &[("b", "B\nB2")], "a\r\nB\r\nB2\r\nc\n");
    check("p1\rp2\rp3\nend\n", &[("end", "END")], "p1\rp2\rp3\nEND\n");
    check("a\rb\r", &[("a\nb", "x\ny\nz")], "x\ry\rz\r");
    check("a\rb\r", &[("a\rb", "x\ry\rz")], "x\ry\rz\r");
    check("p1\rp2\nend\n", &[("p1\rp2", "q1\rq2\rq3")], "q1\rq2\rq3\nend\n");
    check("p1\rp2\r\nend\r\n", &[("p1\rp2\nend", "q1\rq2\nEND")], "q1\rq2\r\nEND\r\n");
    check("a\nb\n", &[("a\r\nb", "A\r\nB")], "A\nB\n");
}

#[test]
fn a_byte_order_mark_stays_and_needs_no_mention() {
    check("\u{feff}one\n", &[("one", "two")], "\u{feff}two\n");
    check("\u{feff}one\n", &[("\u{feff}one", "two")], "\u{feff}two\n");
}

#[test]
fn other_encodings_are_kept() {
    check(b"const x = 1;\n// caf\xe9 note\n", &[("const x = 1;", "const x = 2;")], b"const x = 2;\n// caf\xe9 note\n");
    check(b"caf\xe9 note\n", &[("caf\u{e9}", "th\u{e9}")], b"th\xe9 note\n");
    check(
        b"const x = 1\n// \xd6\xd0\xce\xc4\n",
        &[("const x = 1", "const y = 1")],
        b"const y = 1\n// \xd6\xd0\xce\xc4\n",
    );
    check(b"\xff\xfeh\0e\0l\0l\0o\0\n\0", &[("hello", "b\u{fc}e")], b"\xff\xfeb\0\xfc\0e\0\n\0");
    let error = fault(b"caf\xe9 note\n", &[("note", "\u{4e2d}")]);
    assert!(error.contains("`\u{4e2d}`, which windows-1252, the encoding of `f`, does not have"), "{error}");
}

#[test]
fn faults_say_what_to_do() {
    assert_eq!(fault("a\n", &[("", "x")]), "oldText is empty; give the text to replace");
    assert!(fault("a\n", &[("a", "b"), ("", "x")]).starts_with("edits[1]: oldText is empty"));
    assert!(fault("beta\n", &[("beta", "beta")]).starts_with("the edits leave `f` as it is"));
    let overlapping = fault("a\nbeta\ngamma\n", &[("beta\ngamma", "1"), ("gamma", "2")]);
    assert!(overlapping.starts_with("edits[0] and edits[1] change the same lines"));
    let near = fault("alpha\nbeta one\n", &[("alpha", "x"), ("beta two", "y")]);
    assert!(
        near.starts_with(
            "edits[1]: oldText was not found in `f`, nothing was changed. The closest lines are:\n2: beta one\n"
        ),
        "{near}"
    );
    assert!(fault("one\nnew line\n", &[("old line", "new line")]).contains("newText is already there at line 2"));
    assert!(fault("a\n", &[("zeta", "z")]).ends_with("Nothing in the file is like it; read the file again"));
}

#[tokio::test]
async fn success_is_told_with_the_difference() {
    let world = World::new().unwrap();
    world.write("a.txt", "one\ntwo\nthree\n").unwrap();
    let output = run(&world, "a.txt", &[("two", "2\n2b"), ("three", "3")]).await.output();
    assert_eq!(text_of(&output), "Successfully replaced 2 block(s) in a.txt.");
    let expected = json!({
        "diff": " 1 one\n-2 two\n-3 three\n+2 2\n+3 2b\n+4 3",
        "patch": "--- a.txt\n+++ a.txt\n@@ -1,3 +1,4 @@\n one\n-two\n-three\n+2\n+2b\n+3\n",
        "firstChangedLine": 2,
    });
    assert_eq!(output.details, Some(expected));
    assert_eq!(world.read("a.txt").unwrap(), b"one\n2\n2b\n3\n");
}

#[tokio::test]
async fn a_call_that_fails_leaves_the_file_untouched() {
    let world = World::new().unwrap();
    world.write("a.txt", "one\ntwo\n").unwrap();
    run(&world, "a.txt", &[("one", "1"), ("zeta", "z")]).await.error();
    assert_eq!(world.read("a.txt").unwrap(), b"one\ntwo\n");
    assert_eq!(run(&world, "a.txt", &[]).await.error(), "`edits` is empty; give at least one replacement");
}

#[tokio::test]
async fn what_cannot_be_edited_is_named() {
    let world = World::new().unwrap();
    assert!(
        run(&world, "missing.txt", &[("a", "b")])
            .await
            .error()
            .contains("missing.txt`: no such file or directory (ENOENT)")
    );
    world.write("d/x", "").unwrap();
    assert!(run(&world, "d", &[("a", "b")]).await.error().contains("is a directory (EISDIR)"));
    world.write("b", b"\x7fELF\0\0\x01a").unwrap();
    assert!(run(&world, "b", &[("a", "b")]).await.error().contains("is a binary file"));
    #[cfg(unix)]
    {
        nix::unistd::mkfifo(&world.path("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        assert!(run(&world, "pipe", &[("a", "b")]).await.error().contains("is a named pipe"));
    }
}

#[tokio::test]
async fn arguments_that_models_get_wrong_are_mended() {
    let world = World::new().unwrap();
    let edit = json!({ "oldText": "old", "newText": "new", "why": "extra" });
    for arguments in [
        json!({ "path": "a", "edits": edit }),
        json!({ "path": "a", "edits": json!([edit]).to_string() }),
        json!({ "path": "a", "edits": edit.to_string() }),
        json!({ "path": "a", "oldText": "old", "newText": "new" }),
        json!({ "path": "a", "edits": [], "oldText": "old", "newText": "new" }),
        json!({ "path": "a", "edits": null, "oldText": "old", "newText": "new" }),
    ] {
        world.write("a", "old\n").unwrap();
        world.call("edit", arguments).await.text();
        assert_eq!(world.read("a").unwrap(), b"new\n");
    }
}

#[tokio::test]
async fn a_write_and_an_edit_of_one_answer_run_in_order() {
    let world = World::new().unwrap();
    world.write("a.txt", "one\n").unwrap();
    let write = world.call("write", json!({ "path": "a.txt", "content": "two\n" }));
    let (write, edit) = tokio::join!(write, run(&world, "./a.txt", &[("two", "three")]));
    write.text();
    edit.text();
    assert_eq!(world.read("a.txt").unwrap(), b"three\n");
}

#[test]
fn a_file_that_was_changed_meanwhile_is_left_alone() {
    let world = World::new().unwrap();
    world.write("a.txt", "theirs").unwrap();
    let error = super::write_back(&world.path("a.txt"), b"read", b"new").unwrap_err().to_string();
    assert!(error.contains("was changed by someone else"), "{error}");
    assert_eq!(world.read("a.txt").unwrap(), b"theirs");
    super::write_back(&world.path("a.txt"), b"theirs", b"new").unwrap();
    assert_eq!(world.read("a.txt").unwrap(), b"new");
}

#[tokio::test]
async fn an_aborted_call_changes_nothing() {
    let world = World::new().unwrap();
    world.write("a.txt", "one\n").unwrap();
    world.cancel.cancel();
    assert_eq!(run(&world, "a.txt", &[("one", "1")]).await.error(), "Operation aborted");
    assert_eq!(world.read("a.txt").unwrap(), b"one\n");
}

#[tokio::test]
async fn the_declaration_has_the_recorded_parameters() {
    let tool =
        crate::catalogue::find("edit").map(|tool| (tool.build)(Arc::new(World::new().unwrap().settings))).unwrap();
    let parameters = serde_json::to_string(&tool.declaration().parameters).unwrap();
    let expected = r#"{"type":"object","required":["path","edits"],"properties":{"path":{"type":"string"},"edits":{"type":"array","items":{"type":"object","required":["oldText","newText"],"properties":{"oldText":{"type":"string"},"newText":{"type":"string"}}}}}}"#;
    assert_eq!(parameters, expected);
}

/// Text with everything that makes edits hard: breaks of all kinds, look-alikes, blanks, repeated words.
fn hard_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-c]{1,3}",
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("  ".to_owned()),
        Just("\t".to_owned()),
        Just("\u{2014}".to_owned()),
        Just("-".to_owned()),
        Just("\u{e9}".to_owned()),
        Just("e\u{301}".to_owned()),
        Just("\u{201c}".to_owned()),
        Just("\"".to_owned()),
        Just("\u{bd}".to_owned()),
        Just("\u{200b}".to_owned()),
        Just("\u{43f}\u{440}\u{438}".to_owned()),
        Just("\u{3b1}\u{3b2}".to_owned()),
        Just("\u{5d0}\u{5d1}".to_owned()),
        Just("\u{4e2d}\u{6587}".to_owned()),
        Just("\u{65e5}\u{672c}\u{8a9e}\u{30c6}\u{30b9}\u{30c8}\u{ff76}".to_owned()),
        Just("\u{d55c}\u{ad6d}".to_owned()),
        Just("\u{20ac}".to_owned()),
    ];
    proptest::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Every encoding of the web beside those of Unicode.
static LEGACY: [&encoding_rs::Encoding; 36] = {
    use encoding_rs::*;
    [
        BIG5,
        EUC_JP,
        EUC_KR,
        GB18030,
        GBK,
        IBM866,
        ISO_2022_JP,
        ISO_8859_2,
        ISO_8859_3,
        ISO_8859_4,
        ISO_8859_5,
        ISO_8859_6,
        ISO_8859_7,
        ISO_8859_8,
        ISO_8859_8_I,
        ISO_8859_10,
        ISO_8859_13,
        ISO_8859_14,
        ISO_8859_15,
        ISO_8859_16,
        KOI8_R,
        KOI8_U,
        MACINTOSH,
        SHIFT_JIS,
        WINDOWS_1250,
        WINDOWS_1251,
        WINDOWS_1252,
        WINDOWS_1253,
        WINDOWS_1254,
        WINDOWS_1255,
        WINDOWS_1256,
        WINDOWS_1257,
        WINDOWS_1258,
        WINDOWS_874,
        X_MAC_CYRILLIC,
        X_USER_DEFINED,
    ]
};

/// Ways to write Unicode, and UTF-8 with faults in it.
const UNICODE: usize = 7;

fn in_encoding(text: &str, encoding: usize) -> Vec<u8> {
    let utf_16 = |text: &str, bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
    match encoding {
        0 => text.as_bytes().to_vec(),
        1 => format!("\u{feff}{text}").into_bytes(),
        2 => utf_16(&format!("\u{feff}{text}"), u16::to_le_bytes),
        3 => utf_16(&format!("\u{feff}{text}"), u16::to_be_bytes),
        4 => utf_16(text, u16::to_le_bytes),
        5 => utf_16(text, u16::to_be_bytes),
        6 => [text.as_bytes(), b"\xff\xe2\x82", text.as_bytes()].concat(),
        legacy => LEGACY[legacy - UNICODE].encode(text).0.into_owned(),
    }
}

proptest! {
    #[test]
    fn bytes_outside_of_matches_never_change(
        text in hard_text(), encoding in 0..UNICODE + LEGACY.len(), first in 0_usize..40, length in 1_usize..12, new_text in hard_text(), blur in any::<bool>(),
    ) {
        let bytes = in_encoding(&text, encoding);
        let Some(source) = Source::new(bytes.clone()) else { return Ok(()) };
        let mut old_text: String = source.text().chars().skip(first).take(length).collect();
        if blur {
            old_text = old_text.replace('\u{2014}', "-").replace('\u{201c}', "\"").replace("\r\n", "\n").trim_end_matches(' ').to_owned();
        }
        let edit = Edit { old_text, new_text };
        let Ok(place) = super::find::Finder::new(&source).find(&edit) else { return Ok(()) };
        let Ok(plan) = plan(&source, std::slice::from_ref(&edit), "f") else { return Ok(()) };
        let span = source.bytes_of(&place.span).unwrap();
        prop_assert_eq!(&plan.bytes[..span.start], &bytes[..span.start]);
        prop_assert!(plan.bytes.ends_with(&bytes[span.end..]));
    }

    #[test]
    fn bytes_between_several_matches_never_change(
        lines in proptest::collection::vec(hard_text(), 3..8), encoding in 0..UNICODE + LEGACY.len(), new_text in hard_text(),
    ) {
        // Every second line is replaced; the marks make them unique.
        let text: String = lines.iter().enumerate().map(|(at, line)| format!("<{at}>{line}\n")).collect();
        let bytes = in_encoding(&text, encoding);
        let Some(source) = Source::new(bytes.clone()) else { return Ok(()) };
        let marks: Vec<String> = (0..lines.len()).step_by(2).map(|at| format!("<{at}>")).collect();
        let pairs: Vec<(&str, &str)> = marks.iter().map(|mark| (mark.as_str(), new_text.as_str())).collect();
        let edits = edits(&pairs);
        let Ok(plan) = plan(&source, &edits, "f") else { return Ok(()) };
        let mut spans = Vec::new();
        for edit in &edits {
            spans.push(source.bytes_of(&super::find::Finder::new(&source).find(edit).unwrap().span).unwrap());
        }
        let ends = spans.iter().map(|span| span.start).chain([bytes.len()]);
        let kept = std::iter::once(0).chain(spans.iter().map(|span| span.end)).zip(ends);
        let mut rest = plan.bytes.as_slice();
        for (from, to) in kept {
            let part = &bytes[from..to];
            let at = rest.windows(part.len().max(1)).position(|window| window == part);
            prop_assert!(part.is_empty() || at.is_some());
            rest = &rest[at.unwrap_or_default() + part.len()..];
        }
    }

    #[test]
    fn a_text_that_stands_there_once_is_always_replaced_exactly(
        before in "[a-c\u{2014}\n]{0,20}", after in "[a-c\u{2014}\n]{0,20}", new_text in "[xyz]{0,5}",
    ) {
        let file = format!("{before}<once>{after}");
        let plan = planned(&file, &[("<once>", &new_text)]).unwrap();
        prop_assert_eq!(plan.text, format!("{before}{new_text}{after}"));
    }

    #[test]
    fn any_bytes_are_edited_safely_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200), at in 0_usize..200) {
        let mark = b"needle";
        let at = at.min(bytes.len());
        let file = [&bytes[..at], mark, &bytes[at..]].concat();
        let Some(source) = Source::new(file.clone()) else { return Ok(()) };
        if let Ok(plan) = plan(&source, &edits(&[("needle", "thread")]), "f") {
            let utf_8 = [&bytes[..at], b"thread", &bytes[at..]].concat();
            // In UTF-16 the six bytes are no such word.
            prop_assert_eq!(plan.bytes, utf_8);
        }
    }
}
