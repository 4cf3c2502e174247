//! Text: bytes of it, its characters as a reader sees them, how many cells they take, and what a clock shows elsewhere.
//!
//! Pure but for the table of time zones, which belongs to the system.

use std::rc::Rc;

use pith_tui::{grapheme_width, visible_width};
use rquickjs::{Array, Ctx, Exception, Function, Object};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::runtime::{Bytes, Realm};

pub(super) fn area<'js>(ctx: &Ctx<'js>, _realm: &Rc<Realm>) -> rquickjs::Result<Object<'js>> {
    let area = Object::new(ctx.clone())?;
    area.set("encode", Function::new(ctx.clone(), |text: String| Bytes(text.into_bytes()))?)?;
    area.set("decode", Function::new(ctx.clone(), decode)?)?;
    area.set("graphemes", Function::new(ctx.clone(), graphemes)?)?;
    area.set("words", Function::new(ctx.clone(), words)?)?;
    area.set("width", Function::new(ctx.clone(), |text: String| visible_width(&text) as u32)?)?;
    area.set("cells", Function::new(ctx.clone(), cells)?)?;
    area.set("zoneOffset", Function::new(ctx.clone(), zone_offset)?)?;
    Ok(area)
}

/// UTF-8 to text; what is not UTF-8 becomes U+FFFD, or an error when `fatal`.
fn decode(ctx: Ctx<'_>, bytes: Bytes, fatal: bool) -> rquickjs::Result<String> {
    match String::from_utf8(bytes.0) {
        Ok(text) => Ok(text),
        Err(_) if fatal => Err(Exception::throw_type(&ctx, "the bytes are not UTF-8")),
        Err(error) => Ok(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

fn graphemes<'js>(ctx: Ctx<'js>, text: String) -> rquickjs::Result<Array<'js>> {
    let out = Array::new(ctx)?;
    for (at, grapheme) in text.graphemes(true).enumerate() {
        out.set(at, grapheme)?;
    }
    Ok(out)
}

/// Each piece between word boundaries, followed by whether it is a word.
fn words<'js>(ctx: Ctx<'js>, text: String) -> rquickjs::Result<Array<'js>> {
    let out = Array::new(ctx)?;
    for (at, piece) in text.split_word_bounds().enumerate() {
        out.set(at * 2, piece)?;
        out.set(at * 2 + 1, piece.chars().any(char::is_alphanumeric))?;
    }
    Ok(out)
}

/// Each grapheme, followed by the cells it takes. The text has no escape sequences.
fn cells<'js>(ctx: Ctx<'js>, text: String) -> rquickjs::Result<Array<'js>> {
    let out = Array::new(ctx)?;
    for (at, grapheme) in text.graphemes(true).enumerate() {
        out.set(at * 2, grapheme)?;
        out.set(at * 2 + 1, grapheme_width(grapheme) as u32)?;
    }
    Ok(out)
}

/// Minutes that a zone is ahead of universal time at an instant (milliseconds since 1970); nothing for an unknown zone.
fn zone_offset(zone: String, at: f64) -> Option<i32> {
    let zone = jiff::tz::TimeZone::get(&zone).ok()?;
    let at = jiff::Timestamp::from_millisecond(at as i64).ok()?;
    Some(zone.to_offset(at).seconds() / 60)
}
