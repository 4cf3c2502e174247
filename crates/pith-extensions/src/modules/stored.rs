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
    /// Specifier, names, whether the whole namespace is wanted, whether it is linked, and late.
    imports: Vec<(String, Vec<String>, bool, bool, bool)>,
    wants_require: bool,
    names: Vec<String>,
    whole: Vec<String>,
    awaits: bool,
    quiet: Option<Vec<(String, String)>>,
    steady: Vec<String>,
}

/// The parts of a compiled file. `lines` and `text` are seldom needed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) head: Bytes,
    /// The engine's own code, as far as there is any; of a JSON file, its text.
    pub(super) code: Bytes,
    pub(super) lines: Bytes,
    /// Where there is no code, what it is to be made of.
    pub(super) text: Bytes,
}

impl Packed {
    /// What one file keeps together.
    pub(super) fn parts(&self) -> [&[u8]; 4] {
        [&self.head, &self.code, &self.lines, &self.text]
    }

    pub(super) fn from_parts(parts: Vec<Bytes>) -> Option<Self> {
        let [head, code, lines, text] = <[Bytes; 4]>::try_from(parts).ok()?;
        Some(Self { head, code, lines, text })
    }
}

pub(super) fn pack(compiled: &Compiled, code: Option<&[u8]>) -> Packed {
    let kind = match compiled.kind {
        Kind::Module => "module",
        Kind::CommonJs => "commonjs",
        Kind::Json => "json",
    };
    let imports = compiled.imports.iter();
    let head = Head {
        kind: kind.to_owned(),
        imports: imports.map(|(s, w)| (s.clone(), w.names.clone(), w.whole, w.linked, w.late)).collect(),
        wants_require: compiled.wants_require,
        names: compiled.exported.names.clone(),
        whole: compiled.exported.whole.clone(),
        awaits: compiled.awaits,
        quiet: compiled.quiet.clone(),
        steady: compiled.steady.clone(),
    };
    let (code, text) = match code {
        Some(code) => (code, ""),
        None if compiled.kind == Kind::Json => (compiled.code.as_bytes(), ""),
        None => (&[][..], compiled.code.as_str()),
    };
    Packed {
        head: serde_json::to_vec(&head).unwrap_or_default().into(),
        code: Bytes::copy_from_slice(code),
        lines: Bytes::copy_from_slice(compiled.lines.to_bytes()),
        text: Bytes::copy_from_slice(text.as_bytes()),
    }
}

/// Reads the parts back.
pub(super) fn unpack(packed: Packed) -> Option<(Compiled, Option<Bytes>)> {
    let head: Head = serde_json::from_slice(&packed.head).ok()?;
    let kind = match head.kind.as_str() {
        "module" => Kind::Module,
        "commonjs" => Kind::CommonJs,
        _ => Kind::Json,
    };
    let imports = head
        .imports
        .into_iter()
        .map(|(specifier, names, whole, linked, late)| (specifier, Wanted { names, whole, linked, late }));
    let (text, code) = if kind == Kind::Json { (packed.code, Bytes::new()) } else { (packed.text, packed.code) };
    let compiled = Compiled {
        kind,
        code: String::from_utf8(text.to_vec()).ok()?,
        lines: LineMap::from_bytes(packed.lines.to_vec()),
        imports: imports.collect(),
        wants_require: head.wants_require,
        exported: Exported { names: head.names, whole: head.whole },
        awaits: head.awaits,
        quiet: head.quiet,
        steady: head.steady,
    };
    Some((compiled, Some(code).filter(|code| !code.is_empty())))
}
