//! Moves an answer from the transport through a wire's decoder, and ends it on time.
//!
//! Comes in: the payload. Goes out: events, as fast as they are taken. Frames are decoded one by one, so that after an
//! abort no more is shown than the frame that was being shown.

use std::sync::Arc;

use bytes::{Buf as _, Bytes};
use futures::{FutureExt as _, StreamExt as _, stream, stream::BoxStream};

use super::{answer::Answer, missed_calls::MissedCalls, scrub::secrets_of};
use crate::event_stream::EventStreamDecoder;
use crate::failure::{Failure, FailureKind, Said, classify, wait_asked};
use crate::sse::{Frame, SseDecoder};
use crate::{Call, EventStream, HttpRequest, HttpResponse, StreamEvent, TransportError, WireRequest};

/// Bytes that are read of an answer that is no stream of events.
const MAX_PLAIN_BODY: usize = 64 * 1024;

/// The part of a model's window from which on a refusal may be for the size of the context.
const NEARLY_FULL: f64 = 0.9;

/// Characters that are shown of a page that came in place of an answer.
const PAGE_BEGINNING: usize = 200;

/// What a wire makes of the frames of its stream.
pub(super) trait Decode: Send + 'static {
    /// Takes in the next frame. It may end the answer.
    fn frame(&mut self, frame: Frame, answer: &mut Answer);

    /// No more frames come: the body ended, or the wire said so. Ends the answer.
    fn end(&mut self, answer: &mut Answer);

    /// Whether all was said but the end of the stream: then it does not matter how that comes.
    fn is_complete(&self) -> bool {
        false
    }

    /// The text for an answer that was refused, or is no stream of events.
    fn refusal(&self, status: u16, body: &str) -> String;

    /// The kind of such an answer.
    fn refusal_kind(&self, said: Said<'_>, _headers: &[(String, String)]) -> FailureKind {
        classify(said)
    }

    /// The request in another form, for a server that refused it for its form.
    fn rephrase(&mut self, _wire: &WireRequest, _status: u16, _body: &str) -> Option<WireRequest> {
        None
    }

    /// The request as it goes out. Made anew each time it is sent; `now` is in Unix milliseconds.
    fn seal(&self, wire: &WireRequest, _now: i64) -> HttpRequest {
        HttpRequest { url: wire.url.clone(), headers: wire.headers.clone(), body: wire.body.clone() }
    }

    /// How the body is cut into frames.
    fn framing(&self) -> Framing {
        Framing::Sse
    }
}

/// How a body is cut into frames.
pub(super) enum Framing {
    /// Server-sent events.
    Sse,
    /// AWS's binary event stream; a frame's `event` is the event's or the exception's type.
    EventStream,
}

enum Splitter {
    Sse(SseDecoder),
    EventStream(EventStreamDecoder),
}

impl Splitter {
    fn new(framing: &Framing) -> Self {
        match framing {
            Framing::Sse => Self::Sse(SseDecoder::default()),
            Framing::EventStream => Self::EventStream(EventStreamDecoder::default()),
        }
    }

    /// The next frame that these bytes complete, or why no more can follow. What belongs to it is taken from them.
    fn next_frame(&mut self, bytes: &mut Bytes) -> Result<Option<Frame>, String> {
        let mut rest: &[u8] = bytes;
        let frame = match self {
            Self::Sse(sse) => Ok(sse.next_frame(&mut rest)),
            Self::EventStream(stream) => stream.next_frame(&mut rest),
        };
        let left = rest.len();
        bytes.advance(bytes.len() - left);
        frame
    }

    /// The frame that the end of the body completes, or what is wrong with the end.
    fn finish(&mut self) -> Result<Option<Frame>, String> {
        match self {
            Self::Sse(sse) => Ok(sse.finish()),
            Self::EventStream(stream) => stream.finish().map(|()| None),
        }
    }
}

/// The stream of events of a request.
pub(super) fn drive<D: Decode>(wire: WireRequest, call: Call, decoder: D) -> EventStream {
    let mut answer = Answer::new(Arc::clone(&wire.model), secrets_of(&wire), &call);
    answer.message.provider_thinking_level = wire.effort.clone();
    answer.watch(MissedCalls::of(&wire));
    // In a box, since it is moved with each event.
    let drive = Box::new(Drive { answer, call, decoder, phase: Phase::Sending(wire) });
    stream::unfold(drive, |mut drive| async move { drive.event().await.map(|event| (event, drive)) }).boxed()
}

struct Drive<D> {
    answer: Answer,
    call: Call,
    decoder: D,
    phase: Phase,
}

enum Phase {
    Sending(WireRequest),
    Reading(Reading),
    Over,
}

struct Reading {
    body: Body,
    splitter: Splitter,
    /// What has arrived and was not looked at.
    arrived: Bytes,
    /// The frame that the end of the body completed.
    last: Option<Frame>,
    head: Head,
    /// The beginning of a body that has had no frame yet: it may be an error in another form.
    plain: Option<Vec<u8>>,
    /// The stream is damaged from here on, which is told when the frames before it are.
    damage: Option<String>,
}

struct Head {
    status: u16,
    headers: Vec<(String, String)>,
}

impl Phase {
    /// The next frame of what has arrived.
    fn next_frame(&mut self) -> Option<Frame> {
        let Self::Reading(reading) = self else { return None };
        let frame = match reading.splitter.next_frame(&mut reading.arrived) {
            Ok(frame) => frame.or_else(|| reading.last.take()),
            Err(damage) => {
                reading.damage = Some(damage);
                None
            }
        };
        if frame.is_some() {
            reading.plain = None;
        }
        frame
    }
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
                self.answer.settle_half("");
                self.answer.abort();
                self.phase = Phase::Over;
            } else if let Some(frame) = self.phase.next_frame() {
                self.answer.settle_half(&frame.data);
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
                let request = self.decoder.seal(wire, self.call.clock.now_ms());
                match self.call.transport.send(request).await {
                    Ok(HttpResponse { status, headers, body }) => {
                        let head = Head { status, headers };
                        if (200..300).contains(&status) && !head.is_page() {
                            self.answer.begin();
                            let splitter = Splitter::new(&self.decoder.framing());
                            let plain = Some(Vec::new());
                            let (arrived, last, damage) = (Bytes::new(), None, None);
                            self.phase = Phase::Reading(Reading { body, splitter, arrived, last, head, plain, damage });
                        } else {
                            let text = plain_text(body).await;
                            match self.decoder.rephrase(wire, status, &text) {
                                Some(again) => *wire = again,
                                None => {
                                    let full = is_nearly_full(wire);
                                    refuse(&self.decoder, &mut self.answer, &self.call, &head, &text, full);
                                }
                            }
                        }
                    }
                    Err(error) => self.answer.fail_as(error.kind(), &error.to_string()),
                }
            }
            Phase::Reading(reading) => {
                if let Some(damage) = reading.damage.take() {
                    return self.answer.fail_as(FailureKind::Cut, &damage);
                }
                match reading.body.next().await {
                    Some(Ok(bytes)) => {
                        if let Some(kept) = &mut reading.plain {
                            let room = MAX_PLAIN_BODY.saturating_sub(kept.len());
                            kept.extend_from_slice(bytes.get(..room).unwrap_or(&bytes));
                        }
                        reading.arrived = bytes;
                    }
                    Some(Err(error)) => {
                        self.answer.settle_half("");
                        if self.decoder.is_complete() {
                            self.decoder.end(&mut self.answer);
                        } else {
                            self.answer.fail_as(error.kind(), &error.to_string());
                        }
                    }
                    None => match reading.splitter.finish() {
                        Ok(Some(frame)) => {
                            reading.plain = None;
                            reading.last = Some(frame);
                            // A body that has ended must not be asked again; this one may be.
                            reading.body = stream::empty().boxed();
                        }
                        Ok(None) => match reading.plain.take().filter(|bytes| !bytes.is_empty()) {
                            Some(bytes) => {
                                let text = String::from_utf8_lossy(&bytes);
                                refuse(&self.decoder, &mut self.answer, &self.call, &reading.head, &text, false);
                            }
                            None => {
                                self.answer.settle_half("");
                                self.decoder.end(&mut self.answer);
                            }
                        },
                        Err(damage) => self.answer.fail_as(FailureKind::Cut, &damage),
                    },
                }
            }
            Phase::Over => self.decoder.end(&mut self.answer),
        }
    }

    /// When a frame has ended the answer, takes the end of the body too if it is there already: then the connection can be
    /// used again.
    fn let_go(&mut self) {
        if !self.answer.is_over() {
            return;
        }
        if let Phase::Reading(reading) = &mut self.phase {
            while let Some(Some(Ok(_))) = reading.body.next().now_or_never() {}
        }
        self.phase = Phase::Over;
    }
}

impl Head {
    /// A web page in place of an answer: a sign-in page of the network, say.
    fn is_page(&self) -> bool {
        self.header("content-type").is_some_and(|kind| kind.trim_start().starts_with("text/html"))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

/// Whether the context is by estimate about as large as the model takes.
fn is_nearly_full(wire: &WireRequest) -> bool {
    let window = wire.model.context_window;
    window > 0 && wire.estimated_tokens as f64 >= NEARLY_FULL * window as f64
}

/// Ends the answer with what the server said in place of one. A refusal that gives no other reason is for the size of a
/// context that is nearly full.
fn refuse<D: Decode>(decoder: &D, answer: &mut Answer, call: &Call, head: &Head, body: &str, nearly_full: bool) {
    let accepted = (200..300).contains(&head.status);
    if accepted && head.is_page() {
        let beginning: String = body.trim().chars().take(PAGE_BEGINNING).collect();
        let text = format!("expected a stream of events, got a page (`text/html`): {beginning}");
        return answer.fail_as(FailureKind::Protocol, &text);
    }
    let said = Said { provider: &answer.model.provider, status: (!accepted).then_some(head.status), body };
    let should_retry = match head.header("x-should-retry") {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => None,
    };
    let kind = match decoder.refusal_kind(said, &head.headers) {
        FailureKind::InvalidRequest if nearly_full && matches!(head.status, 400 | 413 | 422) => {
            FailureKind::ContextOverflow
        }
        kind => kind,
    };
    let failure = Failure {
        kind,
        status: Some(head.status),
        retry_after: wait_asked(&head.headers, body, call.clock.now_ms()),
        should_retry,
    };
    answer.fail_with(failure, &decoder.refusal(head.status, body));
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
