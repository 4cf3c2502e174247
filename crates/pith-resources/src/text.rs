//! Reads a file as text, whatever editor saved it.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use pith_config::{
    Diagnostic,
    regular::{LARGEST, read_beginning, read_regular},
};

/// The text of a file. A byte order mark decides the encoding (UTF-8, UTF-16 in both orders) and is dropped; a file without
/// one is UTF-8, unless every second byte of it says UTF-16. Bytes that are no text are told.
///
/// # Errors
/// When it cannot be read, is no regular file, or is larger than a text for a prompt can be.
pub(crate) fn read(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> io::Result<String> {
    Ok(checked(read_regular(path, LARGEST)?, path, diagnostics))
}

/// The same of what a command line names: also a pipe that the shell made for it (`<(command)`), whose writer is there.
///
/// # Errors
/// As for a file.
pub(crate) fn read_named(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> io::Result<String> {
    if !["/dev/fd", "/proc/self/fd"].iter().any(|handed| path.starts_with(handed)) {
        return read(path, diagnostics);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(checked(bytes, path, diagnostics))
}

/// The same, but of a file that is too large the beginning, with a mark where it ends.
///
/// # Errors
/// When it cannot be read, or is no regular file.
pub(crate) fn read_start(path: &Path, diagnostics: &mut Vec<Diagnostic>) -> io::Result<String> {
    start(path, LARGEST, diagnostics)
}

fn start(path: &Path, most: u64, diagnostics: &mut Vec<Diagnostic>) -> io::Result<String> {
    let (bytes, size) = read_beginning(path, most)?;
    let missing = size.saturating_sub(bytes.len() as u64);
    if missing == 0 {
        return Ok(checked(bytes, path, diagnostics));
    }
    let told = format!("only the first {most} of its {size} bytes are read");
    diagnostics.push(Diagnostic::warning(told).at(path));
    // The last letter may be cut in two.
    let (mut text, _) = decode(bytes);
    text.truncate(text.trim_end_matches(char::REPLACEMENT_CHARACTER).len());
    text.push_str(&format!("\n[{missing} bytes are left out here]\n"));
    Ok(text)
}

/// The text of these bytes; what is doubtful in them is told.
fn checked(bytes: Vec<u8>, path: &Path, diagnostics: &mut Vec<Diagnostic>) -> String {
    let (text, whole) = decode(bytes);
    if !whole {
        diagnostics.push(Diagnostic::warning("some bytes are no valid text; they were replaced").at(path));
    }
    if text.contains('\0') {
        diagnostics.push(Diagnostic::warning("it holds zero bytes, which no text has").at(path));
    }
    text
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
    #![allow(clippy::unwrap_used, reason = "tests")]
    use super::*;

    #[test]
    fn of_a_file_that_is_too_large_the_beginning_is_read_and_the_rest_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("AGENTS.md");
        std::fs::write(&path, "ab\u{e9}cd").unwrap();
        let mut told = Vec::new();
        assert_eq!(start(&path, 6, &mut told).unwrap(), "ab\u{e9}cd");
        assert!(told.is_empty());
        assert_eq!(start(&path, 3, &mut told).unwrap(), "ab\n[3 bytes are left out here]\n");
        assert!(told.pop().unwrap().to_string().ends_with("only the first 3 of its 6 bytes are read"));
    }

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
