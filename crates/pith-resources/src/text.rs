//! Reads a file as text, whatever editor saved it.

use std::{io, path::Path};

use pith_config::Diagnostic;

/// The text of a file. A byte order mark decides the encoding (UTF-8, UTF-16 in both orders) and is dropped; a file without
/// one is UTF-8, unless every second byte of it says UTF-16. Bytes that are no text are told.
pub(crate) fn read(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> io::Result<String> {
    let (text, whole) = decode(std::fs::read(path)?);
    if !whole {
        diagnostics.push(Diagnostic::warning("some bytes are no valid text; they were replaced").at(path));
    }
    if text.contains('\0') {
        diagnostics.push(Diagnostic::warning("it holds zero bytes, which no text has").at(path));
    }
    Ok(text)
}

/// The text, and whether every byte of it was valid.
fn decode(bytes: Vec<u8>) -> (String, bool) {
    match bytes.as_slice() {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest.to_vec()),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match unmarked(&bytes) {
            Some(unit) => utf16(&bytes, unit),
            None => utf8(bytes),
        },
    }
}

/// How two bytes make a unit where hardly a byte of one parity is no zero, and none of the other is.
fn unmarked(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let (mut high, mut low) = (0, 0);
    for pair in bytes.as_chunks::<2>().0 {
        let [first, second] = pair.map(|byte| usize::from(byte == 0));
        high += first;
        low += second;
    }
    let enough = |zeros: usize| zeros * 3 >= bytes.len() && bytes.len().is_multiple_of(2);
    match (high, low) {
        (0, zeros) if zeros > 0 && enough(zeros) => Some(u16::from_le_bytes),
        (zeros, 0) if zeros > 0 && enough(zeros) => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn utf8(bytes: Vec<u8>) -> (String, bool) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, true),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), false),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (String, bool) {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    match String::from_utf16(&units) {
        Ok(text) => (text, rest.is_empty()),
        Err(_) => (String::from_utf16_lossy(&units), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_decides_the_encoding_and_is_dropped() {
        let le: Vec<u8> = [0xff, 0xfe].into_iter().chain("é€".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let be: Vec<u8> = [0xfe, 0xff].into_iter().chain("é€".encode_utf16().flat_map(u16::to_be_bytes)).collect();
        for bytes in ["é€".into(), "\u{feff}é€".into(), le, be] {
            assert_eq!(decode(bytes), ("é€".to_owned(), true));
        }
    }

    #[test]
    fn invalid_bytes_are_replaced_and_noticed() {
        assert_eq!(decode(b"a\xff".to_vec()), ("a\u{fffd}".to_owned(), false));
        assert_eq!(decode(vec![0xff, 0xfe, b'a', 0, b'b']), ("a".to_owned(), false));
        assert_eq!(decode(vec![0xff, 0xfe, 0, 0xd8]), ("\u{fffd}".to_owned(), false));
    }
}
