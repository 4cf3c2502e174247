//! Connections over TCP and, on Unix, over sockets of the file system: asked for, waited for, read and written in pieces.

mod server;
pub(super) mod socket;

use std::{io, rc::Rc};

use rquickjs::{Ctx, Function, Object};

use crate::{
    rights::Right,
    runtime::{Realm, SystemError},
};

/// Where a connection leads to, or is waited for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// A host, none for all addresses of this machine, and a port.
    Tcp(Option<String>, u16),
    /// A socket of the file system: as it was named, and where that is.
    Unix(String, std::path::PathBuf),
}

impl Place {
    /// Reads `{ path }` or `{ host, port }`, and asks the gate. `unnamed` is what counts where no host is named.
    fn read(realm: &Realm, options: &Object<'_>, unnamed: &str) -> Result<Self, SystemError> {
        let wrong = |error: rquickjs::Error| SystemError::coded("ERR_INVALID_ARG_TYPE", error.to_string());
        if let Some(path) = options.get::<_, Option<String>>("path").map_err(wrong)? {
            let whole = realm.path(&path);
            realm.ask(Right::Write(whole.clone()))?;
            return Ok(Self::Unix(path, whole));
        }
        let host: Option<String> = options.get("host").map_err(wrong)?;
        let port: f64 = options.get("port").map_err(wrong)?;
        if !(0.0..65536.0).contains(&port) || port.fract() != 0.0 {
            let words = format!("options.port should be >= 0 and < 65536. Received {port}.");
            return Err(SystemError::coded("ERR_SOCKET_BAD_PORT", words));
        }
        realm.ask(Right::Reach(host.clone().unwrap_or_else(|| unnamed.to_owned())))?;
        Ok(Self::Tcp(host, port as u16))
    }

    /// A failure at it, in Node's words: `connect ECONNREFUSED 127.0.0.1:80`.
    fn failed(&self, error: &io::Error, syscall: &'static str) -> SystemError {
        // The resolver's failures have no number of the system.
        if let (Self::Tcp(Some(host), _), None) = (self, error.raw_os_error()) {
            return super::dns::not_found(host);
        }
        let place = match self {
            Self::Tcp(host, port) => format!("{}:{port}", host.as_deref().unwrap_or("::")),
            Self::Unix(path, _) => path.clone(),
        };
        SystemError::at(error, syscall, &place)
    }
}

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let asker = Rc::clone(realm);
    let connect = move |ctx: Ctx<'js>, options: Object<'js>| socket::connect(&ctx, &asker, &options);
    area.set("connect", Function::new(ctx.clone(), connect)?)?;
    let asker = Rc::clone(realm);
    let listen = move |ctx: Ctx<'js>, options: Object<'js>| server::listen(&ctx, &asker, &options);
    area.set("listen", Function::new(ctx.clone(), listen)?)?;
    Ok(area)
}
