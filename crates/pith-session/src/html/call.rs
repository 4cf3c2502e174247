//! A call of a tool with what came of it, folded.

use pith_types::{Content, ToolCall, ToolResultMessage};
use serde_json::Value;

use super::{
    diff, drawn,
    secrets::mask,
    text::{code, escape, short},
};

/// The call and its result, where there is one; as it was drawn, where it was.
pub(super) fn render(call: &ToolCall, result: Option<&ToolResultMessage>, drawn: Option<&[String]>) -> String {
    let argument = |name: &str| call.arguments.get(name).and_then(Value::as_str);
    let gist = ["command", "path", "pattern", "query"].into_iter().find_map(argument).unwrap_or_default();
    let failed = if result.is_some_and(|result| result.is_error) { " class=\"failed\"" } else { "" };
    let asked = match (call.name.as_str(), argument("command"), argument("content")) {
        ("bash", Some(command), _) => code(&mask(command), "bash"),
        ("write", _, Some(content)) => code(&mask(content), language(gist)),
        ("edit", ..) if result.is_some_and(|result| difference(result).is_some()) => String::new(),
        ("read", ..) => String::new(),
        _ => code(&mask(&format!("{:#}", Value::Object(call.arguments.clone()))), "json"),
    };
    let came = result.map_or_else(|| "<p>no result</p>".to_owned(), |result| outcome(result, language(gist)));
    let body = drawn.map_or_else(|| asked + &came, drawn::render);
    format!(
        "<details{failed}><summary><b>{}</b> <span>{}</span></summary>{body}</details>",
        escape(&call.name),
        escape(&mask(&short(gist, 100)))
    )
}

/// What a tool gave.
pub(super) fn outcome(result: &ToolResultMessage, language: &str) -> String {
    if let Some(difference) = difference(result) {
        return diff::render(&mask(difference));
    }
    let language = if result.tool_name == "read" && !result.is_error { language } else { "" };
    result.content.iter().map(|block| blocks(block, language)).collect()
}

fn difference(result: &ToolResultMessage) -> Option<&str> {
    result.details.as_ref()?.get("diff")?.as_str()
}

fn blocks(block: &Content, language: &str) -> String {
    match block {
        Content::Text(text) => code(&mask(&text.text), language),
        Content::Image { data, mime_type } => image(data, mime_type),
        Content::Thinking(_) | Content::ToolCall(_) => String::new(),
    }
}

/// A picture within the page.
pub(super) fn image(data: &str, mime_type: &str) -> String {
    format!("<img alt=\"\" src=\"data:{};base64,{}\">", escape(mime_type), escape(data))
}

/// The language of a file, by its name.
fn language(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension).trim_end_matches('/')
}
