//! Which files a conversation has read and changed, told beside each summary (3.8.12). Pure.

use std::collections::BTreeSet;

use pith_types::{AgentMessage, Message};
use serde_json::{Map, Value, json};

/// The files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Files {
    read: BTreeSet<String>,
    modified: BTreeSet<String>,
}

impl Files {
    /// Takes in the calls of these messages, those that tools made themselves included.
    pub(crate) fn take_in(&mut self, messages: &[AgentMessage]) {
        for message in messages {
            match message {
                AgentMessage::Model(Message::Assistant(answer)) => {
                    answer.tool_calls().for_each(|call| self.call(&call.name, &call.arguments));
                }
                AgentMessage::Model(Message::ToolResult(result)) => {
                    let nested = result.nested_calls.as_ref().and_then(|nested| nested.get("calls"));
                    for call in nested.and_then(Value::as_array).into_iter().flatten() {
                        let name = call.get("name").and_then(Value::as_str);
                        let arguments = call.get("arguments").and_then(Value::as_object);
                        if let (Some(name), Some(arguments)) = (name, arguments) {
                            self.call(name, arguments);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes in what was stored beside an earlier summary.
    pub(crate) fn take_in_details(&mut self, details: &Value) {
        let listed = |name: &str| {
            let list = details.get(name).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>()
        };
        self.read.extend(listed("readFiles"));
        self.modified.extend(listed("modifiedFiles"));
    }

    /// As it is stored.
    pub(crate) fn details(&self) -> Value {
        json!({ "readFiles": self.only_read(), "modifiedFiles": self.modified })
    }

    /// As it is told to a model; empty when there are none.
    pub(crate) fn blocks(&self) -> String {
        let modified: Vec<&str> = self.modified.iter().map(String::as_str).collect();
        [block("read-files", &self.only_read()), block("modified-files", &modified)].concat()
    }

    /// A file that was changed as well is told as changed.
    fn only_read(&self) -> Vec<&str> {
        self.read.difference(&self.modified).map(String::as_str).collect()
    }

    fn call(&mut self, tool: &str, arguments: &Map<String, Value>) {
        let Some(path) = arguments.get("path").and_then(Value::as_str) else { return };
        match tool {
            "read" => self.read.insert(path.to_owned()),
            "write" | "edit" => self.modified.insert(path.to_owned()),
            _ => false,
        };
    }
}

fn block(tag: &str, paths: &[&str]) -> String {
    if paths.is_empty() { String::new() } else { format!("\n\n<{tag}>\n{}\n</{tag}>", paths.join("\n")) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn files_are_sorted_told_once_and_carried_over() {
        let messages: Vec<AgentMessage> = serde_json::from_value(json!([
            { "role": "assistant", "content": [
                { "type": "toolCall", "id": "1", "name": "read", "arguments": { "path": "b" } },
                { "type": "toolCall", "id": "2", "name": "read", "arguments": { "path": "a" } },
                { "type": "toolCall", "id": "3", "name": "edit", "arguments": { "path": "a" } },
                { "type": "toolCall", "id": "4", "name": "bash", "arguments": { "path": "c" } },
            ] },
            { "role": "toolResult", "toolCallId": "1", "toolName": "codemode", "content": [], "timestamp": 1,
              "nestedCalls": { "calls": [{ "name": "write", "arguments": { "path": "n" } }], "complete": true } },
        ]))
        .unwrap();
        let mut files = Files::default();
        files.take_in(&messages);
        files.take_in_details(&json!({ "readFiles": ["before"], "modifiedFiles": [1] }));
        assert_eq!(files.details(), json!({ "readFiles": ["b", "before"], "modifiedFiles": ["a", "n"] }));
        assert_eq!(
            files.blocks(),
            "\n\n<read-files>\nb\nbefore\n</read-files>\n\n<modified-files>\na\nn\n</modified-files>"
        );
        assert_eq!(Files::default().blocks(), "");
    }
}
