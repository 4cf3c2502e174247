//! Messages in both directions over one connection: the client's side of RFC 6455.

use std::{rc::Rc, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use futures::{SinkExt as _, StreamExt as _};
use pith_llm::transport::http::{Duplex, Upgraded};
use rquickjs::{Array, Ctx, Function, IntoJs as _, Object, Promise, Value};
use tokio::sync::Mutex;
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{
        Error, Message, Utf8Bytes,
        protocol::{CloseFrame, Role},
    },
};
use tokio_util::sync::CancellationToken;

use super::{Client, failed};
use crate::runtime::{Bytes, Make, OrNull, Realm, SystemError};

/// What the server adds to the key of the request before it makes the digest that proves that it understood.
const PROOF: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Connects to `{ url, headers, protocols }`, an address of `http` or `https`: a promise of
/// `{ protocol, read(), send(text, bytes), close(code, reason), destroy() }`.
pub(super) fn begin<'js>(ctx: &Ctx<'js>, client: &Client, options: &Object<'js>) -> rquickjs::Result<Promise<'js>> {
    let mut exchange = client.exchange(ctx, options)?;
    let protocols: Vec<String> = options.get("protocols")?;
    let mut key = [0; 16];
    if ring::rand::SecureRandom::fill(&ring::rand::SystemRandom::new(), &mut key).is_err() {
        return Err(SystemError::of("the system gives no random bytes").throw(ctx));
    }
    let key = STANDARD.encode(key);
    let proof = STANDARD
        .encode(ring::digest::digest(&ring::digest::SHA1_FOR_LEGACY_USE_ONLY, format!("{key}{PROOF}").as_bytes()));
    let asked = [("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")];
    exchange.headers.extend(asked.map(|(name, value)| (name.to_owned(), value.to_owned())));
    exchange.headers.push(("Sec-WebSocket-Key".into(), key));
    if !protocols.is_empty() {
        exchange.headers.push(("Sec-WebSocket-Protocol".into(), protocols.join(", ")));
    }
    let http = client.http();
    client.realm.promise_with(ctx, None, async move {
        let opened = match http.upgrade(exchange).await {
            Ok(Upgraded::Agreed { headers, stream }) => match agreed(&headers, &proof, &protocols) {
                Ok(protocol) => Ok((protocol, WebSocketStream::from_raw_socket(stream, Role::Client, None).await)),
                Err(why) => Err(SystemError::of(why)),
            },
            Ok(Upgraded::Refused(answer)) => {
                Err(SystemError::of(format!("the server answered with status {} and no WebSocket", answer.status)))
            }
            Err(error) => Err(failed(&error)),
        };
        let make: Make = Box::new(move |ctx, realm| match opened {
            Ok((protocol, socket)) => handle(ctx, realm, protocol, socket)?.into_js(ctx),
            Err(error) => Err(error.throw(ctx)),
        });
        make
    })
}

/// The protocol that the server chose, when it proved that it speaks WebSocket.
fn agreed(headers: &[(String, String)], proof: &str, protocols: &[String]) -> Result<String, String> {
    let header = |wanted: &str| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    if header("sec-websocket-accept") != Some(proof) {
        return Err("the server did not prove that it speaks WebSocket".into());
    }
    match header("sec-websocket-protocol") {
        None => Ok(String::new()),
        Some(chosen) if protocols.iter().any(|asked| asked == chosen) => Ok(chosen.to_owned()),
        Some(chosen) => Err(format!("the server chose the protocol `{chosen}`, which was not asked for")),
    }
}

fn handle<'js>(
    ctx: &Ctx<'js>,
    realm: &Rc<Realm>,
    protocol: String,
    socket: WebSocketStream<Box<dyn Duplex>>,
) -> rquickjs::Result<Object<'js>> {
    let (sink, stream) = socket.split();
    let (sink, stream) = (Arc::new(Mutex::new(Some(sink))), Arc::new(Mutex::new(Some(stream))));
    let over = CancellationToken::new();
    let handle = Object::new(ctx.clone())?;
    handle.set("protocol", protocol)?;

    let (waiter, source, gone) = (Rc::clone(realm), Arc::clone(&stream), over.clone());
    // `["text", …]`, `["binary", …]`, `["close", code, reason]`; null when nothing comes any more.
    let read = move |ctx: Ctx<'js>| {
        let (source, gone) = (Arc::clone(&source), gone.clone());
        waiter.promise_with(&ctx, None, async move {
            let mut source = source.lock().await;
            let next = async {
                loop {
                    match source.as_mut()?.next().await? {
                        Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                        next => return Some(next),
                    }
                }
            };
            let next = tokio::select! {
                next = next => next,
                () = gone.cancelled() => None,
            };
            let make: Make = Box::new(move |ctx, _| heard(ctx, next));
            make
        })
    };
    handle.set("read", Function::new(ctx.clone(), read)?)?;

    let waiter = Rc::clone(realm);
    let (out, gone) = (Arc::clone(&sink), over.clone());
    let say = move |ctx: Ctx<'js>, message: Message| {
        let (out, gone) = (Arc::clone(&out), gone.clone());
        waiter.promise(&ctx, async move {
            let mut out = out.lock().await;
            let Some(out) = out.as_mut() else { return Ok(()) };
            tokio::select! {
                said = out.send(message) => said.map_err(|error| broken(&error)),
                () = gone.cancelled() => Ok(()),
            }
        })
    };
    let say = Rc::new(say);
    let sayer = Rc::clone(&say);
    let send = move |ctx: Ctx<'js>, text: bool, bytes: Bytes| {
        let bytes = bytes::Bytes::from(bytes.0);
        let message = match text {
            true => Message::Text(Utf8Bytes::try_from(bytes).unwrap_or_default()),
            false => Message::Binary(bytes),
        };
        sayer(ctx, message)
    };
    handle.set("send", Function::new(ctx.clone(), send)?)?;
    let close = move |ctx: Ctx<'js>, code: Option<u16>, reason: String| {
        let frame = code.map(|code| CloseFrame { code: code.into(), reason: reason.into() });
        say(ctx, Message::Close(frame))
    };
    handle.set("close", Function::new(ctx.clone(), close)?)?;

    let ender = Rc::clone(realm);
    let destroy = move || {
        over.cancel();
        let (sink, stream) = (Arc::clone(&sink), Arc::clone(&stream));
        _ = ender.options().io.spawn(async move {
            drop(stream.lock().await.take());
            drop(sink.lock().await.take());
        });
    };
    handle.set("destroy", Function::new(ctx.clone(), destroy)?)?;
    Ok(handle)
}

fn heard<'js>(ctx: &Ctx<'js>, next: Option<Result<Message, Error>>) -> rquickjs::Result<Value<'js>> {
    let message = match next {
        Some(Ok(message)) => message,
        None | Some(Err(Error::ConnectionClosed | Error::AlreadyClosed)) => return OrNull::<()>(None).into_js(ctx),
        Some(Err(error)) => return Err(broken(&error).throw(ctx)),
    };
    let heard = Array::new(ctx.clone())?;
    match message {
        Message::Text(text) => {
            heard.set(0, "text")?;
            heard.set(1, text.as_str())?;
        }
        Message::Close(frame) => {
            heard.set(0, "close")?;
            heard.set(1, frame.as_ref().map_or(1005, |frame| u16::from(frame.code)))?;
            heard.set(2, frame.as_ref().map_or("", |frame| frame.reason.as_str()))?;
        }
        other => {
            heard.set(0, "binary")?;
            heard.set(1, Bytes(other.into_data().to_vec()))?;
        }
    }
    heard.into_js(ctx)
}

fn broken(error: &Error) -> SystemError {
    SystemError::coded("UND_ERR_SOCKET", error.to_string())
}
