//! The conversation in a terminal, line by line.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use nix::pty::openpty;
use pith_testkit::{Reply, World};
use serde_json::{Value, json};

use crate::program::{PITH, prompt, said, session, short, world};

/// How long something may take to be shown.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in a terminal.
pub(crate) struct Talk {
    child: Child,
    keys: File,
    pieces: Receiver<String>,
    shown: String,
    /// Everything that was ever shown.
    all: String,
}

impl Talk {
    pub(crate) fn begin(world: &World, term: &str, arguments: &[&str]) -> Self {
        let terminal = openpty(None, None).unwrap();
        let mut command = world.command(PITH);
        command.args(["--model", "mock/m1"]).args(arguments).env("TERM", term).env("NO_COLOR", "1");
        let end = || Stdio::from(terminal.slave.try_clone().unwrap());
        command.stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().unwrap();
        // Both hold this side's copies of the other end; without them reading ends with the program.
        drop(command);
        drop(terminal.slave);
        let keys = File::from(terminal.master);
        let mut screen = keys.try_clone().unwrap();
        let (tell, pieces) = channel();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            // A terminal that nobody writes to any more ends with an error.
            while let Ok(count @ 1..) = screen.read(&mut piece) {
                if tell.send(String::from_utf8_lossy(&piece[..count]).into_owned()).is_err() {
                    break;
                }
            }
        });
        Self { child, keys, pieces, shown: String::new(), all: String::new() }
    }

    /// Waits until this is shown, after everything that was waited for before.
    pub(crate) fn wait(&mut self, text: &str) {
        loop {
            if let Some(place) = self.shown.find(text) {
                self.shown.drain(..place + text.len());
                return;
            }
            let piece = self.pieces.recv_timeout(PATIENCE);
            let piece = piece.unwrap_or_else(|error| panic!("no {text:?}: {error}: {:?}", self.shown));
            self.shown.push_str(&piece);
            self.all.push_str(&piece);
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Types a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Takes in everything until the program has gone.
    fn until_end(&mut self) {
        while let Ok(piece) = self.pieces.recv_timeout(PATIENCE) {
            self.all.push_str(&piece);
        }
    }

    /// Waits for the end; the exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

#[test]
fn what_is_typed_is_answered_until_the_person_leaves() {
    for term in ["xterm", "dumb"] {
        let (world, server) = world([Reply::text("First answer."), Reply::text("Second answer.")]);
        let mut talk = Talk::begin(&world, term, &[]);
        talk.wait("> ");
        talk.say("one");
        talk.wait("First answer.");
        talk.say("two");
        talk.wait("Second answer.");
        talk.say("/session");
        talk.wait("2 of yours, 2 answers");
        talk.say("/quit");
        assert_eq!(talk.end(), Some(0), "{term}");
        assert_eq!(server.requests().len(), 2);
        assert_eq!(short(&session(&world))[4..], ["user", "assistant:stop", "user", "assistant:stop"]);
    }
}

#[test]
fn without_an_editor_a_prompt_stands_behind_what_was_said() {
    let (world, _server) = world([Reply::text("First answer.")]);
    let mut talk = Talk::begin(&world, "dumb", &[]);
    let typed = ["one", "/session", "/name", "/model nobody", "/exit"];
    for line in typed {
        talk.wait("> ");
        talk.say(line);
    }
    talk.until_end();
    let behind = talk.all.lines().filter_map(|line| line.strip_prefix("> "));
    assert_eq!(behind.map(str::trim_end).collect::<Vec<_>>(), typed, "{}", talk.all);
}

#[test]
fn without_an_editor_an_answer_has_lines_of_its_own_and_the_prompt_comes_back() {
    let (world, _server) = world([Reply::text("It is there.")]);
    let mut talk = Talk::begin(&world, "dumb", &[]);
    talk.wait("> ");
    talk.say("look");
    talk.wait("\r\nIt is there.\r\n> ");
    talk.say("!printf 'r%sns\\n' u; sleep 60");
    talk.wait("\r\nruns\r\n");
    let id = talk.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    talk.wait("(ended)\r\n> ");
    talk.say("/import nowhere.jsonl");
    talk.wait("There is no file");
    talk.wait("> ");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn help_shows_templates_and_skills_unless_the_person_does_not_want_those() {
    for wanted in [true, false] {
        let (world, _server) = world([]);
        world.write("agent/settings.json", json!({ "enableSkillCommands": wanted }).to_string());
        world.write("agent/prompts/review.md", "---\ndescription: Look at it\n---\nReview $1");
        world.write("agent/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reads PDF\n---\n");
        let mut talk = Talk::begin(&world, "dumb", &[]);
        talk.wait("> ");
        talk.say("/help");
        talk.wait("Templates:");
        talk.wait("Look at it");
        talk.wait("leaves.");
        talk.wait("> ");
        talk.say("/quit");
        talk.until_end();
        assert_eq!(talk.all.contains("/skill:pdf"), wanted, "{}", talk.all);
    }
}

#[test]
fn plain_is_plain_on_a_terminal_that_could_do_more() {
    let (world, _server) = world([Reply::text("It is there.")]);
    let mut talk = Talk::begin(&world, "xterm", &["--plain"]);
    talk.wait("> ");
    talk.say("look");
    talk.wait("It is there.");
    talk.wait("> ");
    talk.say("/quit");
    talk.until_end();
    assert!(!talk.all.contains('\u{1b}'), "{:?}", talk.all);
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn trust_for_this_session_holds_at_once_and_is_not_kept() {
    let (world, server) = world([Reply::text("One."), Reply::text("Two.")]);
    world.write("proj/.pi/SYSTEM.md", "SPECIAL PROMPT");
    let mut talk = Talk::begin(&world, "dumb", &["--no-approve"]);
    for (choice, answer) in [("3", "One."), ("5", "Two.")] {
        talk.wait("> ");
        talk.say("/trust");
        talk.wait("? ");
        talk.say(choice);
        talk.wait("That holds until you leave");
        talk.wait("> ");
        talk.say("hello");
        talk.wait(answer);
    }
    talk.wait("> ");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
    assert!(prompt(&server, 0).contains("SPECIAL PROMPT") && !prompt(&server, 1).contains("SPECIAL PROMPT"));
    assert!(!world.agent().join("trust.json").exists());
}

#[test]
fn a_message_on_the_command_line_begins_the_conversation_and_ctrl_d_ends_it() {
    let (world, _server) = world([Reply::text("An answer.")]);
    let mut talk = Talk::begin(&world, "xterm", &["hello"]);
    talk.wait("An answer.");
    talk.wait("> ");
    talk.press("\u{4}");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn escape_ends_the_run_and_ctrl_c_twice_leaves() {
    let slow = Reply::calls([("bash", json!({ "command": "echo running; sleep 30" }))]);
    let (world, server) = world([slow, Reply::text("never asked for")]);
    let mut talk = Talk::begin(&world, "xterm", &[]);
    talk.wait("> ");
    talk.say("go");
    talk.wait("bash echo running");
    talk.press("\u{1b}");
    talk.wait("aborted");
    talk.press("\u{3}");
    talk.wait("(Ctrl-C again leaves)");
    talk.press("\u{3}");
    assert_eq!(talk.end(), Some(0));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn escape_ends_the_wait_for_another_try_and_says_so() {
    let busy = Reply::status(503, &json!({ "error": { "message": "overloaded" } }));
    let (world, server) = world([busy]);
    world.write("agent/settings.json", json!({ "retry": { "baseDelayMs": 600_000 } }).to_string());
    let mut talk = Talk::begin(&world, "xterm", &[]);
    talk.wait("> ");
    talk.say("go");
    talk.wait("trying again in 60 s");
    talk.press("\u{1b}");
    talk.wait("(no further try)");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_line_during_a_run_steers_it() {
    let waits = Reply::calls([("bash", json!({ "command": "until [ -e go ]; do sleep 0.01; done" }))]);
    let (world, server) = world([waits, Reply::text("Done.")]);
    let mut talk = Talk::begin(&world, "xterm", &[]);
    talk.wait("> ");
    talk.say("start");
    talk.wait("bash until");
    talk.say("and this");
    talk.wait("waiting next: and this");
    world.write("proj/go", "");
    talk.wait("Done.");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
    assert_eq!(said(&server, 1), "and this");
}

#[test]
fn a_command_for_the_shell_runs_and_what_is_not_offered_says_so() {
    let (world, _server) = world([]);
    let mut talk = Talk::begin(&world, "xterm", &[]);
    talk.wait("> ");
    talk.say("!printf 'a%sb\\n' xx; exit 3");
    talk.wait("axxb");
    talk.wait("(exit code 3)");
    talk.say("/share");
    talk.wait("`/share` is not offered");
    talk.say("/name A name");
    talk.wait("session \"A name\"");
    talk.say("/model think");
    talk.wait("model mock/think-1");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
}

#[test]
fn a_terminal_gets_its_ways_back_when_a_signal_ends_the_program() {
    let (world, _server) = world([]);
    let mut talk = Talk::begin(&world, "xterm", &[]);
    talk.wait("> ");
    let modes = || nix::sys::termios::tcgetattr(&talk.keys).unwrap().local_flags;
    assert!(!modes().contains(nix::sys::termios::LocalFlags::ICANON), "the editor has the terminal");
    let id = talk.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(talk.child.wait().unwrap().code(), Some(143));
    assert!(modes().contains(nix::sys::termios::LocalFlags::ICANON));
}

#[test]
fn a_key_is_typed_unseen_stored_and_forgotten() {
    for term in ["xterm", "dumb"] {
        let (world, _server) = world([]);
        let mut talk = Talk::begin(&world, term, &[]);
        talk.wait("> ");
        talk.say("/login mock");
        talk.wait("Key for `mock`");
        talk.wait("? ");
        talk.say("s3cr3t-key");
        talk.wait("Stored for `mock`");
        let stored: Value = serde_json::from_str(&world.read("agent/auth.json")).unwrap();
        assert_eq!(stored["mock"]["key"], "s3cr3t-key");
        talk.say("/logout mock");
        talk.wait("is forgotten");
        assert!(!talk.all.contains("s3cr3t-key"), "{term}: {:?}", talk.all);
        talk.say("/quit");
        assert_eq!(talk.end(), Some(0));
    }
}

#[test]
fn a_project_is_asked_about_before_its_own_prompts_count() {
    let (world, server) = world([Reply::text("One."), Reply::text("Two.")]);
    world.write("proj/.pi/SYSTEM.md", "SPECIAL PROMPT");
    let mut talk = Talk::begin(&world, "xterm", &[]);
    talk.wait("Do you trust");
    talk.wait("→ Trust it");
    talk.say("");
    talk.wait("> ");
    talk.say("hello");
    talk.wait("One.");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
    assert!(prompt(&server, 0).contains("SPECIAL PROMPT"));
    let mut talk = Talk::begin(&world, "xterm", &["again"]);
    talk.wait("Two.");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
    assert!(prompt(&server, 1).contains("SPECIAL PROMPT"), "the answer was kept");
}

#[test]
fn nothing_that_is_shown_in_a_conversation_is_obeyed_by_the_terminal() {
    let hostile = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m";
    let call = Reply::calls([("bash", json!({ "command": "cat hostile.txt" })), ("read", json!({ "path": hostile }))]);
    let (world, _server) = world([call.then_text(hostile), Reply::text(&format!("{hostile} the end"))]);
    world.write("proj/hostile.txt", format!("{hostile} of a file\n"));
    // A terminal without an editor gets no sequence of the program's own.
    let mut talk = Talk::begin(&world, "dumb", &["--name", hostile]);
    talk.wait("> ");
    talk.say("go");
    talk.wait("the end");
    for (line, shown) in
        [("!cat hostile.txt", "of a file"), ("/resume", "? "), ("", "> "), ("/tree", "? "), ("no\u{b}one", "? ")]
    {
        talk.say(line);
        talk.wait(shown);
    }
    talk.say("");
    talk.say("/quit");
    talk.until_end();
    let active: Vec<char> = talk.all.chars().filter(|c| c.is_control() && !"\r\n\t".contains(*c)).collect();
    assert!(active.is_empty(), "{:?}", talk.all);
}

#[test]
fn what_extensions_cost_and_what_failed_is_told_in_the_conversation() {
    let (world, _server) = world([Reply::text("Here."), Reply::text("Still here.")]);
    world.write(
        "agent/extensions/slow.ts",
        "export default (pi) => { pi.on('agent_start', () => {}); pi.on('agent_end', () => { throw new Error('too late'); }); };",
    );
    let mut talk = Talk::begin(&world, "dumb", &[]);
    talk.wait("> ");
    talk.say("hello");
    talk.wait("too late");
    // What a handler throws is told while its event still lasts. When the next run has an answer, that event is over.
    talk.say("again");
    talk.wait("Still here.");
    talk.say("/extensions");
    talk.wait("handlers: agent_end, agent_start");
    talk.wait("time spent: ");
    talk.wait(" events");
    talk.wait("errors: agent_end: too late");
    talk.say("/quit");
    assert_eq!(talk.end(), Some(0));
}
