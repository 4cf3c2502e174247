//! Server-sent events: bytes in, frames out.
//!
//! The bytes may be cut anywhere. Every byte is looked at once. Lines end with LF, CRLF or CR; comments and unknown fields
//! are passed over; a last line without a newline counts.

use std::borrow::Cow;

/// One event of the stream.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frame {
    /// The event's name, if it has one.
    pub event: Option<String>,
    /// Its data lines, joined by newlines.
    pub data: String,
}

/// Splits bytes into frames.
#[derive(Debug, Default)]
pub struct SseDecoder {
    /// The line that is not complete yet.
    line: Vec<u8>,
    event: Option<String>,
    data: Option<String>,
    /// The last byte was CR: an LF after it belongs to the same line end.
    after_cr: bool,
    /// Some line was read: a byte order mark can only stand before that.
    begun: bool,
}

impl SseDecoder {
    /// Takes in the next bytes and gives the frames that they complete.
    pub fn push(&mut self, mut bytes: &[u8]) -> Vec<Frame> {
        std::iter::from_fn(|| self.next_frame(&mut bytes)).collect()
    }

    /// Takes in bytes as far as the next frame goes, and gives it; all of them, when they complete none. A frame that is
    /// read and dropped before the next one is made is where the next one is put: many at once would be all over the memory.
    pub fn next_frame(&mut self, bytes: &mut &[u8]) -> Option<Frame> {
        while let Some((&first, after_first)) = bytes.split_first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                *bytes = after_first;
                continue;
            }
            let Some(end) = memchr::memchr2(b'\n', b'\r', bytes) else {
                self.line.extend_from_slice(bytes);
                *bytes = &[];
                break;
            };
            let (piece, tail) = bytes.split_at(end);
            self.after_cr = tail.first() == Some(&b'\r');
            *bytes = tail.get(1..).unwrap_or_default();
            let frame = if self.line.is_empty() {
                self.end_line(piece)
            } else {
                let mut line = std::mem::take(&mut self.line);
                line.extend_from_slice(piece);
                self.end_line(&line)
            };
            if frame.is_some() {
                return frame;
            }
        }
        None
    }

    /// Gives the frame that the end of the bytes completes, if there is one.
    pub fn finish(&mut self) -> Option<Frame> {
        let line = std::mem::take(&mut self.line);
        let frame = if line.is_empty() { None } else { self.end_line(&line) };
        frame.or_else(|| self.dispatch())
    }

    fn end_line(&mut self, mut line: &[u8]) -> Option<Frame> {
        if !std::mem::replace(&mut self.begun, true) {
            line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        }
        if line.is_empty() {
            return self.dispatch();
        }
        let colon = line.iter().position(|byte| *byte == b':').unwrap_or(line.len());
        let (field, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default();
        let value = value.strip_prefix(b" ").unwrap_or(value);
        // Nearly always valid, which is quicker to see than what exactly is not.
        let value = str::from_utf8(value).map_or_else(|_| String::from_utf8_lossy(value), Cow::Borrowed);
        match field {
            b"data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(&value);
                }
                None => self.data = Some(value.into_owned()),
            },
            b"event" => self.event = Some(value.into_owned()),
            _ => {}
        }
        None
    }

    fn dispatch(&mut self) -> Option<Frame> {
        let event = self.event.take();
        self.data.take().map(|data| Frame { event, data })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn decode(pieces: &[&[u8]]) -> Vec<Frame> {
        let mut decoder = SseDecoder::default();
        let mut frames: Vec<Frame> = pieces.iter().flat_map(|piece| decoder.push(piece)).collect();
        frames.extend(decoder.finish());
        frames
    }

    fn data(texts: &[&str]) -> Vec<Frame> {
        texts.iter().map(|text| Frame { event: None, data: (*text).into() }).collect()
    }

    const STREAM: &str =
        "\u{feff}: hi\r\ndata: é1\r\n\r\nevent: x\ndata:2\ndata\ndata:  3\n\n:ping\n\nid: 7\ndata: [DONE]";

    #[test]
    fn fields_comments_and_line_ends_are_understood() {
        let mut expected = data(&["é1", "2\n\n 3", "[DONE]"]);
        expected[1].event = Some("x".into());
        assert_eq!(decode(&[STREAM.as_bytes()]), expected);
    }

    #[test]
    fn any_two_cuts_give_the_same_frames() {
        let bytes = STREAM.as_bytes();
        let whole = decode(&[bytes]);
        for first in 0..=bytes.len() {
            for second in first..=bytes.len() {
                assert_eq!(decode(&[&bytes[..first], &bytes[first..second], &bytes[second..]]), whole);
            }
        }
    }

    #[test]
    fn a_lone_carriage_return_ends_a_line() {
        assert_eq!(decode(&[b"data: a\rdata: b\r\rdata: c\r", b"\n\r\n"]), data(&["a\nb", "c"]));
    }

    #[test]
    fn an_event_without_data_is_none() {
        assert_eq!(decode(&[b"event: ping\n\ndata: a\n\n"]), data(&["a"]));
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(bytes: Vec<u8>, cut in 0usize..64) {
            let cut = cut.min(bytes.len());
            prop_assert_eq!(decode(&[&bytes[..cut], &bytes[cut..]]), decode(&[&bytes]));
        }

        #[test]
        fn what_is_sent_is_read(texts in prop::collection::vec("[^\r\n]{0,20}", 0..8), crlf: bool, cuts in prop::collection::vec(0usize..400, 0..6)) {
            let end = if crlf { "\r\n" } else { "\n" };
            let stream: String = texts.iter().map(|text| format!(": comment{end}data: {text}{end}{end}")).collect();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(stream.len())).collect();
            cuts.sort_unstable();
            let mut pieces = Vec::new();
            let mut start = 0;
            for cut in cuts {
                pieces.push(&stream.as_bytes()[start..cut]);
                start = cut;
            }
            pieces.push(&stream.as_bytes()[start..]);
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            prop_assert_eq!(decode(&pieces), data(&texts));
        }
    }
}
