//! The program is killed at random points of scripted runs, again and again on the same sessions: while an answer streams,
//! while tools run, while a conversation is compacted, forked or cloned. Whatever it said was kept is in a file, and every
//! file opens.
//!
//! `PITH_CRASH_ROUNDS` asks for more rounds than usual, `PITH_CRASH_SEED` for other points, `PITH_CRASH_KEEP` names a folder
//! that the session files are copied to.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Stdio};
use std::time::{Duration, Instant};

use pith_testkit::{ChatServer, Reply, World};
use serde_json::{Value, json};

use crate::program::{PITH, ask};

/// Rounds on one session before the next one begins.
const ROUNDS_OF_A_SESSION: u64 = 20;

/// A number of the surroundings, or the usual one.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// What a round does.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// An answer that streams, a call, and an answer again.
    Streaming,
    /// Several tools at once, one of which runs for a while.
    Tools,
    /// In RPC mode: a prompt, the conversation is compacted, a prompt.
    Compaction,
    /// In RPC mode: a prompt, a fork before it, a prompt there, a clone, a prompt there.
    Fork,
}

const KINDS: [Kind; 4] = [Kind::Streaming, Kind::Tools, Kind::Compaction, Kind::Fork];

impl Kind {
    /// Lines that a whole round prints, more or less: points beyond the end are part of the test.
    fn lines(self) -> u64 {
        match self {
            Self::Streaming => 90,
            Self::Tools => 60,
            Self::Compaction => 110,
            Self::Fork => 140,
        }
    }

    fn script(self, round: u64) -> Vec<Reply> {
        let words = format!("round {round} ").repeat(20);
        let answer = || Reply::text(&words);
        match self {
            Self::Streaming => {
                let call = answer().then_call("write", &json!({ "path": "a.txt", "content": words }).to_string());
                vec![call.finish("tool_calls"), answer()]
            }
            Self::Tools => {
                let calls = [
                    ("write", json!({ "path": "b.txt", "content": words })),
                    ("bash", json!({ "command": "for i in 1 2 3 4 5 6; do echo $i; sleep 0.02; done" })),
                    ("read", json!({ "path": "seed.txt" })),
                ];
                vec![Reply::calls(calls), Reply::calls([("bash", json!({ "command": "echo last" }))]), answer()]
            }
            Self::Compaction => vec![answer(), Reply::text("what was said so far"), answer(), answer()],
            Self::Fork => vec![answer(), answer(), answer(), answer()],
        }
    }

    fn start(self, world: &World, session: &str) -> Child {
        let mut command = world.command(PITH);
        command.args(["--model", "mock/m1", "--session-id", session]);
        match self {
            Self::Streaming | Self::Tools => command.args(["--mode", "json", "-p", "go on"]).stdin(Stdio::null()),
            Self::Compaction | Self::Fork => command.args(["--mode", "rpc"]).stdin(Stdio::piped()),
        };
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// What a client sends next, after it has sent `sent` lines and was told this.
    fn next(self, sent: usize, record: &Value) -> Option<Value> {
        let settled = record["type"] == "agent_settled";
        let answers = |command: &str| record["type"] == "response" && record["command"] == command;
        let prompt = || Some(json!({ "type": "prompt", "message": "go on" }));
        match (self, sent) {
            (Self::Compaction, 1) if settled => Some(json!({ "type": "compact" })),
            (Self::Compaction, 2) if answers("compact") => prompt(),
            (Self::Fork, 1) if settled => Some(json!({ "type": "get_fork_messages" })),
            (Self::Fork, 2) if answers("get_fork_messages") => {
                let messages = record["data"]["messages"].as_array().unwrap();
                Some(json!({ "type": "fork", "entryId": messages.last().unwrap()["entryId"] }))
            }
            (Self::Fork, 3) if answers("fork") => prompt(),
            (Self::Fork, 4) if settled => Some(json!({ "type": "clone" })),
            (Self::Fork, 5) if answers("clone") => prompt(),
            _ => None,
        }
    }

    /// How many lines a client sends before it ends its input.
    fn sends(self) -> usize {
        match self {
            Self::Streaming | Self::Tools => 0,
            Self::Compaction => 3,
            Self::Fork => 6,
        }
    }
}

/// Runs a round and kills it after so many lines of output and a moment; gives what it said before.
fn killed(world: &World, kind: Kind, session: &str, after: usize, moment: Duration) -> Vec<Value> {
    let mut child = kind.start(world, session);
    let mut stdin = child.stdin.take();
    let mut sent = 0;
    let send = |record: Value, stdin: &mut Option<ChildStdin>, sent: &mut usize| {
        // It may have ended already.
        let _ = writeln!(stdin.as_mut().unwrap(), "{record}");
        *sent += 1;
    };
    if stdin.is_some() {
        send(json!({ "type": "prompt", "message": "begin" }), &mut stdin, &mut sent);
    }
    let mut said = Vec::new();
    let output = BufReader::new(child.stdout.take().unwrap());
    for line in output.lines().take(after) {
        let record: Value = serde_json::from_str(&line.unwrap()).unwrap();
        if let Some(next) = kind.next(sent, &record) {
            send(next, &mut stdin, &mut sent);
        } else if sent == kind.sends() && record["type"] == "agent_settled" {
            stdin = None;
        }
        said.push(record);
    }
    let end = Instant::now() + moment;
    while Instant::now() < end {
        std::hint::spin_loop();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    said
}

/// The session files.
fn files(world: &World) -> Vec<PathBuf> {
    let folders = std::fs::read_dir(world.agent().join("sessions")).into_iter().flatten().flatten();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.path()));
    files.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")).collect()
}

/// The entries of all files. A line that was torn by a kill is none.
fn stored(files: &[PathBuf]) -> Vec<Value> {
    let text: String = files.iter().map(|path| std::fs::read_to_string(path).unwrap() + "\n").collect();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// Whether what was said to be complete stands in a file.
fn is_kept(record: &Value, stored: &[Value]) -> bool {
    match record["type"].as_str() {
        Some("message_end") => stored.iter().any(|line| line["message"] == record["message"]),
        Some("compaction_end") if record["result"].is_object() => {
            stored.iter().any(|line| line["type"] == "compaction" && line["summary"] == record["result"]["summary"])
        }
        _ => true,
    }
}

fn opens(world: &World, path: &Path) {
    let shown = world.run(PITH, ["session", "show", path.to_str().unwrap(), "--json"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
}

#[test]
fn a_program_that_is_killed_at_any_point_loses_nothing_that_it_said_was_complete() {
    let mut dice = Dice(number("PITH_CRASH_SEED", 0x5eed));
    let world = World::new();
    world.write("agent/settings.json", r#"{"compaction": {"keepRecentTokens": 40}}"#);
    world.write("proj/seed.txt", "seed");
    let mut known = Vec::new();
    for round in 0..number("PITH_CRASH_ROUNDS", 12) {
        let kind = KINDS[usize::try_from(round).unwrap() % KINDS.len()];
        let server = ChatServer::start(kind.script(round));
        world.use_models_of(&server);
        let after = usize::try_from(dice.below(kind.lines())).unwrap();
        let moment = Duration::from_micros(dice.below(3_000));
        let session = format!("crash-{}", round / ROUNDS_OF_A_SESSION);
        let said = killed(&world, kind, &session, after, moment);
        let files = files(&world);
        let stored = stored(&files);
        for record in &said {
            assert!(is_kept(record, &stored), "round {round} ({kind:?}), {after} lines, {moment:?}: {record}");
        }
        // What was kept before is kept still, and what is new opens.
        let lines = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
        for (path, before) in &known {
            assert!(lines(path).starts_with(before), "round {round} changed {}", path.display());
        }
        let is_known =
            |path: &&PathBuf, text: &String| known.iter().any(|(known, before)| known == *path && before == text);
        let texts: Vec<(PathBuf, String)> = files.iter().map(|path| (path.clone(), lines(path))).collect();
        texts.iter().filter(|(path, text)| !is_known(&path, text)).for_each(|(path, _)| opens(&world, path));
        known = texts;
    }
    if let Some(folder) = std::env::var_os("PITH_CRASH_KEEP") {
        std::fs::create_dir_all(&folder).unwrap();
        for path in files(&world) {
            std::fs::copy(&path, Path::new(&folder).join(path.file_name().unwrap())).unwrap();
        }
    }
    // Whoever opens a session next leaves nothing beside it.
    let server = ChatServer::start([Reply::text("the end")]);
    world.use_models_of(&server);
    let ran = ask(&world, &["--session-id", "crash-0", "-p", "end"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let mut sides: Vec<String> = Vec::new();
    for folder in world.list("agent/sessions") {
        sides.extend(world.list(&format!("agent/sessions/{folder}")));
    }
    let of_it = sides.iter().filter(|name| name.contains("crash-0"));
    assert_eq!(of_it.collect::<Vec<_>>().len(), 1, "{sides:?}");
}
