//! What an extension asks of the program, carried over as JSON: at once, or later with partial results.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    sync::Arc,
};

use rquickjs::{Ctx, Exception, Function, IntoJs as _, Object, prelude::Opt};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::runtime::{Events, HostError, Make, Message, Realm};

pub(super) fn area<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    let host = Rc::clone(realm);
    let call = move |ctx: Ctx<'js>, method: String, args: String| {
        let args = parsed(&ctx, &args)?;
        let answer = host.standing_still(|| {
            catch_unwind(AssertUnwindSafe(|| host.options().host.call(&method, args)))
                .unwrap_or_else(|_| Err(HostError::new(format!("the program failed at `{method}`"))))
        });
        answer.map(|value| text(&value)).map_err(|error| Exception::throw_message(&ctx, &error.message))
    };
    area.set("call", Function::new(ctx.clone(), call)?)?;
    let host = Rc::clone(realm);
    let start = move |ctx: Ctx<'js>, method: String, args: String, listener: Opt<Option<Function<'js>>>| {
        begin(&ctx, &host, method, &args, listener.0.flatten())
    };
    area.set("start", Function::new(ctx.clone(), start)?)?;
    Ok(area)
}

/// Begins a call whose answer comes later: `{ promise, cancel() }`.
fn begin<'js>(
    ctx: &Ctx<'js>,
    realm: &Rc<Realm>,
    method: String,
    args: &str,
    listener: Option<Function<'js>>,
) -> rquickjs::Result<Object<'js>> {
    let args = parsed(ctx, args)?;
    let listener = listener.map(|function| realm.listen(ctx, function));
    let inbox = realm.inbox();
    let events: Events = Box::new(move |value| {
        if let Some(listener) = listener {
            let json = text(&value);
            let value: Make = Box::new(move |ctx, _| json.into_js(ctx));
            inbox.send(Message::Event { listener, value });
        }
    });
    let host = Arc::clone(&realm.options().host);
    let cancel = CancellationToken::new();
    let given_up = cancel.clone();
    let promise = realm.promise_with(ctx, listener, async move {
        let answer = host.start(&method, args, events, given_up).await;
        let make: Make = Box::new(move |ctx, _| match answer {
            Ok(value) => text(&value).into_js(ctx),
            Err(error) => Err(Exception::throw_message(ctx, &error.message)),
        });
        make
    })?;
    let begun = Object::new(ctx.clone())?;
    begun.set("promise", promise)?;
    begun.set("cancel", Function::new(ctx.clone(), move || cancel.cancel())?)?;
    Ok(begun)
}

fn parsed(ctx: &Ctx<'_>, json: &str) -> rquickjs::Result<Value> {
    if json.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_str(json).map_err(|error| Exception::throw_type(ctx, &format!("not JSON: {error}")))
}

/// JSON, where nothing is the empty text.
fn text(value: &Value) -> String {
    if value.is_null() { String::new() } else { value.to_string() }
}
