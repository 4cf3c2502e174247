//! Names of hosts looked up by the system's resolver.

use std::rc::Rc;

use rquickjs::{Ctx, Function, Object};

use crate::{
    rights::Right,
    runtime::{Realm, SystemError},
};

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let asker = Rc::clone(realm);
    // `lookup(host)`: a promise of the addresses, the resolver's order.
    let lookup = move |ctx: Ctx<'js>, host: String| {
        asker.ask(Right::Reach(host.clone())).map_err(|error| error.throw(&ctx))?;
        asker.promise(&ctx, async move {
            let found = tokio::net::lookup_host((host.as_str(), 0)).await.map_err(|_| not_found(&host))?;
            let mut addresses: Vec<String> = Vec::new();
            for address in found.map(|found| found.ip().to_string()) {
                if !addresses.contains(&address) {
                    addresses.push(address);
                }
            }
            if addresses.is_empty() { Err(not_found(&host)) } else { Ok(addresses) }
        })
    };
    area.set("lookup", Function::new(ctx.clone(), lookup)?)?;
    Ok(area)
}

pub(super) fn not_found(host: &str) -> SystemError {
    SystemError {
        syscall: Some("getaddrinfo".into()),
        ..SystemError::coded("ENOTFOUND", format!("getaddrinfo ENOTFOUND {host}"))
    }
}
