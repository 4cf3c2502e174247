//! Files that a person attaches to a prompt: told by their content, as the `read` tool tells them.

use std::io::{self, Read as _};
use std::path::PathBuf;

use pith_agent::ToolError;

use crate::{
    ToolSettings,
    images::{self, ImageFault, ImageKind, PreparedImage},
    shared::{
        encoding::{SAMPLE, TextEncoding, binary_type, decode},
        failure::refused,
        open::open_regular,
        path::resolve_existing,
        truncate::size_text,
    },
};

/// A file that was named, and what it holds.
#[derive(Debug)]
pub struct Attachment {
    /// Absolute.
    pub path: PathBuf,
    /// What it holds.
    pub content: AttachedContent,
}

/// What an attached file holds.
#[derive(Debug)]
pub enum AttachedContent {
    /// Text, without a byte order mark; may be empty.
    Text(String),
    /// A picture, or why it cannot be shown.
    Image(Result<PreparedImage, ImageFault>),
    /// Neither.
    Binary {
        /// For example `application/zip`.
        mime_type: &'static str,
        /// In bytes.
        size: u64,
    },
}

/// Reads a file named as people name them. A text of more than `largest_text` bytes is refused.
///
/// # Errors
/// When it is no regular file, cannot be read, or is too large; the error names it.
pub fn attachment(name: &str, settings: &ToolSettings, largest_text: u64) -> Result<Attachment, ToolError> {
    let path = resolve_existing(name, settings);
    let mut file = open_regular(&path)?;
    let failed = |fault: io::Error| refused("read", &path, &fault);
    let size = file.metadata().map_err(failed)?.len();
    let mut bytes = Vec::new();
    file.by_ref().take(SAMPLE as u64).read_to_end(&mut bytes).map_err(failed)?;
    let content = if let Some(kind) = ImageKind::sniff(&bytes) {
        check_size(&path, size, images::LARGEST_FILE)?;
        file.read_to_end(&mut bytes).map_err(failed)?;
        AttachedContent::Image(images::prepare(&bytes, kind, settings.resize_images))
    } else if TextEncoding::detect(&bytes, bytes.len() < SAMPLE).is_none() {
        AttachedContent::Binary { mime_type: binary_type(&bytes), size }
    } else {
        check_size(&path, size, largest_text)?;
        file.read_to_end(&mut bytes).map_err(failed)?;
        match decode(&bytes) {
            Some((text, _)) => AttachedContent::Text(text),
            None => AttachedContent::Binary { mime_type: binary_type(&bytes), size },
        }
    };
    Ok(Attachment { path, content })
}

/// What was piped in, told by its content as a file would be. A text of more than `largest_text` bytes is refused.
///
/// # Errors
/// When it is too large.
pub fn piped(bytes: &[u8], settings: &ToolSettings, largest_text: u64) -> Result<AttachedContent, ToolError> {
    let size = bytes.len() as u64;
    if let Some(kind) = ImageKind::sniff(bytes) {
        return Ok(AttachedContent::Image(images::prepare(bytes, kind, settings.resize_images)));
    }
    match decode(bytes) {
        Some(_) if size > largest_text => {
            let (size, largest) = (size_text(size), size_text(largest_text));
            Err(ToolError::new(format!("the text on standard input is too large: {size}, at most {largest}")))
        }
        Some((text, _)) => Ok(AttachedContent::Text(text)),
        None => Ok(AttachedContent::Binary { mime_type: binary_type(bytes), size }),
    }
}

fn check_size(path: &std::path::Path, size: u64, largest: u64) -> Result<(), ToolError> {
    if size <= largest {
        return Ok(());
    }
    let (size, largest) = (size_text(size), size_text(largest));
    Err(ToolError::new(format!("`{}` is too large to attach: {size}, at most {largest}", path.display())))
}

#[cfg(test)]
mod tests {
    use std::{fs, io};

    use super::*;

    #[test]
    fn what_is_piped_in_is_told_by_its_content_too() {
        let settings = ToolSettings::new("/w", "/tmp");
        let piped = |bytes: &[u8]| piped(bytes, &settings, 12);
        for (bytes, text) in
            [(&b"hi\n"[..], "hi\n"), (b"\xef\xbb\xbfhi", "hi"), (b"\xff\xfeh\0i\0", "hi"), (b"caf\xe9", "caf\u{e9}")]
        {
            assert!(matches!(piped(bytes), Ok(AttachedContent::Text(found)) if found == text), "{text}");
        }
        assert!(matches!(
            piped(b"PK\x03\x04\0\0"),
            Ok(AttachedContent::Binary { mime_type: "application/zip", size: 6 })
        ));
        assert!(matches!(piped(b"\x89PNG\r\n\x1a\ngarbage"), Ok(AttachedContent::Image(Err(_)))));
        let large = piped(b"thirteen bytes").map_err(|error| error.to_string());
        assert!(large.is_err_and(|error| error == "the text on standard input is too large: 14B, at most 12B"));
    }

    #[test]
    fn a_file_is_told_by_its_content_and_a_large_text_is_refused() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let settings = ToolSettings::new(folder.path(), folder.path());
        let attach = |name: &str, bytes: &[u8]| {
            fs::write(folder.path().join(name), bytes)?;
            Ok::<_, io::Error>(attachment(name, &settings, 10))
        };
        let text = attach("a", b"\xef\xbb\xbfhi\n")?.map(|it| it.content);
        assert!(matches!(text, Ok(AttachedContent::Text(text)) if text == "hi\n"));
        let binary = attach("b", b"\0\x01\xff\xfe\n\0")?.map(|it| it.content);
        assert!(matches!(binary, Ok(AttachedContent::Binary { mime_type: "application/octet-stream", size: 6 })));
        let broken = attach("c", b"\x89PNG\r\n\x1a\ngarbage")?.map(|it| it.content);
        assert!(matches!(broken, Ok(AttachedContent::Image(Err(ImageFault::Undecodable(_))))));
        let large = attach("d", b"eleven byte")?.map_err(|error| error.to_string());
        assert!(large.is_err_and(|error| error.ends_with("is too large to attach: 11B, at most 10B")));
        Ok(())
    }
}
