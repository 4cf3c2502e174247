//! AWS's event stream (`application/vnd.amazon.eventstream`): bytes in, frames out (spec/providers.md 3.5).
//!
//! A message is: its length, the length of its headers, a checksum of both; the headers; the payload; a checksum of all.
//! The bytes may be cut anywhere. What does not fit its checksum ends the stream: after it no length can be trusted.

use bytes::{Buf as _, BytesMut};
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
    pending: BytesMut,
}

impl EventStreamDecoder {
    /// Takes in the next bytes; gives the frames that they complete, and what is wrong with the rest, if it is.
    pub fn push(&mut self, bytes: &[u8]) -> (Vec<Frame>, Option<String>) {
        self.pending.extend_from_slice(bytes);
        let mut frames = Vec::new();
        loop {
            match self.next() {
                Ok(Some(frame)) => frames.push(frame),
                Ok(None) => return (frames, None),
                Err(damage) => return (frames, Some(format!("stream read error: {damage}"))),
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

    fn next(&mut self) -> Result<Option<Frame>, &'static str> {
        let Some(mut prelude) = self.pending.get(..PRELUDE) else { return Ok(None) };
        let sum = crc32fast::hash(prelude.get(..8).unwrap_or_default());
        let (length, headers, expected) = (prelude.get_u32(), prelude.get_u32(), prelude.get_u32());
        if sum != expected {
            return Err("the checksum of a message's head is wrong");
        }
        let (Ok(length), Ok(headers)) = (usize::try_from(length), usize::try_from(headers)) else {
            return Err("a message is too long");
        };
        if !(SMALLEST..=LARGEST).contains(&length) || headers > length - SMALLEST {
            return Err("the lengths of a message do not fit");
        }
        if self.pending.len() < length {
            self.pending.reserve(length - self.pending.len());
            return Ok(None);
        }
        let message = self.pending.split_to(length);
        let (content, mut expected) = message.split_at(length - 4);
        if crc32fast::hash(content) != expected.get_u32() {
            return Err("the checksum of a message is wrong");
        }
        let (headers, payload) = content.get(PRELUDE..).unwrap_or_default().split_at(headers);
        let headers = read_headers(headers).ok_or("the headers of a message are not readable")?;
        Ok(Some(frame(&headers, payload)))
    }
}

fn frame(headers: &[(String, String)], payload: &[u8]) -> Frame {
    let header = |name: &str| headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.clone());
    let data = String::from_utf8_lossy(payload).into_owned();
    match header(":message-type").as_deref() {
        Some("exception") => Frame { event: header(":exception-type"), data },
        Some("error") => {
            let error = json!({"code": header(":error-code"), "message": header(":error-message")});
            Frame { event: Some("error".into()), data: error.to_string() }
        }
        _ => Frame { event: header(":event-type"), data },
    }
}

/// The headers that are texts; others are passed over.
fn read_headers(mut bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let mut headers = Vec::new();
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
        if let Some(value) = value {
            headers.push((String::from_utf8_lossy(name).into_owned(), String::from_utf8_lossy(value).into_owned()));
        }
        bytes = rest;
    }
    Some(headers)
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
