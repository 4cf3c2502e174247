#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use pith_types::{Content, InputKind, Model};
use serde_json::json;

use crate::{
    Situation,
    test_support::{Outcome, World, text_of},
};

const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async fn read(world: &World, path: &str) -> Outcome {
    world.call("read", json!({ "path": path })).await
}

async fn read_part(world: &World, path: &str, offset: i64, limit: i64) -> Outcome {
    world.call("read", json!({ "path": path, "offset": offset, "limit": limit })).await
}

fn numbers(last: u64) -> String {
    (1..=last).map(|n| format!("{n}\n")).collect()
}

fn pixel() -> Vec<u8> {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.decode(PIXEL).unwrap()
}

#[tokio::test]
async fn a_text_is_given_as_it_stands() {
    let world = World::new().unwrap();
    world.write("a.txt", "one\r\n\ttwo\n").unwrap();
    let output = read(&world, "a.txt").await.output();
    assert_eq!(text_of(&output), "one\r\n\ttwo");
    assert_eq!(output.structured_content, Some(json!("one\r\n\ttwo")));
    assert_eq!(output.details, None);
    world.write("empty", "").unwrap();
    assert_eq!(read(&world, "empty").await.text(), "(empty file)");
}

#[tokio::test]
async fn long_texts_are_cut_with_the_recorded_notices() {
    let world = World::new().unwrap();
    world.write("big", numbers(3000)).unwrap();
    let output = read(&world, "big").await.output();
    let text = text_of(&output);
    assert!(text.ends_with("\n2000\n\n[Showing lines 1-2000 of 3000. Use offset=2001 to continue.]"));
    assert_eq!(output.details.unwrap()["truncation"]["outputLines"], 2000);
    world.write("wide", format!("{}\n", "x".repeat(99)).repeat(1000)).unwrap();
    let text = read(&world, "wide").await.text();
    assert!(text.ends_with("x\n\n[Showing lines 1-512 of 1000 (50.0KB limit). Use offset=513 to continue.]"));
    let text = read_part(&world, "big", 1, 3).await.text();
    assert_eq!(text, "1\n2\n3\n\n[2997 more lines in file. Use offset=4 to continue.]");
}

#[tokio::test]
async fn parts_are_counted_from_one_and_end_with_the_file() {
    let world = World::new().unwrap();
    world.write("a", numbers(5)).unwrap();
    assert_eq!(read_part(&world, "a", 4, 9).await.text(), "4\n5");
    assert_eq!(read_part(&world, "a", -3, 1).await.text(), "1\n\n[4 more lines in file. Use offset=2 to continue.]");
    assert_eq!(read_part(&world, "a", 0, 0).await.text(), "1\n2\n3\n4\n5");
    assert_eq!(read_part(&world, "a", 6, 1).await.error(), "offset 6 is beyond the end of `a`, which has 5 lines");
    let nothing = world.call("read", json!({ "path": "a", "offset": null, "limit": null })).await;
    assert_eq!(nothing.text(), "1\n2\n3\n4\n5");
}

#[tokio::test]
async fn a_first_line_over_the_limit_gives_a_hint() {
    let world = World::new().unwrap();
    world.write("long name", format!("a\n{}\n", "y".repeat(60_000))).unwrap();
    let text = read_part(&world, "long name", 2, 1).await.text();
    let hint = "[Line 2 is 58.6KB, over the limit of 50.0KB. See its start: sed -n '2p' 'long name' | head -c 51200]";
    assert_eq!(text, hint);
}

#[tokio::test]
async fn other_encodings_are_read_and_told_and_marks_hidden() {
    let world = World::new().unwrap();
    world.write("bom", "\u{feff}hi\n").unwrap();
    assert_eq!(read(&world, "bom").await.text(), "hi");
    let wide: Vec<u8> = "\u{feff}hello\r\nw\u{f6}rld\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    world.write("wide", wide).unwrap();
    assert_eq!(read(&world, "wide").await.text(), "hello\r\nw\u{f6}rld\r\n\n[Encoding: UTF-16LE]");
    world.write("latin", b"caf\xe9 note\n").unwrap();
    assert_eq!(read(&world, "latin").await.text(), "caf\u{e9} note\n\n[Encoding: windows-1252]");
    world.write("broken", ["\u{4e2d}\u{6587}\u{4e2d}\u{6587}".as_bytes(), b"\xff\n"].concat()).unwrap();
    let text = read(&world, "broken").await.text();
    assert_eq!(
        text,
        "\u{4e2d}\u{6587}\u{4e2d}\u{6587}\u{fffd}\n\n[Encoding: UTF-8 with invalid bytes, shown as \u{fffd}]"
    );
}

#[tokio::test]
async fn a_wide_encoding_streams_over_many_pieces() {
    let world = World::new().unwrap();
    let wide: Vec<u8> = numbers(100_000).encode_utf16().flat_map(u16::to_be_bytes).collect();
    world.write("wide", wide).unwrap();
    let text = read_part(&world, "wide", 99_999, 2).await.text();
    assert_eq!(text, "99999\n100000\n\n[Encoding: UTF-16BE]");
}

#[tokio::test]
async fn a_binary_file_is_an_error_with_size_and_type() {
    let world = World::new().unwrap();
    let office: Vec<u8> = b"PK\x03\x04".iter().copied().chain((0..=255).cycle().take(3000)).collect();
    world.write("a.ods", office).unwrap();
    let error = read(&world, "a.ods").await.error();
    assert!(error.contains("is a binary file (application/zip, 2.9KB)"), "{error}");
}

#[tokio::test]
async fn what_is_no_file_is_refused_at_once() {
    let world = World::new().unwrap();
    world.write("d/a.txt", "").unwrap();
    assert!(read(&world, "d").await.error().ends_with("is a directory (EISDIR); it holds: a.txt"));
    assert!(read(&world, "d/b.txt").await.error().contains("(ENOENT); did you mean `"));
    #[cfg(unix)]
    {
        nix::unistd::mkfifo(&world.path("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
        assert!(read(&world, "pipe").await.error().ends_with("is a named pipe, not a regular file"));
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn files_without_a_size_are_read_too() {
    let world = World::new().unwrap();
    assert!(read(&world, "/proc/self/status").await.text().starts_with("Name:"));
}

#[tokio::test]
async fn a_picture_is_shown_whatever_its_name() {
    let world = World::new().unwrap();
    world.write("p.txt", pixel()).unwrap();
    let output = read(&world, "p.txt").await.output();
    let image = Content::Image { data: PIXEL.to_owned(), mime_type: "image/png".to_owned() };
    assert_eq!(output.content, [Content::text("Read image file [image/png]"), image]);
    let structured =
        json!({ "type": "image", "data": PIXEL, "mimeType": "image/png", "note": "Read image file [image/png]" });
    assert_eq!((output.structured_content, output.details), (Some(structured), None));
    world.write("fake.png", "<!DOCTYPE html><html>oops</html>").unwrap();
    assert_eq!(read(&world, "fake.png").await.text(), "<!DOCTYPE html><html>oops</html>");
}

#[tokio::test]
async fn a_model_without_eyes_is_named() {
    let mut world = World::new().unwrap();
    world.write("p.png", pixel()).unwrap();
    let model = Model { id: "m1".to_owned(), input: vec![InputKind::Text], ..Model::default() };
    world.settings.situation = Arc::new(move || Situation { model: Some(model.clone()), ..Situation::default() });
    let output = read(&world, "p.png").await.output();
    assert_eq!(output.content.len(), 2);
    assert_eq!(output.details, Some(json!({ "imageUnsupportedByModel": "m1" })));
}

#[tokio::test]
async fn a_picture_that_cannot_be_shown_is_told_why() {
    let world = World::new().unwrap();
    world.write("p.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDRgarbagegarbage").unwrap();
    let output = read(&world, "p.png").await.output();
    assert_eq!(output.content.len(), 1);
    assert!(text_of(&output).starts_with("Read image file [image/png]\n[Image omitted: it could not be decoded"));
}

#[tokio::test]
async fn an_aborted_call_says_so() {
    let world = World::new().unwrap();
    world.write("a", "x").unwrap();
    world.cancel.cancel();
    assert_eq!(read(&world, "a").await.error(), "Operation aborted");
}

#[tokio::test]
async fn the_declaration_has_the_recorded_parameters() {
    let tool =
        crate::catalogue::find("read").map(|tool| (tool.build)(Arc::new(World::new().unwrap().settings))).unwrap();
    let parameters = serde_json::to_string(&tool.declaration().parameters).unwrap();
    let expected = r#"{"type":"object","required":["path"],"properties":{"path":{"type":"string"},"offset":{"type":"number"},"limit":{"type":"number"}}}"#;
    assert_eq!(parameters, expected);
}
