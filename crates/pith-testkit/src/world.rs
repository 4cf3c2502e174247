//! A temporary world to run a program in: a home, an agent folder, a project, and nothing else.

use std::{
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use serde_json::json;
use tempfile::TempDir;

use crate::ChatServer;

/// How long a program may run before it counts as hung.
const PATIENCE: Duration = Duration::from_secs(60);

/// Folders that are gone when it is dropped.
#[derive(Debug)]
pub struct World {
    root: TempDir,
}

/// What a program did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub stdout: String,
    /// What it complained.
    pub stderr: String,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// An empty world.
    pub fn new() -> Self {
        let root = TempDir::new().unwrap_or_else(|error| panic!("no temporary folder: {error}"));
        let world = Self { root };
        for folder in [world.home(), world.agent(), world.project()] {
            fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("`{}`: {error}", folder.display()));
        }
        world
    }

    /// The folder that holds everything.
    pub fn root(&self) -> &Path {
        self.root.path()
    }

    /// The home folder.
    pub fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    /// The agent folder.
    pub fn agent(&self) -> PathBuf {
        self.root.path().join("agent")
    }

    /// The folder that programs run in.
    pub fn project(&self) -> PathBuf {
        self.root.path().join("proj")
    }

    /// Writes a file, by its path from the root, and gives its whole path.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.root.path().join(path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, content));
        written.unwrap_or_else(|error| panic!("`{}`: {error}", path.display()));
        path
    }

    /// Reads a text file, by its path from the root.
    pub fn read(&self, path: &str) -> String {
        let path = self.root.path().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("`{}`: {error}", path.display()))
    }

    /// The names in a folder, by its path from the root, sorted; empty when there is no such folder.
    pub fn list(&self, path: &str) -> Vec<String> {
        let entries = fs::read_dir(self.root.path().join(path)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Writes a `models.json` in which the provider `mock` is this server: models `m1`, and `think-1` that reasons.
    pub fn use_models_of(&self, server: &ChatServer) {
        let model = |id: &str, reasoning: bool| json!({"id": id, "reasoning": reasoning, "contextWindow": 200_000, "maxTokens": 8192});
        let provider = json!({"baseUrl": server.base_url(), "api": "openai-completions", "apiKey": "mock-key",
            "models": [model("m1", false), model("think-1", true)]});
        self.write("agent/models.json", json!({"providers": {"mock": provider}}).to_string());
    }

    /// A command that runs in the project with an environment that holds only this world.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("HOME", self.home())
            .env("PI_CODING_AGENT_DIR", self.agent())
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .current_dir(self.project())
            .stdin(Stdio::null());
        command
    }

    /// Runs a program to its end.
    pub fn run<S: AsRef<OsStr>>(&self, program: impl AsRef<OsStr>, arguments: impl IntoIterator<Item = S>) -> Ran {
        let mut command = self.command(program);
        command.args(arguments);
        finish(command, None)
    }

    /// Runs a program to its end with this on its standard input.
    pub fn run_with_input<S: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = S>,
        input: &str,
    ) -> Ran {
        let mut command = self.command(program);
        command.args(arguments).stdin(Stdio::piped());
        finish(command, Some(input.to_owned()))
    }
}

fn finish(mut command: Command, input: Option<String>) -> Ran {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?} did not start: {error}"));
    let stdin = child.stdin.take();
    let id = child.id();
    let (done, wait) = mpsc::channel();
    thread::spawn(move || {
        if let (Some(mut stdin), Some(input)) = (stdin, input) {
            // A program may end without reading it all.
            _ = io::Write::write_all(&mut stdin, input.as_bytes());
        }
        _ = done.send(child.wait_with_output());
    });
    let output = wait
        .recv_timeout(PATIENCE)
        .unwrap_or_else(|_| panic!("process {id} of {command:?} did not end within {PATIENCE:?}"))
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    Ran {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_sees_nothing_but_the_world() {
        let world = World::new();
        world.write("proj/a/b.txt", "in");
        let ran = world.run("sh", ["-c", "echo $HOME; cat a/b.txt; echo err >&2; env | wc -l; exit 3"]);
        assert_eq!(ran.code, Some(3));
        assert_eq!(ran.stderr, "err\n");
        assert!(ran.stdout.starts_with(&format!("{}\nin", world.home().display())), "{ran:?}");
        assert_eq!(world.list("proj"), ["a"]);
        assert_eq!(world.run_with_input("cat", [""; 0], "said").stdout, "said");
    }
}
