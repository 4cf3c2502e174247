//! Moves an answer from the transport through a wire's decoder, and ends it on time.
//!
//! Comes in: the payload. Goes out: events, as fast as they are taken. Frames are decoded one by one, so that after an
//! abort no more is shown than the frame that was being shown.

use std::{collections::VecDeque, sync::Arc};

use bytes::Bytes;
use futures::{FutureExt as _, StreamExt as _, stream, stream::BoxStream};

use super::{answer::Answer, scrub::secrets_of};
use crate::sse::{Frame, SseDecoder};
use crate::{Call, EventStream, HttpRequest, HttpResponse, StreamEvent, TransportError, WireRequest};

/// Bytes that are read of an answer that is no stream of events.
const MAX_PLAIN_BODY: usize = 64 * 1024;

/// What a wire makes of the frames of its stream.
pub(super) trait Decode: Send + 'static {
    /// Takes in the next frame. It may end the answer.
    fn frame(&mut self, frame: Frame, answer: &mut Answer);

    /// No more frames come: the body ended, or the wire said so. Ends the answer.
    fn end(&mut self, answer: &mut Answer);

    /// The connection broke. Ends the answer.
    fn broke(&mut self, error: &TransportError, answer: &mut Answer) {
        answer.fail(&error.to_string());
    }

    /// The text for an answer that was refused, or is no stream of events.
    fn refusal(&self, status: u16, body: &str) -> String;
}

/// The stream of events of a request.
pub(super) fn drive<D: Decode>(wire: WireRequest, call: Call, decoder: D) -> EventStream {
    let answer = Answer::new(Arc::clone(&wire.model), secrets_of(&wire.headers), &call);
    // In a box, since it is moved with each event.
    let drive = Box::new(Drive { answer, call, decoder, phase: Phase::Sending(wire), frames: VecDeque::new() });
    stream::unfold(drive, |mut drive| async move { drive.event().await.map(|event| (event, drive)) }).boxed()
}

struct Drive<D> {
    answer: Answer,
    call: Call,
    decoder: D,
    phase: Phase,
    frames: VecDeque<Frame>,
}

enum Phase {
    Sending(WireRequest),
    Reading { body: Body, sse: SseDecoder, status: u16, plain: Option<Vec<u8>> },
    Over,
}

type Body = BoxStream<'static, Result<Bytes, TransportError>>;

impl<D: Decode> Drive<D> {
    async fn event(&mut self) -> Option<StreamEvent> {
        loop {
            if let Some(event) = self.answer.next_event() {
                return Some(event);
            }
            if self.answer.is_over() {
                return None;
            }
            if self.call.cancel.is_cancelled() {
                self.answer.abort();
                self.phase = Phase::Over;
            } else if let Some(frame) = self.frames.pop_front() {
                self.decoder.frame(frame, &mut self.answer);
                self.let_go();
            } else {
                let cancel = self.call.cancel.clone();
                tokio::select! {
                    biased;
                    () = cancel.cancelled() => {}
                    () = self.advance() => {}
                }
            }
        }
    }

    /// Waits for the network once. May be dropped at any point, since then the answer is aborted.
    async fn advance(&mut self) {
        match &mut self.phase {
            Phase::Sending(wire) => {
                let request =
                    HttpRequest { url: wire.url.clone(), headers: wire.headers.clone(), body: wire.body.clone() };
                match self.call.transport.send(request).await {
                    Ok(response) if (200..300).contains(&response.status) => {
                        self.answer.begin();
                        let HttpResponse { status, body, .. } = response;
                        self.phase =
                            Phase::Reading { body, sse: SseDecoder::default(), status, plain: Some(Vec::new()) };
                    }
                    Ok(response) => {
                        let text = plain_text(response.body).await;
                        self.answer.fail(&self.decoder.refusal(response.status, &text));
                    }
                    Err(error) => self.answer.fail(&error.to_string()),
                }
            }
            Phase::Reading { body, sse, plain, status } => match body.next().await {
                Some(Ok(bytes)) => {
                    self.frames.extend(sse.push(&bytes));
                    keep_plain(plain, &bytes, self.frames.is_empty());
                }
                Some(Err(error)) => self.decoder.broke(&error, &mut self.answer),
                None => match sse.finish() {
                    Some(frame) => {
                        *plain = None;
                        self.frames.push_back(frame);
                    }
                    None => match plain.take().filter(|bytes| !bytes.is_empty()) {
                        Some(bytes) => {
                            let text = self.decoder.refusal(*status, &String::from_utf8_lossy(&bytes));
                            self.answer.fail(&text);
                        }
                        None => self.decoder.end(&mut self.answer),
                    },
                },
            },
            Phase::Over => self.decoder.end(&mut self.answer),
        }
    }

    /// When a frame has ended the answer, takes the end of the body too if it is there already: then the connection can be
    /// used again.
    fn let_go(&mut self) {
        if !self.answer.is_over() {
            return;
        }
        if let Phase::Reading { body, .. } = &mut self.phase {
            while let Some(Some(Ok(_))) = body.next().now_or_never() {}
        }
        self.phase = Phase::Over;
    }
}

/// Keeps the beginning of a body that has had no frame yet: it may be an error in another form.
fn keep_plain(plain: &mut Option<Vec<u8>>, bytes: &[u8], no_frame: bool) {
    if !no_frame {
        *plain = None;
    }
    if let Some(kept) = plain {
        let room = MAX_PLAIN_BODY.saturating_sub(kept.len());
        kept.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }
}

async fn plain_text(mut body: Body) -> String {
    let mut kept = Vec::new();
    while let Some(Ok(bytes)) = body.next().await {
        kept.extend_from_slice(&bytes);
        if kept.len() >= MAX_PLAIN_BODY {
            break;
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}
