//! Fourth stage: what was piped in, then the files that were named, then the text (spec/coding-agent.md 3.7, 3.8).

use pith_tools::images::PreparedImage;
use pith_tools::{AttachedContent, Attachment, attachment};
use pith_types::Content;

use super::{Draft, InputError, Stop, Surroundings};

/// Puts everything into the text, and images beside it. What was piped in is parted from the rest by a blank line.
pub(super) fn attach(mut draft: Draft, around: &Surroundings<'_>) -> Result<Draft, Stop> {
    let mut text = String::new();
    for name in std::mem::take(&mut draft.files) {
        let file = attachment(&name, around.files, around.largest_text).map_err(InputError::from)?;
        let (block, image) = block(file);
        text.push_str(&block);
        draft.images.extend(image);
    }
    text.push_str(&draft.text);
    draft.text = match draft.piped.take() {
        Some(piped) if text.is_empty() => piped,
        Some(piped) => format!("{piped}\n\n{text}"),
        None => text,
    };
    Ok(draft)
}

/// A file's place in the text, and its image if it is one. An empty file has no place.
fn block(file: Attachment) -> (String, Option<Content>) {
    let name = file.path.display();
    let around = |inner: &str| format!("<file name=\"{name}\">{inner}</file>\n");
    match file.content {
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
