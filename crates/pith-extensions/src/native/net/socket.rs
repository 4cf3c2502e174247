//! One connection: its two halves, and where it comes from and leads to.

use std::{io, net::SocketAddr, rc::Rc, sync::Arc};

use pith_llm::transport::http::Duplex;
use rquickjs::{Ctx, Function, Object, Promise};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpStream,
    sync::Mutex,
};
use tokio_util::sync::CancellationToken;

use super::Place;
use crate::{
    native::spare::unless_last,
    runtime::{Bytes, Make, OrNull, Realm, SystemError},
};

/// Bytes that one reading takes at most.
const PIECE: usize = 64 << 10;

/// Where a connection leads to that names no host.
const HERE: &str = "localhost";

/// A connection that nobody in JavaScript holds yet.
pub(in crate::native) struct Link {
    reader: Box<dyn AsyncRead + Send + Unpin>,
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    local: Option<SocketAddr>,
    remote: Option<SocketAddr>,
}

impl Link {
    pub(super) fn tcp(stream: TcpStream) -> Self {
        // Small messages must not wait for each other.
        _ = stream.set_nodelay(true);
        let (local, remote) = (stream.local_addr().ok(), stream.peer_addr().ok());
        let (reader, writer) = stream.into_split();
        Self { reader: Box::new(reader), writer: Box::new(writer), local, remote }
    }

    /// What became of a request.
    pub(in crate::native) fn upgraded(stream: Box<dyn Duplex>) -> Self {
        let (reader, writer) = tokio::io::split(stream);
        Self { reader: Box::new(reader), writer: Box::new(writer), local: None, remote: None }
    }

    #[cfg(unix)]
    pub(super) fn unix(stream: tokio::net::UnixStream) -> Self {
        let (reader, writer) = stream.into_split();
        Self { reader: Box::new(reader), writer: Box::new(writer), local: None, remote: None }
    }
}

/// Connects: a promise of `{ local, remote, read(), write(bytes), shutdown(), destroy() }`.
pub(super) fn connect<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, options: &Object<'js>) -> rquickjs::Result<Promise<'js>> {
    let place = Place::read(realm, options, HERE).map_err(|error| error.throw(ctx))?;
    realm.promise_with(ctx, None, async move {
        let link = open(&place).await.map_err(|error| place.failed(&error, "connect"));
        let make: Make = Box::new(move |ctx, realm| match link {
            Ok(link) => Ok(handle(ctx, realm, link)?.into_value()),
            Err(error) => Err(error.throw(ctx)),
        });
        make
    })
}

async fn open(place: &Place) -> io::Result<Link> {
    match place {
        Place::Tcp(host, port) => {
            let host = host.as_deref().unwrap_or(HERE);
            Ok(Link::tcp(unless_last(TcpStream::connect((host, *port)).await?)?))
        }
        #[cfg(unix)]
        Place::Unix(_, path) => Ok(Link::unix(unless_last(tokio::net::UnixStream::connect(path).await?)?)),
        #[cfg(not(unix))]
        Place::Unix(..) => Err(io::ErrorKind::Unsupported.into()),
    }
}

/// What JavaScript holds of a connection.
pub(in crate::native) fn handle<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, link: Link) -> rquickjs::Result<Object<'js>> {
    let Link { reader, writer, local, remote } = link;
    let (reader, writer) = (Arc::new(Mutex::new(Some(reader))), Arc::new(Mutex::new(Some(writer))));
    let over = CancellationToken::new();
    let handle = Object::new(ctx.clone())?;
    handle.set("local", OrNull(local.map(|address| described(ctx, address)).transpose()?))?;
    handle.set("remote", OrNull(remote.map(|address| described(ctx, address)).transpose()?))?;

    let (waiter, source, gone) = (Rc::clone(realm), Arc::clone(&reader), over.clone());
    let read = move |ctx: Ctx<'js>| {
        let (source, gone) = (Arc::clone(&source), gone.clone());
        waiter.promise(&ctx, async move {
            let mut source = source.lock().await;
            let Some(stream) = source.as_mut() else { return Ok(OrNull(None)) };
            let mut bytes = vec![0; PIECE];
            let length = tokio::select! {
                read = stream.read(&mut bytes) => read.map_err(|error| SystemError::io(&error, "read", None, None))?,
                () = gone.cancelled() => 0,
            };
            bytes.truncate(length);
            Ok(OrNull((length > 0).then_some(Bytes(bytes))))
        })
    };
    handle.set("read", Function::new(ctx.clone(), read)?)?;

    let (waiter, sink, gone) = (Rc::clone(realm), Arc::clone(&writer), over.clone());
    let write = move |ctx: Ctx<'js>, bytes: Bytes| {
        let (sink, gone) = (Arc::clone(&sink), gone.clone());
        waiter.promise(&ctx, async move {
            let mut sink = sink.lock().await;
            let Some(stream) = sink.as_mut() else {
                return Err(SystemError::coded("EPIPE", "This socket has been ended by the other party"));
            };
            tokio::select! {
                written = stream.write_all(&bytes.0) => written.map_err(|error| SystemError::io(&error, "write", None, None)),
                () = gone.cancelled() => Err(SystemError::coded("ERR_STREAM_DESTROYED", "the socket was destroyed")),
            }
        })
    };
    handle.set("write", Function::new(ctx.clone(), write)?)?;

    let (waiter, sink) = (Rc::clone(realm), Arc::clone(&writer));
    let shutdown = move |ctx: Ctx<'js>| {
        let sink = Arc::clone(&sink);
        waiter.promise(&ctx, async move {
            if let Some(mut stream) = sink.lock().await.take() {
                // Who has gone already needs not be told.
                _ = stream.shutdown().await;
            }
            Ok(())
        })
    };
    handle.set("shutdown", Function::new(ctx.clone(), shutdown)?)?;

    let ender = Rc::clone(realm);
    let destroy = move || {
        over.cancel();
        let (reader, writer) = (Arc::clone(&reader), Arc::clone(&writer));
        _ = ender.options().io.spawn(async move {
            drop(reader.lock().await.take());
            drop(writer.lock().await.take());
        });
    };
    handle.set("destroy", Function::new(ctx.clone(), destroy)?)?;
    Ok(handle)
}

/// `{ address, port, family }`.
pub(super) fn described<'js>(ctx: &Ctx<'js>, address: SocketAddr) -> rquickjs::Result<Object<'js>> {
    let object = Object::new(ctx.clone())?;
    object.set("address", address.ip().to_string())?;
    object.set("family", if address.is_ipv4() { "IPv4" } else { "IPv6" })?;
    object.set("port", address.port())?;
    Ok(object)
}
