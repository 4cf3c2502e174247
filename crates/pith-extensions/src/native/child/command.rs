//! What to start and with what: read from the options that our own JavaScript gives.

use std::{
    io::{self, IsTerminal as _},
    path::PathBuf,
    process::Stdio,
};

use rquickjs::Object;
use tokio::process::Command;

use crate::{
    rights::Right,
    runtime::{Realm, SystemError},
};

/// Where one of the three streams goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Pipe,
    Ignore,
    Inherit,
}

/// A program, ready to be started.
pub(super) struct Plan {
    pub(super) file: String,
    args: Vec<String>,
    cwd: Option<PathBuf>,
    env: Vec<(String, String)>,
    pub(super) streams: [Stream; 3],
    pub(super) detached: bool,
}

impl Plan {
    /// Reads `{ file, args, cwd, env, stdio, detached }` and asks the gate.
    pub(super) fn read(realm: &Realm, options: &Object<'_>) -> Result<Self, SystemError> {
        let wrong = |error: rquickjs::Error| SystemError::coded("ERR_INVALID_ARG_TYPE", error.to_string());
        let file: String = options.get("file").map_err(wrong)?;
        let args: Option<Vec<String>> = options.get("args").map_err(wrong)?;
        let cwd: Option<String> = options.get("cwd").map_err(wrong)?;
        let env: Option<Vec<Vec<String>>> = options.get("env").map_err(wrong)?;
        let stdio: Option<Vec<String>> = options.get("stdio").map_err(wrong)?;
        let detached: Option<bool> = options.get("detached").map_err(wrong)?;
        let env: Vec<(String, String)> = match env {
            Some(pairs) => {
                pairs.into_iter().filter_map(|pair| <[String; 2]>::try_from(pair).ok()).map(Into::into).collect()
            }
            None => realm.env.borrow().iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        };
        let mut streams = [Stream::Pipe; 3];
        for (stream, word) in streams.iter_mut().zip(stdio.unwrap_or_default()) {
            *stream = match word.as_str() {
                "ignore" => Stream::Ignore,
                "inherit" => Stream::Inherit,
                _ => Stream::Pipe,
            };
        }
        let cwd = Some(cwd.map_or_else(|| realm.cwd.borrow().clone(), |path| realm.path(&path)));
        let search = env.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.as_str());
        realm.ask(Right::Run(realm.program(&file, search, cwd.as_deref())))?;
        Ok(Self { file, args: args.unwrap_or_default(), cwd, env, streams, detached: detached.unwrap_or(false) })
    }

    /// The command. Has to be spawned inside the I/O runtime.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.file);
        command.args(&self.args).env_clear().envs(self.env.iter().map(|(name, value)| (name, value)));
        if let Some(cwd) = &self.cwd {
            command.current_dir(cwd);
        }
        let [input, output, errors] = self.streams;
        command.stdin(match input {
            Stream::Pipe => Stdio::piped(),
            // What is no terminal belongs to the program: questions of a client, or what it was given to answer.
            Stream::Inherit if io::stdin().is_terminal() => Stdio::inherit(),
            Stream::Ignore | Stream::Inherit => Stdio::null(),
        });
        command.stdout(match output {
            Stream::Pipe => Stdio::piped(),
            Stream::Ignore => Stdio::null(),
            Stream::Inherit if io::stdout().is_terminal() => Stdio::inherit(),
            // So does the answer; what is printed goes where all lines of extensions go.
            Stream::Inherit => io::stderr().into(),
        });
        command.stderr(match errors {
            Stream::Pipe => Stdio::piped(),
            Stream::Ignore => Stdio::null(),
            Stream::Inherit => Stdio::inherit(),
        });
        #[cfg(unix)]
        if self.detached {
            command.process_group(0);
        }
        command
    }
}
