//! Which session a prompt belongs to.

use pith_testkit::Reply;

use crate::program::{PITH, ask, session, short, world};

#[test]
fn a_continued_session_patches_what_changed_and_stays_one_file() {
    let (world, server) = world([Reply::text("one"), Reply::text("two")]);
    world.write("proj/AGENTS.md", "V1");
    ask(&world, &["-p", "first"]);
    world.write("proj/AGENTS.md", "V2");
    let ran = ask(&world, &["--continue", "--tools", "read,bash", "-p", "second"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "two\n"));
    let lines = session(&world);
    assert_eq!(short(&lines)[6..], ["system", "user", "assistant:stop"]);
    let change = &lines[6]["message"];
    assert!(change["sections"]["project_context"].as_str().unwrap().contains("V2"));
    assert!(change["sections"].get("cwd").is_none());
    assert_eq!(change["toolsRemoved"].as_array().unwrap().len(), 2);
    assert_eq!(server.requests()[1].body["tools"].as_array().unwrap().len(), 2);
}

#[test]
fn a_request_holds_the_prompt_of_now_and_nothing_of_an_earlier_one() {
    let (world, server) = world(["1", "2", "3"].map(Reply::text));
    world.write("proj/AGENTS.md", "RULE-V1");
    ask(&world, &["-p", "one"]);
    world.write("proj/AGENTS.md", "RULE-V2");
    ask(&world, &["-c", "-p", "two"]);
    std::fs::remove_file(world.project().join("AGENTS.md")).unwrap();
    ask(&world, &["-c", "-p", "three"]);
    let holds: Vec<[bool; 2]> = server
        .requests()
        .iter()
        .map(|request| ["RULE-V1", "RULE-V2"].map(|rule| request.body.to_string().contains(rule)))
        .collect();
    assert_eq!(holds, [[true, false], [false, true], [false, false]]);
    let systems = |request: usize| {
        let requests = server.requests();
        requests[request].messages().iter().filter(|message| message["role"] == "system").count()
    };
    assert_eq!([systems(0), systems(1), systems(2)], [1, 1, 1]);
}

#[test]
fn no_session_keeps_nothing() {
    let (world, _server) = world([Reply::text("ok")]);
    assert_eq!(ask(&world, &["--no-session", "-p", "x"]).code, Some(0));
    assert!(world.list("agent/sessions").is_empty());
}

#[test]
fn a_session_is_found_by_the_beginning_of_its_id() {
    let (world, server) = world([Reply::text("one"), Reply::text("two")]);
    let begun = ask(&world, &["--session-id", "my.sess-1", "--name", "  My Name ", "-p", "x"]);
    assert_eq!(begun.stderr, "Warning: there is no session `my.sess-1` yet; it begins now\n");
    let ran = ask(&world, &["--session", "my.s", "-p", "y"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "two\n"), "{ran:?}");
    assert_eq!(server.requests()[1].messages().len(), 4);
    let lines = session(&world);
    assert_eq!((&lines[0]["id"], &lines[1]["name"]), (&"my.sess-1".into(), &"My Name".into()));
}

#[test]
fn names_of_sessions_that_cannot_be_are_errors() {
    let (world, _server) = world([]);
    for (arguments, error) in [
        (
            ["--session", "nomatch"],
            "Error: no session `nomatch`\nhint: `pith session list` shows those of this folder, `--all` of every one\n",
        ),
        (["--name", "  "], "Error: `--name` needs a name\n"),
    ] {
        let ran = ask(&world, &[arguments[0], arguments[1], "-p", "x"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), error));
    }
    let ran = ask(&world, &["--session-id", "bad-", "-p", "x"]);
    assert!(ran.code == Some(1) && ran.stderr.starts_with("Error: `bad-` cannot be a session id"), "{ran:?}");
}

#[test]
fn a_session_goes_on_in_the_folder_it_works_in() {
    let (world, server) = world([Reply::text("one"), Reply::text("two")]);
    ask(&world, &["-p", "first"]);
    let elsewhere = world.root().join("other");
    std::fs::create_dir(&elsewhere).unwrap();
    let [folder] = world.list("agent/sessions").try_into().unwrap();
    let folder = format!("agent/sessions/{folder}");
    let file = world.list(&folder).into_iter().find(|name| name.ends_with(".jsonl")).unwrap();
    let mut command = world.command(PITH);
    let path = world.root().join(folder).join(file);
    command.current_dir(&elsewhere).args(["--model", "mock/m1", "--session"]).arg(path).args(["-p", "second"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let prompt = server.requests()[1].messages()[0]["content"].as_str().unwrap().to_owned();
    let project = world.project().canonicalize().unwrap();
    assert!(prompt.ends_with(&format!("<cwd>\n{}\n</cwd>", project.display())), "{prompt}");
}

#[test]
fn a_fork_is_a_copy_with_its_origin_and_the_original_stays() {
    let (world, _server) = world([Reply::text("first"), Reply::text("second")]);
    ask(&world, &["--session-id", "origin-1", "-p", "one"]);
    let original = session(&world);
    let ran = ask(&world, &["--fork", "origin-1", "-p", "two"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "second\n"), "{ran:?}");
    let [folder] = world.list("agent/sessions").try_into().unwrap();
    let files: Vec<String> =
        world.list(&format!("agent/sessions/{folder}")).into_iter().filter(|name| name.ends_with(".jsonl")).collect();
    assert_eq!(files.len(), 2);
    let read = |name: &String| world.read(&format!("agent/sessions/{folder}/{name}"));
    let (copy, origin): (Vec<String>, Vec<String>) =
        files.iter().map(read).partition(|text| text.contains("parentSession"));
    assert_eq!(origin[0].lines().count(), original.len());
    assert_eq!(copy[0].matches("\"role\":\"user\"").count(), 2);
    let refused = ask(&world, &["--fork", "origin-1", "--continue", "-p", "x"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("do not go together"), "{refused:?}");
    assert_eq!(ask(&world, &["--resume", "-p", "x"]).code, Some(1));
}

/// Other systems have no such names.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_whose_name_is_no_text_is_named_as_the_reason() {
    use std::os::unix::ffi::OsStrExt as _;

    let (world, server) = world([]);
    let folder = world.root().join(std::ffi::OsStr::from_bytes(b"dir\xff"));
    std::fs::create_dir(&folder).unwrap();
    let output = world.command(PITH).args(["--model", "mock/m1", "-p", "hi"]).current_dir(&folder).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr.starts_with("Error: the name of the working folder, `") && stderr.contains("not valid UTF-8"),
        "{stderr}"
    );
    assert!(server.requests().is_empty() && world.list("agent/sessions").is_empty());
}

#[test]
fn a_copy_takes_no_id_that_is_taken_and_nothing_of_a_newer_format() {
    let (world, _server) = world(["one", "two", "three"].map(Reply::text));
    assert_eq!(ask(&world, &["--session-id", "first", "-p", "x"]).code, Some(0));
    let refused = ask(&world, &["--fork", "first", "--session-id", "first", "-p", "y"]);
    assert!(refused.code == Some(1) && refused.stderr.contains("there is a session `first` already"), "{refused:?}");
    let copied = ask(&world, &["--fork", "first", "--session-id", "second", "-p", "y"]);
    assert_eq!((copied.code, copied.stdout.as_str()), (Some(0), "two\n"), "{copied:?}");
    let newer = "{\"type\":\"session\",\"version\":99,\"id\":\"new\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"cwd\":\"/\"}\n";
    world.write("proj/newer.jsonl", newer);
    let refused = ask(&world, &["--fork", "./newer.jsonl", "-p", "z"]);
    assert!(refused.code == Some(1) && refused.stderr.contains("a newer program (version 99)"), "{refused:?}");
    let [folder] = world.list("agent/sessions").try_into().unwrap();
    let files = world.list(&format!("agent/sessions/{folder}"));
    assert_eq!(files.iter().filter(|name| name.ends_with(".jsonl")).count(), 2, "{files:?}");
}
