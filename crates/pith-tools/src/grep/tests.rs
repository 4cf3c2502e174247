use std::io;

use super::*;
use crate::test_support::World;

async fn found(world: &World, arguments: Value) -> Vec<String> {
    let text = world.call("grep", arguments).await.text();
    text.lines().map(str::to_owned).collect()
}

fn world(files: &[(&str, &str)]) -> io::Result<World> {
    let world = World::new()?;
    files.iter().try_for_each(|(name, text)| world.write(name, text))?;
    Ok(world)
}

#[tokio::test]
async fn matches_are_sorted_by_path_and_numbered() -> io::Result<()> {
    let world = world(&[("b.txt", "no\nneedle two\n"), ("a/z.txt", "needle\n"), (".h", "a needle"), ("c", "hay")])?;
    let lines = found(&world, json!({ "pattern": "needle" })).await;
    assert_eq!(lines, [".h:1: a needle", "a/z.txt:1: needle", "b.txt:2: needle two"]);
    assert_eq!(found(&world, json!({ "pattern": "needle", "path": "b.txt" })).await, ["b.txt:2: needle two"]);
    assert_eq!(found(&world, json!({ "pattern": "nothing" })).await, ["No matches found"]);
    Ok(())
}

#[tokio::test]
async fn case_and_letters_are_taken_as_asked_for() -> io::Result<()> {
    let world = world(&[("a", "Foo(\nfoo.\n")])?;
    assert_eq!(found(&world, json!({ "pattern": "foo" })).await, ["a:2: foo."]);
    assert_eq!(found(&world, json!({ "pattern": "foo", "ignoreCase": true })).await.len(), 2);
    assert_eq!(found(&world, json!({ "pattern": "Foo(", "literal": true })).await, ["a:1: Foo("]);
    let error = world.call("grep", json!({ "pattern": "foo(" })).await.error();
    assert!(error.contains("`foo(` is no regular expression") && error.contains("unclosed group"), "{error}");
    Ok(())
}

#[tokio::test]
async fn the_end_of_a_line_is_found_before_both_kinds_of_line_end() -> io::Result<()> {
    let world = world(&[("a.txt", "needle\r\nother\r\n"), ("b.txt", "needle\n")])?;
    assert_eq!(found(&world, json!({ "pattern": "^needle$" })).await, ["a.txt:1: needle", "b.txt:1: needle"]);
    // A pattern that names the carriage return finds it.
    for pattern in ["needle\\r$", "needle\\r", "^needle\\x0d"] {
        assert_eq!(found(&world, json!({ "pattern": pattern })).await, ["a.txt:1: needle"], "{pattern}");
    }
    assert_eq!(found(&world, json!({ "pattern": "needle\\r?$" })).await.len(), 2);
    Ok(())
}

#[tokio::test]
async fn ignore_files_hold_below_their_own_folder_and_git_is_not_entered() -> io::Result<()> {
    let world = world(&[
        ("a/.gitignore", "x.txt\n"),
        ("a/x.txt", "needle"),
        ("b/x.txt", "needle"),
        (".git/config", "needle"),
        ("build/o", "needle"),
        (".rgignore", "build\n"),
    ])?;
    assert_eq!(found(&world, json!({ "pattern": "needle" })).await, ["b/x.txt:1: needle"]);
    assert_eq!(found(&world, json!({ "pattern": "needle", "path": ".git" })).await, ["config:1: needle"]);
    Ok(())
}

#[tokio::test]
async fn a_glob_is_relative_to_the_path_and_does_not_undo_ignore_files() -> io::Result<()> {
    let world = world(&[
        ("repo/m/a.js", "x"),
        ("repo/n/m/b.js", "x"),
        ("repo/m/min.js", "x"),
        ("repo/.gitignore", "min.js\n"),
        ("repo/m/c.ts", "x"),
    ])?;
    let glob = async |glob: &str| found(&world, json!({ "pattern": "x", "path": "repo", "glob": glob })).await;
    assert_eq!(glob("m/*.js").await, ["m/a.js:1: x"]);
    assert_eq!(glob("./m/*.js").await, ["m/a.js:1: x"]);
    assert_eq!(glob("*.js").await, ["m/a.js:1: x", "n/m/b.js:1: x"]);
    assert_eq!(glob("*.{ts,js}").await.len(), 3);
    assert_eq!(glob("!m").await, ["No matches found"]);
    Ok(())
}

#[tokio::test]
async fn groups_with_context_are_parted() -> io::Result<()> {
    let world = world(&[("a", "1\nx\n3\n4\n5\n6\nx\n8\n"), ("b", "x\n")])?;
    let lines = found(&world, json!({ "pattern": "x", "context": 1 })).await;
    assert_eq!(lines, ["a-1- 1", "a:2: x", "a-3- 3", "--", "a-6- 6", "a:7: x", "a-8- 8", "--", "b:1: x"]);
    let near = found(&world, json!({ "pattern": "x", "context": 2, "path": "a" })).await;
    assert!(!near.contains(&"--".to_owned()), "{near:?}");
    Ok(())
}

#[tokio::test]
async fn the_limit_counts_matches_and_is_told_only_when_it_cuts() -> io::Result<()> {
    let world = world(&[("b", "x\n"), ("a", "x\n-\nx\n")])?;
    assert_eq!(found(&world, json!({ "pattern": "x", "limit": 3 })).await.len(), 3);
    let notice = "[2 matches limit reached. Use limit=4 for more, or refine pattern]";
    assert_eq!(found(&world, json!({ "pattern": "x", "limit": 2 })).await, ["a:1: x", "a:3: x", "", notice]);
    let with_context = found(&world, json!({ "pattern": "x", "limit": 1, "context": 1 })).await;
    assert_eq!(with_context.first_chunk(), Some(&["a:1: x".to_owned(), "a-2- -".to_owned(), String::new()]));
    let output = world.call("grep", json!({ "pattern": "x", "limit": 1 })).await.output();
    assert_eq!(output.details, Some(json!({ "matchLimitReached": 1 })));
    Ok(())
}

#[tokio::test]
async fn a_match_in_a_binary_file_is_told_without_its_bytes() -> io::Result<()> {
    let world = world(&[("a.bin", "needle\0\u{1}\n"), ("b.bin", "\0\0\nneedle\n"), ("c.bin", "\0")])?;
    let lines = found(&world, json!({ "pattern": "needle" })).await;
    assert_eq!(lines, ["binary file matches: a.bin", "binary file matches: b.bin"]);
    Ok(())
}

#[tokio::test]
async fn utf_16_with_a_mark_and_long_lines_are_read() -> io::Result<()> {
    let world = World::new()?;
    let wide: Vec<u8> = "\u{feff}n\u{e9}edle\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    world.write("wide.txt", wide)?;
    assert_eq!(found(&world, json!({ "pattern": "n.edle" })).await, ["wide.txt:1: n\u{e9}edle"]);
    world.write("wide.txt", format!("needle{}\n", "x".repeat(600)))?;
    let lines = found(&world, json!({ "pattern": "needle" })).await;
    assert!(lines.first().is_some_and(|line| line.ends_with("x... [truncated]")));
    assert_eq!(
        lines.last().map(String::as_str),
        Some("[Some lines truncated to 500 chars. Use read tool to see full lines]")
    );
    Ok(())
}

#[tokio::test]
async fn a_missing_path_and_a_pipe_are_errors() -> io::Result<()> {
    let world = World::new()?;
    let missing = world.call("grep", json!({ "pattern": "x", "path": "nope" })).await.error();
    assert!(missing.contains("/nope`") && missing.contains("(ENOENT)"), "{missing}");
    #[cfg(unix)]
    {
        nix::unistd::mkfifo(&world.path("pipe"), nix::sys::stat::Mode::S_IRWXU)?;
        let pipe = world.call("grep", json!({ "pattern": "x", "path": "pipe" })).await.error();
        assert!(pipe.contains("not a regular file"), "{pipe}");
    }
    Ok(())
}

#[tokio::test]
async fn texts_in_older_encodings_are_searched_as_the_text_that_they_are() -> io::Result<()> {
    let world = World::new()?;
    std::fs::write(world.path("latin.txt"), b"one\ncaf\xe9 latin\n")?;
    std::fs::write(world.path("utf8.txt"), "caf\u{e9} eight\n")?;
    std::fs::write(world.path("noise.bin"), b"\x7fELF\0\xe9caf\xe9\n")?;
    for pattern in ["caf.", "caf\u{e9}", "latin|eight"] {
        let lines = found(&world, json!({ "pattern": pattern, "glob": "*.txt" })).await;
        assert_eq!(lines, ["latin.txt:2: caf\u{e9} latin", "utf8.txt:1: caf\u{e9} eight"], "{pattern}");
    }
    let lines = found(&world, json!({ "pattern": "caf.", "path": "latin.txt" })).await;
    assert_eq!(lines, ["latin.txt:2: caf\u{e9} latin"]);
    assert_eq!(found(&world, json!({ "pattern": "caf" })).await.len(), 3);
    Ok(())
}
