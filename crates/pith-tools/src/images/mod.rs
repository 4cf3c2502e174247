//! Makes pictures fit for a model: told by their content, turned upright, made smaller, re-encoded where needed
//! (spec/coding-agent.md 4.1.2, 4.1.6 and 4.1.7).
//!
//! A picture that is within the limits and stands upright passes byte for byte, once it has proved to be whole. Used by the `read` tool and by
//! whoever attaches files to a prompt.

mod kind;
mod shrink;

use std::io::Cursor;

use base64::{Engine, engine::general_purpose::STANDARD};
use image::{DynamicImage, GenericImageView, ImageDecoder, ImageError, ImageReader, Limits, metadata::Orientation};

pub use self::kind::ImageKind;

/// The longest side in pixels that passes without being made smaller.
pub const MAX_SIDE: u32 = 2000;

/// The size in bytes, as base64, from which a picture is made smaller.
pub const MAX_ENCODED: usize = 4_718_592;

/// Bytes of a picture's file that are taken into memory.
pub(crate) const LARGEST_FILE: u64 = 64 * 1024 * 1024;

/// Bytes that decoding one picture may take.
const MAX_DECODED: u64 = 400 * 1024 * 1024;

/// How much room there is for a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageRoom {
    /// Pixels side by side at most.
    pub width: u32,
    /// Pixels below one another at most.
    pub height: u32,
    /// Bytes as base64: there have to be fewer.
    pub encoded: usize,
    /// The JPEG quality that is tried first, up to 100.
    pub quality: u8,
}

impl Default for ImageRoom {
    fn default() -> Self {
        Self { width: MAX_SIDE, height: MAX_SIDE, encoded: MAX_ENCODED, quality: 80 }
    }
}

/// A picture that fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FittedImage {
    /// The file's bytes as base64.
    pub data: String,
    /// For example `image/png`.
    pub mime_type: &'static str,
    /// Width and height before, upright.
    pub original: (u32, u32),
    /// Width and height now.
    pub size: (u32, u32),
    /// Whether it is another file than before.
    pub changed: bool,
}

/// A picture as a model gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedImage {
    /// The file's bytes as base64.
    pub data: String,
    /// For example `image/png`.
    pub mime_type: &'static str,
    /// What was done to it, each in brackets, for the model.
    pub notes: Vec<String>,
}

/// Why a picture cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ImageFault {
    /// The data is broken, or takes more memory than a picture may.
    #[error("it could not be decoded")]
    Undecodable(#[source] ImageError),
    /// Making a smaller one failed.
    #[error("it could not be converted")]
    Unencodable(#[source] ImageError),
    /// Even at one pixel it is too large.
    #[error("it could not be made small enough")]
    TooLarge,
}

impl ImageFault {
    /// The note that stands for the picture. The words of decoders are for those who write them.
    pub fn note(&self) -> String {
        let reason = match self {
            Self::Undecodable(ImageError::Limits(_)) => "it takes too much memory to decode".to_owned(),
            Self::Undecodable(ImageError::Unsupported(_)) => {
                "it could not be decoded: this variant of its format is not supported".to_owned()
            }
            Self::Undecodable(_) => "it could not be decoded: the file is damaged or incomplete".to_owned(),
            Self::Unencodable(_) | Self::TooLarge => self.to_string(),
        };
        format!("[Image omitted: {reason}.]")
    }
}

/// Makes a picture of that kind fit for a model. With `resize` one that is over the limits is made smaller, and one that
/// only its tags turn upright is turned: models see the picture and not its tags.
///
/// # Errors
/// When it is broken or cannot be made small enough.
pub fn prepare(bytes: &[u8], kind: ImageKind, resize: bool) -> Result<PreparedImage, ImageFault> {
    let (picture, is_turned) = decode(bytes, kind)?;
    let is_over = picture.width().max(picture.height()) > MAX_SIDE || encoded_length(bytes.len()) >= MAX_ENCODED;
    let mut notes = Vec::new();
    let (data, mime_type) = if resize && (is_over || is_turned) {
        let upright = picture.dimensions();
        let (smaller, shown) = shrink::shrink(&picture, &ImageRoom::default())?;
        if shown != upright {
            notes.push(scale_note(upright, shown));
        } else if is_turned {
            notes.push("[Image turned upright.]".to_owned());
        }
        (STANDARD.encode(smaller.bytes), smaller.mime_type)
    } else if kind.is_sent_as_is() {
        (STANDARD.encode(bytes), kind.mime_type())
    } else {
        (STANDARD.encode(shrink::png(&picture)?), "image/png")
    };
    if mime_type != kind.mime_type() && !kind.is_sent_as_is() {
        notes.insert(0, format!("[Image converted from {} to {mime_type}.]", kind.mime_type()));
    }
    Ok(PreparedImage { data, mime_type, notes })
}

/// Makes a picture fit into a room; one that does already, and stands upright, stays byte for byte.
///
/// # Errors
/// When it is broken or cannot be made small enough.
pub fn fit(bytes: &[u8], kind: ImageKind, room: &ImageRoom) -> Result<FittedImage, ImageFault> {
    let (picture, is_turned) = decode(bytes, kind)?;
    let original = picture.dimensions();
    let fits = original.0 <= room.width && original.1 <= room.height && encoded_length(bytes.len()) < room.encoded;
    if fits && !is_turned && kind.is_sent_as_is() {
        let (data, mime_type) = (STANDARD.encode(bytes), kind.mime_type());
        return Ok(FittedImage { data, mime_type, original, size: original, changed: false });
    }
    let (smaller, size) = shrink::shrink(&picture, room)?;
    let (data, mime_type) = (STANDARD.encode(smaller.bytes), smaller.mime_type);
    Ok(FittedImage { data, mime_type, original, size, changed: true })
}

/// A picture's bytes out of base64, and what kind it is by its content; nothing when it is no picture.
pub fn from_base64(data: &str) -> Option<(Vec<u8>, ImageKind)> {
    let bytes = STANDARD.decode(data.trim()).ok()?;
    let kind = ImageKind::sniff(&bytes)?;
    Some((bytes, kind))
}

/// A picture as PNG, as base64; one that is a PNG already stays as it is.
///
/// # Errors
/// When it is broken.
pub fn to_png(bytes: &[u8], kind: ImageKind) -> Result<String, ImageFault> {
    let (picture, _) = decode(bytes, kind)?;
    Ok(STANDARD.encode(if kind == ImageKind::Png { bytes.to_vec() } else { shrink::png(&picture)? }))
}

/// The picture, upright, and whether it had to be turned or mirrored for that.
fn decode(bytes: &[u8], kind: ImageKind) -> Result<(DynamicImage, bool), ImageFault> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind.format());
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(ImageFault::Undecodable)?;
    // A picture whose orientation cannot be read is shown as it lies.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(ImageFault::Undecodable)?;
    picture.apply_orientation(orientation);
    Ok((picture, orientation != Orientation::NoTransforms))
}

fn scale_note((width, height): (u32, u32), (shown_width, shown_height): (u32, u32)) -> String {
    let factor = f64::from(width) / f64::from(shown_width);
    format!(
        "[Image: original {width}x{height}, displayed at {shown_width}x{shown_height}. \
         Multiply coordinates by {factor:.2} to map to original image.]"
    )
}

/// The length of so many bytes as base64.
fn encoded_length(bytes: usize) -> usize {
    bytes.div_ceil(3).saturating_mul(4)
}

#[cfg(test)]
mod tests;
