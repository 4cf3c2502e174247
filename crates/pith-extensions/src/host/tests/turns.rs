//! What extensions do to a turn, and when they see its parts: progress and results of tools, messages that are sent meanwhile,
//! calls of calls, what the end of a turn would make of the conversation.

use pith_llm::scripted::Answer;
use pith_types::{AgentMessage, Message};
use serde_json::{Value, json};

use super::world::{World, run};

/// The last result of a tool in the conversation.
fn last_result(app: &pith_app::App) -> Value {
    let messages = app.read_session(|session| session.context().messages);
    let result = messages.iter().rev().find_map(|message| match message {
        AgentMessage::Model(Message::ToolResult(result)) => Some(json!(result)),
        _ => None,
    });
    result.unwrap()
}

#[tokio::test]
async fn the_progress_of_a_tool_is_told_before_its_result_and_a_result_may_be_changed_in_place() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            pi.registerTool({ name: "slow", label: "", description: "", parameters: { type: "object", properties: {} },
                async execute(id: string, args: any, signal: any, update: any) {
                    for (let at = 0; at < 20; at++) update({ content: [{ type: "text", text: `part ${at}` }] });
                    return { content: [{ type: "text", text: "whole" }], details: { n: 1 } };
                } });
            pi.on("tool_execution_update", (e: any, ctx: any) => ctx.ui.notify(e.partialResult.content[0].text));
            pi.on("tool_result", (e: any, ctx: any) => { ctx.ui.notify("result"); e.content[0].text += " and more"; e.details.n = 2; });
            pi.on("tool_result", () => { throw new Error("later"); });
        }"#,
    );
    world.model.push(Answer::call("c", "slow", json!({})));
    let app = world.app().await;
    run(&app, "go").await;
    app.settled().await;
    let mut expected: Vec<String> = (0..20).map(|at| format!("part {at}")).collect();
    expected.push("result".to_owned());
    assert_eq!(world.seen(), expected);
    let result = last_result(&app);
    assert_eq!((&result["content"][0]["text"], &result["details"]), (&json!("whole and more"), &json!({ "n": 2 })));
}

#[tokio::test]
async fn a_message_is_in_the_conversation_as_soon_as_it_was_sent_while_nothing_runs() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            pi.registerCommand("say", { handler: async (a: string, ctx: any) => {
                pi.sendMessage({ customType: "note", content: "remember", display: true }, { deliverAs: "steer" });
                ctx.ui.notify(ctx.sessionManager.getLeafEntry().content);
            } });
        }"#,
    );
    world.model.push("one");
    let app = world.app().await;
    run(&app, "/say").await;
    assert_eq!(world.seen(), ["remember"]);
    run(&app, "go").await;
    app.settled().await;
    assert_eq!(world.model.calls().len(), 1, "the message is no reason for a request of its own");
}

#[tokio::test]
async fn a_message_that_triggers_nothing_stands_behind_the_turn_in_which_it_was_sent() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            pi.registerTool({ name: "t", label: "", description: "", parameters: { type: "object", properties: {} },
                execute: async () => ({ content: [{ type: "text", text: "done" }] }) });
            let turns = 0;
            pi.on("turn_start", () => { if (++turns === 1) pi.sendMessage({ customType: "n", content: "aside", display: true }, { triggerTurn: false }); });
        }"#,
    );
    world.model.push(Answer::call("c", "t", json!({})));
    world.model.push("end");
    let app = world.app().await;
    run(&app, "go").await;
    app.settled().await;
    let requests = world.model.calls();
    assert_eq!(requests.len(), 2);
    let said = |at: usize| json!(requests[at].messages).to_string();
    assert!(!said(0).contains("aside") && said(1).contains("aside"), "{}", said(1));
    let kinds = app.read_session(|session| {
        session.entries().map(|entry| json!(entry)["type"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    });
    let aside = kinds.iter().position(|kind| kind == "custom_message").unwrap();
    assert_eq!(kinds.get(aside + 1).map(String::as_str), Some("message"), "{kinds:?}");
}

#[tokio::test]
async fn calls_of_calls_stand_in_the_result_of_the_models_call() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            const tool = (name: string, execute: any) => pi.registerTool({ name, label: "", description: "",
                parameters: { type: "object", properties: {} }, execute });
            const text = (text: string) => ({ content: [{ type: "text", text }] });
            tool("outer", async (id: string, args: any, signal: any, update: any, ctx: any) => {
                await ctx.executeTool("middle", { a: 1 });
                await ctx.executeTool("none", {});
                return text("outer");
            });
            tool("middle", async (id: string, args: any, signal: any, update: any, ctx: any) => {
                await ctx.executeTool("inner", {});
                return text("middle");
            });
            tool("inner", async () => text("inner"));
        }"#,
    );
    world.model.push(Answer::call("c", "outer", json!({})));
    let app = world.app().await;
    run(&app, "go").await;
    app.settled().await;
    let mut nested = last_result(&app)["nestedCalls"].clone();
    for call in nested["calls"].as_array_mut().unwrap() {
        assert!(call.as_object_mut().unwrap().remove("durationMs").is_some(), "{call}");
    }
    let expected = json!({ "calls": [
        { "id": "c/1", "name": "middle", "status": "ok", "arguments": { "a": 1 } },
        { "id": "c/1/1", "name": "inner", "status": "ok", "arguments": {} },
        { "id": "c/2", "name": "none", "status": "error", "arguments": {}, "error": "Tool none not found" },
    ], "complete": true });
    assert_eq!(nested, expected);
}

#[tokio::test]
async fn the_end_of_a_turn_shows_what_the_conversation_would_be() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            const see = (e: any, ctx: any) => ctx.ui.notify(JSON.stringify([e.context.canContinue,
                e.context.contextMessages.at(-1).role, e.context.contextEntries.at(-1).sourceEntry.type,
                e.context.contextEntries.at(-1).messages.length, e.context.llmMessages.at(-1).role]));
            pi.on("turn_end", see);
            pi.on("turn_end", () => ({ entries: [{ type: "custom_message", customType: "n", content: "more", display: true }] }));
            pi.on("turn_end", see);
        }"#,
    );
    world.model.push("one");
    let app = world.app().await;
    run(&app, "go").await;
    app.settled().await;
    let expected = [r#"[false,"assistant","message",1,"assistant"]"#, r#"[true,"custom","custom_message",1,"user"]"#];
    assert_eq!(world.seen(), expected);
}

#[tokio::test]
async fn what_a_message_to_a_new_session_starts_is_over_when_it_was_sent() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            pi.registerCommand("new", { handler: async (a: string, ctx: any) => {
                await ctx.newSession({ withSession: async (fresh: any) => {
                    await fresh.sendUserMessage("hello");
                    fresh.ui.notify(fresh.sessionManager.getLeafEntry().message.content[0].text);
                    await fresh.sendMessage({ customType: "n", content: "go", display: true }, { triggerTurn: true });
                    fresh.ui.notify(fresh.sessionManager.getLeafEntry().message.content[0].text);
                } });
            } });
        }"#,
    );
    world.model.push("first");
    world.model.push("second");
    let app = world.app().await;
    run(&app, "/new").await;
    assert_eq!(world.seen(), ["first", "second"]);
}

#[tokio::test]
async fn who_waits_for_rest_waits_for_what_it_has_just_sent() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            pi.registerCommand("talk", { handler: async (a: string, ctx: any) => {
                for (const text of ["one", "two", "three"]) { pi.sendUserMessage(text); await ctx.waitForIdle(); }
                pi.sendMessage({ customType: "n", content: "four", display: true }, { triggerTurn: true });
                await ctx.waitForIdle();
                ctx.ui.notify(ctx.sessionManager.getLeafEntry().message.content[0].text);
            } });
        }"#,
    );
    for answer in ["1", "2", "3", "4"] {
        world.model.push(answer);
    }
    let app = world.app().await;
    run(&app, "/talk").await;
    assert_eq!((world.seen(), world.errors()), (vec!["4".to_owned()], Vec::new()));
}

#[tokio::test]
async fn a_name_is_one_line_and_an_empty_one_takes_it_away() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => {
            pi.registerCommand("name", { handler: async (a: string, ctx: any) => {
                pi.setSessionName("  two\n lines ");
                ctx.ui.notify("is " + pi.getSessionName());
                pi.setSessionName("");
                ctx.ui.notify("is " + pi.getSessionName());
            } });
        }"#,
    );
    let app = world.app().await;
    run(&app, "/name").await;
    assert_eq!(world.seen(), ["is two lines", "is undefined"]);
}
