//! A program that the extension waits for with its whole thread. It can be told how long and how much.

use std::{
    process::ExitStatus,
    rc::Rc,
    sync::mpsc,
    time::{Duration, Instant},
};

use rquickjs::{Ctx, Object};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::Child,
    sync::oneshot,
};

use super::{command::Plan, orphan::told_to_end, running::signal_name};
use crate::runtime::{Bytes, OrNull, Realm, SystemError};

/// Node's default for what a program may print.
const MOST_OUTPUT: usize = 1 << 20;

/// How often is looked whether the runtime is to end.
const LOOK: Duration = Duration::from_millis(50);

/// What became of it.
struct Outcome {
    status: Option<ExitStatus>,
    output: Vec<u8>,
    errors: Vec<u8>,
    failure: Option<&'static str>,
}

/// Runs it: `{ pid, status, signal, stdout, stderr, error? }`.
pub(super) fn spawn<'js>(ctx: &Ctx<'js>, realm: &Rc<Realm>, options: &Object<'js>) -> rquickjs::Result<Object<'js>> {
    let throw = |error: SystemError| error.throw(ctx);
    let plan = Plan::read(realm, options).map_err(throw)?;
    let input: Option<Bytes> = options.get("input")?;
    let timeout: Option<f64> = options.get("timeout")?;
    let most: Option<f64> = options.get("maxBuffer")?;
    let most = most
        .filter(|most| *most >= 0.0)
        .map_or(MOST_OUTPUT, |most| if most.is_finite() { most as usize } else { usize::MAX });
    let most = most.min(realm.options().limits.memory);
    let timeout = timeout.filter(|ms| *ms > 0.0).map(|ms| Duration::from_secs_f64(ms / 1000.0));
    let io = realm.options().io.handle().ok_or_else(|| throw(SystemError::of("there is no thread for programs")))?;
    let result = Object::new(ctx.clone())?;
    let started = {
        let _entered = io.enter();
        plan.command().kill_on_drop(true).spawn()
    };
    let child = match started {
        Ok(child) => child,
        Err(error) => {
            let error = SystemError::spawn(&error, &plan.file, true);
            let thrown = error.throw(ctx);
            result.set("pid", 0)?;
            result.set("error", crate::runtime::caught(ctx, thrown))?;
            return Ok(result);
        }
    };
    let pid = child.id().unwrap_or_default();
    let signal: Option<String> = options.get("killSignal")?;
    let signal = signal.unwrap_or_else(|| "SIGTERM".to_owned());
    let (give_up, given_up) = oneshot::channel();
    let (done, outcome) = mpsc::channel();
    io.spawn(async move {
        _ = done.send(run(child, input.map(|bytes| bytes.0), most, (given_up, signal)).await);
    });
    let outcome = realm.standing_still(|| wait(realm, &outcome, timeout, give_up));
    result.set("pid", pid)?;
    result.set("status", OrNull(outcome.status.and_then(|status| status.code())))?;
    result.set("signal", OrNull(outcome.status.and_then(signal_name)))?;
    result.set("stdout", Bytes(outcome.output))?;
    result.set("stderr", Bytes(outcome.errors))?;
    if let Some(code) = outcome.failure {
        let thrown = SystemError::coded(code, format!("spawnSync {} {code}", plan.file)).throw(ctx);
        result.set("error", crate::runtime::caught(ctx, thrown))?;
    }
    Ok(result)
}

/// Waits, and gives up when the time is over or the runtime has to end.
fn wait(
    realm: &Realm,
    outcome: &mpsc::Receiver<Outcome>,
    timeout: Option<Duration>,
    give_up: oneshot::Sender<bool>,
) -> Outcome {
    let lost = || Outcome { status: None, output: Vec::new(), errors: Vec::new(), failure: Some("EIO") };
    let ends = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let late = loop {
        let left = ends.map_or(LOOK, |ends| ends.saturating_duration_since(Instant::now()).min(LOOK));
        match outcome.recv_timeout(left) {
            Ok(outcome) => return outcome,
            Err(mpsc::RecvTimeoutError::Disconnected) => return lost(),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
        if realm.slice.is_told_to_end() {
            break false;
        }
        if ends.is_some_and(|ends| ends <= Instant::now()) {
            break true;
        }
    };
    _ = give_up.send(late);
    let mut outcome = outcome.recv().unwrap_or_else(|_| lost());
    outcome.failure = Some(if late { "ETIMEDOUT" } else { "EINTR" });
    outcome
}

async fn run(
    mut child: Child,
    input: Option<Vec<u8>>,
    most: usize,
    (given_up, signal): (oneshot::Receiver<bool>, String),
) -> Outcome {
    // The pipes stay open until the child has ended: one that is closed earlier may end it before the signal that is told.
    let (stdin, mut stdout, mut stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let feed = async {
        if let (Some(mut stdin), Some(input)) = (stdin, input) {
            _ = stdin.write_all(&input).await;
        }
    };
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut failure = None;
    let whole = async {
        let read =
            async { tokio::try_join!(up_to(&mut stdout, most, &mut output), up_to(&mut stderr, most, &mut errors)) };
        let (_, read) = tokio::join!(feed, read);
        read
    };
    tokio::select! {
        read = whole => if read.is_err() {
            failure = Some("ENOBUFS");
            told_to_end(&mut child, &signal).await;
        },
        late = given_up => {
            match late {
                Ok(true) => told_to_end(&mut child, &signal).await,
                // One of a runtime that ends may not keep it.
                _ => _ = child.start_kill(),
            }
        }
    }
    let status = child.wait().await.ok();
    Outcome { status, output, errors, failure }
}

/// Reads to the end, or fails when there is more than may be kept.
async fn up_to(stream: &mut Option<impl AsyncRead + Unpin>, most: usize, into: &mut Vec<u8>) -> Result<(), ()> {
    let Some(stream) = stream else { return Ok(()) };
    let mut piece = vec![0; 64 << 10];
    loop {
        let length = stream.read(&mut piece).await.unwrap_or(0);
        if length == 0 {
            return Ok(());
        }
        let room = most.saturating_sub(into.len());
        into.extend_from_slice(piece.get(..length.min(room)).unwrap_or_default());
        if length > room {
            return Err(());
        }
    }
}
