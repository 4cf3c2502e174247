//! Runs a `!command` for its output, with a limit in time.

use std::{
    io::Read as _,
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

use super::ValueError;
use crate::Environment;

/// The command's standard output without surrounding white space.
pub(super) fn output(command: &str, environment: &Environment, limit: Duration) -> Result<String, ValueError> {
    let started = Instant::now();
    let mut child = spawn(command, environment)?;
    let timeout = || ValueError::CommandTimeout { command: command.to_owned(), seconds: limit.as_secs() };
    let read = read_aside(&mut child).recv_timeout(limit);
    let Ok(bytes) = read else {
        end(&mut child);
        return Err(timeout());
    };
    // Its output is closed, so what is left is its exit.
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if started.elapsed() < limit => std::thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => {
                end(&mut child);
                return Err(timeout());
            }
        }
    };
    if !status.success() {
        return Err(ValueError::CommandFailed { command: command.to_owned(), status: status.to_string() });
    }
    match String::from_utf8(bytes).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) {
        Some(text) => Ok(text),
        None => Err(ValueError::CommandSilent { command: command.to_owned() }),
    }
}

fn spawn(command: &str, environment: &Environment) -> Result<Child, ValueError> {
    let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("/bin/sh") };
    shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(command);
    shell.env_clear().envs(environment.variables()).current_dir(environment.current_dir());
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn().map_err(|error| ValueError::CommandStart { command: command.to_owned(), reason: error.to_string() })
}

/// Reads the output in a thread of its own, which outlives a child that never closes it.
fn read_aside(child: &mut Child) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    if let Some(mut stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // A pipe that breaks has given what it had.
            let _ = stdout.read_to_end(&mut bytes);
            let _ = sender.send(bytes);
        });
    }
    receiver
}

/// Ends the command and, where there are process groups, all that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        let _ = nix::sys::signal::killpg(nix::unistd::Pid::from_raw(group), nix::sys::signal::Signal::SIGKILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn run(command: &str) -> Result<String, ValueError> {
        let environment = Environment::new(PathBuf::from("/"), None)
            .with_variable("PATH", "/usr/bin:/bin")
            .with_variable("GIVEN", "given");
        output(command, &environment, Duration::from_secs(5))
    }

    #[test]
    fn the_trimmed_output_is_the_value() {
        assert_eq!(run("echo ' key ' ; echo noise >&2").as_deref(), Ok("key"));
        assert_eq!(run("printf %s \"$GIVEN$HOME\"").as_deref(), Ok("given"));
        assert_eq!(run("pwd").as_deref(), Ok("/"));
    }

    #[test]
    fn a_failing_command_is_named_without_its_output() {
        let shown = run("echo hidden; exit 3").map_err(|error| error.to_string());
        assert_eq!(shown, Err("the command `echo hidden; exit 3` failed (exit status: 3)".to_owned()));
        assert!(matches!(run("true"), Err(ValueError::CommandSilent { .. })));
        assert!(matches!(run("printf '\\377'"), Err(ValueError::CommandSilent { .. })));
    }

    #[test]
    fn a_command_that_takes_too_long_is_ended_with_all_it_started() {
        let environment = Environment::new("/", None).with_variable("PATH", "/usr/bin:/bin");
        let started = Instant::now();
        let ended = output("sleep 60 & wait", &environment, Duration::from_millis(50));
        assert!(matches!(ended, Err(ValueError::CommandTimeout { .. })), "{ended:?}");
        assert!(started.elapsed() < Duration::from_secs(20));
    }
}
