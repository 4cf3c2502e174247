//! What the recorded cases do not show of replay; the cases themselves are replayed by `pith-agent`.

use super::*;
use crate::{ToolDeclaration, ToolRef, UserMessage};
use indexmap::IndexMap;
use serde_json::json;

fn tool(name: &str, description: &str) -> ToolDeclaration {
    ToolDeclaration { name: name.into(), description: description.into(), ..ToolDeclaration::default() }
}

fn system(content: &str) -> SystemMessage {
    SystemMessage { content: content.into(), ..SystemMessage::default() }
}

fn section(name: &str, text: Option<&str>) -> SystemMessage {
    let sections = IndexMap::from([(name.to_owned(), text.map(str::to_owned))]);
    SystemMessage { sections: Some(sections), ..SystemMessage::default() }
}

fn transcript() -> Vec<Message> {
    let added = |tools: Vec<ToolDeclaration>| SystemMessage { tools_added: Some(tools), ..SystemMessage::default() };
    let removed = |name: &str| SystemMessage {
        tools_removed: Some(vec![ToolRef { name: name.into() }]),
        ..SystemMessage::default()
    };
    vec![
        system("A").into(),
        section("x", Some("X")).into(),
        Message::user("hi", 1),
        added(vec![tool("a", "1"), tool("b", "1")]).into(),
        section("y", Some("Y")).into(),
        section("x", None).into(),
        removed("a").into(),
        UserMessage::default().into(),
        added(vec![tool("b", "2"), tool("a", "2")]).into(),
        section("x", Some("X again")).into(),
        system("B").into(),
    ]
}

#[test]
fn all_content_comes_before_all_sections() {
    assert_eq!(current_system_prompt(&transcript()), "A\n\nB\n\nY\n\nX again");
}

#[test]
fn collapsing_changes_neither_prompt_nor_tools() {
    let messages = transcript();
    let collapsed = collapse_system_messages(&messages);
    assert_eq!(collapsed.len(), 3);
    assert_eq!(current_system_prompt(&collapsed), current_system_prompt(&messages));
    assert_eq!(current_tools(&collapsed), current_tools(&messages));
}

#[test]
fn a_text_without_a_timestamp_is_not_lost() {
    let messages = vec![Message::user("hi", 2), system("no timestamp").into()];
    assert_eq!(current_system_prompt(&messages), "no timestamp");
    let expected = SystemMessage { timestamp: Some(0), ..system("no timestamp") };
    assert_eq!(collapse_system_messages(&messages), vec![expected.into(), Message::user("hi", 2)]);
}

#[test]
fn the_order_of_keys_in_a_schema_is_no_change() {
    let with = |parameters| ToolDeclaration { parameters, ..tool("a", "") };
    let one = with(json!({"type": "object", "properties": {"x": {"type": "string", "minLength": 1}}}));
    let other = with(json!({"properties": {"x": {"minLength": 1, "type": "string"}}, "type": "object"}));
    assert!(tool_changes([&one], [&other]).is_empty());
}

#[test]
fn the_order_of_tools_is_no_change() {
    assert!(tool_changes([&tool("a", ""), &tool("b", "")], [&tool("b", ""), &tool("a", "")]).is_empty());
}

#[test]
fn a_pending_message_with_nothing_to_declare_is_the_same_object() {
    let pending = vec![Message::from(system("more"))];
    let announced = announce_tools(&PromptState::default(), pending.clone(), [], 5);
    let (Some(Message::System(before)), Some(Message::System(after))) = (pending.first(), announced.first()) else {
        unreachable!("both are system messages");
    };
    assert!(std::sync::Arc::ptr_eq(before, after));
}
