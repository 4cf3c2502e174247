#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use indexmap::IndexMap;
use pith_types::{
    AssistantMessage, Content, StopReason, SystemMessage, ToolCall, ToolDeclaration, ToolRef, ToolResultMessage,
    transcript::{current_system_prompt, current_tools},
};
use proptest::prelude::*;

use super::*;

fn user(text: &str) -> AgentMessage {
    Message::user(text, 1).into()
}

fn answer(text: &str, calls: &[&str]) -> AgentMessage {
    let call = |id: &&str| Content::ToolCall(ToolCall { id: (*id).into(), ..ToolCall::default() });
    let content = std::iter::once(Content::text(text)).chain(calls.iter().map(call)).collect();
    AssistantMessage { content, stop_reason: StopReason::Stop, ..AssistantMessage::default() }.into()
}

fn result(id: &str, text: &str) -> AgentMessage {
    let content = vec![Content::text(text)];
    ToolResultMessage { tool_call_id: id.into(), content, ..ToolResultMessage::default() }.into()
}

fn prompt(content: &str) -> AgentMessage {
    SystemMessage { content: content.into(), ..SystemMessage::default() }.into()
}

fn section(name: &str, text: Option<&str>) -> AgentMessage {
    let sections = IndexMap::from([(name.to_owned(), text.map(str::to_owned))]);
    SystemMessage { sections: Some(sections), ..SystemMessage::default() }.into()
}

fn tools(added: &[&str], removed: &[&str]) -> AgentMessage {
    let added = added.iter().map(|name| ToolDeclaration { name: (*name).into(), ..ToolDeclaration::default() });
    let removed = removed.iter().map(|name| ToolRef { name: (*name).into() });
    SystemMessage {
        tools_added: Some(added.collect()),
        tools_removed: Some(removed.collect()),
        ..SystemMessage::default()
    }
    .into()
}

fn long() -> String {
    "x".repeat(350)
}

#[test]
fn a_context_within_the_budget_is_the_same() {
    let messages = vec![prompt("P"), user("hi"), answer("ho", &[])];
    assert_eq!(Pruner::new(1000).prune(messages.clone()), messages);
}

#[test]
fn a_dropped_change_of_the_prompt_brings_no_old_prompt_back() {
    let messages = vec![
        prompt("P"),
        section("mood", Some("old")),
        tools(&["a", "b"], &[]),
        user(&long()),
        section("mood", Some("new")),
        tools(&[], &["a"]),
        answer(&long(), &[]),
        user("and now?"),
    ];
    let pruned = Pruner::new(60).prune(messages.clone());
    assert_eq!(pruned.len(), 2, "{pruned:?}");
    assert_eq!(current_system_prompt(&pruned), "P\n\nnew");
    assert_eq!(current_tools(&pruned), current_tools(&messages));
}

#[test]
fn calls_and_their_results_go_together_and_the_task_stays() {
    let messages = vec![
        prompt("P"),
        user("the task"),
        answer("one", &["a", "b"]),
        result("a", &long()),
        result("b", &long()),
        answer("two", &["c"]),
        result("c", "short"),
    ];
    let pruned = Pruner::new(100).prune(messages.clone());
    assert_eq!(pruned, [&messages[..2], &messages[5..]].concat());
}

#[test]
fn the_newest_part_is_kept_however_large_it_is() {
    let messages = vec![user("old"), answer("o", &[]), user(&long())];
    assert_eq!(Pruner::new(1).prune(messages.clone()), messages[2..]);
}

#[test]
fn between_two_steps_the_beginning_stays_the_same() {
    let mut messages = vec![prompt("P")];
    let mut beginnings = Vec::new();
    for turn in 0..60 {
        messages.extend([user(&format!("{turn} {}", long())), answer("ok", &[])]);
        let pruned = Pruner::new(1000).prune(messages.clone());
        beginnings.push(format!("{:?}", pruned[1]));
    }
    let changes = beginnings.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!((10..=30).contains(&changes), "{changes} of 59 requests had another beginning");
}

#[test]
fn one_leading_system_message_is_not_copied() {
    let messages = vec![prompt("P"), user(&long()), user("new")];
    let pruned = Pruner::new(20).prune(messages.clone());
    let (AgentMessage::Model(Message::System(before)), AgentMessage::Model(Message::System(after))) =
        (&messages[0], &pruned[0])
    else {
        unreachable!("both begin with the prompt")
    };
    assert!(Arc::ptr_eq(before, after));
}

fn any_message() -> impl Strategy<Value = Vec<AgentMessage>> {
    prop_oneof![
        (1_usize..400).prop_map(|length| vec![user(&"u".repeat(length))]),
        (1_usize..400, 0_usize..3).prop_map(|(length, calls)| {
            let ids: Vec<String> = (0..calls).map(|call| format!("c{call}")).collect();
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            let results = ids.iter().map(|id| result(id, &"r".repeat(length)));
            std::iter::once(answer("a", &ids)).chain(results).collect()
        }),
        ("[ab]", prop::option::of("[xyz]")).prop_map(|(name, text)| vec![section(&name, text.as_deref())]),
        ("[ab]", "[ab]").prop_map(|(added, removed)| vec![tools(&[&added], &[&removed])]),
        "[pq]".prop_map(|text| vec![prompt(&text)]),
    ]
}

fn paired(messages: &[AgentMessage]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    messages.iter().all(|message| match message {
        AgentMessage::Model(Message::Assistant(answer)) => {
            open = answer.tool_calls().map(|call| call.id.as_str()).collect();
            true
        }
        AgentMessage::Model(Message::ToolResult(result)) => open.contains(&result.tool_call_id.as_str()),
        _ => true,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_dropped_the_prompt_the_tools_and_the_pairs_stay(
        parts in prop::collection::vec(any_message(), 0..40),
        budget in 1_u64..2000,
    ) {
        let messages = parts.concat();
        let pruned = Pruner::new(budget).prune(messages.clone());
        prop_assert_eq!(current_system_prompt(&pruned), current_system_prompt(&messages));
        prop_assert_eq!(current_tools(&pruned), current_tools(&messages));
        prop_assert!(paired(&pruned));
        let size = |messages: &[AgentMessage]| {
            let prompt = PromptState::replay(messages).to_message().map_or(0, |prompt| tokens(&prompt.into()));
            prompt + messages.iter().filter(|message| message.as_system().is_none()).map(tokens).sum::<u64>()
        };
        let only_the_last = units(&pruned).len() <= 2;
        prop_assert!(size(&pruned) <= budget || only_the_last, "{} tokens are left of {}", size(&pruned), size(&messages));
    }
}
