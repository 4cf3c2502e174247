//! A tool call in one short line.

use serde_json::{Map, Value};

/// Characters of the line at most.
const WIDTH: usize = 100;

/// The tool's name with the argument that says most: the first text among the arguments, on one line.
pub(crate) fn tool_line(name: &str, arguments: &Map<String, Value>) -> String {
    let text = arguments.values().find_map(Value::as_str).unwrap_or_default();
    let line = format!("{name} {}", text.split_whitespace().collect::<Vec<_>>().join(" "));
    let line = line.trim_end();
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or(line)),
        None => line.to_owned(),
    }
}
