//! What holds of replay whatever a transcript says (spec/core.md §2).

use indexmap::IndexMap;
use pith_types::transcript::*;
use pith_types::{AgentMessage, CustomMessage, Message, SystemMessage, ToolDeclaration, ToolRef};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

fn tool() -> impl Strategy<Value = ToolDeclaration> {
    ("[abc]", "[12]").prop_map(|(name, description)| ToolDeclaration {
        name,
        description,
        ..ToolDeclaration::default()
    })
}

/// Executable tools: of one name there is one.
fn tools() -> impl Strategy<Value = Vec<ToolDeclaration>> {
    vec(tool(), 0..4).prop_map(|tools| {
        let by_name: IndexMap<String, ToolDeclaration> =
            tools.into_iter().map(|tool| (tool.name.clone(), tool)).collect();
        by_name.into_values().collect()
    })
}

fn system() -> impl Strategy<Value = AgentMessage> {
    let content = prop_oneof![Just(String::new()), "[A-C]{1,2}"];
    let sections = option::of(vec(("[xyz]", option::of("[S-U]?")), 0..3));
    let added = option::of(vec(tool(), 0..3));
    let removed = option::of(vec("[abcd]", 0..3));
    (content, sections, added, removed, option::of(0_i64..9)).prop_map(
        |(content, sections, added, removed, timestamp)| {
            let message = SystemMessage {
                content: content.into(),
                sections: sections.map(|sections| sections.into_iter().collect()),
                tools_added: added,
                tools_removed: removed.map(|names| names.into_iter().map(|name| ToolRef { name }).collect()),
                timestamp,
            };
            message.into()
        },
    )
}

fn message() -> impl Strategy<Value = AgentMessage> {
    let user = Just(AgentMessage::from(Message::user("hi", 1)));
    let custom = Just(AgentMessage::from(CustomMessage { role: "note".into(), ..CustomMessage::default() }));
    prop_oneof![4 => system(), 1 => user, 1 => custom]
}

fn names(tools: &[ToolDeclaration]) -> Vec<&str> {
    tools.iter().map(|tool| tool.name.as_str()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replay_is_a_fold_any_split_gives_the_same(messages in vec(message(), 0..20), at in 0_usize..20, then in 0_usize..20) {
        let whole = PromptState::replay(&messages);
        let (head, rest) = messages.split_at(at.min(messages.len()));
        let (middle, tail) = rest.split_at(then.min(rest.len()));
        let mut state = PromptState::replay(head);
        state.extend(middle);
        state.extend(tail);
        prop_assert_eq!(&state, &whole);
        prop_assert_eq!(state.prompt(), current_system_prompt(&messages));
    }

    #[test]
    fn only_system_messages_count_wherever_others_stand(messages in vec(message(), 0..20)) {
        let system: Vec<AgentMessage> =
            messages.iter().filter(|message| message.as_system().is_some()).cloned().collect();
        prop_assert_eq!(PromptState::replay(&messages), PromptState::replay(&system));
    }

    #[test]
    fn one_message_says_the_same_as_all(messages in vec(message(), 0..20), more in vec(message(), 0..5)) {
        let collapsed = collapse_system_messages(&messages);
        let [before, after] = [&messages, &collapsed].map(|messages| {
            let mut messages = messages.clone();
            messages.extend(more.iter().cloned());
            (current_system_prompt(&messages), current_tools(&messages))
        });
        prop_assert_eq!(before, after);
        let baseline = reset_baseline(&messages);
        prop_assert!(baseline.len() <= 1);
        prop_assert_eq!(current_system_prompt(&baseline), current_system_prompt(&messages));
    }

    #[test]
    fn after_an_announcement_the_transcript_replays_to_the_executable_tools(
        messages in vec(message(), 0..12),
        pending in vec(message(), 0..6),
        executable in tools(),
    ) {
        let state = PromptState::replay(&messages);
        let announced = announce_tools(&state, pending.clone(), &executable, 9);
        prop_assert!(announced.len() <= pending.len() + 1);
        let whole = [messages, announced].concat();
        let declared = current_tools(&whole);
        prop_assert!(tool_changes(&declared, &executable).is_empty(), "{:?} of {:?}", names(&declared), names(&executable));
        // A second announcement has nothing to say.
        prop_assert!(announce_tools::<AgentMessage>(&PromptState::replay(&whole), Vec::new(), &executable, 9).is_empty());
    }
}
