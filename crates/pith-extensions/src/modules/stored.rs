//! A compiled file in the form in which the cache keeps it.

use bytes::Bytes;
use serde_json::{Value, json};

use super::{
    compile::{Compiled, Kind, Wanted},
    lines::LineMap,
    names::Exported,
};

/// Hands the parts to whoever stores them.
pub(super) fn pack(compiled: &Compiled, code: Option<&[u8]>, store: impl FnOnce(&[&[u8]])) {
    let kind = match compiled.kind {
        Kind::Module => "module",
        Kind::CommonJs => "commonjs",
        Kind::Json => "json",
    };
    let imports: Vec<Value> = compiled.imports.iter().map(|(s, w)| json!([s, w.names, w.whole, w.linked])).collect();
    let head = json!({
        "kind": kind,
        "imports": imports,
        "wantsRequire": compiled.wants_require,
        "names": compiled.exported.names,
        "whole": compiled.exported.whole,
        "awaits": compiled.awaits,
    });
    let (head, lines) = (head.to_string(), compiled.lines.to_bytes());
    // With the engine's code the text is not needed again.
    let text = if code.is_some() { "" } else { compiled.code.as_str() };
    store(&[head.as_bytes(), lines, text.as_bytes(), code.unwrap_or_default()]);
}

/// Reads the parts back.
pub(super) fn unpack(parts: Vec<Bytes>) -> Option<(Compiled, Option<Bytes>)> {
    let [head, lines, text, code] = <[Bytes; 4]>::try_from(parts).ok()?;
    let head: Value = serde_json::from_slice(&head).ok()?;
    let kind = match head.get("kind")?.as_str()? {
        "module" => Kind::Module,
        "commonjs" => Kind::CommonJs,
        _ => Kind::Json,
    };
    let imports = head.get("imports")?.as_array()?.iter().map(|import| {
        let wanted = Wanted {
            names: strings(import.get(1)?)?,
            whole: import.get(2)?.as_bool()?,
            linked: import.get(3)?.as_bool()?,
        };
        Some((import.get(0)?.as_str()?.to_owned(), wanted))
    });
    let compiled = Compiled {
        kind,
        code: String::from_utf8(text.to_vec()).ok()?,
        lines: LineMap::from_bytes(lines.to_vec()),
        imports: imports.collect::<Option<_>>()?,
        wants_require: head.get("wantsRequire")?.as_bool()?,
        exported: Exported { names: strings(head.get("names")?)?, whole: strings(head.get("whole")?)? },
        awaits: head.get("awaits")?.as_bool()?,
    };
    Some((compiled, Some(code).filter(|code| !code.is_empty())))
}

fn strings(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
}
