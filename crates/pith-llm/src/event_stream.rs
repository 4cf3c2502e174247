//! AWS's event stream (`application/vnd.amazon.eventstream`): bytes in, frames out (spec/providers.md 3.5).
//!
//! A message is: its length, the length of its headers, a checksum of both; the headers; the payload; a checksum of all.
//! The bytes may be cut anywhere. What does not fit its checksum ends the stream: after it no length can be trusted.

use std::borrow::Cow;

use serde_json::json;

use crate::sse::Frame;

/// Lengths and their checksum.
const PRELUDE: usize = 12;
/// Prelude, and the checksum of the whole.
const SMALLEST: usize = PRELUDE + 4;
/// AWS sends no larger message.
const LARGEST: usize = 24 * 1024 * 1024;

/// Splits bytes into frames. A frame's `event` is the type of the event or exception, its data the payload.
#[derive(Debug, Default)]
pub struct EventStreamDecoder {
    /// The beginning of the message that is not complete yet.
    pending: Vec<u8>,
}

impl EventStreamDecoder {
    /// Takes in the next bytes; gives the frames that they complete, and what is wrong with the rest, if it is.
    pub fn push(&mut self, mut bytes: &[u8]) -> (Vec<Frame>, Option<String>) {
        let mut frames = Vec::new();
        loop {
            match self.next_frame(&mut bytes) {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => return (frames, None),
                Err(damage) => return (frames, Some(damage)),
            }
        }
    }

    /// Takes in bytes as far as the next frame goes, and gives it; all of them, when they complete none.
    ///
    /// # Errors
    /// When the bytes are no message, and then always.
    pub fn next_frame(&mut self, bytes: &mut &[u8]) -> Result<Option<Frame>, String> {
        let damaged = |damage: &str| format!("stream read error: {damage}");
        if self.pending.is_empty() {
            // Nearly all messages are read where they arrived.
            return match next(bytes) {
                Ok(Some((frame, length))) => {
                    *bytes = bytes.get(length..).unwrap_or_default();
                    Ok(Some(frame))
                }
                Ok(None) => {
                    self.pending.extend_from_slice(std::mem::take(bytes));
                    Ok(None)
                }
                Err(damage) => {
                    self.pending.extend_from_slice(std::mem::take(bytes));
                    Err(damaged(damage))
                }
            };
        }
        // The head first, which says how much more belongs to the message.
        loop {
            let wanted = match number(&self.pending, 0) {
                Some((_, length)) if self.pending.len() >= PRELUDE => length,
                _ => PRELUDE,
            };
            let more = wanted.saturating_sub(self.pending.len()).min(bytes.len());
            let (taken, rest) = bytes.split_at(more);
            self.pending.extend_from_slice(taken);
            *bytes = rest;
            match next(&self.pending) {
                Ok(Some((frame, _))) => {
                    self.pending.clear();
                    return Ok(Some(frame));
                }
                Ok(None) if bytes.is_empty() => return Ok(None),
                Ok(None) => {}
                Err(damage) => return Err(damaged(damage)),
            }
        }
    }

    /// The bytes are over.
    ///
    /// # Errors
    /// When they end within a message.
    pub fn finish(&self) -> Result<(), String> {
        if self.pending.is_empty() {
            return Ok(());
        }
        Err(format!("stream read error: the stream ended within a message, {} bytes of it came", self.pending.len()))
    }
}

/// The first message, if it is whole, and its length.
fn next(bytes: &[u8]) -> Result<Option<(Frame, usize)>, &'static str> {
    let [length, headers, expected] = [0, 4, 8].map(|at| number(bytes, at));
    let (Some((_, length)), Some((_, headers)), Some((expected, _))) = (length, headers, expected) else {
        return Ok(None);
    };
    if crc32fast::hash(bytes.get(..8).unwrap_or_default()) != expected {
        return Err("the checksum of a message's head is wrong");
    }
    if !(SMALLEST..=LARGEST).contains(&length) || headers > length - SMALLEST {
        return Err("the lengths of a message do not fit");
    }
    let Some(content) = bytes.get(..length).and_then(|message| message.get(..length - 4)) else { return Ok(None) };
    if number(bytes, length - 4).is_none_or(|(expected, _)| crc32fast::hash(content) != expected) {
        return Err("the checksum of a message is wrong");
    }
    let (headers, payload) = content.get(PRELUDE..).unwrap_or_default().split_at(headers);
    let headers = Headers::read(headers).ok_or("the headers of a message are not readable")?;
    Ok(Some((headers.frame(payload), length)))
}

/// The four bytes at a place, as a number and as a length.
fn number(bytes: &[u8], at: usize) -> Option<(u32, usize)> {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes);
    four.map(|number| (number, usize::try_from(number).unwrap_or(usize::MAX)))
}

/// The headers that say what a message is.
#[derive(Default)]
struct Headers<'a> {
    message_type: Option<&'a [u8]>,
    event_type: Option<&'a [u8]>,
    exception_type: Option<&'a [u8]>,
    error_code: Option<&'a [u8]>,
    error_message: Option<&'a [u8]>,
}

impl<'a> Headers<'a> {
    /// Of a name that comes again, the first counts.
    fn read(mut bytes: &'a [u8]) -> Option<Self> {
        let mut headers = Self::default();
        while let Some((&length, rest)) = bytes.split_first() {
            let (name, rest) = rest.split_at_checked(length.into())?;
            let (&kind, rest) = rest.split_first()?;
            let (value, rest) = match kind {
                0 | 1 => (None, rest),
                2 => (None, rest.get(1..)?),
                3 => (None, rest.get(2..)?),
                4 => (None, rest.get(4..)?),
                5 | 8 => (None, rest.get(8..)?),
                9 => (None, rest.get(16..)?),
                6 | 7 => {
                    let (length, rest) = rest.split_at_checked(2)?;
                    let length = u16::from_be_bytes(length.try_into().ok()?);
                    let (value, rest) = rest.split_at_checked(length.into())?;
                    (Some(value).filter(|_| kind == 7), rest)
                }
                _ => return None,
            };
            let place = match name {
                b":message-type" => Some(&mut headers.message_type),
                b":event-type" => Some(&mut headers.event_type),
                b":exception-type" => Some(&mut headers.exception_type),
                b":error-code" => Some(&mut headers.error_code),
                b":error-message" => Some(&mut headers.error_message),
                _ => None,
            };
            if let Some(place) = place {
                *place = place.or(value);
            }
            bytes = rest;
        }
        Some(headers)
    }

    fn frame(&self, payload: &[u8]) -> Frame {
        let owned = |value: Option<&[u8]>| value.map(|value| text(value).into_owned());
        match self.message_type {
            Some(b"exception") => Frame { event: owned(self.exception_type), data: text(payload).into_owned() },
            Some(b"error") => {
                let error = json!({"code": owned(self.error_code), "message": owned(self.error_message)});
                Frame { event: Some("error".into()), data: error.to_string() }
            }
            _ => Frame { event: owned(self.event_type), data: text(payload).into_owned() },
        }
    }
}

/// Nearly always valid, which is quicker to see than what exactly is not.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn message(headers: &[(&str, &str)], payload: &[u8]) -> Vec<u8> {
        let mut head = Vec::new();
        for (name, value) in headers {
            head.push(u8::try_from(name.len()).unwrap_or_default());
            head.extend_from_slice(name.as_bytes());
            head.push(7);
            head.extend_from_slice(&u16::try_from(value.len()).unwrap_or_default().to_be_bytes());
            head.extend_from_slice(value.as_bytes());
        }
        let length = |length: usize| u32::try_from(length).unwrap_or_default().to_be_bytes();
        let mut message = [length(SMALLEST + head.len() + payload.len()), length(head.len())].concat();
        message.extend_from_slice(&crc32fast::hash(&message).to_be_bytes());
        message.extend_from_slice(&head);
        message.extend_from_slice(payload);
        message.extend_from_slice(&crc32fast::hash(&message).to_be_bytes());
        message
    }

    fn decode(pieces: &[&[u8]]) -> (Vec<Frame>, Option<String>) {
        let mut decoder = EventStreamDecoder::default();
        let mut frames = Vec::new();
        for piece in pieces {
            let (more, damage) = decoder.push(piece);
            frames.extend(more);
            if damage.is_some() {
                return (frames, damage);
            }
        }
        (frames, decoder.finish().err())
    }

    fn event(name: &str, data: &str) -> Vec<u8> {
        message(
            &[(":message-type", "event"), (":event-type", name), (":content-type", "application/json")],
            data.as_bytes(),
        )
    }

    #[test]
    fn events_exceptions_and_errors_are_told_apart() {
        let exception = message(&[(":exception-type", "throttlingException"), (":message-type", "exception")], b"{}");
        let error = message(&[(":message-type", "error"), (":error-code", "500"), (":error-message", "no")], b"");
        let bytes = [event("messageStart", "{\"é\":1}"), exception, error].concat();
        let frames = |event: &str, data: &str| Frame { event: Some(event.into()), data: data.into() };
        let expected = vec![
            frames("messageStart", "{\"é\":1}"),
            frames("throttlingException", "{}"),
            frames("error", r#"{"code":"500","message":"no"}"#),
        ];
        for at in 0..=bytes.len() {
            assert_eq!(decode(&[&bytes[..at], &bytes[at..]]), (expected.clone(), None), "cut at {at}");
        }
    }

    #[test]
    fn a_single_wrong_bit_is_noticed_and_what_came_before_is_kept() {
        let (good, bad) = (event("a", "{}"), event("b", "{\"x\":1}"));
        for at in 0..bad.len() {
            let mut bytes = [good.clone(), bad.clone()].concat();
            bytes[good.len() + at] ^= 1;
            let (frames, damage) = decode(&[&bytes]);
            assert_eq!(frames.len(), 1, "wrong at {at}");
            assert!(damage.is_some(), "wrong at {at}");
        }
        let (frames, damage) = decode(&[&good[..good.len() - 1]]);
        assert!(frames.is_empty() && damage.is_some_and(|text| text.contains("ended within a message")));
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(bytes: Vec<u8>, valid: bool, cut in 0usize..64) {
            let bytes = if valid { [event("a", "{}"), bytes].concat() } else { bytes };
            let cut = cut.min(bytes.len());
            prop_assert_eq!(decode(&[&bytes[..cut], &bytes[cut..]]), decode(&[&bytes]));
        }
    }
}
