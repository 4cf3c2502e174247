//! Strange bytes before the three readers of streams: whatever comes, nothing panics, how it is cut does not matter, and
//! the time grows with the length.
//!
//! Inputs are good streams with parts exchanged, doubled, turned over and cut off. Each reader is tried for a moment;
//! `PITH_STRANGE_SECONDS` names another time.

#![allow(clippy::print_stderr, reason = "how much was tried is told")]

use std::time::{Duration, Instant};

use pith_llm::event_stream::EventStreamDecoder;
use pith_llm::json::{IncrementalParser, parse_streaming_json, parse_tool_call_arguments};
use pith_llm::sse::{Frame, SseDecoder};

/// Numbers that only look like chance: the same in each run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (below.max(1) as u64)).unwrap_or(0)
    }

    /// One of the good streams with some damage.
    fn damaged(&mut self, good: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = good[self.roll(good.len())].clone();
        for _ in 0..self.roll(8) {
            let (from, to) = (self.roll(bytes.len() + 1), self.roll(bytes.len() + 1));
            let (from, to) = (from.min(to), from.max(to));
            match self.roll(6) {
                0 if !bytes.is_empty() => bytes[from.min(to.saturating_sub(1))] ^= 1 << self.roll(8),
                1 => drop(bytes.drain(from..to)),
                2 => {
                    let piece = bytes[from..to].to_vec();
                    bytes.splice(to..to, piece);
                }
                3 => bytes.truncate(to),
                4 => bytes.insert(to, b"\"\\{}[]:,\r\n\0\xff"[self.roll(12)]),
                _ => {
                    let other = &good[self.roll(good.len())];
                    let cut = self.roll(other.len() + 1);
                    bytes.splice(from..to, other[..cut].iter().copied());
                }
            }
            bytes.truncate(4096);
        }
        bytes
    }

    /// Where the bytes are cut.
    fn pieces<'a>(&mut self, bytes: &'a [u8]) -> Vec<&'a [u8]> {
        let mut pieces = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let (piece, after) = rest.split_at((1 + self.roll(64)).min(rest.len()));
            pieces.push(piece);
            rest = after;
        }
        pieces
    }
}

/// Tries inputs until the time is over, and says how many they were.
fn for_a_while(name: &str, good: &[Vec<u8>], check: impl Fn(&mut Dice, &[u8])) {
    let seconds = std::env::var("PITH_STRANGE_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = Instant::now() + seconds.map_or(Duration::from_millis(200), Duration::from_secs);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let (mut inputs, mut bytes) = (0_u64, 0_u64);
    while Instant::now() < until {
        for _ in 0..64 {
            let input = dice.damaged(good);
            check(&mut dice, &input);
            inputs += 1;
            bytes += input.len() as u64;
        }
    }
    eprintln!("{name}: {inputs} inputs, {bytes} bytes");
}

fn sse(pieces: &[&[u8]]) -> Vec<Frame> {
    let mut decoder = SseDecoder::default();
    let mut frames: Vec<Frame> = pieces.iter().flat_map(|piece| decoder.push(piece)).collect();
    frames.extend(decoder.finish());
    frames
}

#[test]
fn server_sent_events() {
    let good = [
        "event: a\ndata: {\"x\":1}\n\ndata: é\r\ndata: b\r\n\r\n: ping\n\n",
        "\u{feff}data:1\rdata: 2\r\rid: 3\ndata\n\nretry: 9\nevent:\ndata: [DONE]\n\n",
    ];
    let good = good.map(|text| text.as_bytes().to_vec());
    for_a_while("server-sent events", &good, |dice, bytes| {
        assert_eq!(sse(&dice.pieces(bytes)), sse(&[bytes]), "{bytes:?}");
    });
}

/// A message of AWS's event stream.
fn message(event: &str, payload: &str) -> Vec<u8> {
    let mut headers = Vec::new();
    for (name, value) in [(":message-type", "event"), (":event-type", event)] {
        headers.push(name.len() as u8);
        headers.extend_from_slice(name.as_bytes());
        headers.push(7);
        headers.extend_from_slice(&(value.len() as u16).to_be_bytes());
        headers.extend_from_slice(value.as_bytes());
    }
    let mut bytes = ((16 + headers.len() + payload.len()) as u32).to_be_bytes().to_vec();
    bytes.extend_from_slice(&(headers.len() as u32).to_be_bytes());
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_be_bytes());
    bytes.extend_from_slice(&headers);
    bytes.extend_from_slice(payload.as_bytes());
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_be_bytes());
    bytes
}

/// Makes the checksums right, so that what stands between them is looked at.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= 16 {
        let length = (bytes.len() as u32).to_be_bytes();
        bytes[..4].copy_from_slice(&length);
        let head = crc32fast::hash(&bytes[..8]).to_be_bytes();
        bytes[8..12].copy_from_slice(&head);
        let end = bytes.len() - 4;
        let whole = crc32fast::hash(&bytes[..end]).to_be_bytes();
        bytes[end..].copy_from_slice(&whole);
    }
    bytes
}

fn event_stream(pieces: &[&[u8]]) -> (Vec<Frame>, bool) {
    let (mut decoder, mut frames) = (EventStreamDecoder::default(), Vec::new());
    for piece in pieces {
        let (more, damage) = decoder.push(piece);
        frames.extend(more);
        if damage.is_some() {
            return (frames, true);
        }
    }
    let torn = decoder.finish().is_err();
    (frames, torn)
}

#[test]
fn event_streams() {
    let good =
        [message("messageStart", "{}"), message("contentBlockDelta", r#"{"delta":{"text":"é"}}"#), message("", "")];
    for_a_while("event streams", &good, |dice, bytes| {
        for bytes in [bytes.to_vec(), sealed(bytes.to_vec())] {
            assert_eq!(event_stream(&dice.pieces(&bytes)), event_stream(&[&bytes]), "{bytes:?}");
        }
    });
}

#[test]
fn json_that_is_still_coming() {
    let good = [
        r#"{"path": "a/b.rs", "edits": [{"old": "x\n\"y\"", "new": "\u00e9\ud83d\ude00"}], "n": -1.5e3, "ok": true}"#,
        r#"[[[[{"a": null}]]], "text", {"": {}}, 0.1]"#,
    ];
    let good = good.map(|text| text.as_bytes().to_vec());
    for_a_while("incremental JSON", &good, |dice, bytes| {
        let text = String::from_utf8_lossy(bytes);
        let mut whole = IncrementalParser::default();
        whole.append(&text);
        let mut cut = IncrementalParser::default();
        let mut rest: &str = &text;
        while !rest.is_empty() {
            let mut at = (1 + dice.roll(32)).min(rest.len());
            while !rest.is_char_boundary(at) {
                at += 1;
            }
            cut.append(&rest[..at]);
            rest = &rest[at..];
        }
        assert_eq!(cut.value(), whole.value(), "{text}");
        let _ = (parse_streaming_json(&text), parse_tool_call_arguments(&text));
    });
}

#[test]
fn the_time_grows_with_the_length() {
    // Ten times as much may take thirty times as long, which what grows with the square would not keep to.
    let time = |length: usize| {
        let event = format!("data: {}\n\n", "x".repeat(30)).repeat(length);
        let json =
            format!(r#"{{"a": "{}", "b": [{}"#, "\\u00e9y".repeat(length * 4), "[1, ".repeat(100).repeat(length / 10));
        let frames = message("a", "{}").repeat(length);
        let begun = Instant::now();
        let pieces: Vec<&[u8]> = event.as_bytes().chunks(7).collect();
        assert_eq!(sse(&pieces).len(), length);
        assert_eq!(event_stream(&frames.chunks(7).collect::<Vec<_>>()).0.len(), length);
        let mut parser = IncrementalParser::default();
        json.as_bytes().chunks(7).for_each(|piece| drop(parser.append(&String::from_utf8_lossy(piece))));
        begun.elapsed()
    };
    let linear = (0..5).any(|_| time(20_000) < time(2_000) * 30);
    assert!(linear);
}
