//! Sessions that lose nothing: full and read-only disks, killed processes, two at once.

use std::process::{Command, Output, Stdio};
use std::thread;

use pith_testkit::{ChatServer, Reply, World};
use serde_json::{Value, json};

use crate::client::Client;
use crate::program::{PITH, ask, session, short, world};

/// The session folder's files.
fn files(world: &World) -> Vec<String> {
    let [folder] = world.list("agent/sessions").try_into().unwrap();
    let mut files = world.list(&format!("agent/sessions/{folder}"));
    files.sort();
    files
}

fn path(world: &World) -> String {
    let [folder] = world.list("agent/sessions").try_into().unwrap();
    let file = files(world).into_iter().find(|name| name.ends_with(".jsonl")).unwrap();
    format!("agent/sessions/{folder}/{file}")
}

/// Runs the program in a shell that limits it.
fn limited(world: &World, limit: &str, arguments: &[&str]) -> Output {
    let mut command = world.command("/bin/bash");
    let script = format!("{limit}; exec \"$0\" --model mock/m1 \"$@\"");
    command.args(["-c", &script, PITH]).args(arguments).output().unwrap()
}

#[test]
fn no_mode_leaves_a_side_file_behind() {
    for mode in [&["-p", "x"][..], &["--mode", "json", "-p", "x"]] {
        let (world, _server) = world([Reply::text("ok")]);
        assert_eq!(ask(&world, mode).code, Some(0));
        assert_eq!(files(&world).len(), 1, "{:?}", files(&world));
    }
}

#[test]
fn a_file_that_may_not_grow_is_told_once_and_nothing_in_it_is_torn() {
    let (world, server) = world([Reply::text("one"), Reply::text("two")]);
    ask(&world, &["-p", "first"]);
    let before = world.read(&path(&world));
    // In blocks of 1024 bytes: what is there, and nothing more.
    let limit = format!("ulimit -f {}", before.len() / 1024);
    let output = limited(&world, &limit, &["-c", "-p", "second"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8(output.stdout).unwrap().as_str()),
        (Some(1), "two\n"),
        "{stderr}"
    );
    assert_eq!(stderr.matches("Error: session `").count(), 1, "{stderr}");
    // The limit holds for a copy as well.
    assert!(stderr.contains("no copy could be made"), "{stderr}");
    assert_eq!(server.requests().len(), 2);
    let after = world.read(&path(&world));
    assert!(after.starts_with(&before) || before == after);
    assert!(after.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "a torn line was left");
}

#[test]
fn a_file_that_cannot_be_written_ends_no_conversation() {
    let (world, _server) = world([Reply::text("one")]);
    world.write("agent/sessions", "in the way");
    let ran = ask(&world, &["-p", "first"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "one\n"), "{ran:?}");
    let told = ran.stderr.matches("could not be created; the conversation is kept in memory only").count();
    assert_eq!(told, 1, "{ran:?}");
    let copy = ran.stderr.split('`').find(|part| part.contains("pith-rescue-")).unwrap().to_owned();
    let rescued = std::fs::read_to_string(&copy).unwrap();
    std::fs::remove_file(&copy).unwrap();
    assert!(rescued.contains("\"first\"") && rescued.contains("\"one\""), "{rescued}");
}

/// An answer that is cut off by the death of the process.
fn killed(world: &World, server: &ChatServer, requests: usize) {
    let mut command = world.command(PITH);
    command.args(["--model", "mock/m1", "--mode", "json", "-p", "go"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    server.wait_for_requests(requests);
    let is_journalled = || {
        world.list("agent/sessions").iter().any(|folder| {
            let files = world.list(&format!("agent/sessions/{folder}"));
            files.iter().any(|name| {
                name.ends_with(".partial") && world.read(&format!("agent/sessions/{folder}/{name}")).contains("answer")
            })
        })
    };
    while !is_journalled() {
        thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_answer_survives_the_death_of_the_process_as_an_aborted_message() {
    let (world, server) = world([Reply::text("half an answer").hang(), Reply::text("whole")]);
    killed(&world, &server, 1);
    let ran = ask(&world, &["-c", "-p", "and?"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "whole\n"), "{ran:?}");
    assert!(ran.stderr.contains("an answer was cut off when the program ended"), "{ran:?}");
    let lines = session(&world);
    let kinds = short(&lines);
    assert!(kinds.iter().any(|kind| kind == "assistant:aborted"), "{kinds:?}");
    let aborted = lines.iter().find(|line| line["message"]["stopReason"] == "aborted").unwrap();
    assert_eq!(aborted["message"]["content"], json!([{ "type": "text", "text": "half an answer" }]));
    assert_eq!(files(&world).len(), 1, "{:?}", files(&world));
    assert!(!server.requests()[1].body.to_string().contains("half an answer"), "left out of requests");
}

#[test]
fn a_second_process_waits_forks_or_fails_as_is_wished() {
    let (world, server) =
        world([Reply::text("seed"), Reply::text("slow").hang(), Reply::text("forked"), Reply::text("waited")]);
    ask(&world, &["-p", "seed"]);
    let mut command = world.command(PITH);
    let mut first = command.args(["--model", "mock/m1", "-c", "-p", "one"]).stdout(Stdio::null()).spawn().unwrap();
    server.wait_for_requests(2);
    let ran = ask(&world, &["-c", "--if-locked", "fail", "-p", "two"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains(&format!("is in use by process {}", first.id())), "{ran:?}");
    let ran = ask(&world, &["-c", "--if-locked", "fork", "-p", "two"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "forked\n"), "{ran:?}");
    assert!(ran.stderr.contains("this goes on in a copy"), "{ran:?}");
    let sessions = files(&world).into_iter().filter(|name| name.ends_with(".jsonl")).count();
    assert_eq!(sessions, 2);
    // Who waits goes on as soon as the other has ended.
    let mut waiting = world.command(PITH);
    waiting.args(["--model", "mock/m1", "--session"]).arg(world.root().join(path(&world))).args(["-p", "three"]);
    let waiting = waiting.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    let output = waiting.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "waited\n", "{:?}", String::from_utf8(output.stderr));
}

#[test]
fn one_id_given_to_several_at_once_is_one_session() {
    let (world, server) = world([Reply::text("a"), Reply::text("b"), Reply::text("c")]);
    let start = |text: &str| {
        let mut command = world.command(PITH);
        command.args(["--model", "mock/m1", "--session-id", "same", "-p", text]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for child in ["one", "two", "three"].map(start) {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(files(&world).len(), 1, "{:?}", files(&world));
    let users = short(&session(&world)).into_iter().filter(|kind| kind == "user").count();
    assert_eq!((users, server.requests().len()), (3, 3));
}

#[test]
fn an_id_that_another_process_only_begins_is_waited_for_or_not_as_is_wished() {
    let (world, _server) = world([Reply::text("own"), Reply::text("same")]);
    let mut first = Client::start(&world, &["--mode", "rpc", "--session-id", "same"]);
    first.ask(json!({ "type": "get_state" }));
    let ran = ask(&world, &["--session-id", "same", "--if-locked", "fail", "-p", "x"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("session `same` is in use by process "), "{ran:?}");
    let ran = ask(&world, &["--session-id", "same", "--if-locked", "fork", "-p", "x"]);
    assert!(ran.code == Some(0) && ran.stderr.contains("this is a session of its own"), "{ran:?}");
    assert_ne!(session(&world)[0]["id"], "same");
    first.close();
    let ran = ask(&world, &["--session-id", "same", "-p", "y"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "same\n"), "{ran:?}");
}

#[test]
fn what_a_program_without_a_lock_writes_is_told() {
    let (world, _server) = world([Reply::calls([("bash", json!({ "command": "sh add.sh" }))]), Reply::text("done")]);
    let line = r#"{"type":"custom","id":"foreign1","parentId":null,"timestamp":"t","customType":"x"}"#;
    world.write("proj/add.sh", format!("echo '{line}' >> \"$PI_SESSION_FILE\"\n"));
    let ran = ask(&world, &["-p", "go"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("another program wrote 1 entries to this session"), "{ran:?}");
    let lines = session(&world);
    assert!(lines.iter().any(|line| line["id"] == "foreign1"));
    assert_eq!(short(&lines).last().unwrap(), "assistant:stop");
}

#[test]
fn a_reader_that_goes_away_ends_the_program_and_keeps_the_session() {
    let (world, _server) = world([Reply::text(&"x\n".repeat(100_000))]);
    let mut command = world.command("/bin/bash");
    let script = "\"$0\" --model mock/m1 --mode json -p go | head -n 3 > /dev/null; echo ${PIPESTATUS[0]}";
    let output = command.args(["-c", script, PITH]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "141\n");
    let lines = session(&world);
    assert!(short(&lines).last().unwrap().starts_with("assistant:"), "{:?}", short(&lines));
    assert_eq!(files(&world).len(), 1);
}

#[test]
fn a_damaged_context_is_told() {
    let (world, _server) = world([Reply::text("one"), Reply::text("two")]);
    ask(&world, &["-p", "first"]);
    let file = path(&world);
    let compaction = r#"{"type":"compaction","id":"cccccccc","parentId":null,"timestamp":"t","summary":"s","firstKeptEntryId":"gone"}"#;
    world.write(&file, world.read(&file) + compaction + "\n");
    let ran = ask(&world, &["-c", "-p", "second"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("compaction `cccccccc` keeps entries from one on that is not before it"), "{ran:?}");
}

#[test]
fn the_command_session_lists_shows_names_mends_exports_and_removes() {
    let (world, _server) = world([Reply::text("an answer"), Reply::text("two")]);
    ask(&world, &["--session-id", "first-one", "-p", "find the bug"]);
    let run = |arguments: &[&str]| world.run(PITH, ["session"].iter().chain(arguments));
    let listed = run(&["list"]);
    assert!(listed.code == Some(0) && listed.stdout.contains("find the bug"), "{listed:?}");
    assert_eq!(run(&["rename", "first-one", "Bug", "hunt"]).code, Some(0));
    assert!(run(&["search", "hunt"]).stdout.contains("Bug hunt"));
    assert_eq!(run(&["search", "nothing like it"]).stdout, "");
    let json: Value = serde_json::from_str(&run(&["list", "--json"]).stdout).unwrap();
    assert_eq!((&json[0]["id"], &json[0]["name"]), (&json!("first-one"), &json!("Bug hunt")));
    let shown = run(&["show", "first"]);
    assert!(shown.stdout.contains("you: find the bug") && shown.stdout.contains("model: an answer"), "{shown:?}");
    let page = run(&["export", "first-one", "page.html"]);
    assert!(page.code == Some(0) && world.read("proj/page.html").contains("an answer"), "{page:?}");
    run(&["export", "first-one", "branch.jsonl"]);
    assert!(world.read("proj/branch.jsonl").contains("find the bug"));
    assert_eq!(run(&["repair", "branch.jsonl"]).stdout.trim().matches("nothing is wrong").count(), 1);
    world.write("proj/broken.jsonl", world.read("proj/branch.jsonl") + "torn\n");
    let mended = run(&["repair", "broken.jsonl"]);
    assert!(mended.code == Some(0) && mended.stderr.contains("the line is broken"), "{mended:?}");
    let imported = run(&["import", "branch.jsonl"]);
    assert_eq!(imported.code, Some(0), "{imported:?}");
    std::fs::remove_file(imported.stdout.trim()).unwrap();
    let removed = run(&["rm", "first-one"]);
    assert!(removed.code == Some(0) && removed.stdout.starts_with("removed `"), "{removed:?}");
    assert_eq!(run(&["list"]).stdout, "");
    let odd = run(&["frobnicate"]);
    assert!(odd.code == Some(1) && odd.stderr.contains("`pith session` takes"), "{odd:?}");
}

#[test]
fn a_hang_up_while_a_shell_waits_ends_in_order() {
    let (world, server) = world([Reply::text("half").hang()]);
    let mut command = world.command(PITH);
    let child = command.args(["--model", "mock/m1", "-p", "go"]).stderr(Stdio::piped()).spawn().unwrap();
    server.wait_for_requests(1);
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(129));
    assert_eq!(files(&world).len(), 1, "{:?}", files(&world));
}

#[test]
fn large_pictures_are_kept_beside_the_file_where_that_is_wished_and_read_as_ever() {
    let (world, _server) = world([Reply::text("one")]);
    world.write("agent/settings.json", r#"{"sessionImages": "beside", "images": {"autoResize": false}}"#);
    let picture = format!("iVBORw0KGgoA{}", "QUJD".repeat(30_000));
    let images = json!([{ "type": "image", "data": picture, "mimeType": "image/png" }]);
    let mut client = Client::start(&world, &[]);
    client.data(json!({ "type": "prompt", "message": "look", "images": images }));
    client.event("agent_settled");
    assert_eq!(client.close().code, Some(0));
    let mut client = Client::start(&world, &["-c"]);
    let messages = client.data(json!({ "type": "get_messages" }))["messages"].to_string();
    assert!(messages.contains(&picture));
    assert_eq!(client.close().code, Some(0));
    assert!(world.read(&path(&world)).len() < picture.len());
    assert_eq!(world.list(&format!("{}.images", path(&world))).len(), 1);
    let exported = world.run(PITH, ["session", "export", world.root().join(path(&world)).to_str().unwrap(), "x.jsonl"]);
    assert_eq!(exported.code, Some(0), "{exported:?}");
    assert!(world.read("proj/x.jsonl").contains(&picture));
}
