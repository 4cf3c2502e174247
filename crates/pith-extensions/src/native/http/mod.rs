//! HTTP requests, over the same client as the program's own: its proxies, its certificates. Bodies come in pieces. A
//! request may ask to go on in another protocol, WebSocket among them.

mod answer;
mod redirect;
mod upgrade;
mod websocket;

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    rc::Rc,
    sync::Arc,
};

use pith_llm::{
    TransportError,
    transport::{
        HttpResponse,
        http::{Exchange, Http},
    },
};
use rquickjs::{Ctx, Function, Object, Promise};
use tokio_util::sync::CancellationToken;

use crate::{
    native::spare,
    rights::{Gate, Right},
    runtime::{Bytes, Make, Realm, SystemError},
};
use redirect::{Redirects, next};

/// Hops that are followed at most, as in browsers.
const MOST_HOPS: usize = 20;

/// Requests that can still be given up, by the number that our JavaScript chose.
type Open = Rc<RefCell<HashMap<u64, CancellationToken>>>;

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let open = Open::default();
    // Made with the first request: most extensions never make one.
    let client = Rc::new(Client { made: OnceCell::new(), realm: Rc::clone(realm) });
    let (requests, asker) = (Rc::clone(&open), Rc::clone(&client));
    let fetch = move |ctx: Ctx<'js>, options: Object<'js>| begin(&ctx, &asker, &requests, &options);
    area.set("fetch", Function::new(ctx.clone(), fetch)?)?;
    let requests = Rc::clone(&open);
    let abort = move |id: f64| {
        if let Some(token) = requests.borrow_mut().remove(&(id as u64)) {
            token.cancel();
        }
    };
    area.set("abort", Function::new(ctx.clone(), abort)?)?;
    let asker = Rc::clone(&client);
    let upgrade = move |ctx: Ctx<'js>, options: Object<'js>| upgrade::begin(&ctx, &asker, &options);
    area.set("upgrade", Function::new(ctx.clone(), upgrade)?)?;
    let websocket = move |ctx: Ctx<'js>, options: Object<'js>| websocket::begin(&ctx, &client, &options);
    area.set("websocket", Function::new(ctx.clone(), websocket)?)?;
    // Nobody will give the request up any more: its answer is read, or it failed.
    area.set("forget", Function::new(ctx.clone(), move |id: f64| drop(open.borrow_mut().remove(&(id as u64))))?)?;
    Ok(area)
}

/// The client of one extension.
struct Client {
    made: OnceCell<Arc<Http>>,
    realm: Rc<Realm>,
}

impl Client {
    fn http(&self) -> Arc<Http> {
        Arc::clone(self.made.get_or_init(|| Arc::new(Http::new(self.realm.options().http.clone()))))
    }

    /// Reads a request and asks the gate for it.
    fn exchange(&self, ctx: &Ctx<'_>, options: &Object<'_>) -> rquickjs::Result<Exchange> {
        let headers: Option<Vec<Vec<String>>> = options.get("headers")?;
        let pairs = headers.unwrap_or_default().into_iter().filter_map(|pair| <[String; 2]>::try_from(pair).ok());
        let body: Option<Bytes> = options.get("body")?;
        let exchange = Exchange {
            method: options.get::<_, Option<String>>("method")?.unwrap_or_else(|| "GET".into()),
            url: options.get("url")?,
            headers: pairs.map(Into::into).collect(),
            body: body.map(|bytes| bytes.0.into()),
        };
        self.realm.ask(Right::Reach(redirect::host(&exchange.url))).map_err(|error| error.throw(ctx))?;
        spare::left().map_err(|error| SystemError::io(&error, "connect", None, None).throw(ctx))?;
        Ok(exchange)
    }
}

/// What one request needs on the I/O thread.
struct Job {
    http: Arc<Http>,
    gate: Arc<Gate>,
    exchange: Exchange,
    redirects: Redirects,
}

/// Sends `{ method, url, headers, body, redirect, abortId }`; the promise gives `{ status, statusText, url, redirected,
/// headers, read(), cancel() }`.
fn begin<'js>(ctx: &Ctx<'js>, client: &Client, open: &Open, options: &Object<'js>) -> rquickjs::Result<Promise<'js>> {
    let (realm, exchange) = (&client.realm, client.exchange(ctx, options)?);
    let redirects = match options.get::<_, Option<String>>("redirect")?.as_deref() {
        Some("manual") => Redirects::Manual,
        Some("error") => Redirects::Refuse,
        _ => Redirects::Follow,
    };
    let cancel = CancellationToken::new();
    if let Some(id) = options.get::<_, Option<f64>>("abortId")? {
        open.borrow_mut().insert(id as u64, cancel.clone());
    }
    let job = Job { http: client.http(), gate: Arc::clone(&realm.options().gate), exchange, redirects };
    realm.promise_with(ctx, None, async move {
        let answer = tokio::select! {
            answer = send(job) => answer,
            () = cancel.cancelled() => Err(aborted()),
        };
        let make: Make = Box::new(move |ctx, realm| match answer {
            Ok((url, hops, response)) => answer::value(ctx, realm, (&url, hops > 0), response, cancel),
            Err(error) => Err(error.throw(ctx)),
        });
        make
    })
}

/// Sends, and follows where the answer leads as far as it is allowed: the last address, the number of hops, the answer.
async fn send(job: Job) -> Result<(String, usize, HttpResponse), SystemError> {
    let mut exchange = job.exchange;
    for hops in 0..=MOST_HOPS {
        let url = exchange.url.clone();
        let response = job.http.exchange(exchange.clone()).await.map_err(|error| failed(&error))?;
        if job.redirects == Redirects::Manual {
            return Ok((url, hops, response));
        }
        let location = response.headers.iter().find(|(name, _)| name == "location").map(|(_, value)| value.as_str());
        let Some(onward) = next(&exchange, response.status, location) else { return Ok((url, hops, response)) };
        if job.redirects == Redirects::Refuse {
            return Err(SystemError::coded(
                "ERR_REDIRECT",
                "the server answered with a redirect, which was not wanted",
            ));
        }
        let onward = onward.map_err(SystemError::of)?;
        let right = Right::Reach(redirect::host(&onward.url));
        job.gate.check(right).map_err(|denied| SystemError::coded("ERR_ACCESS_DENIED", denied.to_string()))?;
        exchange = onward;
    }
    Err(SystemError::coded("ERR_REDIRECT", format!("more than {MOST_HOPS} redirects")))
}

fn aborted() -> SystemError {
    SystemError::coded("ABORT_ERR", "This operation was aborted")
}

/// The code that programs look at, in the words of Node's client where it has some.
fn failed(error: &TransportError) -> SystemError {
    let words = error.to_string();
    let unnamed = ["resolve", "lookup", "dns"].iter().any(|word| words.contains(word));
    let code = match error {
        _ if words.contains("refused") => "ECONNREFUSED",
        TransportError::Connect { .. } if unnamed => "ENOTFOUND",
        TransportError::Connect { .. } => "UND_ERR_CONNECT_TIMEOUT",
        TransportError::Timeout { .. } => "UND_ERR_HEADERS_TIMEOUT",
        TransportError::Broken { .. } => "UND_ERR_SOCKET",
        _ => "UND_ERR",
    };
    SystemError::coded(code, words)
}
