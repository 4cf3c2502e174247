//! Addresses by the web's rules: parsing, and setting one part. Pure.

use std::rc::Rc;

use rquickjs::{Ctx, Function, Object};
use url::{Url, quirks};

use crate::runtime::Realm;

pub(super) fn area<'js>(ctx: &Ctx<'js>, _realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    area.set("parse", Function::new(ctx.clone(), parse)?)?;
    area.set("set", Function::new(ctx.clone(), set)?)?;
    area.set("domainToASCII", Function::new(ctx.clone(), |text: String| quirks::domain_to_ascii(&text))?)?;
    area.set("domainToUnicode", Function::new(ctx.clone(), |text: String| quirks::domain_to_unicode(&text))?)?;
    Ok(area)
}

/// The parts of an address, or null when it is none.
fn parse<'js>(ctx: Ctx<'js>, input: String, base: Option<String>) -> rquickjs::Result<Option<Object<'js>>> {
    let base = match base.map(|base| Url::parse(&base)) {
        Some(Err(_)) => return Ok(None),
        Some(Ok(base)) => Some(base),
        None => None,
    };
    let parsed = Url::options().base_url(base.as_ref()).parse(&input);
    parsed.ok().map(|url| parts(&ctx, &url)).transpose()
}

/// The parts after one was set; null when the value does not fit, which changes nothing.
fn set<'js>(ctx: Ctx<'js>, href: String, field: String, value: String) -> rquickjs::Result<Option<Object<'js>>> {
    let Ok(mut url) = Url::parse(&href) else { return Ok(None) };
    let done = match field.as_str() {
        "protocol" => quirks::set_protocol(&mut url, &value),
        "username" => quirks::set_username(&mut url, &value),
        "password" => quirks::set_password(&mut url, &value),
        "host" => quirks::set_host(&mut url, &value),
        "hostname" => quirks::set_hostname(&mut url, &value),
        "port" => quirks::set_port(&mut url, &value),
        "pathname" => {
            quirks::set_pathname(&mut url, &value);
            Ok(())
        }
        "search" => {
            quirks::set_search(&mut url, &value);
            Ok(())
        }
        "hash" => {
            quirks::set_hash(&mut url, &value);
            Ok(())
        }
        _ => Err(()),
    };
    done.ok().map(|()| parts(&ctx, &url)).transpose()
}

fn parts<'js>(ctx: &Ctx<'js>, url: &Url) -> rquickjs::Result<Object<'js>> {
    let out = Object::new(ctx.clone())?;
    out.set("href", quirks::href(url))?;
    out.set("origin", quirks::origin(url))?;
    for (name, value) in [
        ("protocol", quirks::protocol(url)),
        ("username", quirks::username(url)),
        ("password", quirks::password(url)),
        ("host", quirks::host(url)),
        ("hostname", quirks::hostname(url)),
        ("port", quirks::port(url)),
        ("pathname", quirks::pathname(url)),
        ("search", quirks::search(url)),
        ("hash", quirks::hash(url)),
    ] {
        out.set(name, value)?;
    }
    Ok(out)
}
