//! Programs that must end: too late, too loud, or left behind by an extension that is gone.

use std::{io, process::ExitStatus, time::Duration};

use tokio::{process::Child, time};

use super::super::process::send_signal;

/// How long a program may take to end after it was told to.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a program may go on without its extension: time enough to say a word or to play a sound to its end.
const GRACE: Duration = Duration::from_secs(3);

/// Waits for the end of a program. When its extension is gone before, nobody can reach it any more: it is told to end.
pub(super) async fn wait(child: &mut Child, orphaned: impl Future<Output = ()>) -> io::Result<ExitStatus> {
    let is_late = async {
        orphaned.await;
        time::sleep(GRACE).await;
    };
    tokio::select! {
        status = child.wait() => return status,
        () = is_late => {}
    }
    told_to_end(child, "SIGTERM").await;
    child.wait().await
}

/// Sends the signal, and ends what does not heed it.
pub(super) async fn told_to_end(child: &mut Child, signal: &str) {
    let pid = child.id().and_then(|pid| i32::try_from(pid).ok());
    let told = pid.is_some_and(|pid| send_signal(pid, signal).is_ok());
    if !(told && time::timeout(PATIENCE, child.wait()).await.is_ok()) {
        _ = child.start_kill();
    }
}
