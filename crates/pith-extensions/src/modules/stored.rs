//! A compiled file in the form in which the cache keeps it.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::{
    compile::{Compiled, Kind, Wanted},
    lines::LineMap,
    names::Exported,
};

/// What is short, in front of the lines and the code.
#[derive(Serialize, Deserialize)]
struct Head {
    kind: String,
    /// Specifier, names, whether the whole namespace is wanted, whether it is linked.
    imports: Vec<(String, Vec<String>, bool, bool)>,
    wants_require: bool,
    names: Vec<String>,
    whole: Vec<String>,
    awaits: bool,
}

/// Hands the parts to whoever stores them.
pub(super) fn pack(compiled: &Compiled, code: Option<&[u8]>, store: impl FnOnce(&[&[u8]])) {
    let kind = match compiled.kind {
        Kind::Module => "module",
        Kind::CommonJs => "commonjs",
        Kind::Json => "json",
    };
    let head = Head {
        kind: kind.to_owned(),
        imports: compiled.imports.iter().map(|(s, w)| (s.clone(), w.names.clone(), w.whole, w.linked)).collect(),
        wants_require: compiled.wants_require,
        names: compiled.exported.names.clone(),
        whole: compiled.exported.whole.clone(),
        awaits: compiled.awaits,
    };
    let (head, lines) = (serde_json::to_vec(&head).unwrap_or_default(), compiled.lines.to_bytes());
    // With the engine's code the text is not needed again.
    let text = if code.is_some() { "" } else { compiled.code.as_str() };
    store(&[&head, lines, text.as_bytes(), code.unwrap_or_default()]);
}

/// Reads the parts back.
pub(super) fn unpack(parts: Vec<Bytes>) -> Option<(Compiled, Option<Bytes>)> {
    let [head, lines, text, code] = <[Bytes; 4]>::try_from(parts).ok()?;
    let head: Head = serde_json::from_slice(&head).ok()?;
    let kind = match head.kind.as_str() {
        "module" => Kind::Module,
        "commonjs" => Kind::CommonJs,
        _ => Kind::Json,
    };
    let imports =
        head.imports.into_iter().map(|(specifier, names, whole, linked)| (specifier, Wanted { names, whole, linked }));
    let compiled = Compiled {
        kind,
        code: String::from_utf8(text.to_vec()).ok()?,
        lines: LineMap::from_bytes(lines.to_vec()),
        imports: imports.collect(),
        wants_require: head.wants_require,
        exported: Exported { names: head.names, whole: head.whole },
        awaits: head.awaits,
    };
    Some((compiled, Some(code).filter(|code| !code.is_empty())))
}
