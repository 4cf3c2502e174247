//! Runs a package client to its end, and kills all of it when nobody waits any more.

use std::io;
use std::process::{ExitStatus, Stdio};

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;

/// Bytes of output kept; clients that say more than this repeat themselves.
const KEPT: usize = 256 * 1024;

/// How it ended and what it said, standard output first.
#[derive(Debug)]
pub(super) struct Finished {
    pub(super) status: ExitStatus,
    pub(super) output: String,
}

/// Runs it with no input, in a process group of its own. Dropping the future kills the group.
pub(super) async fn run(mut command: Command) -> io::Result<Finished> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    #[cfg(unix)]
    command.process_group(0);
    let mut child = command.spawn()?;
    let mut group = Group::of(&child);
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr, status) = tokio::join!(read(stdout), read(stderr), child.wait());
    group.forget();
    Ok(Finished { status: status?, output: stdout + &stderr })
}

/// Reads to the end; keeps the beginning.
async fn read(pipe: Option<impl AsyncRead + Unpin>) -> String {
    let (mut kept, mut block) = (Vec::new(), vec![0; 8 * 1024]);
    if let Some(mut pipe) = pipe {
        while let Ok(read @ 1..) = pipe.read(&mut block).await {
            let room = KEPT.saturating_sub(kept.len()).min(read);
            kept.extend_from_slice(block.get(..room).unwrap_or_default());
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// The child's process group, killed on drop: a client may have started others, as a shim does.
struct Group {
    #[cfg(unix)]
    leader: Option<nix::unistd::Pid>,
}

#[cfg(unix)]
impl Group {
    fn of(child: &tokio::process::Child) -> Self {
        let leader = child.id().and_then(|id| i32::try_from(id).ok()).map(nix::unistd::Pid::from_raw);
        Self { leader }
    }

    /// The leader was waited for: its number may soon be another's.
    fn forget(&mut self) {
        self.leader = None;
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        if let Some(leader) = self.leader {
            let _ = nix::sys::signal::killpg(leader, nix::sys::signal::Signal::SIGKILL);
        }
    }
}

// Elsewhere `kill_on_drop` ends the child alone.
#[cfg(not(unix))]
impl Group {
    fn of(_child: &tokio::process::Child) -> Self {
        Self {}
    }

    fn forget(&mut self) {}
}
