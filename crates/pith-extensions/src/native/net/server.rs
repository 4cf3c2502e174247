//! Waiting for connections of others.

use std::{io, path::PathBuf, rc::Rc, sync::Arc};

use rquickjs::{Ctx, Function, Object, Promise};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::{
    Place,
    socket::{Link, described, handle},
};
use crate::{
    native::spare::unless_last,
    runtime::{Make, OrNull, Realm, SystemError},
};

/// What the right to wait at all addresses of this machine is asked for as: others can come from elsewhere.
const ALL: &str = "0.0.0.0";

/// Where connections come in.
enum Door {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(tokio::net::UnixListener, #[expect(dead_code, reason = "goes with the listener")] Named),
}

/// A socket's name in the file system, which goes with it.
struct Named(PathBuf);

impl Drop for Named {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}

impl Door {
    async fn open(place: &Place) -> io::Result<Self> {
        match place {
            Place::Tcp(Some(host), port) => {
                Ok(Self::Tcp(unless_last(TcpListener::bind((host.as_str(), *port)).await?)?))
            }
            Place::Tcp(None, port) => match TcpListener::bind(("::", *port)).await {
                Ok(listener) => Ok(Self::Tcp(unless_last(listener)?)),
                // A machine without the newer kind of addresses.
                Err(error) if error.kind() != io::ErrorKind::AddrInUse => {
                    Ok(Self::Tcp(unless_last(TcpListener::bind(("0.0.0.0", *port)).await?)?))
                }
                Err(error) => Err(error),
            },
            #[cfg(unix)]
            Place::Unix(_, path) => {
                Ok(Self::Unix(unless_last(tokio::net::UnixListener::bind(path)?)?, Named(path.clone())))
            }
            #[cfg(not(unix))]
            Place::Unix(..) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    async fn next(&self) -> io::Result<Link> {
        match self {
            Self::Tcp(listener) => Ok(Link::tcp(unless_last(listener.accept().await?.0)?)),
            #[cfg(unix)]
            Self::Unix(listener, _) => Ok(Link::unix(unless_last(listener.accept().await?.0)?)),
        }
    }
}

/// Begins to wait: a promise of `{ address, accept(), close() }`; `accept` gives null once it is closed.
pub(super) fn listen<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, options: &Object<'js>) -> rquickjs::Result<Promise<'js>> {
    let place = Place::read(realm, options, ALL).map_err(|error| error.throw(ctx))?;
    realm.promise_with(ctx, None, async move {
        let door = Door::open(&place).await.map_err(|error| place.failed(&error, "listen"));
        let make: Make = Box::new(move |ctx, realm| match door {
            Ok(door) => Ok(server(ctx, realm, door, &place)?.into_value()),
            Err(error) => Err(error.throw(ctx)),
        });
        make
    })
}

fn server<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, door: Door, place: &Place) -> rquickjs::Result<Object<'js>> {
    let server = Object::new(ctx.clone())?;
    match (&door, place) {
        (Door::Tcp(listener), _) => {
            let address = listener.local_addr().map_err(|error| place.failed(&error, "listen").throw(ctx))?;
            server.set("address", described(ctx, address)?)?;
        }
        (_, Place::Unix(path, _)) => server.set("address", path.as_str())?,
        #[cfg(unix)]
        (Door::Unix(..), Place::Tcp(..)) => {}
    }
    let door = Arc::new(tokio::sync::Mutex::new(Some(door)));
    let closed = CancellationToken::new();
    let (waiter, source, over) = (Rc::clone(realm), Arc::clone(&door), closed.clone());
    let accept = move |ctx: Ctx<'js>| {
        let (source, over) = (Arc::clone(&source), over.clone());
        waiter.promise_with(&ctx, None, async move {
            let source = source.lock().await;
            let link = match source.as_ref() {
                Some(door) => tokio::select! {
                    link = door.next() => link.map(Some),
                    () = over.cancelled() => Ok(None),
                },
                None => Ok(None),
            };
            let make: Make = Box::new(move |ctx, realm| match link {
                Ok(link) => {
                    let link = OrNull(link.map(|link| handle(ctx, realm, link)).transpose()?);
                    rquickjs::IntoJs::into_js(link, ctx)
                }
                Err(error) => Err(SystemError::io(&error, "accept", None, None).throw(ctx)),
            });
            make
        })
    };
    server.set("accept", Function::new(ctx.clone(), accept)?)?;
    let waiter = Rc::clone(realm);
    let close = move |ctx: Ctx<'js>| {
        closed.cancel();
        let door = Arc::clone(&door);
        waiter.promise(&ctx, async move {
            drop(door.lock().await.take());
            Ok(())
        })
    };
    server.set("close", Function::new(ctx.clone(), close)?)?;
    Ok(server)
}
