use std::sync::Arc;

use indexmap::IndexMap;
use pith_llm::{CallOptions, Request, normalize_context};
use pith_types::{
    AssistantMessage, Content, Message, Model, StopReason, SystemMessage, ToolCall, ToolDeclaration, ToolResultMessage,
};
use serde_json::{Value, json};

use super::{Payload, Role};

fn sections(parts: &[(&str, &str)]) -> Option<IndexMap<String, Option<String>>> {
    Some(parts.iter().map(|(name, text)| ((*name).to_owned(), Some((*text).to_owned()))).collect())
}

fn tool(name: &str, description: &str) -> ToolDeclaration {
    let parameters = json!({
        "type": "object",
        "required": ["path"],
        "properties": {"path": {"type": "string", "description": "Where. In full."}, "limit": {"type": "number"}},
    });
    ToolDeclaration {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters,
        ..ToolDeclaration::default()
    }
}

fn payload(messages: Vec<Message>) -> Payload {
    Payload::of(&Request {
        model: Arc::new(Model {
            provider: "local".into(),
            api: "local-gguf".into(),
            id: "m".into(),
            ..Model::default()
        }),
        context: normalize_context(messages),
        options: CallOptions::default(),
    })
}

fn standard(tools: Vec<ToolDeclaration>) -> Message {
    SystemMessage {
        sections: sections(&[
            ("preamble", "PREAMBLE"),
            ("tools", "TOOLS"),
            ("rules", "RULES"),
            ("docs", "DOCS"),
            ("addendum", "ADDENDUM"),
            ("project_context", "CONTEXT"),
            ("skills", "SKILLS"),
            ("cwd", "CWD"),
        ]),
        tools_added: Some(tools),
        ..SystemMessage::default()
    }
    .into()
}

#[test]
fn the_standard_prompt_is_short_and_what_people_wrote_stays() {
    let payload = payload(vec![standard(vec![tool("x", "Does x.")]), Message::user("hi", 0)]);
    assert_eq!(payload.kept, [1, 2]);
    let texts: Vec<&str> = payload.messages.iter().map(|turn| turn.content.as_str()).collect();
    assert!(texts.iter().all(|text| !["PREAMBLE", "TOOLS", "RULES", "DOCS"].iter().any(|word| text.contains(word))));
    assert!(texts.first().is_some_and(|text| text.ends_with("ADDENDUM\n\nSKILLS")), "{texts:?}");
    assert_eq!(texts.get(1..), Some(&["CONTEXT\n\nCWD", "hi"][..]));
}

#[test]
fn a_prompt_of_the_users_own_is_kept_word_for_word() {
    let own = SystemMessage {
        sections: sections(&[("preamble", "Speak Latin."), ("cwd", "CWD")]),
        ..SystemMessage::default()
    };
    let first = payload(vec![own.into(), Message::user("hi", 0)]);
    assert_eq!(first.messages.first().map(|turn| turn.content.as_str()), Some("Speak Latin."));
    let bare = payload(vec![SystemMessage { content: "Only this.".into(), ..SystemMessage::default() }.into()]);
    assert_eq!(bare.messages.first().map(|turn| turn.content.as_str()), Some("Only this."));
}

#[test]
fn tools_are_shown_short_and_declared_whole() {
    let payload = payload(vec![standard(vec![tool("x", "Does x. And\n more."), tool("read", "long")])]);
    let declared = payload.tools.first().cloned().unwrap_or_default();
    assert_eq!(declared.pointer("/function/description"), Some(&json!("Does x. And\n more.")));
    assert!(declared.pointer("/function/parameters/properties/limit").is_some());
    let shown = payload.conversation().tools;
    assert_eq!(shown.first().and_then(|tool| tool.pointer("/function/description")), Some(&json!("Does x.")));
    let properties = shown.first().and_then(|tool| tool.pointer("/function/parameters/properties"));
    assert_eq!(properties, Some(&json!({"path": {"type": "string", "description": "Where."}})));
    let known = shown.get(1).and_then(|tool| tool.pointer("/function/description")).and_then(Value::as_str);
    assert!(known.is_some_and(|text| text != "long"));
}

fn call(id: &str) -> Message {
    let mut arguments = serde_json::Map::new();
    arguments.insert("path".to_owned(), json!("a"));
    AssistantMessage {
        content: vec![
            Content::text("Look."),
            Content::ToolCall(ToolCall { id: id.into(), name: "read".into(), arguments, ..ToolCall::default() }),
        ],
        provider: "local".into(),
        api: "local-gguf".into(),
        model: "m".into(),
        stop_reason: StopReason::ToolUse,
        ..AssistantMessage::default()
    }
    .into()
}

fn result(id: &str, text: &str) -> Message {
    ToolResultMessage {
        tool_call_id: id.into(),
        tool_name: "read".into(),
        content: vec![Content::text(text)],
        ..ToolResultMessage::default()
    }
    .into()
}

#[test]
fn a_result_that_came_before_is_marked() {
    let messages = vec![
        Message::user("go", 0),
        call("1"),
        result("1", "same"),
        call("2"),
        result("2", "same"),
        call("3"),
        result("3", "other"),
    ];
    let turns = payload(messages).messages;
    let results: Vec<&str> =
        turns.iter().filter(|turn| turn.role == Role::Tool).map(|turn| turn.content.as_str()).collect();
    assert_eq!(results.first(), Some(&"same"));
    assert!(results.get(1).is_some_and(|text| text.starts_with("same\n\n(") && text.len() > 20));
    let said = turns.iter().find(|turn| turn.role == Role::Assistant);
    assert!(said.is_some_and(|turn| turn.content == "Look." && turn.calls.len() == 1));
}

#[test]
fn the_last_result_says_again_what_was_asked_unless_that_is_long() {
    let last = |asked: &str| {
        let turns = payload(vec![Message::user(asked, 0), call("1"), result("1", "text")]).messages;
        turns.last().map(|turn| turn.content.clone()).unwrap_or_default()
    };
    assert!(last("Fix it.").starts_with("text\n\n("));
    assert!(last("Fix it.").contains("Fix it."));
    assert_eq!(last(&"long ".repeat(100)), "text");
}

#[test]
fn nothing_is_replaced_before_something_was_looked_at() {
    let names = |mut messages: Vec<Message>| -> Vec<String> {
        messages.insert(0, standard(vec![tool("read", "Reads."), tool("edit", "Edits.")]));
        let callable = payload(messages).callable();
        callable.iter().filter_map(|tool| Some(tool.pointer("/function/name")?.as_str()?.to_owned())).collect()
    };
    assert_eq!(names(vec![Message::user("go", 0)]), ["read"]);
    assert_eq!(names(vec![Message::user("go", 0), call("1"), result("1", "text")]), ["read", "edit"]);
}

#[test]
fn the_same_request_gives_the_same_bytes() -> Result<(), serde_json::Error> {
    let messages = || vec![standard(vec![tool("x", "Does x.")]), Message::user("hi", 0), call("1"), result("1", "r")];
    let (first, second) = (payload(messages()), payload(messages()));
    assert_eq!(serde_json::to_vec(&first)?, serde_json::to_vec(&second)?);
    assert_eq!(serde_json::from_slice::<Payload>(&serde_json::to_vec(&first)?)?, first);
    Ok(())
}
