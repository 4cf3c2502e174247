//! A command's processes as one: started together, ended together.
//!
//! On Unix the shell leads a process group of its own, so that a signal reaches what it started; on Linux those of its
//! descendants that left the group are ended with it. Elsewhere only the shell is ended.

use std::{io, process::ExitStatus, time::Duration};

use tokio::{
    process::{Child, Command},
    time::{interval, timeout},
};

/// What a group has after SIGTERM before SIGKILL.
const GRACE: Duration = Duration::from_secs(2);

/// How often a group that was told to end is looked at.
#[cfg(unix)]
const LOOK: Duration = Duration::from_millis(20);

/// A running command. Dropping it before it was waited for kills its group.
pub(super) struct Group {
    shell: Child,
    #[cfg(unix)]
    leader: Option<nix::unistd::Pid>,
}

impl Group {
    /// Starts the command as the leader of a new group.
    pub(super) fn start(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        command.process_group(0);
        let shell = command.kill_on_drop(true).spawn()?;
        #[cfg(unix)]
        let leader = shell.id().and_then(|id| i32::try_from(id).ok()).map(nix::unistd::Pid::from_raw);
        Ok(Self {
            shell,
            #[cfg(unix)]
            leader,
        })
    }

    /// Waits for the shell to end. What it left running in the background goes on.
    pub(super) async fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.shell.wait().await?;
        #[cfg(unix)]
        {
            self.leader = None;
        }
        Ok(status)
    }

    /// Ends every process of the group: asked first, forced after a grace of 2 s.
    pub(super) async fn terminate(mut self) {
        #[cfg(unix)]
        self.terminate_group().await;
        let _ = self.shell.start_kill();
        let _ = self.shell.wait().await;
    }
}

#[cfg(unix)]
impl Group {
    async fn terminate_group(&mut self) {
        use nix::sys::signal::{Signal, killpg};
        let Some(leader) = self.leader else { return };
        let strays = super::descent::outside_of_group(leader);
        let _ = killpg(leader, Signal::SIGTERM);
        strays.signal(Signal::SIGTERM);
        let _ = timeout(GRACE, async {
            let _ = self.shell.wait().await;
            let mut looks = interval(LOOK);
            while super::descent::is_group_alive(leader) || strays.any_left() {
                looks.tick().await;
            }
        })
        .await;
        let _ = killpg(leader, Signal::SIGKILL);
        strays.signal(Signal::SIGKILL);
        self.leader = None;
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        if let Some(leader) = self.leader {
            let strays = super::descent::outside_of_group(leader);
            let _ = nix::sys::signal::killpg(leader, nix::sys::signal::Signal::SIGKILL);
            strays.signal(nix::sys::signal::Signal::SIGKILL);
        }
    }
}
