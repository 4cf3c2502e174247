#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::sync::Arc;

use async_trait::async_trait;
use pith_agent::{Tool, ToolContext, ToolError, ToolOutput};
use pith_types::ToolDeclaration;
use serde_json::{Map, Value};

use super::*;

struct Named(ToolDeclaration);

#[async_trait]
impl Tool for Named {
    fn declaration(&self) -> &ToolDeclaration {
        &self.0
    }

    async fn execute(&self, _: Map<String, Value>, _: ToolContext) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::default())
    }
}

pub(super) fn tool(name: &str, built_in: bool) -> AppTool {
    let declaration = ToolDeclaration { name: name.to_owned(), ..ToolDeclaration::default() };
    AppTool { built_in, ..AppTool::new(Arc::new(Named(declaration))) }
}

fn available() -> Vec<AppTool> {
    let mut tools: Vec<AppTool> = ["read", "bash", "edit", "write", "grep", "ls"].map(|name| tool(name, true)).into();
    tools.push(tool("deploy", false));
    tools
}

fn chosen(wishes: ToolWishes<'_>) -> Vec<String> {
    let defaults: Vec<String> = ["read", "bash", "edit", "write"].map(str::to_owned).into();
    let loadout = loadout(&available(), ToolWishes { defaults: &defaults, ..wishes }).unwrap();
    loadout.tools.iter().map(|tool| tool.name().to_owned()).collect()
}

#[test]
fn without_wishes_the_defaults_and_the_embedding_programs_tools_are_offered() {
    assert_eq!(chosen(ToolWishes::default()), ["read", "bash", "edit", "write", "deploy"]);
}

#[test]
fn a_list_of_names_is_the_whole_offer_in_its_order() {
    assert_eq!(chosen(ToolWishes { tools: Some("ls, grep,read"), ..Default::default() }), ["ls", "grep", "read"]);
    assert_eq!(chosen(ToolWishes { tools: Some("e*,r*"), ..Default::default() }), ["edit", "read"]);
    assert!(chosen(ToolWishes { tools: Some(""), ..Default::default() }).is_empty());
}

#[test]
fn changes_apply_to_the_defaults_or_to_what_the_session_had() {
    let wishes = ToolWishes { tools: Some("+grep,-write"), ..Default::default() };
    assert_eq!(chosen(wishes), ["read", "bash", "edit", "deploy", "grep"]);
    let recorded = ["write".to_owned(), "gone".to_owned()];
    assert_eq!(chosen(ToolWishes { recorded: Some(&recorded), ..wishes }), ["deploy", "grep"]);
    assert_eq!(chosen(ToolWishes { recorded: Some(&recorded), ..Default::default() }), ["write", "deploy"]);
    let replaced = ToolWishes { recorded: Some(&recorded), tools: Some("read"), ..Default::default() };
    assert_eq!(chosen(replaced), ["read"]);
}

#[test]
fn exclusions_come_last_and_some_flags_take_all() {
    let wishes = ToolWishes { exclude: Some("b*,write"), ..Default::default() };
    assert_eq!(chosen(wishes), ["read", "edit", "deploy"]);
    assert_eq!(chosen(ToolWishes { no_built_ins: true, ..Default::default() }), ["deploy"]);
    assert!(chosen(ToolWishes { none: true, tools: Some("read"), ..Default::default() }).is_empty());
}

#[test]
fn a_list_that_contradicts_itself_is_an_error() {
    let error = |list: &'static str| {
        loadout(&available(), ToolWishes { tools: Some(list), ..Default::default() }).err().unwrap()
    };
    assert!(matches!(error("read,+ls"), LoadoutError::Mixed { .. }));
    assert!(matches!(error("+l*"), LoadoutError::PatternInChange { .. }));
}

#[test]
fn a_name_without_a_tool_is_told_with_its_neighbour() {
    let loadout = loadout(&available(), ToolWishes { tools: Some("raed,x*"), ..Default::default() }).unwrap();
    assert_eq!(loadout.unknown, [("raed".to_owned(), Some("read".to_owned()))]);
}

#[test]
fn a_star_stands_for_any_part_of_a_name() {
    for (pattern, name, fits) in [
        ("*", "read", true),
        ("r*d", "read", true),
        ("r*d", "reads", false),
        ("*ea*", "read", true),
        ("mcp__*__get", "mcp__web__get", true),
        ("ab*ba", "aba", false),
        ("read", "reads", false),
    ] {
        assert_eq!(glob::fits(pattern, name), fits, "{pattern} {name}");
    }
}
