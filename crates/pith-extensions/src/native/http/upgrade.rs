//! A request that asks to go on in another protocol, for those who speak that themselves.

use std::rc::Rc;

use pith_llm::transport::http::Upgraded;
use rquickjs::{Ctx, IntoJs as _, Object, Promise};
use tokio_util::sync::CancellationToken;

use super::{Client, answer, failed};
use crate::{
    native::net::socket::{Link, handle},
    runtime::{Make, Realm},
};

/// Sends `{ url, headers }`; the promise gives `{ status, headers, socket }` where the server agrees, and otherwise what
/// `fetch` gives.
pub(super) fn begin<'js>(ctx: &Ctx<'js>, client: &Client, options: &Object<'js>) -> rquickjs::Result<Promise<'js>> {
    let exchange = client.exchange(ctx, options)?;
    let http = client.http();
    client.realm.promise_with(ctx, None, async move {
        let url = exchange.url.clone();
        let upgraded = http.upgrade(exchange).await.map_err(|error| failed(&error));
        let make: Make = Box::new(move |ctx, realm| match upgraded {
            Ok(Upgraded::Agreed { headers, stream }) => {
                agreed(ctx, realm, headers, Link::upgraded(stream))?.into_js(ctx)
            }
            Ok(Upgraded::Refused(response)) => {
                answer::value(ctx, realm, (&url, false), response, CancellationToken::new())
            }
            Err(error) => Err(error.throw(ctx)),
        });
        make
    })
}

fn agreed<'js>(
    ctx: &Ctx<'js>,
    realm: &Rc<Realm>,
    headers: Vec<(String, String)>,
    link: Link,
) -> rquickjs::Result<Object<'js>> {
    let answer = Object::new(ctx.clone())?;
    answer.set("status", 101)?;
    let headers: Vec<Vec<String>> = headers.into_iter().map(|(name, value)| vec![name, value]).collect();
    answer.set("headers", headers)?;
    answer.set("socket", handle(ctx, realm, link)?)?;
    Ok(answer)
}
