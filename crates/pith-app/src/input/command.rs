//! First stage: a slash command of an extension runs at once, even while a run is active.

use crate::extension::Fault;

use super::{Delivery, Draft, InputError, Stop, Surroundings};

pub(super) async fn intercept(draft: Draft, around: &Surroundings<'_>) -> Result<Draft, Stop> {
    let Some((name, arguments)) = split(&draft) else { return Ok(draft) };
    let Some(owner) = around.extensions.iter().find(|extension| extension.has_command(name)) else {
        return Ok(draft);
    };
    if draft.delivery != Delivery::Prompt {
        return Err(InputError::CommandQueued { command: name.to_owned() }.into());
    }
    // That it was stopped meanwhile was told when it was.
    if let Err(error) = owner.run_command(name, arguments).await
        && error.fault != Fault::Stopped
    {
        (around.failed)(&format!("command:{name}"), "command", error);
    }
    Err(Stop::Handled)
}

/// The command's name and what follows the first space.
fn split(draft: &Draft) -> Option<(&str, &str)> {
    let line = draft.text.strip_prefix('/').filter(|_| !draft.literal)?;
    Some(line.split_once(' ').unwrap_or((line, "")))
}
