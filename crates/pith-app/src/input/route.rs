//! Last stage: now, or into a queue.

use pith_types::Content;

use super::{Admitted, Delivery, Draft, InputError, Route, Stop, Surroundings};

pub(super) fn route(draft: Draft, around: &Surroundings<'_>) -> Result<Admitted, Stop> {
    if let Some(busy) = around.busy {
        return Err(InputError::Changing(busy).into());
    }
    let route = match draft.delivery {
        Delivery::Prompt if around.running => return Err(InputError::Busy.into()),
        Delivery::Prompt => Route::Start,
        Delivery::Steer => Route::Steer,
        Delivery::FollowUp => Route::FollowUp,
    };
    (around.ready)()?;
    let content = std::iter::once(Content::text(draft.text)).chain(draft.images).collect();
    Ok(Admitted { content, route })
}
