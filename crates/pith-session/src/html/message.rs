//! The entries of a branch as articles of the page, each call of a tool with its result.

use std::collections::HashMap;

use pith_types::{AgentMessage, AssistantMessage, Content, Message, StopReason, ToolResultMessage, UserContent};
use serde_json::Value;

use super::{
    call,
    drawn::DrawnCalls,
    markdown,
    secrets::mask,
    text::{code, escape},
};
use crate::{Entry, EntryKind};

/// A branch, and the results of its calls.
pub(super) struct Messages<'a> {
    branch: &'a [Entry],
    results: HashMap<&'a str, &'a ToolResultMessage>,
    called: std::collections::HashSet<&'a str>,
    drawn: &'a DrawnCalls,
}

impl<'a> Messages<'a> {
    pub(super) fn new(branch: &'a [Entry], drawn: &'a DrawnCalls) -> Self {
        let mut results = HashMap::new();
        let mut called = std::collections::HashSet::new();
        for message in branch.iter().filter_map(message) {
            match message {
                AgentMessage::Model(Message::ToolResult(result)) => {
                    results.entry(result.tool_call_id.as_str()).or_insert(&**result);
                }
                AgentMessage::Model(Message::Assistant(answer)) => {
                    called.extend(answer.content.iter().filter_map(Content::as_tool_call).map(|call| call.id.as_str()));
                }
                _ => {}
            }
        }
        Self { branch, results, called, drawn }
    }

    pub(super) fn to_html(&self) -> String {
        self.branch.iter().filter_map(|entry| self.article(entry)).collect()
    }

    fn article(&self, entry: &Entry) -> Option<String> {
        let (class, who, said) = match &entry.kind {
            EntryKind::Message(message) => self.message(&message.message)?,
            EntryKind::CustomMessage(custom) if custom.display => {
                ("aside", custom.custom_type.clone(), content(&custom.content))
            }
            EntryKind::Compaction(compaction) => {
                let title = format!("summary of what came before ({} tokens)", compaction.tokens_before);
                ("aside", "compaction".to_owned(), folded(&title, &markdown::render(&mask(&compaction.summary))))
            }
            EntryKind::BranchSummary(summary) => {
                let said = folded("summary of a branch that was left", &markdown::render(&mask(&summary.summary)));
                ("aside", "branch".to_owned(), said)
            }
            EntryKind::ModelChange(change) => {
                let said = format!("<p>{}/{}</p>", escape(&change.provider), escape(&change.model_id));
                ("aside", "model".to_owned(), said)
            }
            _ => return None,
        };
        let id = escape(entry.id.as_str());
        let time = escape(&entry.timestamp);
        let who = escape(&who);
        Some(format!(
            "<article class=\"{class}\" id=\"{id}\"><div class=\"who\"><span>{who}</span><time>{time}</time><a href=\"#{id}\">#</a></div><div class=\"said\">{said}</div></article>\n"
        ))
    }

    fn message(&self, message: &AgentMessage) -> Option<(&'static str, String, String)> {
        Some(match message {
            AgentMessage::Model(Message::System(system)) => {
                let sections = system.sections.iter().flatten();
                let sections: String =
                    sections.filter_map(|(_, text)| text.as_deref()).map(|text| code(&mask(text), "")).collect();
                let said = format!("{}{sections}", content(&system.content));
                ("aside", "prompt".to_owned(), folded("what the model was told", &said))
            }
            AgentMessage::Model(Message::User(user)) => ("person", "you".to_owned(), content(&user.content)),
            AgentMessage::Model(Message::Assistant(answer)) => self.answer(answer),
            AgentMessage::Model(Message::ToolResult(result)) if self.called.contains(result.tool_call_id.as_str()) => {
                return None;
            }
            AgentMessage::Model(Message::ToolResult(result)) => {
                ("aside", result.tool_name.clone(), folded("a result without its call", &call::outcome(result, "")))
            }
            AgentMessage::Custom(custom) if custom.role == "bashExecution" => {
                let text = |name: &str| custom.fields.get(name).and_then(Value::as_str).unwrap_or_default();
                let said = code(&mask(text("command")), "bash") + &code(&mask(text("output")), "");
                ("aside", "your shell".to_owned(), said)
            }
            AgentMessage::Custom(custom) => {
                let text = custom.fields.get("content").and_then(Value::as_str)?;
                ("aside", custom.role.clone(), markdown::render(&mask(text)))
            }
        })
    }

    fn answer(&self, answer: &AssistantMessage) -> (&'static str, String, String) {
        let mut said: String = answer.content.iter().map(|block| self.block(block)).collect();
        let failed = matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted);
        if let Some(error) = &answer.error_message {
            said.push_str(&format!("<p>{}</p>", escape(&mask(error))));
        }
        let usage = &answer.usage;
        let cost = if usage.cost.total > 0.0 { format!(", ${:.4}", usage.cost.total) } else { String::new() };
        let who = format!("{} ({} in, {} out{cost})", answer.model, usage.input, usage.output);
        (if failed { "failed" } else { "answer" }, who, said)
    }

    fn block(&self, block: &Content) -> String {
        match block {
            Content::Text(text) => markdown::render(&mask(&text.text)),
            Content::Thinking(thinking) if thinking.thinking.is_empty() => String::new(),
            Content::Thinking(thinking) => folded("thinking", &markdown::render(&mask(&thinking.thinking))),
            Content::ToolCall(one) => {
                let drawn = self.drawn.get(&one.id).map(Vec::as_slice);
                call::render(one, self.results.get(one.id.as_str()).copied(), drawn)
            }
            Content::Image { data, mime_type } => call::image(data, mime_type),
        }
    }
}

fn message(entry: &Entry) -> Option<&AgentMessage> {
    match &entry.kind {
        EntryKind::Message(message) => Some(&message.message),
        _ => None,
    }
}

fn content(content: &UserContent) -> String {
    match content {
        UserContent::Text(text) => markdown::render(&mask(text)),
        UserContent::Blocks(blocks) => blocks
            .iter()
            .map(|block| match block {
                Content::Text(text) => markdown::render(&mask(&text.text)),
                Content::Image { data, mime_type } => call::image(data, mime_type),
                Content::Thinking(_) | Content::ToolCall(_) => String::new(),
            })
            .collect(),
    }
}

fn folded(title: &str, body: &str) -> String {
    format!("<details><summary>{}</summary><div>{body}</div></details>", escape(title))
}
