//! The examples for authors, each doing its work.

use pith_app::CommandError;
use pith_llm::scripted::Answer;
use pith_types::{AgentMessage, Message};
use serde_json::json;

use super::world::{World, run};
use super::{results, users};

/// A world with one of the examples in it.
fn world(name: &str) -> World {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extensions/examples").join(name);
    let world = World::new();
    world.extension(name, &std::fs::read_to_string(path).unwrap());
    world
}

fn tool(name: &str) -> String {
    format!(
        r#"export default (pi) => pi.registerTool({{ name: "{name}", label: "x", description: "x",
            parameters: {{ type: "object", properties: {{}} }},
            execute: async () => ({{ content: [{{ type: "text", text: "ran ".repeat(100) }}] }}) }})"#
    )
}

#[tokio::test]
async fn guard_blocks_what_leaves_the_project() {
    let world = world("guard.ts");
    world.extension("tools.ts", &tool("write"));
    world.model.push(Answer::call("1", "write", json!({ "path": "../outside" })));
    world.model.push(Answer::call("2", "write", json!({ "path": "inside" })));
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    let results = results(&app);
    assert_eq!(results[0], "../outside is outside the project");
    assert!(results[1].starts_with("ran"));
}

#[tokio::test]
async fn dice_is_a_tool_with_a_schema_and_a_command() {
    let world = world("dice.ts");
    world.model.push(Answer::call("1", "dice", json!({ "count": 3, "sides": 1 })));
    world.model.push(Answer::call("2", "dice", json!({ "count": 1000 })));
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    run(&app, "/dice 1").await;
    let results = results(&app);
    assert_eq!(results[0], "1, 1, 1");
    assert!(results[1].contains("count"), "{}", results[1]);
    assert_eq!(world.seen(), ["1"]);
}

#[tokio::test]
async fn checklist_reads_its_state_from_the_branch() {
    let world = world("checklist.ts");
    world.model.push(Answer::call("1", "checklist", json!({ "add": "paint" })));
    world.model.push(Answer::call("2", "checklist", json!({ "done": 1 })));
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert_eq!(results(&app), ["1. [ ] paint", "1. [x] paint"]);
}

#[tokio::test]
async fn house_style_is_a_section_of_the_prompt() {
    let world = world("house-style.ts");
    std::fs::write(world.folder.path().join("STYLE.md"), "Be plain.\n").unwrap();
    world.model.push("Yes.");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert!(app.system_prompt().contains("<house_style>\nBe plain.\n</house_style>"));
}

#[tokio::test]
async fn forgetful_shortens_what_is_sent_and_keeps_what_was_said() {
    let world = world("forgetful.ts");
    world.extension("tools.ts", &tool("look"));
    for turn in 0..4 {
        world.model.push(Answer::call(&format!("c{turn}"), "look", json!({})));
    }
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    let calls = world.model.calls();
    let sent = calls.last().unwrap().messages.iter().find_map(|message| match message {
        Message::ToolResult(result) => result.content.first().and_then(|block| block.as_text()).map(str::len),
        _ => None,
    });
    assert!(sent.unwrap() < 220, "{sent:?}");
    assert!(results(&app).iter().all(|result| result.len() == 400));
}

#[tokio::test]
async fn inbox_blocks_keys_and_writes_shorthands_out() {
    let world = world("inbox.ts");
    world.model.push("ok");
    let app = world.app().await;
    let stop = app.ask("use sk-abcdefghijklmnopqrstuvwx").await.unwrap_err();
    assert!(matches!(stop, CommandError::Blocked { .. }));
    app.ask("??  quicksort").await.unwrap();
    assert_eq!(users(&app), ["Explain this step by step:\nquicksort"]);
}

#[tokio::test]
async fn relay_answers_on_the_bus() {
    let world = world("relay.ts");
    let app = world.app().await;
    run(&app, "/who").await;
    assert_eq!(world.seen(), ["relay"]);
}

#[tokio::test]
async fn logbook_keeps_an_entry_for_each_turn() {
    let world = world("logbook.ts");
    world.extension("tools.ts", &tool("look"));
    world.model.push(Answer::call("1", "look", json!({})));
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    run(&app, "/logbook").await;
    assert_eq!(world.seen(), ["2 turns; tools: look"]);
    assert!(app.messages().iter().all(|message| !matches!(message, AgentMessage::Custom(_))));
}
