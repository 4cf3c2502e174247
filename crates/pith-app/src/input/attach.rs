//! Fourth stage: what was piped in, then the files that were named, then the text (spec/coding-agent.md 3.7, 3.8).

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use pith_types::Content;

use super::{Draft, InputError, Stop, Surroundings};

/// Puts everything into the text, and images beside it.
pub(super) fn attach(mut draft: Draft, around: &Surroundings<'_>) -> Result<Draft, Stop> {
    let mut parts = String::new();
    if let Some(piped) = draft.piped.take() {
        parts.push_str(&piped);
    }
    let mut blocks = String::new();
    for name in std::mem::take(&mut draft.files) {
        let attached = read(&name, around)?;
        blocks.push_str(&attached.text);
        draft.images.extend(attached.image);
    }
    blocks.push_str(&draft.text);
    if !parts.is_empty() && !blocks.is_empty() {
        parts.push_str("\n\n");
    }
    draft.text = parts + &blocks;
    Ok(draft)
}

/// A file's place in the text, and its image if it is one.
struct Attached {
    text: String,
    image: Option<Content>,
}

fn read(name: &str, around: &Surroundings<'_>) -> Result<Attached, InputError> {
    let path = around.files.cwd.join(name);
    let metadata = fs::metadata(&path).map_err(|error| unreadable(&path, error))?;
    check_kind(&path, &metadata)?;
    let bytes = fs::read(&path).map_err(|error| unreadable(&path, error))?;
    let text = block(&path, &bytes);
    Ok(Attached { text, image: None })
}

fn block(path: &Path, bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return String::new();
    }
    let name = path.display();
    if bytes.contains(&0) {
        return format!("<file name=\"{name}\">[binary file, {} bytes; its content is left out]</file>\n", bytes.len());
    }
    let text = String::from_utf8_lossy(bytes);
    format!("<file name=\"{name}\">\n{}\n</file>\n", text.strip_prefix('\u{feff}').unwrap_or(&text))
}

fn check_kind(path: &Path, metadata: &Metadata) -> Result<(), InputError> {
    if metadata.is_dir() {
        return Err(InputError::Folder { path: path.to_owned() });
    }
    match special(metadata) {
        Some(kind) => Err(InputError::SpecialFile { path: path.to_owned(), kind }),
        None => Ok(()),
    }
}

#[cfg(unix)]
fn special(metadata: &Metadata) -> Option<&'static str> {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = metadata.file_type();
    if kind.is_fifo() {
        Some("named pipe")
    } else if kind.is_socket() {
        Some("socket")
    } else if kind.is_block_device() || kind.is_char_device() {
        Some("device")
    } else {
        None
    }
}

#[cfg(not(unix))]
fn special(metadata: &Metadata) -> Option<&'static str> {
    (!metadata.is_file()).then_some("device")
}

fn unreadable(path: &Path, source: io::Error) -> InputError {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => InputError::MissingFile { path },
        _ => InputError::UnreadableFile { path, source },
    }
}
