//! An answer as our JavaScript gets it: its head at once, its body in pieces.

use std::{rc::Rc, sync::Arc};

use futures::{StreamExt as _, stream::BoxStream};
use pith_llm::{TransportError, transport::HttpResponse};
use rquickjs::{Array, Ctx, Function, IntoJs as _, Object, Value};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use super::{aborted, failed, redirect};
use crate::runtime::{Bytes, OrNull, Realm, SystemError};

/// An answer's body; nothing once it is read or given up.
type Body = Arc<Mutex<Option<BoxStream<'static, Result<bytes::Bytes, TransportError>>>>>;

/// `{ status, statusText, url, redirected, headers, read(), cancel() }`.
pub(super) fn value<'js>(
    ctx: &Ctx<'js>,
    realm: &Rc<Realm>,
    (url, redirected): (&str, bool),
    response: HttpResponse,
    cancel: CancellationToken,
) -> rquickjs::Result<Value<'js>> {
    let answer = Object::new(ctx.clone())?;
    answer.set("status", response.status)?;
    answer.set("statusText", redirect::status_text(response.status))?;
    answer.set("url", url)?;
    answer.set("redirected", redirected)?;
    let headers = Array::new(ctx.clone())?;
    for (at, (name, value)) in response.headers.into_iter().enumerate() {
        headers.set(at, vec![name, value])?;
    }
    answer.set("headers", headers)?;
    let body: Body = Arc::new(Mutex::new(Some(response.body)));
    let (reader, unread) = (Rc::clone(realm), Arc::clone(&body));
    let read = move |ctx: Ctx<'js>| {
        let (body, cancel) = (Arc::clone(&unread), cancel.clone());
        reader.promise(&ctx, async move {
            tokio::select! {
                piece = piece(&body) => piece.map(|piece| OrNull(piece.map(Bytes))),
                () = cancel.cancelled() => {
                    *body.lock().await = None;
                    Err(aborted())
                }
            }
        })
    };
    answer.set("read", Function::new(ctx.clone(), read)?)?;
    let dropper = Rc::clone(realm);
    let give_up = move || {
        let body = Arc::clone(&body);
        _ = dropper.options().io.spawn(async move { drop(body.lock().await.take()) });
    };
    answer.set("cancel", Function::new(ctx.clone(), give_up)?)?;
    answer.into_js(ctx)
}

async fn piece(body: &Body) -> Result<Option<Vec<u8>>, SystemError> {
    let mut body = body.lock().await;
    let Some(stream) = body.as_mut() else { return Ok(None) };
    match stream.next().await {
        Some(Ok(bytes)) => Ok(Some(bytes.to_vec())),
        Some(Err(error)) => {
            *body = None;
            Err(failed(&error))
        }
        None => {
            *body = None;
            Ok(None)
        }
    }
}
