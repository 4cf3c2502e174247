//! The program before a terminal: what others say is shown there, not obeyed.

use std::{fs::File, io::Read as _, process::Stdio};

use nix::pty::openpty;
use pith_testkit::{Reply, World};
use serde_json::json;

use crate::program::{PITH, world};

/// Runs the program with a terminal as its standard output and error; what the terminal was sent.
fn on_terminal(world: &World, arguments: &[&str]) -> String {
    let terminal = openpty(None, None).unwrap();
    let mut command = world.command(PITH);
    command
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdout(Stdio::from(terminal.slave.try_clone().unwrap()))
        .stderr(Stdio::from(terminal.slave));
    let mut child = command.spawn().unwrap();
    // The command holds this side's copies of the other end; without them reading ends with the program.
    drop(command);
    let mut sent = Vec::new();
    // A terminal that nobody writes to any more ends with an error.
    let _ = File::from(terminal.master).read_to_end(&mut sent);
    child.wait().unwrap();
    String::from_utf8_lossy(&sent).into_owned()
}

/// Control characters that no line of text has.
fn active(text: &str) -> Vec<char> {
    text.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')).collect()
}

#[test]
fn nothing_that_a_model_or_a_file_says_is_obeyed_by_a_terminal() {
    let hostile = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m";
    for mode in ["text", "json"] {
        let call = Reply::calls([("bash", json!({ "command": format!("echo '{hostile}'") }))]).then_text(hostile);
        let (world, _server) = world([call, Reply::text(hostile)]);
        world.write("agent/skills/x/SKILL.md", format!("---\nname: \"{hostile}\"\n---\n"));
        let shown = on_terminal(&world, &["--model", "mock/m1", "--mode", mode, "-p", "go"]);
        assert!(shown.contains("title"), "{shown}");
        assert!(active(&shown).is_empty(), "{shown:?}");
    }
}

#[test]
fn names_and_errors_are_not_obeyed_either() {
    let hostile = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m";
    let (world, _server) = world((0..20).map(|_| Reply::text("ok")));
    world.write(&format!("agent/skills/{hostile}/SKILL.md"), "---\nname: x\n---\n");
    world.write(&format!("agent/prompts/t{hostile}.md"), "---\na: b: c\n---\n$1");
    world.write("agent/settings.json", json!({ "theme": hostile, "defaultTools": hostile }).to_string());
    let model = format!("mock/new{hostile}");
    let (file, template) = (format!("@{hostile}"), format!("/t{hostile}"));
    for arguments in [
        &["--model", "mock/m1", "--verbose", "-p", template.as_str()][..],
        &["--model", "mock/m1", "-p", "hi", &file],
        &["--model", model.as_str(), "-p", "hi"],
        &["--model", "mock/m1", "--tools", hostile, "-p", "hi"],
        &["--model", "mock/m1", "--skill", hostile, "-p", "hi"],
        &["--model", "mock/m1", "--session", hostile, "-p", "hi"],
        &["--list-models", hostile],
        &["settings", "get", "theme"],
        &["settings"],
        &["settings", "set", hostile, "1"],
        &[hostile, hostile],
    ] {
        let shown = on_terminal(&world, arguments);
        assert!(active(&shown).is_empty(), "{arguments:?}: {shown:?}");
    }
}

#[test]
fn what_sessions_hold_is_not_obeyed_when_it_is_listed_searched_and_shown() {
    let hostile = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m";
    let call = Reply::calls([("bash", json!({ "command": format!("echo '{hostile}'") }))]).then_text(hostile);
    let (world, _server) = world([call, Reply::text(hostile)]);
    let said = ["--model", "mock/m1", "--session-id", "one", "--name", hostile, "-p", hostile];
    assert_eq!(world.run(PITH, said).code, Some(0));
    for words in [
        &["session", "list"][..],
        &["session", "list", "--json"],
        &["session", "show", "one"],
        &["session", "search", "title"],
        &["session", "check", "one"],
        &["session", "show", hostile],
        &["session", "search", hostile],
        &["--export", hostile],
    ] {
        let shown = on_terminal(&world, words);
        assert!(!shown.is_empty() && active(&shown).is_empty(), "{words:?}: {shown:?}");
    }
}

/// A terminal on one stream only: the other one takes the text as it is.
#[test]
fn each_stream_is_judged_by_itself() {
    let hostile = "\u{1b}[2Jtitle";
    let (world, _server) = world([Reply::text(hostile), Reply::text(hostile)]);
    let arguments = ["--model", "mock/m1", "--tools", hostile, "-p", "go"];
    let terminal = openpty(None, None).unwrap();
    let mut command = world.command(PITH);
    command.args(arguments).env("NO_COLOR", "1").stdout(Stdio::piped()).stderr(Stdio::from(terminal.slave));
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut errors = Vec::new();
    let _ = File::from(terminal.master).read_to_end(&mut errors);
    let mut printed = String::new();
    child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
    child.wait().unwrap();
    assert_eq!(printed, format!("{hostile}\n"));
    let errors = String::from_utf8_lossy(&errors).into_owned();
    assert!(errors.contains("[2Jtitle") && active(&errors).is_empty(), "{errors:?}");
}
