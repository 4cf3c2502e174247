//! A client of `--mode rpc`: lines in, records out, by what is waited for and never by time.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use pith_testkit::World;
use serde_json::{Value, json};

use crate::program::PITH;

/// How long a record may take before the program counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, as a client holds it.
pub(crate) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    records: Receiver<Value>,
    /// Everything that came, in order.
    pub(crate) seen: Vec<Value>,
}

/// How the program ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stderr: String,
    /// Everything that ever came.
    pub(crate) seen: Vec<Value>,
}

impl Client {
    /// Starts the program with the model `mock/m1`.
    pub(crate) fn start(world: &World, arguments: &[&str]) -> Self {
        let mut command = world.command(PITH);
        command.args(["--mode", "rpc", "--model", "mock/m1"]).args(arguments);
        Self::of(command)
    }

    /// Starts the program with these arguments alone.
    pub(crate) fn start_plain(world: &World, arguments: &[&str]) -> Self {
        let mut command = world.command(PITH);
        command.args(arguments);
        Self::of(command)
    }

    fn of(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().unwrap();
        let (tell, records) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).split(b'\n') {
                let record = serde_json::from_slice(&line.unwrap()).unwrap();
                if tell.send(record).is_err() {
                    break;
                }
            }
        });
        Self { child, stdin, records, seen: Vec::new() }
    }

    /// The process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).and_then(|()| stdin.flush()).unwrap();
    }

    /// Sends a record.
    pub(crate) fn send(&mut self, record: &Value) {
        self.raw(format!("{record}\n").as_bytes());
    }

    /// The next record that fits; those before it are kept in `seen`.
    pub(crate) fn wait(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let record =
                self.records.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{error}: {:#?}", self.seen));
            self.seen.push(record.clone());
            if fits(&record) {
                return record;
            }
        }
    }

    /// The next record of that type.
    pub(crate) fn event(&mut self, kind: &str) -> Value {
        self.wait(|record| record["type"] == kind)
    }

    /// Sends a command and waits for its answer.
    pub(crate) fn ask(&mut self, mut command: Value) -> Value {
        let id = format!("ask-{}", self.seen.len());
        command["id"] = json!(id);
        self.send(&command);
        self.wait(|record| record["type"] == "response" && record["id"] == id.as_str())
    }

    /// The data of an answer that has to be good.
    pub(crate) fn data(&mut self, command: Value) -> Value {
        let answer = self.ask(command);
        assert_eq!(answer["success"], true, "{answer}");
        answer["data"].clone()
    }

    /// Says something to the model and waits until nothing is left to do.
    pub(crate) fn talk(&mut self, message: &str) {
        assert_eq!(self.data(json!({ "type": "prompt", "message": message }))["disposition"], "started");
        self.event("agent_settled");
    }

    /// Ends the input, and waits for the program's end.
    pub(crate) fn close(mut self) -> Ended {
        self.stdin = None;
        self.ended()
    }

    /// Waits for the program's end.
    pub(crate) fn ended(mut self) -> Ended {
        let stderr = read(self.child.stderr.take().unwrap());
        let code = self.child.wait().unwrap().code();
        self.seen.extend(self.records.iter());
        Ended { code, stderr, seen: self.seen }
    }
}

fn read(mut stderr: ChildStderr) -> String {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut stderr, &mut text).unwrap();
    text
}
