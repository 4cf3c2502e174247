//! `pi.exec`: a program without a shell, its output as text. Never fails: what goes wrong is part of the answer (1.5.4).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::{Child, Command};
use tokio_util::sync::CancellationToken;

use crate::runtime::SystemError;

use crate::rights::Program;

/// How long a program has to end by itself after it was asked to.
const GRACE: Duration = Duration::from_secs(5);

/// What is to be run.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Exec {
    command: String,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    cwd: Option<PathBuf>,
    /// Milliseconds.
    #[serde(default)]
    timeout: Option<u64>,
    #[serde(default)]
    max_buffer: Option<usize>,
}

impl Exec {
    /// The program, for the gate.
    pub(super) fn program(&self, cwd: &Path, env: &BTreeMap<String, String>) -> Program {
        let search = env.get("PATH").map(String::as_str);
        Program::find(&self.command, search, search, &self.folder(cwd))
    }

    fn folder(&self, cwd: &Path) -> PathBuf {
        self.cwd.as_deref().map_or_else(|| cwd.to_owned(), |own| cwd.join(own))
    }

    /// Runs it.
    pub(super) async fn run(self, cwd: &Path, env: &BTreeMap<String, String>, cancel: CancellationToken) -> Value {
        if cancel.is_cancelled() {
            // As if it had been ended at once.
            return json!({ "stdout": "", "stderr": "", "code": 143, "killed": true, "truncated": false });
        }
        let mut command = Command::new(&self.command);
        command.args(&self.args).current_dir(self.folder(cwd));
        command.env_clear().envs(env).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.kill_on_drop(true);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                let text = SystemError::spawn(&error, &self.command, false).message;
                return json!({ "stdout": "", "stderr": text, "code": 1, "killed": false, "truncated": false });
            }
        };
        let most = self.max_buffer.unwrap_or(256 << 20);
        let full = CancellationToken::new();
        let stdout = tokio::spawn(gather(child.stdout.take(), most, full.clone()));
        let stderr = tokio::spawn(gather(child.stderr.take(), most, full.clone()));
        let late = async {
            match self.timeout.filter(|time| *time > 0) {
                Some(time) => tokio::time::sleep(Duration::from_millis(time)).await,
                None => std::future::pending().await,
            }
        };
        let mut killed = false;
        let status = tokio::select! {
            biased;
            status = child.wait() => status,
            () = cancel.cancelled() => { killed = true; end(&mut child).await }
            () = late => { killed = true; end(&mut child).await }
            () = full.cancelled() => { killed = true; end(&mut child).await }
        };
        let (stdout, cut) = stdout.await.unwrap_or_default();
        let (stderr, cut_too) = stderr.await.unwrap_or_default();
        let code = status.map(code_of).unwrap_or(1);
        json!({ "stdout": stdout, "stderr": stderr, "code": code, "killed": killed, "truncated": cut || cut_too })
    }
}

/// What the stream gives, up to a limit; more than that is told by `full`.
async fn gather(stream: Option<impl AsyncRead + Unpin>, most: usize, full: CancellationToken) -> (String, bool) {
    let Some(mut stream) = stream else { return Default::default() };
    let (mut bytes, mut cut, mut chunk) = (Vec::new(), false, vec![0; 1 << 16]);
    while let Ok(count) = stream.read(&mut chunk).await {
        if count == 0 {
            break;
        }
        let room = most.saturating_sub(bytes.len()).min(count);
        bytes.extend_from_slice(chunk.get(..room).unwrap_or_default());
        if room < count {
            cut = true;
            full.cancel();
        }
    }
    (String::from_utf8_lossy(&bytes).into_owned(), cut)
}

/// Asks the program to end, and ends it when it does not.
async fn end(child: &mut Child) -> std::io::Result<std::process::ExitStatus> {
    #[cfg(unix)]
    if let Some(id) = child.id().and_then(|id| i32::try_from(id).ok()) {
        // A program that is gone already has no process to be signalled.
        _ = nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), nix::sys::signal::Signal::SIGTERM);
        if let Ok(status) = tokio::time::timeout(GRACE, child.wait()).await {
            return status;
        }
    }
    _ = child.start_kill();
    child.wait().await
}

fn code_of(status: std::process::ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(1)
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    async fn run(request: Value, cancel: CancellationToken) -> Value {
        let exec: Exec = serde_json::from_value(request).unwrap();
        let env = [("PATH".to_owned(), "/usr/bin:/bin".to_owned())].into();
        exec.run(Path::new("/"), &env, cancel).await
    }

    #[tokio::test]
    async fn a_program_gives_its_output_and_code_and_has_no_shell() {
        let answer =
            run(json!({ "command": "sh", "args": ["-c", "echo a; echo b >&2; exit 3"] }), Default::default()).await;
        assert_eq!(answer, json!({ "stdout": "a\n", "stderr": "b\n", "code": 3, "killed": false, "truncated": false }));
        let quoted = run(json!({ "command": "echo", "args": ["$HOME; x"] }), Default::default()).await;
        assert_eq!(quoted["stdout"], "$HOME; x\n");
    }

    #[tokio::test]
    async fn one_that_cannot_start_is_an_answer() {
        let answer = run(json!({ "command": "/no/such/program" }), Default::default()).await;
        assert_eq!(
            (&answer["code"], answer["stderr"].as_str().unwrap().contains("/no/such/program")),
            (&json!(1), true)
        );
    }

    #[tokio::test]
    async fn a_timeout_and_an_abort_end_it() {
        let late = run(json!({ "command": "sleep", "args": ["60"], "timeout": 20 }), Default::default()).await;
        assert_eq!((&late["killed"], &late["code"]), (&json!(true), &json!(143)));
        let cancel = CancellationToken::new();
        cancel.cancel();
        assert_eq!(run(json!({ "command": "sleep", "args": ["60"] }), cancel).await["killed"], true);
    }

    #[tokio::test]
    async fn output_beyond_the_limit_is_cut_and_said_to_be() {
        let answer = run(json!({ "command": "echo", "args": ["12345678"], "maxBuffer": 4 }), Default::default()).await;
        assert_eq!((&answer["stdout"], &answer["truncated"]), (&json!("1234"), &json!(true)));
    }

    #[tokio::test]
    async fn a_program_that_says_too_much_is_ended_and_one_that_nobody_wants_any_more_is_not_begun() {
        let endless = run(json!({ "command": "yes", "maxBuffer": 4 }), Default::default()).await;
        assert_eq!((&endless["stdout"], &endless["killed"]), (&json!("y\ny\n"), &json!(true)));
        let cancel = CancellationToken::new();
        cancel.cancel();
        let answer = run(json!({ "command": "echo", "args": ["x"] }), cancel).await;
        assert_eq!((&answer["stdout"], &answer["code"]), (&json!(""), &json!(143)));
    }
}
