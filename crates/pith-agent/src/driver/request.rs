//! From a run's context to the events of an answer: through the doors, in the order of spec/core.md R4.1.

use pith_llm::{CallOptions, Context, EventStream, Request, normalize_context};

use super::{Cast, at};
use crate::{Door, Failure, RequestView, settle::catch};

/// Opens the doors one after another and sends what came through. A request that cannot be prepared is an answer too: its
/// one event says why (R5.19).
pub(super) async fn send(view: RequestView<'_>, cast: &Cast) -> Result<EventStream, Failure> {
    let context = context(view, cast).await?;
    let options = authorize(view, cast).await?;
    let client = &cast.settings.client;
    let request = Request { model: view.model.clone(), context, options };
    let wire = match catch(|| client.prepare(&request)).map_err(at(Door::Stream))? {
        Ok(wire) => wire,
        Err(error) => return Ok(client.failed(view.model, &error)),
    };
    let hook = cast.settings.hooks.before_send(wire, &cast.cancel);
    let wire = cast.hook_patience().settle(hook).await.map_err(at(Door::BeforeSend))?;
    let hooks = &cast.settings.hooks;
    catch(|| client.send_watched(wire, cast.cancel.clone(), hooks.tap())).map_err(at(Door::Stream))
}

async fn context(view: RequestView<'_>, cast: &Cast) -> Result<Context, Failure> {
    let hooks = &cast.settings.hooks;
    let patience = cast.hook_patience();
    let transform = hooks.transform_context(view.messages.to_vec(), &cast.cancel);
    let messages = patience.settle(transform).await.map_err(at(Door::TransformContext))?;
    let convert = hooks.convert_to_llm(messages);
    let messages = patience.settle(convert).await.map_err(at(Door::ConvertToLlm))?;
    Ok(normalize_context(messages))
}

async fn authorize(view: RequestView<'_>, cast: &Cast) -> Result<CallOptions, Failure> {
    let options = CallOptions { thinking: view.thinking_level, ..cast.settings.call.clone() };
    let hook = cast.settings.hooks.authorize(view.model, options);
    cast.hook_patience().settle(hook).await.map_err(at(Door::Authorize))
}
