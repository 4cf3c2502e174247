//! Tells pictures by their content; names lie.

use image::ImageFormat;

/// A kind of picture that can be shown to models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageKind {
    /// JPEG.
    Jpeg,
    /// A still PNG.
    Png,
    /// A moving PNG, of which the first picture is shown.
    AnimatedPng,
    /// GIF.
    Gif,
    /// WebP.
    WebP,
    /// A Windows bitmap.
    Bmp,
}

impl ImageKind {
    /// Bytes at the start of a file that suffice to tell.
    pub const SAMPLE: usize = 4100;

    /// Tells the kind from the first [`ImageKind::SAMPLE`] bytes; `None` if they start no picture.
    pub fn sniff(start: &[u8]) -> Option<Self> {
        let start = start.get(..Self::SAMPLE).unwrap_or(start);
        match start {
            [0xff, 0xd8, 0xff, ..] => Some(Self::Jpeg),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', chunks @ ..] => {
                Some(if moves(chunks) { Self::AnimatedPng } else { Self::Png })
            }
            // Letters could start any text; sizes and flags follow that no text has.
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', screen @ ..] if is_no_text(screen.get(..7)) => Some(Self::Gif),
            [b'R', b'I', b'F', b'F', size @ ..] if is_no_text(size.get(..4)) && size.get(4..8) == Some(b"WEBP") => {
                Some(Self::WebP)
            }
            // Two letters alone could start any text; two reserved fields and the size of the second header follow.
            [b'B', b'M', _, _, _, _, 0, 0, 0, 0, _, _, _, _, 12 | 40 | 52 | 56 | 64 | 108 | 124, 0, 0, 0, ..] => {
                Some(Self::Bmp)
            }
            _ => None,
        }
    }

    /// For example `image/png`.
    pub fn mime_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::AnimatedPng => "image/apng",
            Self::Gif => "image/gif",
            Self::WebP => "image/webp",
            Self::Bmp => "image/bmp",
        }
    }

    pub(super) fn format(self) -> ImageFormat {
        match self {
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Png | Self::AnimatedPng => ImageFormat::Png,
            Self::Gif => ImageFormat::Gif,
            Self::WebP => ImageFormat::WebP,
            Self::Bmp => ImageFormat::Bmp,
        }
    }

    /// Providers take it without conversion.
    pub(super) fn is_sent_as_is(self) -> bool {
        !matches!(self, Self::Bmp | Self::AnimatedPng)
    }
}

/// Whether the bytes are there, and one of them at least is none that an ASCII text has.
fn is_no_text(bytes: Option<&[u8]>) -> bool {
    let is_written = |byte: &u8| matches!(byte, b'\t' | b'\n' | 0x0c | b'\r' | 0x20..0x7f);
    bytes.is_some_and(|bytes| !bytes.iter().all(is_written))
}

/// A PNG moves if an `acTL` chunk comes before the first picture data.
fn moves(mut chunks: &[u8]) -> bool {
    while let [a, b, c, d, name @ ..] = chunks {
        match name.get(..4) {
            Some(b"acTL") => return true,
            None | Some(b"IDAT") => return false,
            Some(_) => {}
        }
        // Name, data and checksum.
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        chunks = name.get(length.saturating_add(8)..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_letters_prove_nothing() {
        for text in [
            &b"<!DOCTYPE html>"[..],
            b"BMW is a car and no bitmap at all",
            b"GIF is a format\n",
            b"GIF89a, or GIF87a, is how such a file begins\n",
            b"GIF89a\n",
            b"GIF87a",
            b"RIFF....WAVE",
            b"RIFF and WEBP are letters",
            b"RIFFsizeWEBPVP8 in a table of formats",
            b"",
        ] {
            assert_eq!(ImageKind::sniff(text), None, "{}", String::from_utf8_lossy(text));
        }
        assert_eq!(ImageKind::sniff(b"GIF89a\x20\x00\x20\x00\x70\x00\x00"), Some(ImageKind::Gif));
        assert_eq!(ImageKind::sniff(b"RIFF\x24\x01\x00\x00WEBPVP8 "), Some(ImageKind::WebP));
    }

    #[test]
    fn a_moving_png_is_told_from_a_still_one() {
        let chunk =
            |name: &[u8], length: u8| [&[0, 0, 0, length], name, &vec![7; usize::from(length)], b"crc!"].concat();
        let start = b"\x89PNG\r\n\x1a\n".to_vec();
        let still = [&start[..], &chunk(b"IHDR", 13), &chunk(b"IDAT", 3), &chunk(b"acTL", 8)].concat();
        let moving = [&start[..], &chunk(b"IHDR", 13), &chunk(b"acTL", 8), &chunk(b"IDAT", 3)].concat();
        assert_eq!(ImageKind::sniff(&still), Some(ImageKind::Png));
        assert_eq!(ImageKind::sniff(&moving), Some(ImageKind::AnimatedPng));
        assert_eq!(ImageKind::sniff(&start), Some(ImageKind::Png));
    }
}
