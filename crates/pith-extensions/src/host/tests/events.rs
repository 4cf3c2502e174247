//! Events that are told besides the run's own: their payloads, their order, and what their answers do.

use pith_app::extension::DialogAnswer;
use pith_app::resources::{Reading, ResourceSource};
use pith_app::{App, AppParts, Command, Reply, extension::Discovered};
use pith_llm::scripted::Answer;
use pith_types::{Message, Model};
use serde_json::{Value, json};
use std::sync::Arc;

use super::world::{World, run};

fn told(world: &World) -> Vec<Value> {
    world.seen().iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn said_in(message: &Message) -> String {
    match message {
        Message::User(user) => user.content.to_text(),
        Message::Assistant(answer) => answer.content.iter().filter_map(pith_types::Content::as_text).collect(),
        other => format!("{other:?}"),
    }
}

/// Shows every event of these kinds whole.
fn showing(events: &[&str]) -> String {
    format!(
        "export default (pi) => {{ for (const name of {}) pi.on(name, (e, ctx) => ctx.ui.notify(JSON.stringify(e))); }}",
        json!(events)
    )
}

/// Tells where it was asked to look.
struct Looks(Arc<std::sync::Mutex<Vec<Discovered>>>);

impl ResourceSource for Looks {
    fn read(&self) -> Reading {
        Reading::default()
    }

    fn read_with(&self, found: &Discovered) -> Reading {
        self.0.lock().unwrap().push(found.clone());
        Reading::default()
    }
}

#[tokio::test]
async fn resources_are_discovered_after_the_start_of_a_session_and_read_from_there() {
    let world = World::new();
    let file = world.extension(
        "x.ts",
        r#"export default (pi) => {
            pi.on("session_start", (e, ctx) => ctx.ui.notify(JSON.stringify(e)));
            pi.on("resources_discover", (e, ctx) => { ctx.ui.notify(JSON.stringify(e)); return { skillPaths: ["mine"], promptPaths: ["/p"] }; });
            pi.on("resources_discover", () => ({ skillPaths: ["./more", "here", "../there"], themePaths: [] }));
        }"#,
    );
    let root = world.folder.path().canonicalize().unwrap();
    std::fs::create_dir(root.join("here")).unwrap();
    let looked = Arc::default();
    let looks = Looks(Arc::clone(&looked));
    let app = world.app_with(|parts| AppParts { resources: Arc::new(looks), ..parts }).await;
    app.reload().await;
    app.new_session(None).await.unwrap();
    let reasons: Vec<(Value, Value)> =
        told(&world).into_iter().map(|event| (event["type"].clone(), event["reason"].clone())).collect();
    let expected = [
        ("session_start", "startup"),
        ("resources_discover", "startup"),
        ("session_start", "reload"),
        ("resources_discover", "reload"),
        ("session_start", "new"),
        ("resources_discover", "startup"),
    ];
    assert_eq!(reasons, expected.map(|(event, reason)| (json!(event), json!(reason))));
    let folder = file.parent().unwrap();
    let found = looked.lock().unwrap()[0].clone();
    assert_eq!(found.skills, [folder.join("mine"), folder.join("more"), root.join("here"), root.join("there")]);
    assert_eq!(found.prompts, [std::path::PathBuf::from("/p")]);
}

#[tokio::test]
async fn before_it_settles_an_activity_can_be_given_entries_and_one_more_request() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => {
            let times = 0;
            pi.on("agent_before_settle", (e, ctx) => {
                ctx.ui.notify(e.outcome + e.entries.length + e.continue);
                if (++times > 1) return undefined;
                return { entries: [{ type: "custom_message", customType: "check", content: "are you sure?", display: true }], continue: true };
            });
            pi.on("agent_settled", (e, ctx) => ctx.ui.notify("settled"));
        }"#,
    );
    world.model.push("One.");
    world.model.push("Two.");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert_eq!(world.seen(), ["completed0false", "completed0false", "settled"]);
    let said: Vec<String> =
        app.last_answer().unwrap().content.iter().filter_map(|block| block.as_text().map(str::to_owned)).collect();
    assert_eq!(said, ["Two."]);
    assert!(app.messages().iter().any(|message| message.role() == "custom"));
}

#[tokio::test]
async fn what_is_large_in_an_event_is_there_for_whoever_looks_at_it_in_whatever_way() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"import { inspect } from "node:util";
        export default (pi) => {
            pi.on("context", (e, ctx) => ctx.ui.notify(inspect(e, { depth: 0 })));
            pi.on("context", (e, ctx) => ctx.ui.notify(Object.keys(e).join()));
            pi.on("context", (e, ctx) => { e.messages = [...e.messages, { role: "user", content: "and this", timestamp: 1 }]; });
            pi.on("before_agent_start", (e, ctx) => {
                const copy = { ...e };
                ctx.ui.notify([typeof copy.systemPromptOptions.cwd, copy.systemPrompt === e.systemPrompt].join());
                e.systemPromptOptions.appendSystemPrompt = "Be brief.";
            });
            pi.on("before_agent_start", (e, ctx) => ctx.ui.notify(`${e.systemPrompt.includes("Be brief.")}`));
        }"#,
    );
    world.extension(
        "y.ts",
        r#"export default (pi) => {
            pi.on("before_agent_start", (e, ctx) => ctx.ui.notify(e.systemPromptOptions.appendSystemPrompt));
            pi.on("context", (e, ctx) => ctx.ui.notify(`${e.messages.length} ${e.messages.at(-1).content}`));
        }"#,
    );
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    let expected =
        ["string,true", "true", "Be brief.", "{ type: 'context', messages: [Array] }", "type,messages", "2 and this"];
    assert_eq!(world.seen(), expected);
    let sent = world.model.calls().last().unwrap().messages.clone();
    assert_eq!(said_in(sent.last().unwrap()), "and this");
}

#[tokio::test]
async fn each_event_has_a_context_of_its_own_with_all_members() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => {
            const seen = new Set();
            const look = (e, ctx) => {
                ctx.ui.notify([e.type, ctx.mine, seen.has(ctx), { ...ctx }.cwd === ctx.cwd, Object.keys(ctx).length].join());
                seen.add(ctx);
                ctx.mine = e.type;
            };
            for (const name of ["input", "before_agent_start", "agent_start"]) pi.on(name, look);
            pi.on("agent_start", (e, ctx) => ctx.ui.notify(ctx.mine));
        }"#,
    );
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    let expected =
        ["input,,false,true,18", "before_agent_start,,false,true,18", "agent_start,,false,true,18", "agent_start"];
    assert_eq!(world.seen(), expected);
}

#[tokio::test]
async fn payloads_have_the_keys_of_the_table() {
    let world = World::new();
    world.extension("x.ts", &showing(&["thinking_level_select", "session_info_changed", "ui_prompt_start"]));
    world.extension(
        "y.ts",
        r#"export default (pi) => pi.registerCommand("do", { handler: async (a, ctx) => {
            pi.setThinkingLevel("high");
            pi.setSessionName("n");
            await ctx.ui.confirm("Sure?", "really");
        } })"#,
    );
    world.person.answers.lock().unwrap().push(Some(DialogAnswer::Confirmed(true)));
    let app = world
        .app_with(|parts| {
            let model = Model { reasoning: true, ..(*parts.model).clone() };
            AppParts { model: Arc::new(model), ..parts }
        })
        .await;
    run(&app, "/do").await;
    while told(&world).len() < 3 {
        tokio::task::yield_now().await;
    }
    assert_eq!(
        told(&world),
        [
            json!({ "level": "high", "previousLevel": "off", "type": "thinking_level_select" }),
            json!({ "name": "n", "type": "session_info_changed" }),
            json!({ "reason": "ui_prompt", "kind": "confirm", "title": "Sure?", "type": "ui_prompt_start" }),
        ]
    );
}

#[tokio::test]
async fn a_tool_that_is_called_by_another_passes_the_same_gates() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => {
            const plain = { label: "", description: "", parameters: { type: "object", properties: {} } };
            pi.registerTool({ ...plain, name: "inner", execute: async (id, p) => ({ content: [{ type: "text", text: "ran" }] }) });
            pi.registerTool({ ...plain, name: "outer", execute: async (id, p, signal, update, ctx) => {
                const first = await ctx.executeTool("inner", {});
                const second = await ctx.executeTool("inner", { stop: true });
                return { content: [{ type: "text", text: first.result.content[0].text + "|" + second.result.content[0].text + "|" + second.isError + "|" + second.toolCall.id }] };
            } });
            pi.on("tool_call", (e, ctx) => {
                ctx.ui.notify([e.toolName, e.toolCallId, e.parentToolCallId].join(" "));
                if (e.input.stop) return { block: true, reason: "not that" };
            });
        }"#,
    );
    world.model.push(Answer::call("c", "outer", json!({})));
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert_eq!(world.seen(), ["outer c ", "inner c/1 c", "inner c/2 c"]);
    assert_eq!(super::results(&app), ["ran|not that|true|c/2"]);
}

#[tokio::test]
async fn commands_are_listed_with_templates_and_skills_and_where_they_are_at_home() {
    let world = World::new();
    world.extension("x.ts", "export default (pi) => pi.registerCommand('c', { handler: async () => {} })");
    let app: App = world.app().await;
    let Reply::Commands(commands) = app.send(Command::SlashCommands).await.unwrap() else { panic!() };
    let root = world.folder.path().canonicalize().unwrap();
    let expected = json!({
        "path": root.join("extensions/x.ts"), "source": "auto", "scope": "user", "origin": "top-level", "baseDir": root,
    });
    assert_eq!((commands[0].name.as_str(), &commands[0].source_info), ("c", &expected));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_at_the_end_of_a_run_is_answered_before_it_is_told_as_settled() {
    let world = World::new();
    world.extension(
        "f.ts",
        r#"export default function (pi: any) {
            let ends = 0;
            pi.on("agent_end", async (e: any, ctx: any) => {
                await ctx.ui.confirm("More?", "");
                if (++ends > 1) return;
                pi.sendMessage({ customType: "plan", content: "the plan", display: true }, { deliverAs: "followUp" });
                pi.sendMessage({ customType: "go", content: "do it", display: true }, { triggerTurn: true, deliverAs: "followUp" });
                pi.sendUserMessage("and this", { deliverAs: "followUp" });
            });
            pi.on("input", async (e: any) => { await new Promise((done) => setTimeout(done, 30)); });
            pi.on("agent_settled", (e: any, ctx: any) => ctx.ui.notify("settled"));
        }"#,
    );
    *world.person.answers.lock().unwrap() = vec![Some(DialogAnswer::Confirmed(true)); 9];
    for answer in ["one", "two", "three", "four"] {
        world.model.push(answer);
    }
    let app = world.app().await;
    app.ask("start").await.unwrap();
    app.settled().await;
    let last = world.model.calls().last().unwrap().messages.clone();
    let said: Vec<String> = last.iter().filter(|message| !matches!(message, Message::System(_))).map(said_in).collect();
    assert_eq!(said, ["start", "one", "the plan", "two", "do it", "three", "and this"]);
    assert_eq!(world.seen().iter().filter(|line| *line == "settled").count(), 1, "{:?}", world.seen());
}
