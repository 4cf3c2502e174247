//! The thread itself: takes jobs in order, keeps the last model.

use std::{
    path::Path,
    sync::{Arc, mpsc},
    thread,
};

use bytes::Bytes;
use futures::channel::mpsc::UnboundedSender;
use pith_llm::{Call, StreamEvent};
use pith_types::Model;

use super::{answer::Answer, generate, resident::Resident};
use crate::{LocalError, LocalOptions, prompt::Payload};

/// One request.
pub(crate) struct Job {
    pub(crate) model: Arc<Model>,
    pub(crate) body: Bytes,
    pub(crate) call: Call,
    pub(crate) events: UnboundedSender<StreamEvent>,
}

/// Starts the thread; it ends when the sender is dropped.
///
/// # Errors
/// When the system gives no thread.
pub(crate) fn start(options: LocalOptions) -> Result<mpsc::Sender<Job>, LocalError> {
    let (sender, jobs) = mpsc::channel::<Job>();
    let work = move || {
        let mut resident = None;
        for job in jobs {
            serve(job, &options, &mut resident);
        }
    };
    thread::Builder::new()
        .name("pith-local".to_owned())
        .spawn(work)
        .map_err(|error| LocalError::Thread { reason: error.to_string() })?;
    Ok(sender)
}

fn serve(job: Job, options: &LocalOptions, resident: &mut Option<Resident>) {
    let Job { model, body, call, events } = job;
    let mut answer = Answer::new(&model, call.clock.as_ref(), events);
    if call.cancel.is_cancelled() || answer.unheard() {
        return answer.aborted();
    }
    let prepared = serde_json::from_slice::<Payload>(&body)
        .map_err(|source| LocalError::Payload { source })
        .and_then(|payload| Ok((payload, loaded(resident, Path::new(&model.base_url), options)?)));
    let (payload, resident) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => return answer.failed(&error),
    };
    let stopped = |answer: &Answer| call.cancel.is_cancelled() || answer.unheard();
    match generate::answer(resident, &payload, &mut answer, call.clock.now_ms(), &stopped) {
        Ok(Some(reason)) => answer.done(reason),
        Ok(None) => answer.aborted(),
        Err(error) => answer.failed(&error),
    }
}

/// The model of that path, loaded if it is not the one that is there.
fn loaded<'a>(
    resident: &'a mut Option<Resident>,
    path: &Path,
    options: &LocalOptions,
) -> Result<&'a mut Resident, LocalError> {
    let kept = match resident.take().filter(|resident| resident.path() == path) {
        Some(kept) => kept,
        None => Resident::load(path, options)?,
    };
    Ok(resident.insert(kept))
}
