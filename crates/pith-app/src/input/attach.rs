//! Fourth stage: what was piped in, then the files that were named, then the text (spec/coding-agent.md 3.7, 3.8).

use pith_config::Diagnostic;
use pith_tools::images::PreparedImage;
use pith_tools::{AttachedContent, attachment, piped};
use pith_types::Content;

use super::{Draft, InputError, Stop, Surroundings};

/// Puts everything into the text, and images beside it. What was piped in is parted from the rest by a blank line. When
/// nothing comes of it, as of empty files or an empty template, there is nothing to send.
pub(super) fn attach(mut draft: Draft, around: &Surroundings<'_>) -> Result<Draft, Stop> {
    let piped = match draft.piped.take() {
        Some(bytes) => {
            let content = piped(&bytes, around.files, around.largest_text).map_err(InputError::from)?;
            let (text, image) = from_pipe(content);
            draft.images.extend(image);
            text
        }
        None => String::new(),
    };
    let mut text = String::new();
    for name in std::mem::take(&mut draft.files) {
        let file = attachment(&name, around.files, around.largest_text).map_err(InputError::from)?;
        let (block, image) = block(&file.path.display().to_string(), file.content);
        text.push_str(&block);
        draft.images.extend(image);
    }
    text.push_str(&draft.text);
    draft.text = match (piped.is_empty(), text.is_empty()) {
        (true, _) => text,
        (false, true) => piped,
        (false, false) => format!("{piped}\n\n{text}"),
    };
    if draft.text.is_empty() && draft.images.is_empty() {
        (around.told)(Diagnostic::warning("there is nothing to send: what was given is empty"));
        return Err(Stop::Handled);
    }
    Ok(draft)
}

/// What was piped in, as text and image. It has no name, so that only what is no text has a block.
fn from_pipe(content: AttachedContent) -> (String, Option<Content>) {
    match content {
        AttachedContent::Text(text) => (text.trim().to_owned(), None),
        other => {
            let (block, image) = block("standard input", other);
            (block.trim_end().to_owned(), image)
        }
    }
}

/// A file's place in the text, and its image if it is one. An empty file has no place.
fn block(name: &str, content: AttachedContent) -> (String, Option<Content>) {
    let around = |inner: &str| format!("<file name=\"{name}\">{inner}</file>\n");
    match content {
        AttachedContent::Text(text) if text.is_empty() => (String::new(), None),
        AttachedContent::Text(text) => (around(&format!("\n{text}\n")), None),
        AttachedContent::Binary { mime_type, size } => {
            (around(&format!("[Binary file: {size} bytes, {mime_type}. Its content is left out.]")), None)
        }
        AttachedContent::Image(Ok(image)) => (around(&image.notes.join("\n")), Some(shown(image))),
        AttachedContent::Image(Err(fault)) => (around(&fault.note()), None),
    }
}

fn shown(image: PreparedImage) -> Content {
    Content::Image { data: image.data, mime_type: image.mime_type.to_owned() }
}
