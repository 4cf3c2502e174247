//! `pith session`, where it could be misunderstood.

use pith_testkit::{Ran, Reply, World};

use crate::program::{PITH, ask, said, session, world};

/// A world with one session `one` of this folder, and the path of its file.
fn one_session() -> (World, pith_testkit::ChatServer, String) {
    let (world, server) = world([Reply::text("ok"), Reply::text("again")]);
    assert_eq!(ask(&world, &["--session-id", "one", "-p", "hello"]).code, Some(0));
    let [folder] = world.list("agent/sessions").try_into().unwrap();
    let mut files = world.list(&format!("agent/sessions/{folder}"));
    files.retain(|name| name.ends_with(".jsonl"));
    let [file] = files.try_into().unwrap();
    (world, server, format!("agent/sessions/{folder}/{file}"))
}

fn run(world: &World, words: &[&str]) -> Ran {
    world.run(PITH, ["session"].iter().chain(words))
}

#[test]
fn an_empty_name_is_refused_and_the_old_one_stays() {
    let (world, _server, _) = one_session();
    assert_eq!(run(&world, &["rename", "one", "First", "of", "all"]).code, Some(0));
    for empty in ["", "  "] {
        let ran = run(&world, &["rename", "one", empty]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), "Error: a session's name cannot be empty\n"));
    }
    assert_eq!(session(&world).last().unwrap()["name"], "First of all");
}

#[test]
fn a_flag_that_there_is_not_is_no_word() {
    let (world, _server, file) = one_session();
    for words in [&["rm", "one", "--force"][..], &["rm", "one", "--all"], &["rename", "one", "-x"], &["list", "--jsn"]]
    {
        let ran = run(&world, words);
        assert!(ran.code == Some(1) && ran.stderr.contains("has no flag `"), "{words:?}: {ran:?}");
    }
    assert!(world.root().join(&file).is_file());
    assert_eq!(run(&world, &["rename", "one", "--", "-x"]).code, Some(0));
    assert_eq!(session(&world).last().unwrap()["name"], "-x");
}

#[test]
fn of_several_files_with_one_id_the_newest_is_read_which_is_told_and_none_is_changed() {
    let (world, server, file) = one_session();
    let copy = file.replace("_one", "_copy");
    world.write(&copy, world.read(&file));
    let shown = run(&world, &["show", "one"]);
    assert!(shown.stderr.contains("session `one` is in several files; the newest is taken"), "{shown:?}");
    let ran = ask(&world, &["--session", "one", "-p", "more"]);
    assert!(ran.code == Some(0) && ran.stderr.contains("is in several files"), "{ran:?}");
    assert_eq!(said(&server, 1), "more");
    for words in [&["rm", "one"][..], &["rename", "one", "name"]] {
        let refused = run(&world, words);
        assert_eq!(refused.code, Some(1));
        assert!(refused.stderr.contains("hint: name one of them by its path"), "{}", refused.stderr);
    }
    let path = world.root().join(&copy).display().to_string();
    assert_eq!(run(&world, &["rm", &path]).code, Some(0));
    assert_eq!(run(&world, &["show", "one"]).stderr, "");
    world.write("proj/copy.jsonl", world.read(&file));
    let taken = run(&world, &["import", "copy.jsonl"]);
    assert!(taken.code == Some(0) && taken.stderr.contains("session `one` is here already"), "{taken:?}");
}

#[test]
fn a_session_without_its_first_line_is_found_by_its_files_name() {
    let (world, server, file) = one_session();
    let whole = world.read(&file);
    world.write(&file, whole.split_once('\n').unwrap().1);
    assert!(run(&world, &["list"]).stdout.contains("hello"));
    let shown = run(&world, &["show", "one"]);
    assert!(shown.code == Some(0) && shown.stdout.contains("you: hello"), "{shown:?}");
    let ran = ask(&world, &["--session", "one", "-p", "more"]);
    assert_eq!((ran.code, server.requests()[1].messages().len()), (Some(0), 4), "{ran:?}");
}

#[test]
fn a_session_of_a_newer_program_is_shown_with_a_warning_and_not_mended() {
    let (world, _server, file) = one_session();
    let newer = world.read(&file).replacen("\"version\":3", "\"version\":9", 1) + "{broken\n";
    world.write(&file, &newer);
    let said = "was written by a newer program (version 9)";
    let shown = run(&world, &["show", "one"]);
    assert!(shown.code == Some(0) && shown.stdout.contains("you: hello"), "{shown:?}");
    assert!(shown.stderr.starts_with("Warning: session `") && shown.stderr.contains(said), "{shown:?}");
    let mended = run(&world, &["repair", "one"]);
    assert!(mended.code == Some(1) && mended.stdout.is_empty(), "{mended:?}");
    assert!(mended.stderr.starts_with("Error: session `") && mended.stderr.contains(said), "{mended:?}");
    let (folder, _) = file.rsplit_once('/').unwrap();
    assert_eq!((world.list(folder).len(), world.read(&file)), (1, newer));
}

#[test]
fn where_there_is_no_session_the_list_is_named() {
    let (world, _server) = world([]);
    for words in [&["session", "show", "zzz"][..], &["--fork", "zzz", "-p", "x"], &["--export", "zzz"]] {
        let ran = world.run(PITH, words);
        assert_eq!(ran.code, Some(1));
        assert!(ran.stderr.contains("hint: `pith session list` shows"), "{ran:?}");
    }
}

#[test]
fn an_export_replaces_pages_and_nothing_else() {
    let (world, _server, _) = one_session();
    let models = world.read("agent/models.json");
    let path = world.root().join("agent/models.json").display().to_string();
    let refused = run(&world, &["export", "one", &path]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("is there already and is not written over"), "{refused:?}");
    assert_eq!(world.read("agent/models.json"), models);
    world.write("proj/page.html", "old");
    assert_eq!(run(&world, &["export", "one", "page.html"]).code, Some(0));
    assert!(world.read("proj/page.html").contains("hello"));
}
