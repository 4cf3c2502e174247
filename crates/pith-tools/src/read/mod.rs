//! The `read` tool: shows a part of a text, or a picture (spec/coding-agent.md 4.1).
//!
//! A file is told by its content. Texts of any encoding and any length stream through a window of lines; what is neither
//! text nor picture is an error that says what it is.

#[cfg(test)]
mod tests;
mod window;

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
    sync::Arc,
};

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::{Content, ToolDeclaration};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use self::window::{Picked, Window};
use crate::{
    BuiltIn, ToolSettings, arguments,
    catalogue::declare,
    images::{self, ImageKind},
    shared::{
        encoding::{SAMPLE, TextEncoding, binary_type},
        failure::{ABORTED, refused},
        open::open_regular,
        path::resolve_existing,
        truncate::{Limit, MAX_BYTES, size_text},
    },
};

pub(crate) const BUILT_IN: BuiltIn = BuiltIn {
    name: "read",
    snippet: "read files: text, or images as pictures",
    guidelines: &["Read files with read, not with cat or sed."],
    by_default: true,
    build: |settings| Arc::new(Read::new(settings)),
};

/// Bytes read of a file whose size the system does not tell, as in `/proc`.
const LARGEST_UNSIZED: u64 = 16 * 1024 * 1024;

struct Read {
    declaration: ToolDeclaration,
    settings: Arc<ToolSettings>,
}

#[derive(Deserialize)]
struct Arguments {
    path: String,
    offset: Option<f64>,
    limit: Option<f64>,
}

/// What is asked for of a file.
struct Wish {
    /// As the model wrote it.
    argument: String,
    /// Counts from 1.
    first: u64,
    limit: Option<u64>,
    resize_images: bool,
    /// The model, if it takes no images.
    blind_model: Option<String>,
}

impl Read {
    fn new(settings: Arc<ToolSettings>) -> Self {
        let number = json!({ "type": "number" });
        let properties = json!({ "path": { "type": "string" }, "offset": number, "limit": number });
        let description = "Read a text file or an image. Gives at most 2000 lines or 50KB; for more, go on with offset \
            (first line, from 1) and limit (number of lines).";
        Self { declaration: declare(BUILT_IN.name, description, &["path"], properties), settings }
    }
}

#[async_trait]
impl Tool for Read {
    fn declaration(&self) -> &ToolDeclaration {
        &self.declaration
    }

    async fn execute(&self, arguments: Map<String, Value>, context: ToolContext) -> Result<ToolOutput, ToolError> {
        let Arguments { path: argument, offset, limit } = arguments::parse(BUILT_IN.name, arguments)?;
        let path = resolve_existing(&argument, &self.settings);
        let wish = Wish {
            argument,
            // A conversion to an integer stops at both of its ends.
            first: offset.map_or(1, |offset| (offset as u64).max(1)),
            limit: limit.map(|limit| limit as u64).filter(|limit| *limit > 0),
            resize_images: self.settings.resize_images,
            blind_model: (self.settings.situation)().model_without_images().map(str::to_owned),
        };
        let cancel = context.cancel.clone();
        let reading = tokio::task::spawn_blocking(move || read(&path, &wish, &cancel));
        tokio::select! {
            biased;
            () = context.cancel.cancelled() => Err(ToolError::new(ABORTED)),
            done = reading => done.map_err(|fault| ToolError::new(format!("reading broke off: {fault}")))?,
        }
    }
}

fn read(path: &Path, wish: &Wish, cancel: &CancellationToken) -> Result<ToolOutput, ToolError> {
    let file = open_regular(path)?;
    let failed = |fault: io::Error| refused("read", path, &fault);
    let size = file.metadata().map_err(failed)?.len();
    // A file that grows meanwhile is read to where it ended.
    let mut source = file.take(if size > 0 { size } else { LARGEST_UNSIZED });
    let mut start = Vec::new();
    read_some(&mut source, &mut start, SAMPLE).map_err(failed)?;
    if let Some(kind) = ImageKind::sniff(&start) {
        return read_image(start, source, size, kind, wish).map_err(failed);
    }
    let complete = start.len() < SAMPLE;
    let Some(encoding) = TextEncoding::detect(&start, complete) else {
        let text = format!(
            "`{}` is a binary file ({}, {}), not text",
            path.display(),
            binary_type(&start),
            size_text(size.max(start.len() as u64))
        );
        return Err(ToolError::new(text));
    };
    let mut window = Window::new(wish.first, wish.limit);
    stream(&start, source, encoding, cancel, &mut window).map_err(failed)?;
    if cancel.is_cancelled() {
        return Err(ToolError::new(ABORTED));
    }
    show(window.finish(), encoding, wish)
}

/// Reads until there are `len` bytes, or no more.
fn read_some(source: &mut io::Take<File>, bytes: &mut Vec<u8>, len: usize) -> io::Result<()> {
    match source.by_ref().take(len as u64).read_to_end(bytes) {
        // A file that would make us wait, as some of `/proc` do, ends where it does.
        Err(fault) if fault.kind() != io::ErrorKind::WouldBlock => Err(fault),
        _ => Ok(()),
    }
}

fn stream(
    start: &[u8],
    mut source: io::Take<File>,
    encoding: TextEncoding,
    cancel: &CancellationToken,
    window: &mut Window,
) -> io::Result<()> {
    let mut decoder = encoding.decoder();
    let mut decoded = String::new();
    let mut take = |bytes: &[u8], last: bool| match &mut decoder {
        None => window.push(bytes),
        Some(decoder) => {
            decoded.clear();
            decoded.reserve(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3 + 16));
            // The room suffices, so that one call takes all bytes.
            let _ = decoder.decode_to_string(bytes, &mut decoded, last);
            window.push(decoded.as_bytes());
        }
    };
    take(start.get(encoding.bom().len()..).unwrap_or_default(), false);
    let mut bytes = Vec::with_capacity(SAMPLE);
    while !cancel.is_cancelled() {
        bytes.clear();
        read_some(&mut source, &mut bytes, SAMPLE)?;
        take(&bytes, bytes.is_empty());
        if bytes.is_empty() {
            break;
        }
    }
    Ok(())
}

fn show(picked: Picked, encoding: TextEncoding, wish: &Wish) -> Result<ToolOutput, ToolError> {
    let Picked { text, taken, total, truncation, first_length, mended } = picked;
    let Wish { argument, first, .. } = wish;
    if *first > total.max(1) {
        let text = format!("offset {first} is beyond the end of `{argument}`, which has {total} lines");
        return Err(ToolError::new(text));
    }
    let end = first + taken as u64 - 1;
    let next = end + 1;
    let limit = size_text(MAX_BYTES as u64);
    let rest = match truncation.as_ref().and_then(|cut| cut.truncated_by) {
        Some(_) if taken == 0 => Some(format!(
            "[Line {first} is {}, over the limit of {limit}. See its start: sed -n '{first}p' {} | head -c {MAX_BYTES}]",
            size_text(first_length),
            quoted(argument)
        )),
        Some(Limit::Lines) => Some(format!("[Showing lines {first}-{end} of {total}. Use offset={next} to continue.]")),
        Some(Limit::Bytes) => {
            Some(format!("[Showing lines {first}-{end} of {total} ({limit} limit). Use offset={next} to continue.]"))
        }
        None if end < total => Some(format!("[{} more lines in file. Use offset={next} to continue.]", total - end)),
        None => None,
    };
    let how = match (encoding.is_utf_8(), mended) {
        (false, _) => Some(format!("[Encoding: {}]", encoding.name())),
        (true, true) => Some("[Encoding: UTF-8 with invalid bytes, shown as \u{fffd}]".to_owned()),
        (true, false) => None,
    };
    let notices: Vec<String> = how.into_iter().chain(rest).collect();
    let shown = match (total, notices.is_empty(), taken) {
        (0, ..) => "(empty file)".to_owned(),
        (_, true, _) => text,
        (_, false, 0) => notices.join("\n"),
        (_, false, _) => format!("{text}\n\n{}", notices.join("\n")),
    };
    Ok(ToolOutput {
        structured_content: Some(Value::String(if total == 0 { String::new() } else { shown.clone() })),
        details: truncation.map(|truncation| json!({ "truncation": truncation })),
        ..ToolOutput::text(shown)
    })
}

/// A word for the shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,@%:=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn read_image(
    mut bytes: Vec<u8>,
    mut source: io::Take<File>,
    size: u64,
    kind: ImageKind,
    wish: &Wish,
) -> io::Result<ToolOutput> {
    if size > images::LARGEST_FILE {
        let note = format!("[Image omitted: the file has {}, more than can be shown.]", size_text(size));
        return Ok(image_output(format!("Read image file [{}]\n{note}", kind.mime_type()), None, wish));
    }
    source.read_to_end(&mut bytes)?;
    Ok(match images::prepare(&bytes, kind, wish.resize_images) {
        Ok(image) => {
            let lines = std::iter::once(format!("Read image file [{}]", image.mime_type)).chain(image.notes);
            let text = lines.collect::<Vec<_>>().join("\n");
            image_output(text, Some((image.data, image.mime_type)), wish)
        }
        Err(fault) => image_output(format!("Read image file [{}]\n{}", kind.mime_type(), fault.note()), None, wish),
    })
}

fn image_output(text: String, image: Option<(String, &'static str)>, wish: &Wish) -> ToolOutput {
    let Some((data, mime_type)) = image else {
        return ToolOutput { structured_content: Some(Value::String(text.clone())), ..ToolOutput::text(text) };
    };
    let structured = json!({ "type": "image", "data": data, "mimeType": mime_type, "note": text });
    ToolOutput {
        content: vec![Content::text(text), Content::Image { data, mime_type: mime_type.to_owned() }],
        details: wish.blind_model.as_ref().map(|model| json!({ "imageUnsupportedByModel": model })),
        structured_content: Some(structured),
        ..ToolOutput::default()
    }
}
