//! Real TypeScript at the doors of an app with a scripted model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod abort;
mod components;
mod events;
mod examples;
mod faults;
mod logins;
mod marker;
mod package;
mod package_agents;
mod providers;
mod screen;
mod surface;
mod turns;
mod world;

use pith_app::CommandError;
use pith_app::extension::DialogAnswer;
use pith_llm::scripted::Answer;
use pith_types::{AgentMessage, Message};
use serde_json::json;

use world::{World, run};

fn users(app: &pith_app::App) -> Vec<String> {
    let text = |message: &AgentMessage| match message {
        AgentMessage::Model(Message::User(user)) => Some(user.content.to_text()),
        _ => None,
    };
    app.messages().iter().filter_map(text).collect()
}

fn results(app: &pith_app::App) -> Vec<String> {
    let text = |message: &AgentMessage| {
        let result = message.as_tool_result()?;
        Some(result.content.iter().filter_map(pith_types::Content::as_text).collect())
    };
    app.messages().iter().filter_map(text).collect()
}

#[tokio::test]
async fn an_input_is_changed_taken_blocked_and_one_that_throws_lets_it_through() {
    let world = World::new();
    world.extension(
        "i.ts",
        r#"export default function (pi: any) {
            pi.on("input", async (e: any) => {
                if (e.text === "take") return { action: "handled" };
                if (e.text === "block") return { action: "block", reason: "not today" };
                if (e.text === "throw") throw new Error("boom");
                if (e.text === "odd") return { action: "dance" };
                if (e.text === "bare") return "handled";
                if (e.text === "mute") return { action: "block", reason: 5 };
                if (e.text === "change") return { action: "transform", text: "changed " + e.source };
            });
        }"#,
    );
    for _ in 0..4 {
        world.model.push("ok");
    }
    let app = world.app().await;
    app.ask("take").await.unwrap_or_default();
    let stop = app.ask("block").await.unwrap_err();
    assert!(matches!(stop, CommandError::Blocked { ref reason } if reason == "not today"), "{stop}");
    let mute = app.ask("mute").await.unwrap_err().to_string();
    assert!(mute.contains("does not let it through"), "{mute}");
    for text in ["throw", "change", "odd", "bare"] {
        app.ask(text).await.unwrap();
    }
    assert_eq!(users(&app), ["throw", "changed interactive", "odd", "bare"]);
    assert_eq!(world.errors().len(), 3, "{:?}", world.errors());
    assert_eq!(world.errors()[0], "input: boom");
}

#[tokio::test]
async fn factories_run_in_order_however_long_their_modules_take() {
    let world = World::new();
    for (name, ahead) in
        [("a.ts", "for (const end = Date.now() + 50; Date.now() < end; );"), ("b.ts", ""), ("c.ts", "")]
    {
        let text = format!(
            r#"import {{ appendFileSync }} from "node:fs";
            {ahead}
            export default function () {{ appendFileSync("order", "{name} "); }}"#
        );
        world.extension(name, &text);
    }
    world.app().await;
    assert_eq!(std::fs::read_to_string(world.folder.path().join("order")).unwrap(), "a.ts b.ts c.ts ");
}

#[tokio::test]
async fn a_module_that_fails_ahead_of_its_turn_is_told_once_when_its_turn_has_come() {
    let world = World::new();
    world.extension("a.ts", "export default function () {}");
    world.extension("b.ts", "throw new Error('at the top');");
    world.extension("c.ts", "export default function (");
    let (_, _, errors) = world.open().await;
    let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("at the top") && told[0].contains("b.ts:1"), "{told:?}");
    assert!(told[1].contains("c.ts:1"), "{told:?}");
    assert_eq!(world.errors(), Vec::<String>::new());
}

#[tokio::test]
async fn tools_run_with_progress_errors_are_results_and_gates_see_and_change_arguments() {
    let world = World::new();
    world.extension(
        "t.ts",
        r#"export default function (pi: any) {
            pi.registerTool({ name: "adder", label: "Adder", description: "Adds", promptSnippet: "Add\n  numbers",
                parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a"] },
                async execute(id: string, p: any, signal: any, update: any) {
                    update({ content: [{ type: "text", text: "half" }] });
                    if (p.a < 0) throw new Error("no negatives");
                    const details: any = { n: 1n }; details.self = details;
                    return { content: [{ type: "text", text: String(p.a + (p.b ?? 0)) }], details };
                } });
            pi.on("tool_call", (e: any) => {
                if (e.input.a === 13) return { block: true, reason: "unlucky" };
                e.input.b = 10;
            });
            pi.on("tool_result", (e: any) => e.isError ? undefined : { content: [{ type: "text", text: e.content[0].text + "!" }] });
        }"#,
    );
    let calls = [json!({ "a": "2" }), json!({ "a": 13 }), json!({ "a": -1 })];
    for (index, arguments) in calls.into_iter().enumerate() {
        world.model.push(Answer::call(&format!("c{index}"), "adder", arguments));
    }
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert_eq!(results(&app), ["12!", "unlucky", "no negatives"]);
    assert!(app.system_prompt().contains("- adder: Add numbers"));
}

#[tokio::test]
async fn commands_ask_the_person_and_show_things_and_their_failure_is_told() {
    let world = World::new();
    world.extension(
        "c.ts",
        r#"export default function (pi: any) {
            pi.registerCommand("ask", { description: "ask", handler: async (args: string, ctx: any) => {
                const s = await ctx.ui.select("Pick", ["A", "B"]);
                const c = await ctx.ui.confirm("Sure?", "really");
                const t = await ctx.ui.select("Timed", ["X"], { timeout: 20 });
                ctx.ui.notify(JSON.stringify([args, s, c, t === undefined, ctx.mode, ctx.hasUI]), "warning");
            } });
            pi.registerCommand("boom", { handler: async () => { throw new Error("cmd boom"); } });
        }"#,
    );
    let app = world.app().await;
    let answers = [Some(DialogAnswer::Confirmed(true)), Some(DialogAnswer::Value("B".into()))];
    world.person.answers.lock().unwrap().extend(answers);
    run(&app, "/ask a  b").await;
    run(&app, "/boom").await;
    let seen = world.seen();
    assert_eq!(&seen[..3], ["select Pick", "confirm Sure?", "select Timed"]);
    assert_eq!(seen[3], r#"Warning ["a  b","B",true,true,"rpc",true]"#);
    assert_eq!(world.errors(), ["command: cmd boom"]);
}

#[tokio::test]
async fn two_commands_of_one_name_are_both_reached_in_the_order_of_loading_and_that_is_told() {
    let world = World::new();
    for name in ["b", "a"] {
        let text = format!(
            r#"export default (pi) => pi.registerCommand("plan", {{ handler: async (a, ctx) => ctx.ui.notify("{name}") }})"#
        );
        world.extension(&format!("{name}.ts"), &text);
    }
    let (app, extensions, _) = world.open().await;
    run(&app, "/plan:1").await;
    run(&app, "/plan:2").await;
    assert_eq!(world.seen(), ["a", "b"]);
    let told = extensions.conflicts();
    assert!(told.len() == 1 && told[0].message.contains("a.ts") && told[0].message.contains("b.ts"), "{told:?}");
}

#[tokio::test]
async fn the_bus_returns_when_others_have_listened_and_functions_cross_it() {
    let world = World::new();
    world.extension(
        "a.ts",
        r#"export default function (pi: any) {
            pi.registerCommand("emit", { handler: async (a: string, ctx: any) => {
                const data: any = { list: [1], twice: (n: number) => n * 2 };
                pi.events.emit("ch", data);
                ctx.ui.notify(JSON.stringify(data.list) + (await data.asked) + (await data.back(4)));
            } });
        }"#,
    );
    world.extension(
        "b.ts",
        r#"export default function (pi: any) {
            pi.events.on("ch", (data: any) => { data.list.push(2); data.back = (n: number) => n + 1; });
            pi.events.on("ch", () => { throw new Error("listener broke"); });
        }"#,
    );
    let app = world.app().await;
    run(&app, "/emit").await;
    assert_eq!(world.seen(), ["[1,2]undefined5"]);
    assert_eq!(world.errors(), ["events:ch: listener broke"]);
}

#[tokio::test]
async fn marks_of_addresses_in_the_names_of_folders_are_part_of_the_name() {
    let world = World::new();
    world.extension("a b#1 ?x%20/index.ts", r#"import { word } from "./other"; import { again } from "./other.ts?again";
        export default (pi: any) => pi.registerCommand("say", { handler: async (a: string, ctx: any) => {
            ctx.ui.notify([word, again, (await import("./later.js#part")).later, decodeURIComponent(new URL(import.meta.url).pathname).endsWith("/a b#1 ?x%20/index.ts")].join());
        } });"#);
    world.extension("a b#1 ?x%20/other.ts", r#"export const word = "word", again = "again";"#);
    world.extension("a b#1 ?x%20/later.js", r#"export const later = "later";"#);
    let app = world.app().await;
    run(&app, "/say").await;
    assert_eq!(world.seen(), ["word,again,later,true"]);
}

#[tokio::test]
async fn listeners_on_the_bus_answer_on_the_bus_while_the_first_still_waits() {
    let world = World::new();
    world.extension(
        "a.ts",
        r#"export default function (pi: any) {
            pi.events.on("answer", (data: any) => { data.seen = true; data.reply.push("a"); pi.events.emit("deeper", data); });
            pi.registerCommand("ask", { handler: async (a: string, ctx: any) => {
                const data: any = { reply: [] };
                pi.events.emit("ask", data);
                ctx.ui.notify(JSON.stringify(data));
                pi.events.emit("nothing");
            } });
        }"#,
    );
    world.extension(
        "b.ts",
        r#"export default function (pi: any) {
            pi.events.on("ask", (data: any) => { pi.events.emit("answer", data); data.reply.push("b"); });
            pi.events.on("deeper", (data: any) => { data.reply.push("deep"); });
        }"#,
    );
    world.extension(
        "c.ts",
        r#"export default function (pi: any) {
            let ui: any;
            pi.on("session_start", (e: any, ctx: any) => { ui = ctx.ui; });
            pi.events.on("deeper", (data: any) => { data.reply.push("c"); });
            pi.events.on("nothing", (data: any) => ui.notify(String(data)));
        }"#,
    );
    let app = world.app().await;
    run(&app, "/ask").await;
    assert_eq!(world.seen(), [r#"{"reply":["a","deep","c","b"],"seen":true}"#, "undefined"]);
    assert_eq!(world.errors(), [""; 0]);
}

#[tokio::test]
async fn extensions_that_emit_to_each_other_at_the_same_time_do_not_wait_for_ever() {
    let world = World::new();
    for (own, other) in [("a", "b"), ("b", "a")] {
        world.extension(
            &format!("{own}.ts"),
            &format!(
                r#"export default function (pi) {{
                    let heard = 0;
                    pi.events.on("to-{own}", () => {{ heard += 1; }});
                    pi.on("session_start", () => {{ setTimeout(() => {{
                        for (let at = 0; at < 200; at++) pi.events.emit("to-{other}", {{ at }});
                        pi.events.emit("done", {{}});
                    }}, 0); }});
                    pi.registerCommand("{own}", {{ handler: async (a, ctx) => {{
                        while (heard < 200) await new Promise((go) => setTimeout(go, 5));
                        ctx.ui.notify("{own} heard " + heard);
                    }} }});
                }}"#
            ),
        );
    }
    let app = world.app().await;
    run(&app, "/a").await;
    run(&app, "/b").await;
    assert_eq!(world.seen(), ["a heard 200", "b heard 200"]);
    assert_eq!(world.errors(), [""; 0]);
}

#[tokio::test]
async fn a_function_that_comes_by_the_bus_is_its_owners_also_for_a_third() {
    let world = World::new();
    world.extension(
        "a.ts",
        r#"export default function (pi: any) {
            pi.registerCommand("go", { handler: async (a: string, ctx: any) => {
                const data: any = { mine: () => "a's own" };
                pi.events.emit("first", data);
                pi.events.emit("second", data);
                ctx.ui.notify(await data.asked);
            } });
        }"#,
    );
    world.extension(
        "b.ts",
        r#"export default function (pi: any) {
            pi.events.on("first", (data: any) => { data.who = () => "b's own"; });
        }"#,
    );
    world.extension(
        "c.ts",
        r#"export default function (pi: any) {
            pi.events.on("second", (data: any) => { data.none = () => "c's own"; data.asked = "pending"; void Promise.all([data.who(), data.mine()]).then((all: any) => pi.events.emit("all", { all })); });
            let ui: any;
            pi.on("session_start", (e: any, ctx: any) => { ui = ctx.ui; });
            pi.events.on("all", (data: any) => ui.notify(data.all.join()));
        }"#,
    );
    let app = world.app().await;
    run(&app, "/go").await;
    for _ in 0..2000 {
        if world.seen().len() == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!(world.seen(), ["pending", "b's own,a's own"]);
}

#[tokio::test]
async fn a_reload_reads_the_code_anew_and_old_objects_say_that_they_are_stale() {
    let world = World::new();
    let text = |word: &str| {
        format!(
            r#"export default function (pi) {{
                pi.registerCommand("say", {{ handler: async (a, ctx) => {{
                    ctx.ui.notify("{word}");
                    if (a === "reload") {{ await ctx.reload(); try {{ ctx.ui.notify("alive"); }} catch (e) {{ console.log(e); }} }}
                }} }});
            }}"#
        )
    };
    world.extension("r.ts", &text("old"));
    let app = world.app().await;
    run(&app, "/say").await;
    world.extension("r.ts", &text("new"));
    run(&app, "/say reload").await;
    run(&app, "/say").await;
    assert_eq!(world.seen(), ["old", "old", "new"]);
}

#[tokio::test]
async fn messages_and_entries_of_extensions_are_kept_and_read_back() {
    let world = World::new();
    world.extension(
        "m.ts",
        r#"export default function (pi: any) {
            pi.registerCommand("note", { handler: async (a: string, ctx: any) => {
                pi.appendEntry("mine", { n: 7 });
                pi.setSessionName("named");
                const own = ctx.sessionManager.getEntries().filter((e: any) => e.customType === "mine");
                ctx.ui.notify(own[0].data.n + pi.getSessionName() + ctx.sessionManager.getLeafEntry().type);
                pi.sendMessage({ customType: "hint", content: "remember", display: true }, { triggerTurn: true });
                await ctx.waitForIdle();
            } });
        }"#,
    );
    world.model.push("I do.");
    let app = world.app().await;
    run(&app, "/note").await;
    app.settled().await;
    assert_eq!(world.seen(), ["7namedsession_info"], "{:?}", world.errors());
}

#[tokio::test]
async fn flags_of_the_command_line_reach_the_extension_that_registered_them() {
    let world = World::new();
    world.extension(
        "f.ts",
        r#"export default function (pi: any) {
            pi.registerFlag("plan", { type: "boolean", description: "Plan" });
            pi.registerFlag("to", { type: "string", default: "here" });
            pi.registerCommand("flags", { handler: async (a: string, ctx: any) =>
                ctx.ui.notify(JSON.stringify([pi.getFlag("plan"), pi.getFlag("to"), pi.getFlag("other")])) });
        }"#,
    );
    let (app, extensions, _) = world.open().await;
    assert_eq!(extensions.give_flag("plan", None, Some("x")).unwrap(), Ok(false));
    assert!(extensions.give_flag("unknown", None, None).is_none());
    run(&app, "/flags").await;
    assert_eq!(world.seen(), [r#"[true,"here",null]"#]);
}

#[tokio::test]
async fn a_tool_mends_its_arguments_before_they_are_validated() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => pi.registerTool({
            name: "echo", label: "Echo", description: "Says it",
            parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
            prepareArguments: (args) => ({ text: args.words?.join(" ") ?? args.text }),
            execute: async (id, { text }) => ({ content: [{ type: "text", text }] }),
        });"#,
    );
    world.model.push(Answer::call("c1", "echo", json!({ "words": ["a", "b"] })));
    world.model.push("done");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert_eq!(results(&app), ["a b"]);
}

#[tokio::test]
async fn a_session_manager_adds_entries_and_goes_on_elsewhere() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => pi.registerCommand("go", { handler: async (_, { sessionManager: session, ui, modelRegistry: models }) => {
            const first = session.appendCustomEntry("mine", { a: 1 });
            const second = session.appendMessage({ role: "user", content: "said", timestamp: 1 });
            session.branch(first);
            const third = session.appendCustomMessageEntry("note", "told", true);
            const parents = [second, third].map((id) => session.getEntry(id).parentId === first);
            const roles = session.buildSessionContext().messages.map((message) => message.role);
            let wrong;
            try { session.branch("nowhere"); } catch (error) { wrong = error.message; }
            ui.notify(JSON.stringify([parents, roles, session.getChildren(first).length > 1, session.getEntryCount() > 2, session.isPersisted(), wrong,
                Array.isArray(await models.getAvailableOfType("chat")), await pi.setModel({ provider: "no", id: "no" })]));
        } });"#,
    );
    let app = world.app().await;
    run(&app, "/go").await;
    let told: serde_json::Value = serde_json::from_str(&world.seen()[0]).unwrap();
    assert_eq!(
        told,
        json!([
            [true, true],
            ["custom"],
            true,
            true,
            false,
            "there is no entry `nowhere` in this session",
            true,
            false
        ])
    );
}
