//! Work that blocks, away from the thread that serves the run.

use pith_agent::{ToolError, ToolOutput};
use tokio_util::sync::CancellationToken;

use super::failure::ABORTED;

/// Does the work on a thread of its own. When the run is aborted the call ends at once; the work is told by its token.
///
/// # Errors
/// The work's own, or that the run was aborted.
pub(crate) async fn unless_aborted(
    cancel: &CancellationToken,
    work: impl FnOnce(&CancellationToken) -> Result<ToolOutput, ToolError> + Send + 'static,
) -> Result<ToolOutput, ToolError> {
    let token = cancel.clone();
    let working = tokio::task::spawn_blocking(move || work(&token));
    tokio::select! {
        biased;
        () = cancel.cancelled() => Err(ToolError::new(ABORTED)),
        done = working => done.map_err(|fault| ToolError::new(format!("the call broke off: {fault}")))?,
    }
}
