//! A program that runs beside the extension's code: its streams are read and written in pieces, its end is waited for.

use std::{process::ExitStatus, rc::Rc, sync::Arc};

use rquickjs::{Ctx, Function, IntoJs as _, Object};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::ChildStdin,
    sync::{Mutex, watch},
};

use super::{
    super::{process::send_signal, spare::unless_last},
    command::Plan,
    orphan,
};
use crate::runtime::{Bytes, Make, OrNull, Realm, SystemError};

/// Bytes that one reading takes at most.
const PIECE: usize = 64 << 10;

/// What can be read; nothing once it is at its end.
type Readable = Arc<Mutex<Option<Box<dyn AsyncRead + Send + Unpin>>>>;

/// Starts it: `{ pid, read(1|2), write(bytes), end(), kill(signal), wait() }`.
pub(super) fn spawn<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, options: &Object<'js>) -> rquickjs::Result<Object<'js>> {
    let throw = |error: SystemError| error.throw(ctx);
    let plan = Plan::read(realm, options).map_err(throw)?;
    let io = realm.options().io.handle().ok_or_else(|| throw(SystemError::of("there is no thread for programs")))?;
    let entered = io.enter();
    let started = plan.command().spawn().and_then(|mut child| match unless_last(&mut child) {
        Ok(_) => Ok(child),
        Err(error) => {
            _ = child.start_kill();
            Err(error)
        }
    });
    let mut child = started.map_err(|error| throw(SystemError::spawn(&error, &plan.file, false)))?;
    let pid = child.id().unwrap_or_default();
    let input: Arc<Mutex<Option<ChildStdin>>> = Arc::new(Mutex::new(child.stdin.take()));
    let readable = |stream: Option<Box<dyn AsyncRead + Send + Unpin>>| -> Readable { Arc::new(Mutex::new(stream)) };
    let output = readable(child.stdout.take().map(|stream| Box::new(stream) as _));
    let errors = readable(child.stderr.take().map(|stream| Box::new(stream) as _));
    let (ended, end) = watch::channel(None::<Result<ExitStatus, String>>);
    let orphaned = realm.end();
    io.spawn(async move {
        let status = if plan.detached { child.wait().await } else { orphan::wait(&mut child, orphaned).await };
        _ = ended.send(Some(status.map_err(|error| error.to_string())));
    });
    drop(entered);

    let handle = Object::new(ctx.clone())?;
    handle.set("pid", pid)?;
    let waiter = Rc::clone(realm);
    let read = move |ctx: Ctx<'js>, stream: u8| {
        let stream = Arc::clone(if stream == 2 { &errors } else { &output });
        waiter.promise(&ctx, async move { Ok(OrNull(piece(&stream).await.map(Bytes))) })
    };
    handle.set("read", Function::new(ctx.clone(), read)?)?;
    let (waiter, writable) = (Rc::clone(realm), Arc::clone(&input));
    let write = move |ctx: Ctx<'js>, bytes: Bytes| {
        let writable = Arc::clone(&writable);
        waiter.promise(&ctx, async move {
            let mut writable = writable.lock().await;
            let Some(stream) = writable.as_mut() else {
                return Err(SystemError::coded("ERR_STREAM_DESTROYED", "the program's input is closed"));
            };
            let written = async {
                stream.write_all(&bytes.0).await?;
                stream.flush().await
            };
            written.await.map_err(|error| SystemError::io(&error, "write", None, None))
        })
    };
    handle.set("write", Function::new(ctx.clone(), write)?)?;
    let closer = Rc::clone(realm);
    let end_input = move || {
        let input = Arc::clone(&input);
        _ = closer.options().io.spawn(async move { drop(input.lock().await.take()) });
    };
    handle.set("end", Function::new(ctx.clone(), end_input)?)?;
    let running = end.clone();
    let kill = move |ctx: Ctx<'js>, signal: String| {
        // A number that has ended may be another program's by now.
        if pid == 0 || running.borrow().is_some() {
            return Ok(false);
        }
        let pid = i32::try_from(pid).unwrap_or_default();
        match send_signal(pid, &signal) {
            Ok(()) => Ok(true),
            Err(error) if error.code.as_deref() == Some("ERR_UNKNOWN_SIGNAL") => Err(error.throw(&ctx)),
            Err(_) => Ok(false),
        }
    };
    handle.set("kill", Function::new(ctx.clone(), kill)?)?;
    let waiter = Rc::clone(realm);
    let wait = move |ctx: Ctx<'js>| {
        let mut end = end.clone();
        waiter.promise_with(&ctx, None, async move {
            let status = end.wait_for(Option::is_some).await.ok().and_then(|status| status.clone());
            let make: Make = Box::new(move |ctx, _| match status {
                Some(Ok(status)) => ended_with(ctx, status)?.into_js(ctx),
                Some(Err(words)) => Err(SystemError::of(words).throw(ctx)),
                None => Err(SystemError::of("the program's end was not seen").throw(ctx)),
            });
            make
        })
    };
    handle.set("wait", Function::new(ctx.clone(), wait)?)?;
    Ok(handle)
}

/// The next piece; nothing at the end, also at one that a failure made.
async fn piece(stream: &Readable) -> Option<Vec<u8>> {
    let mut stream = stream.lock().await;
    let mut bytes = vec![0; PIECE];
    match stream.as_mut()?.read(&mut bytes).await {
        Ok(length @ 1..) => {
            bytes.truncate(length);
            Some(bytes)
        }
        _ => {
            *stream = None;
            None
        }
    }
}

/// `{ code, signal }`, one of them null.
pub(super) fn ended_with<'js>(ctx: &Ctx<'js>, status: ExitStatus) -> rquickjs::Result<Object<'js>> {
    let end = Object::new(ctx.clone())?;
    end.set("code", OrNull(status.code()))?;
    end.set("signal", OrNull(signal_name(status)))?;
    Ok(end)
}

/// The signal that ended a program.
#[cfg(unix)]
pub(super) fn signal_name(status: ExitStatus) -> Option<String> {
    use std::os::unix::process::ExitStatusExt as _;
    let number = status.signal()?;
    Some(
        nix::sys::signal::Signal::try_from(number).map_or_else(|_| number.to_string(), |signal| signal.as_str().into()),
    )
}

#[cfg(not(unix))]
pub(super) fn signal_name(_status: ExitStatus) -> Option<String> {
    None
}
