//! Finds where in a file an edit applies.
//!
//! A text that stands there exactly once is taken, whatever else looks like it. Only what stands nowhere exactly is looked
//! for with tolerance: first for look-alike characters, then for other indentation. What could be meant in several places
//! is not guessed.

use std::{cell::OnceCell, ops::Range};

use memchr::memmem;

use super::{Edit, indent, source::Source, view::View};

/// Places of a repeated text that are looked for.
const MOST_PLACES: usize = 100;

/// Where an edit applies.
#[derive(Debug, PartialEq)]
pub(super) struct Place {
    /// The part of the text to replace.
    pub(super) span: Range<usize>,
    /// What takes its place, still with newlines as line breaks.
    pub(super) new_text: String,
    pub(super) manner: Manner,
}

/// How the text was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    Exact,
    /// With characters that look alike, or other blanks at ends of lines.
    Alike,
    /// Indented otherwise; the new text was indented in the same way.
    Indented,
}

/// Why there is no place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Miss {
    Absent,
    /// At these places of the text.
    Repeated(Vec<usize>),
}

pub(super) struct Finder<'a> {
    source: &'a Source,
    lines: OnceCell<View>,
    folded: OnceCell<View>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { source, lines: OnceCell::new(), folded: OnceCell::new() }
    }

    pub(super) fn find(&self, edit: &Edit) -> Result<Place, Miss> {
        let old_text = edit.old_text.as_str();
        // A byte order mark is no text, though some copy it.
        let old_text =
            if self.source.encoding().bom().is_empty() { old_text } else { old_text.trim_start_matches('\u{feff}') };
        if let Some(span) = sole(self.verbatim(old_text))? {
            return Ok(Place { span, new_text: edit.new_text.clone(), manner: Manner::Exact });
        }
        let old_lines = View::of_lines(old_text).text;
        if let Some(place) = self.within(self.lines(), &old_lines, edit, Manner::Exact)? {
            return Ok(place);
        }
        let old_folded = View::folded(old_text).text;
        if let Some(place) = self.within(self.folded(), &old_folded, edit, Manner::Alike)? {
            return Ok(place);
        }
        let indented = indent::find(self.source.text(), &old_lines, &View::of_lines(&edit.new_text).text);
        let spans = indented.iter().map(|(span, _)| span.clone()).collect();
        match (sole(spans)?, indented.into_iter().next()) {
            (Some(span), Some((_, new_text))) if self.source.bytes_of(&span).is_some() => {
                Ok(Place { span, new_text, manner: Manner::Indented })
            }
            _ => Err(Miss::Absent),
        }
    }

    /// The text with each line break as one newline.
    pub(super) fn lines(&self) -> &View {
        self.lines.get_or_init(|| View::of_lines(self.source.text()))
    }

    fn folded(&self) -> &View {
        self.folded.get_or_init(|| View::folded(self.source.text()))
    }

    fn verbatim(&self, old_text: &str) -> Vec<Range<usize>> {
        let spans = occurrences(self.source.text(), old_text);
        spans.into_iter().filter(|span| self.source.bytes_of(span).is_some()).collect()
    }

    fn within(&self, view: &View, old_text: &str, edit: &Edit, manner: Manner) -> Result<Option<Place>, Miss> {
        let place = |span, new_text: &str| Place { span, new_text: new_text.to_owned(), manner };
        let found = occurrences(&view.text, old_text).into_iter().filter_map(|part| self.span(view, part)).collect();
        if let Some(span) = sole(found)? {
            return Ok(Some(place(span, &edit.new_text)));
        }
        // The last line may lack the newline that the model put behind it; it then goes on lacking it.
        let last = old_text.strip_suffix('\n').filter(|last| !last.is_empty() && view.text.ends_with(last));
        let span = last.and_then(|last| self.span(view, view.text.len() - last.len()..view.text.len()));
        let new_text =
            edit.new_text.strip_suffix("\r\n").or(edit.new_text.strip_suffix('\n')).unwrap_or(&edit.new_text);
        Ok(span.map(|span| place(span, new_text)))
    }

    fn span(&self, view: &View, part: Range<usize>) -> Option<Range<usize>> {
        view.span(part).filter(|span| self.source.bytes_of(span).is_some())
    }
}

fn sole(mut spans: Vec<Range<usize>>) -> Result<Option<Range<usize>>, Miss> {
    match spans.len() {
        0 | 1 => Ok(spans.pop()),
        _ => Err(Miss::Repeated(spans.into_iter().map(|span| span.start).collect())),
    }
}

/// All places of a text in another, also those that overlap.
fn occurrences(text: &str, wanted: &str) -> Vec<Range<usize>> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let finder = memmem::Finder::new(wanted);
    let (mut from, mut found) = (0, Vec::new());
    while found.len() < MOST_PLACES {
        let Some(at) = text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) else { break };
        found.push(from + at..from + at + wanted.len());
        from += at + 1;
    }
    found
}
