//! From the edits of a call to the file's new contents, or to the reason why there are none.
//!
//! All edits are found in the text as it was; either all apply or none does. The new contents are the old bytes with the
//! replaced spans exchanged and nothing else.

use std::ops::Range;

use super::{
    Edit,
    find::{Finder, Manner, Miss, Place},
    near,
    source::Source,
    view::{View, lines},
};

/// The new contents of a file.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) bytes: Vec<u8>,
    /// The same as text.
    pub(super) text: String,
    /// What the model should know of how its edits were taken.
    pub(super) notes: Vec<String>,
}

/// Why the edits of a call do not apply. `edit` names the edit if there are several.
#[derive(Debug, thiserror::Error)]
pub(super) enum PlanFault {
    #[error("{edit}oldText is empty; give the text to replace")]
    Empty { edit: String },
    #[error("{edit}oldText was not found in `{path}`, nothing was changed. {hint}")]
    Absent { edit: String, path: String, hint: String },
    #[error(
        "{edit}oldText occurs {count} times in `{path}`, at lines {places}, nothing was changed. Add neighbouring lines to oldText so that it occurs once"
    )]
    Repeated { edit: String, path: String, count: usize, places: String },
    #[error(
        "edits[{one}] and edits[{two}] change the same lines of `{path}`, nothing was changed. Make one edit of the two"
    )]
    Overlapping { one: usize, two: usize, path: String },
    #[error(
        "{edit}newText has `{character}`, which {encoding}, the encoding of `{path}`, does not have; nothing was changed"
    )]
    Unencodable { edit: String, character: char, encoding: &'static str, path: String },
    #[error("the edits leave `{path}` as it is: newText is the same as what is there")]
    NoChange { path: String },
}

/// Applies the edits to the file; `path` is for messages.
pub(super) fn plan(source: &Source, edits: &[Edit], path: &str) -> Result<Plan, PlanFault> {
    let name = |index: usize| if edits.len() > 1 { format!("edits[{index}]: ") } else { String::new() };
    let finder = Finder::new(source);
    let mut places = Vec::with_capacity(edits.len());
    for (index, edit) in edits.iter().enumerate() {
        if edit.old_text.is_empty() {
            return Err(PlanFault::Empty { edit: name(index) });
        }
        let place = finder.find(edit).map_err(|miss| describe(miss, source, &finder, edit, name(index), path))?;
        places.push((index, place));
    }
    places.sort_by_key(|(_, place)| place.span.start);
    for pair in places.windows(2) {
        if let [(one, before), (two, after)] = pair
            && before.span.end > after.span.start
        {
            return Err(PlanFault::Overlapping { one: *one.min(two), two: *one.max(two), path: path.to_owned() });
        }
    }
    let notes = places.iter().filter_map(|(index, place)| note(source, place, &name(*index))).collect();
    let (mut bytes, mut text) = (Vec::with_capacity(source.bytes().len()), String::with_capacity(source.text().len()));
    let (mut bytes_done, mut text_done) = (0, 0);
    for (index, place) in places {
        let unencodable = |character| PlanFault::Unencodable {
            edit: name(index),
            character,
            encoding: source.encoding().name(),
            path: path.to_owned(),
        };
        let new_text = with_breaks_of(source.text(), &place.span, &place.new_text);
        let new_bytes = source.encoding().encode(&new_text).map_err(unencodable)?;
        // The finder gives only spans that stand for whole bytes.
        let Some(span) = source.bytes_of(&place.span) else { continue };
        bytes.extend_from_slice(source.bytes().get(bytes_done..span.start).unwrap_or_default());
        bytes.extend_from_slice(&new_bytes);
        text.push_str(source.text().get(text_done..place.span.start).unwrap_or_default());
        text.push_str(&new_text);
        (bytes_done, text_done) = (span.end, place.span.end);
    }
    bytes.extend_from_slice(source.bytes().get(bytes_done..).unwrap_or_default());
    text.push_str(source.text().get(text_done..).unwrap_or_default());
    if bytes == source.bytes() {
        return Err(PlanFault::NoChange { path: path.to_owned() });
    }
    Ok(Plan { bytes, text, notes })
}

fn describe(miss: Miss, source: &Source, finder: &Finder<'_>, edit: &Edit, name: String, path: &str) -> PlanFault {
    let path = path.to_owned();
    match miss {
        Miss::Repeated(places) => {
            let lines: Vec<String> = places.iter().take(10).map(|at| line_of(source.text(), *at).to_string()).collect();
            let more = if places.len() > lines.len() { " and more" } else { "" };
            let places_text = format!("{}{more}", lines.join(", "));
            PlanFault::Repeated { edit: name, path, count: places.len(), places: places_text }
        }
        Miss::Absent => {
            let new_lines = View::of_lines(&edit.new_text).text;
            let there = finder.lines().text.find(new_lines.as_str()).filter(|_| new_lines.trim().len() > 2);
            let hint = match (there, near::nearest(source.text(), &edit.old_text)) {
                (Some(at), _) => {
                    let line = line_of(&finder.lines().text, at);
                    format!("newText is already there at line {line}; the edit may have been made before")
                }
                (None, near) if near.is_empty() => "Nothing in the file is like it; read the file again".to_owned(),
                (None, near) => near,
            };
            PlanFault::Absent { edit: name, path, hint }
        }
    }
}

fn note(source: &Source, place: &Place, name: &str) -> Option<String> {
    let line = line_of(source.text(), place.span.start);
    match place.manner {
        Manner::Exact => None,
        Manner::Alike => Some(format!(
            "{name}oldText was not there exactly; text at line {line} that differs only in look-alike characters or blanks was replaced."
        )),
        Manner::Indented => Some(format!(
            "{name}oldText was there with other indentation, at line {line}; newText was indented in the same way."
        )),
    }
}

/// The number of the line at a place, from 1.
fn line_of(text: &str, at: usize) -> usize {
    lines(text).take_while(|(_, end)| *end <= at).count() + 1
}

/// The new text with its line breaks as the file has them there: as many as before keep their kinds one by one, others all
/// take the first kind of the replaced text, else the most frequent one of the file.
fn with_breaks_of(text: &str, span: &Range<usize>, new_text: &str) -> String {
    // A carriage return alone is data here: where the file's lines end with one, newlines become such.
    let new_text = new_text.replace("\r\n", "\n");
    let old: Vec<&str> = breaks(text).filter(|(at, _)| span.contains(at)).map(|(_, kind)| kind).collect();
    let count = memchr::memchr_iter(b'\n', new_text.as_bytes()).count();
    let usual = match old.first() {
        Some(first) => first,
        None => most_frequent(text),
    };
    let one_by_one = old.len() == count;
    let mut result = String::with_capacity(new_text.len());
    let mut kinds = old.iter();
    for line in new_text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                result.push_str(line);
                result.push_str(kinds.next().filter(|_| one_by_one).unwrap_or(&usual));
            }
            None => result.push_str(line),
        }
    }
    result
}

/// The line breaks of a text and where they are.
fn breaks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text)
        .filter_map(|(line, end)| Some((line.end, text.get(line.end..end)?)))
        .filter(|(_, kind)| !kind.is_empty())
}

fn most_frequent(text: &str) -> &str {
    let count = |wanted: &str| breaks(text).filter(|(_, kind)| *kind == wanted).count();
    let (crlf, lf, cr) = (count("\r\n"), count("\n"), count("\r"));
    match () {
        () if crlf > lf => "\r\n",
        () if cr > lf => "\r",
        () => "\n",
    }
}
