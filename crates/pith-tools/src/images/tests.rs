#![allow(clippy::unwrap_used, reason = "tests")]

use image::{ImageFormat, Rgb, RgbImage};

use super::*;

fn encoded(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn size(prepared: &PreparedImage) -> (u32, u32) {
    let bytes = STANDARD.decode(&prepared.data).unwrap();
    image::load_from_memory(&bytes).unwrap().dimensions()
}

/// What no encoder makes small.
fn noise(width: u32, height: u32) -> RgbImage {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    RgbImage::from_fn(width, height, |_, _| Rgb([next(), next(), next()]))
}

#[test]
fn a_picture_within_the_limits_passes_byte_for_byte() {
    let bytes = encoded(&RgbImage::new(20, 10), ImageFormat::Png);
    let prepared = prepare(&bytes, ImageKind::Png, true).unwrap();
    assert_eq!(prepared, PreparedImage { data: STANDARD.encode(&bytes), mime_type: "image/png", notes: Vec::new() });
}

#[test]
fn a_bitmap_becomes_a_png_and_that_is_told() {
    let bytes = encoded(&RgbImage::new(2, 2), ImageFormat::Bmp);
    assert_eq!(ImageKind::sniff(&bytes), Some(ImageKind::Bmp));
    let prepared = prepare(&bytes, ImageKind::Bmp, true).unwrap();
    assert_eq!(prepared.mime_type, "image/png");
    assert_eq!(prepared.notes, ["[Image converted from image/bmp to image/png.]"]);
    assert_eq!(size(&prepared), (2, 2));
}

#[test]
fn a_wide_picture_is_made_smaller_and_the_factor_is_told() {
    let bytes = encoded(&RgbImage::new(3000, 30), ImageFormat::Png);
    let prepared = prepare(&bytes, ImageKind::Png, true).unwrap();
    assert_eq!(size(&prepared), (2000, 20));
    let note =
        "[Image: original 3000x30, displayed at 2000x20. Multiply coordinates by 1.50 to map to original image.]";
    assert_eq!(prepared.notes, [note]);
    let untouched = prepare(&bytes, ImageKind::Png, false).unwrap();
    assert_eq!((untouched.notes.len(), size(&untouched)), (0, (3000, 30)));
}

#[test]
fn a_heavy_picture_loses_quality_before_size() {
    let bytes = encoded(&noise(1300, 1000), ImageFormat::Bmp);
    assert!(encoded_length(bytes.len()) > MAX_ENCODED);
    let prepared = prepare(&bytes, ImageKind::Bmp, true).unwrap();
    assert!(prepared.data.len() < MAX_ENCODED);
    assert_eq!((prepared.mime_type, size(&prepared)), ("image/jpeg", (1300, 1000)));
    assert_eq!(prepared.notes, ["[Image converted from image/bmp to image/jpeg.]"]);
}

/// A JPEG with a tag for its orientation behind its beginning.
fn tagged(picture: &RgbImage, orientation: u8) -> Vec<u8> {
    let exif = b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0";
    let plain = encoded(picture, ImageFormat::Jpeg);
    [&plain[..2], exif, &[orientation, 0, 0, 0, 0, 0, 0, 0], &plain[2..]].concat()
}

/// Where of a picture the red corner is: right, bottom.
fn red_corner(prepared: &PreparedImage) -> (bool, bool) {
    let picture = image::load_from_memory(&STANDARD.decode(&prepared.data).unwrap()).unwrap().to_rgb8();
    let (right, bottom) = (picture.width() - 2, picture.height() - 2);
    let is_red = |x, y| picture.get_pixel(x, y).0[0] > 128;
    let corners = [(1, 1), (right, 1), (1, bottom), (right, bottom)];
    let [(x, y)] = corners.into_iter().filter(|(x, y)| is_red(*x, *y)).collect::<Vec<_>>().try_into().unwrap();
    (x > 1, y > 1)
}

#[test]
fn every_orientation_is_turned_upright_also_where_the_picture_is_small() {
    let picture = |scale: u32| {
        let red = |x, y| x < 16 * scale && y < 16 * scale;
        RgbImage::from_fn(64 * scale, 32 * scale, |x, y| Rgb(if red(x, y) { [255, 0, 0] } else { [0, 0, 0] }))
    };
    let expected = [(false, false), (true, false), (true, true), (false, true)];
    for orientation in 1..=8_u8 {
        let corner = expected[usize::from((orientation - 1) % 4)];
        let lies = orientation > 4;
        let small = tagged(&picture(1), orientation);
        let prepared = prepare(&small, ImageKind::Jpeg, true).unwrap();
        assert_eq!(size(&prepared), if lies { (32, 64) } else { (64, 32) }, "{orientation}");
        assert_eq!(red_corner(&prepared), corner, "{orientation}");
        if orientation == 1 {
            assert_eq!((prepared.data, prepared.notes.len()), (STANDARD.encode(&small), 0));
        } else {
            assert_eq!(prepared.notes, ["[Image turned upright.]"]);
        }
        let large = prepare(&tagged(&picture(40), orientation), ImageKind::Jpeg, true).unwrap();
        assert_eq!((size(&large), red_corner(&large)), (if lies { (1000, 2000) } else { (2000, 1000) }, corner));
        let original = if lies { "1280x2560" } else { "2560x1280" };
        assert!(
            large.notes[0].starts_with(&format!("[Image: original {original}, displayed at ")),
            "{:?}",
            large.notes
        );
        let untouched = prepare(&small, ImageKind::Jpeg, false).unwrap();
        assert_eq!((untouched.data, untouched.notes.len()), (STANDARD.encode(&small), 0), "{orientation}");
    }
}

#[test]
fn a_broken_picture_is_told_as_such() {
    let fault = prepare(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDRgarbagegarbage", ImageKind::Png, true).unwrap_err();
    let told = "[Image omitted: it could not be decoded: the file is damaged or incomplete.]";
    assert_eq!(fault.note(), told);
    let cut = prepare(b"\xff\xd8\xff\xe0junk", ImageKind::Jpeg, true).unwrap_err();
    assert_eq!(cut.note(), told);
    let whole = encoded(&noise(50, 50), ImageFormat::Png);
    assert_eq!(prepare(&whole[..whole.len() / 2], ImageKind::Png, true).unwrap_err().note(), told);
}

#[test]
fn a_picture_is_made_to_fit_a_room_of_somebody_elses() {
    let bytes = encoded(&RgbImage::new(300, 100), ImageFormat::Png);
    let room = ImageRoom { width: 60, height: 50, ..ImageRoom::default() };
    let fitted = fit(&bytes, ImageKind::Png, &room).unwrap();
    assert_eq!((fitted.original, fitted.size, fitted.changed), ((300, 100), (60, 20), true));
    let fits = fit(&bytes, ImageKind::Png, &ImageRoom::default()).unwrap();
    assert_eq!((fits.size, fits.changed, fits.data), ((300, 100), false, STANDARD.encode(&bytes)));
    let small =
        fit(&encoded(&noise(400, 300), ImageFormat::Png), ImageKind::Png, &ImageRoom { encoded: 20_000, ..room });
    assert!(small.unwrap().data.len() < 20_000);
}

#[test]
fn base64_is_taken_for_what_it_holds_and_turned_into_a_png() {
    let bitmap = STANDARD.encode(encoded(&RgbImage::new(2, 3), ImageFormat::Bmp));
    let (bytes, kind) = from_base64(&bitmap).unwrap();
    let (png, kind) = from_base64(&to_png(&bytes, kind).unwrap()).unwrap();
    assert_eq!((kind, image::load_from_memory(&png).unwrap().dimensions()), (ImageKind::Png, (2, 3)));
    assert_eq!(from_base64("AAAA"), None);
}
