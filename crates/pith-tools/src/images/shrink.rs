//! Makes a picture small enough: first its sides, then its quality, then its sides again.

use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer, images::Image};
use image::{
    DynamicImage, ExtendedColorType, GenericImageView, ImageEncoder, ImageError, RgbImage, RgbaImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
    error::{ParameterError, ParameterErrorKind},
};

use super::{ImageFault, ImageRoom, encoded_length};

/// JPEG qualities to try when the wanted one is not enough.
const LOWER: [u8; 4] = [85, 70, 55, 40];

/// A picture as a file.
pub(super) struct Encoded {
    pub(super) bytes: Vec<u8>,
    pub(super) mime_type: &'static str,
}

/// A picture that fits, and its size.
pub(super) fn shrink(picture: &DynamicImage, room: &ImageRoom) -> Result<(Encoded, (u32, u32)), ImageFault> {
    let (width, height) = picture.dimensions();
    let (wide, high) = (f64::from(room.width) / f64::from(width), f64::from(room.height) / f64::from(height));
    let mut scale = wide.min(high).min(1.0);
    loop {
        let side = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
        let size = (side(width), side(height));
        let encoded =
            if size == (width, height) { encode(picture, room)? } else { encode(&resized(picture, size)?, room)? };
        if let Some(encoded) = encoded {
            return Ok((encoded, size));
        }
        if size == (1, 1) {
            return Err(ImageFault::TooLarge);
        }
        scale *= 0.75;
    }
}

/// The picture as PNG.
pub(super) fn png(picture: &DynamicImage) -> Result<Vec<u8>, ImageFault> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new(&mut bytes);
    let written = match picture.color().has_alpha() {
        true => write(encoder, picture.to_rgba8().as_raw(), picture, ExtendedColorType::Rgba8),
        false => write(encoder, picture.to_rgb8().as_raw(), picture, ExtendedColorType::Rgb8),
    };
    written.map(|()| bytes).map_err(ImageFault::Unencodable)
}

fn write(
    encoder: impl ImageEncoder,
    pixels: &[u8],
    picture: &DynamicImage,
    color: ExtendedColorType,
) -> Result<(), ImageError> {
    encoder.write_image(pixels, picture.width(), picture.height(), color)
}

/// The smaller of PNG and JPEG, else a JPEG of less quality, if one is small enough.
fn encode(picture: &DynamicImage, room: &ImageRoom) -> Result<Option<Encoded>, ImageFault> {
    let fits = |bytes: &[u8]| encoded_length(bytes.len()) < room.encoded;
    let opaque = on_white(picture);
    let (png, jpeg) = (png(picture)?, jpeg(&opaque, room.quality)?);
    let best = if png.len() <= jpeg.len() {
        Encoded { bytes: png, mime_type: "image/png" }
    } else {
        Encoded { bytes: jpeg, mime_type: "image/jpeg" }
    };
    if fits(&best.bytes) {
        return Ok(Some(best));
    }
    for quality in LOWER {
        let bytes = self::jpeg(&opaque, quality)?;
        if fits(&bytes) {
            return Ok(Some(Encoded { bytes, mime_type: "image/jpeg" }));
        }
    }
    Ok(None)
}

fn jpeg(picture: &RgbImage, quality: u8) -> Result<Vec<u8>, ImageFault> {
    let mut bytes = Vec::new();
    let encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    let written = encoder.write_image(picture.as_raw(), picture.width(), picture.height(), ExtendedColorType::Rgb8);
    written.map(|()| bytes).map_err(ImageFault::Unencodable)
}

/// JPEG knows no transparency; behind a picture lies white paper.
fn on_white(picture: &DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.to_rgb8();
    }
    let transparent = picture.to_rgba8();
    RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [red, green, blue, alpha] = transparent.get_pixel(x, y).0;
        let over = |color: u8| {
            let mixed = u16::from(color) * u16::from(alpha) + 255 * (255 - u16::from(alpha));
            (mixed / 255) as u8
        };
        image::Rgb([over(red), over(green), over(blue)])
    })
}

fn resized(picture: &DynamicImage, (width, height): (u32, u32)) -> Result<DynamicImage, ImageFault> {
    let failed = || {
        let kind = ParameterErrorKind::DimensionMismatch;
        ImageFault::Unencodable(ImageError::Parameter(ParameterError::from_kind(kind)))
    };
    let alpha = picture.color().has_alpha();
    let (pixels, pixel_type) = match alpha {
        true => (picture.to_rgba8().into_raw(), PixelType::U8x4),
        false => (picture.to_rgb8().into_raw(), PixelType::U8x3),
    };
    let source = Image::from_vec_u8(picture.width(), picture.height(), pixels, pixel_type).map_err(|_| failed())?;
    let mut target = Image::new(width, height, pixel_type);
    let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
    Resizer::new().resize(&source, &mut target, &options).map_err(|_| failed())?;
    let pixels = target.into_vec();
    let smaller = match alpha {
        true => RgbaImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgba8),
        false => RgbImage::from_raw(width, height, pixels).map(DynamicImage::ImageRgb8),
    };
    smaller.ok_or_else(failed)
}
