//! How the bytes of a file are to be read as text, or that they are none.
//!
//! In comes the beginning of a file; out goes the encoding, the same for everyone who looks at that file. A byte order mark
//! decides, then zeros, then whether it is UTF-8; what is none of these is guessed, and taken for binary when the guess
//! makes no sense.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, Encoding, UTF_16BE, UTF_16LE};

/// Bytes at the start of a file by which its encoding is told.
pub(crate) const SAMPLE: usize = 64 * 1024;

/// Bytes at the start of a file in which a zero says that it is binary.
const ZEROS: usize = 8 * 1024;

/// How a text is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TextEncoding {
    /// `None` is UTF-8.
    other: Option<&'static Encoding>,
    bom: &'static [u8],
}

impl TextEncoding {
    const UTF_8: Self = Self { other: None, bom: b"" };

    /// Tells the encoding of a file from its first [`SAMPLE`] bytes; `None` if they are no text. `complete` says that the
    /// sample is the whole file.
    pub(crate) fn detect(sample: &[u8], complete: bool) -> Option<Self> {
        let start = sample.get(..ZEROS).unwrap_or(sample);
        let by_mark = [(None, &b"\xef\xbb\xbf"[..]), (Some(UTF_16LE), b"\xff\xfe"), (Some(UTF_16BE), b"\xfe\xff")];
        let marked = by_mark.into_iter().find(|(_, bom)| sample.starts_with(bom));
        if let Some((other, bom)) = marked {
            // UTF-32 begins like UTF-16 and is read by hardly anything; its zeros make it binary.
            let is_wide = sample.starts_with(b"\xff\xfe\0\0");
            let has_zeros = other.is_none() && start.contains(&0);
            return (!is_wide && !has_zeros).then_some(Self { other, bom });
        }
        if start.contains(&0) {
            return utf_16_by_zeros(start).map(|other| Self { other: Some(other), bom: b"" });
        }
        if is_mostly_utf_8(sample, complete) {
            return Some(Self::UTF_8);
        }
        guess(sample, complete).map(|other| Self { other: Some(other), bom: b"" })
    }

    /// The name to tell people, for example `UTF-16LE` or `windows-1252`.
    pub(crate) fn name(self) -> &'static str {
        self.other.map_or("UTF-8", Encoding::name)
    }

    /// Whether it is UTF-8, which needs no mention.
    pub(crate) fn is_utf_8(self) -> bool {
        self.other.is_none()
    }

    /// The byte order mark at the start of the file; empty without one.
    pub(crate) fn bom(self) -> &'static [u8] {
        self.bom
    }

    /// Makes text of all bytes that follow the byte order mark; `None` for UTF-8, whose bytes are text already.
    pub(crate) fn decoder(self) -> Option<Decoder> {
        self.other.map(Encoding::new_decoder_without_bom_handling)
    }

    /// The bytes of a text in this encoding, without a byte order mark.
    ///
    /// # Errors
    /// Gives the first character that the encoding does not have.
    pub(crate) fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        let Some(other) = self.other else { return Ok(text.as_bytes().to_vec()) };
        if other == UTF_16LE {
            return Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        }
        if other == UTF_16BE {
            return Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
        }
        let mut bytes = Vec::with_capacity(text.len());
        for c in text.chars() {
            let mut buffer = [0; 4];
            let (encoded, _, unmappable) = other.encode(c.encode_utf8(&mut buffer));
            if unmappable {
                return Err(c);
            }
            bytes.extend_from_slice(&encoded);
        }
        Ok(bytes)
    }
}

/// The text of a whole file and its encoding; `None` if it is no text. Bytes that fit no character become U+FFFD, and a byte
/// order mark is left out.
pub(crate) fn decode(bytes: &[u8]) -> Option<(String, TextEncoding)> {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let encoding = TextEncoding::detect(sample, sample.len() == bytes.len())?;
    let body = bytes.get(encoding.bom.len()..).unwrap_or_default();
    let text = match encoding.other {
        None => String::from_utf8_lossy(body).into_owned(),
        Some(other) => other.decode_without_bom_handling(body).0.into_owned(),
    };
    Some((text, encoding))
}

/// What kind of file the beginning of a binary one shows, as a MIME type.
pub(crate) fn binary_type(start: &[u8]) -> &'static str {
    infer::get(start).map_or("application/octet-stream", |kind| kind.mime_type())
}

/// UTF-16 of mostly Latin letters has a zero in every second byte, and in those only.
fn utf_16_by_zeros(start: &[u8]) -> Option<&'static Encoding> {
    let zeros = |parity: usize| start.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let encoding = match (even, odd) {
        (0, 1..) => UTF_16LE,
        (1.., 0) => UTF_16BE,
        _ => return None,
    };
    let whole = start.get(..start.len() / 2 * 2).unwrap_or_default();
    let (text, malformed) = encoding
        .decode_without_bom_handling_and_without_replacement(whole)
        .map_or_else(|| (String::new(), true), |text| (text.into_owned(), false));
    // Fewer are a text with some zeros in it, which is none.
    let enough = (even + odd) * 3 >= whole.len();
    (enough && !malformed && start.len() == whole.len() && !has_many_controls(&text)).then_some(encoding)
}

fn is_mostly_utf_8(sample: &[u8], complete: bool) -> bool {
    let (mut valid, mut invalid) = (0, 0);
    let mut chunks = sample.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        // A character that the end of the sample cuts is none of the file's faults.
        let is_cut = chunks.peek().is_none() && !complete && is_start_of_character(chunk.invalid());
        invalid += usize::from(!chunk.invalid().is_empty() && !is_cut);
    }
    // Chance makes valid sequences so rarely that four of them outweigh one fault.
    invalid == 0 || valid >= 4 * invalid
}

fn is_start_of_character(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|fault| fault.error_len().is_none())
}

fn guess(sample: &[u8], complete: bool) -> Option<&'static Encoding> {
    if infer::get(sample).is_some_and(|kind| kind.matcher_type() != infer::MatcherType::Text) {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, complete);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    let mut text = String::with_capacity(sample.len() * 3);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (_, _, malformed) = decoder.decode_to_string(sample, &mut text, complete);
    (!malformed && !has_many_controls(&text)).then_some(encoding)
}

/// More than one in twenty characters is a control character that texts do not have.
fn has_many_controls(text: &str) -> bool {
    let controls =
        text.chars().filter(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}')).count();
    controls * 20 > text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(bytes: &[u8]) -> Option<&'static str> {
        TextEncoding::detect(bytes, true).map(TextEncoding::name)
    }

    fn text(bytes: &[u8]) -> Option<String> {
        decode(bytes).map(|(text, _)| text)
    }

    #[test]
    fn a_byte_order_mark_decides_and_is_no_text() {
        assert_eq!(text(b"\xef\xbb\xbfhi\n").as_deref(), Some("hi\n"));
        assert_eq!(text(b"\xff\xfeh\0i\0").as_deref(), Some("hi"));
        assert_eq!(text(b"\xfe\xff\0h\0i").as_deref(), Some("hi"));
        assert_eq!(name(b"\xff\xfe\0\0h\0\0\0"), None);
    }

    #[test]
    fn utf_16_without_a_mark_is_told_by_its_zeros() {
        let little: Vec<u8> = "hello w\u{f6}rld\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "hello\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(name(&little), Some("UTF-16LE"));
        assert_eq!(name(&big), Some("UTF-16BE"));
        assert_eq!(text(&big).as_deref(), Some("hello\n"));
        assert_eq!(name(b"a\0b\n"), None);
        assert_eq!(name(b"key\0value\nkey\0value\n"), None);
    }

    #[test]
    fn legacy_texts_are_guessed() {
        assert_eq!(text(b"caf\xe9 note\n").as_deref(), Some("caf\u{e9} note\n"));
        let gbk =
            encoding_rs::GBK.encode("// \u{4e2d}\u{6587}\u{6ce8}\u{91ca}\u{ff0c}\u{8fd9}\u{662f}\u{4e2d}\u{6587}\n").0;
        assert_eq!(name(&gbk), Some("GBK"));
        let koi8 = encoding_rs::KOI8_R.encode("\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43c}\u{438}\u{440}! \u{43a}\u{430}\u{43a} \u{434}\u{435}\u{43b}\u{430}").0;
        assert!(name(&koi8).is_some_and(|name| name.starts_with("KOI8")));
    }

    #[test]
    fn utf_8_with_a_few_faults_stays_utf_8() {
        let mut bytes = "\u{e4}\u{f6}\u{fc}\u{df} \u{2014} \u{4e2d}\u{6587}".as_bytes().to_vec();
        bytes.push(0xff);
        assert_eq!(name(&bytes), Some("UTF-8"));
    }

    #[test]
    fn a_character_cut_by_the_samples_end_is_no_fault() {
        let cut = &b"plain \xe2\x82"[..];
        assert_eq!(TextEncoding::detect(cut, false).map(TextEncoding::name), Some("UTF-8"));
        assert_eq!(name(b""), Some("UTF-8"));
    }

    #[test]
    fn zeros_and_known_kinds_are_binary() {
        let office: Vec<u8> = b"PK\x03\x04".iter().copied().chain(0..=255).collect();
        assert_eq!(name(&office), None);
        assert_eq!(binary_type(&office), "application/zip");
        assert_eq!(name(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"), None);
        assert_eq!(name(b"\x7fELF\x02\x01\x01\0\0\0\0"), None);
        let noise: Vec<u8> = (1..=250).rev().cycle().take(4000).collect();
        assert_eq!(name(&noise), None);
        assert_eq!(binary_type(&noise), "application/octet-stream");
    }

    #[test]
    fn encoding_undoes_decoding_and_names_what_it_has_not() -> Result<(), char> {
        let detect = |bytes: &[u8]| TextEncoding::detect(bytes, true).unwrap_or(TextEncoding::UTF_8);
        let latin = detect(b"caf\xe9 note\n");
        assert_eq!(latin.encode("caf\u{e9}")?, b"caf\xe9");
        assert_eq!(latin.encode("a\u{4e2d}"), Err('\u{4e2d}'));
        assert_eq!(detect(b"\xfe\xff\0h").encode("\u{1f600}")?, b"\xd8\x3d\xde\x00");
        assert_eq!(detect(b"abc").encode("\u{e9}")?, "\u{e9}".as_bytes());
        Ok(())
    }
}
