//! A model file as the rest of the program knows it: a [`Model`] of provider `local`.

use std::path::Path;

use pith_types::{InputKind, Model};

use crate::{LocalError, gguf::Header, net::Shape};

/// The wire's name.
pub const API: &str = "local-gguf";
/// The provider's id.
pub const PROVIDER: &str = "local";
/// Tokens of prompt and answer that are kept at most, whatever a file allows.
pub(crate) const LONGEST_CONTEXT: usize = 32_768;
/// Tokens of one answer at most.
const LONGEST_ANSWER: usize = 8192;

/// The model of a GGUF file. Only the file's header is read. `id` and `name` are what people call it.
///
/// # Errors
/// When the file cannot be read, is no GGUF file, or holds an architecture that cannot run here.
pub fn local_model(id: &str, name: &str, path: &Path) -> Result<Model, LocalError> {
    let context = file_context(&Header::read(path)?)?.min(LONGEST_CONTEXT);
    Ok(Model {
        id: id.to_owned(),
        name: name.to_owned(),
        api: API.to_owned(),
        provider: PROVIDER.to_owned(),
        base_url: path.to_string_lossy().into_owned(),
        input: vec![InputKind::Text],
        context_window: context as u64,
        max_tokens: LONGEST_ANSWER.min(context / 2) as u64,
        ..Model::default()
    })
}

/// Tokens that the file's network was trained to see.
pub(crate) fn file_context(header: &Header) -> Result<usize, LocalError> {
    Ok(Shape::of(header)?.context)
}
