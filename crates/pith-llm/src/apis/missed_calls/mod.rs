//! Calls that a server missed: models behind servers of one's own often write a right call as text, tagged, fenced or bare.
//!
//! Text comes in as it is streamed. As long as it may still be nothing but calls it is held back; as soon as it cannot be,
//! it is given out, so nothing is shown and taken back. At the end of the answer a text that is wholly calls to declared
//! tools, with arguments that fit, becomes those calls. Prose that merely contains JSON stays prose.

mod fit;
mod hold;
mod read;

use pith_types::Model;
use serde_json::{Map, Value};

use hold::Hold;

/// Watches over the text of one answer.
pub(super) struct MissedCalls {
    tools: Vec<Tool>,
    hold: Option<Hold>,
}

/// A tool that may be called.
struct Tool {
    name: String,
    parameters: Value,
}

/// A call that was found.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) arguments: Map<String, Value>,
}

impl MissedCalls {
    /// For a request that offers the tools in `declared`, each with a name and a schema.
    pub(super) fn of(declared: impl IntoIterator<Item = (String, Value)>) -> Self {
        let tools: Vec<Tool> = declared.into_iter().map(|(name, parameters)| Tool { name, parameters }).collect();
        let hold = (!tools.is_empty()).then(Hold::default);
        Self { tools, hold }
    }

    /// Takes in text; gives back what can be shown now.
    pub(super) fn take(&mut self, text: String) -> Option<String> {
        let Some(hold) = &mut self.hold else { return Some(text) };
        if hold.push(&text) {
            return None;
        }
        self.release()
    }

    /// What is held, when something else follows: it is no call then.
    pub(super) fn release(&mut self) -> Option<String> {
        let held = self.hold.take()?.into_text();
        (!held.is_empty()).then_some(held)
    }

    /// The answer is over: the calls that the held text is, or the text.
    pub(super) fn finish(&mut self) -> Ending {
        let Some(text) = self.release() else { return Ending::Nothing };
        match read::calls(&text, &self.tools) {
            Some(calls) => Ending::Calls(calls),
            None => Ending::Text(text),
        }
    }
}

/// What held text turns out to be.
#[derive(Debug, PartialEq)]
pub(super) enum Ending {
    /// There was none.
    Nothing,
    /// Text after all.
    Text(String),
    /// Calls, and nothing else.
    Calls(Vec<Found>),
}

/// Whether calls are looked for in the text of this model: where its `compat` says so, else where its server is one's own.
pub(super) fn are_looked_for(model: &Model, flag: Option<bool>) -> bool {
    flag.unwrap_or_else(|| is_local(&model.base_url))
}

/// Whether an address is of this machine or of the network that it stands in.
fn is_local(base_url: &str) -> bool {
    let authority = crate::transport::host_of(base_url);
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    match host.parse::<std::net::IpAddr>() {
        Ok(std::net::IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_unspecified(),
        Ok(std::net::IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unspecified(),
        Err(_) => host == "localhost" || host.ends_with(".localhost") || host.ends_with(".local"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn watch() -> MissedCalls {
        let schema = json!({"type": "object", "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}},
            "required": ["path"]});
        MissedCalls::of([("read".to_owned(), schema), ("now".to_owned(), json!({"type": "object", "properties": {}}))])
    }

    /// What is shown while the text comes in pieces of this many characters, and how it ends.
    fn played(text: &str, size: usize) -> (String, Ending) {
        let mut watch = watch();
        let letters: Vec<char> = text.chars().collect();
        let pieces = letters.chunks(size).map(|piece| piece.iter().collect::<String>());
        let shown: String = pieces.filter_map(|piece| watch.take(piece)).collect();
        (shown, watch.finish())
    }

    fn found(text: &str) -> Option<Vec<(String, Value)>> {
        let endings: Vec<(String, Ending)> = [1, 3, 1000].map(|size| played(text, size)).into();
        let first = endings.first()?;
        assert!(endings.iter().all(|ending| ending == first), "it depends on how it is cut: {text}");
        match &first.1 {
            Ending::Calls(calls) => {
                assert_eq!(first.0, "", "something was shown of {text}");
                Some(calls.iter().map(|call| (call.name.clone(), json!(call.arguments))).collect())
            }
            _ => None,
        }
    }

    #[test]
    fn a_text_that_is_wholly_a_call_is_one_in_whatever_form() {
        let read = vec![("read".to_owned(), json!({"path": "a"}))];
        for text in [
            r#"{"name": "read", "arguments": {"path": "a"}}"#,
            r#"  {"name": "read", "parameters": {"path": "a"}}  "#,
            "<tool_call>\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>",
            "<tool_call>{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}",
            "```json\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n```\n",
            "```\n{\"tool\": \"read\", \"arguments\": {\"path\": \"a\"}}\n```",
            r#"[{"name": "read", "arguments": {"path": "a"}}]"#,
            r#"[TOOL_CALLS][{"name": "read", "arguments": {"path": "a"}}]"#,
            r#"{"function": {"name": "read", "arguments": "{\"path\": \"a\"}"}, "type": "function"}"#,
            r#"{"type": "function", "function": {"name": "read", "arguments": {"path": "a"}}}"#,
            r#"{"tool_calls": [{"name": "read", "arguments": {"path": "a"}}]}"#,
            r#"<|python_tag|>{"name": "read", "parameters": {"path": "a"}}"#,
        ] {
            assert_eq!(found(text), Some(read.clone()), "{text}");
        }
        let two = "<tool_call>{\"name\":\"read\",\"arguments\":{\"path\":\"a\"}}</tool_call>\n<tool_call>{\"name\":\"now\"}</tool_call>";
        assert_eq!(found(two).map(|calls| calls.len()), Some(2));
    }

    #[test]
    fn anything_else_stays_text() {
        for text in [
            "Use {\"name\": \"read\", \"arguments\": {\"path\": \"a\"}} for that.",
            "{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}} would read it.",
            "```json\n{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}\n```\nThis reads it.",
            r#"{"name": "write", "arguments": {"path": "a"}}"#,
            r#"{"name": "read", "arguments": {}}"#,
            r#"{"name": "read", "arguments": {"path": 5}}"#,
            r#"{"name": "read", "arguments": {"path": "a", "limit": "many"}}"#,
            r#"{"name": "read", "arguments": {"path": "a"}"#,
            r#"{"name": "Ada", "age": 3}"#,
            r#"{"path": "a"}"#,
            "```python\nprint()\n```",
            "[1, 2]",
            "<tool",
            "",
        ] {
            assert_eq!(found(text), None, "{text}");
            let (shown, ending) = played(text, 2);
            let rest = if let Ending::Text(rest) = ending { rest } else { String::new() };
            assert_eq!(shown + &rest, text, "some of it is lost");
        }
    }

    #[test]
    fn prose_is_shown_as_it_comes_and_json_of_another_kind_soon() {
        assert_eq!(played("Hello, this is prose.", 1).0, "Hello, this is prose.");
        assert_eq!(played(r#"{"age": 3, "name": "read"}"#, 1).0, r#"{"age": 3, "name": "read"}"#);
        let after = r#"{"name": "read", "arguments": {"path": "a"}} is how."#;
        assert_eq!(played(after, 1).0, after);
    }

    #[test]
    fn only_servers_of_ones_own_are_watched_unless_the_model_says_so() {
        let model = |base_url: &str| Model { base_url: base_url.into(), ..Model::default() };
        for local in [
            "http://127.0.0.1:8080/v1",
            "http://localhost:11434/v1",
            "http://192.168.1.5/v1",
            "http://[::1]:1/v1",
            "http://box.local/v1",
        ] {
            assert!(are_looked_for(&model(local), None), "{local}");
        }
        assert!(!are_looked_for(&model("https://api.openai.com/v1"), None));
        assert!(are_looked_for(&model("https://api.openai.com/v1"), Some(true)));
        assert!(!are_looked_for(&model("http://127.0.0.1/v1"), Some(false)));
    }
}
