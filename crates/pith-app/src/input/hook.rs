//! Second stage: extensions see the input, one after another, and may change, take or block it.

use super::{Draft, Stop, Surroundings};
use crate::extension::{Fault, InputVerdict, InputView};

pub(super) async fn offer(mut draft: Draft, around: &Surroundings<'_>) -> Result<Draft, Stop> {
    for extension in around.extensions {
        let view =
            InputView { text: &draft.text, images: &draft.images, source: draft.source, delivery: draft.delivery };
        match extension.input(view).await {
            Ok(InputVerdict::Continue) => {}
            Ok(InputVerdict::Transform { text, images }) => {
                draft.text = text;
                draft.images = images.unwrap_or(draft.images);
            }
            Ok(InputVerdict::Handled) => return Err(Stop::Handled),
            Ok(InputVerdict::Block { reason }) => return Err(Stop::Blocked { reason }),
            Err(error) => {
                let fault = error.fault;
                let reason = format!("extension `{}` {fault}: {error}", extension.name());
                if fault != Fault::Stopped {
                    (around.failed)(extension.name(), "input", error);
                }
                // A gate that cannot answer stays shut; one that broke is no gate.
                if fault != Fault::Threw {
                    return Err(Stop::Blocked { reason });
                }
            }
        }
    }
    Ok(draft)
}
