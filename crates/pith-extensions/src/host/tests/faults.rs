//! Extensions that do wrong: each is named, and the session goes on.

use std::time::Duration;

use pith_llm::scripted::Answer;
use serde_json::json;

use super::results;
use super::world::{World, run};
use crate::host::Deadlines;

fn impatient() -> World {
    let mut world = World::new();
    world.deadlines = Deadlines { event: Duration::from_secs(2), ..Deadlines::default() };
    world
}

#[tokio::test]
async fn a_broken_file_is_named_with_its_place_and_the_others_load() {
    let world = World::new();
    world.extension("bad.ts", "export default function (pi) { this is bad");
    world.extension("good.ts", "export default function (pi) {}");
    world.extension("none.ts", "export const x = 1;");
    let (_, extensions, errors) = world.open().await;
    assert_eq!(extensions.accounts().len(), 1);
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(texts[0].contains("bad.ts") && texts[0].contains('1'), "{texts:?}");
    assert!(texts[1].contains("none.ts") && texts[1].contains("factory"), "{texts:?}");
}

#[tokio::test]
async fn a_handler_that_never_ends_is_left_and_the_run_goes_on() {
    let world = impatient();
    world.extension("x.ts", "export default (pi) => pi.on('before_agent_start', () => new Promise(() => {}))");
    world.model.push("Here.");
    let app = world.app().await;
    assert!(app.ask("go").await.unwrap().is_some());
    assert_eq!(world.errors().len(), 1, "{:?}", world.errors());
    assert!(world.errors()[0].starts_with("before_agent_start: "));
}

#[tokio::test]
async fn a_gate_that_gives_no_answer_stays_shut() {
    let world = impatient();
    world.extension(
        "x.ts",
        r#"export default (pi) => {
            pi.registerTool({ name: "t", label: "t", description: "d", parameters: { type: "object", properties: {} },
                execute: async () => ({ content: [{ type: "text", text: "ran" }] }) });
            pi.on("tool_call", () => new Promise(() => {}));
        }"#,
    );
    world.model.push(Answer::call("c", "t", json!({})));
    world.model.push("end");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    assert!(results(&app)[0] != "ran", "{:?}", results(&app));
}

#[tokio::test]
async fn a_loop_is_stopped_and_named_and_input_is_blocked_until_a_reload() {
    let world = impatient();
    world.extension("loop.ts", "export default (pi) => pi.on('input', () => { while (true) {} })");
    world.model.push("after");
    let app = world.app().await;
    let stop = app.ask("one").await.unwrap_err();
    assert!(stop.to_string().contains("loop.ts"), "{stop}");
    app.ask("two").await.unwrap_err();
    world.extension("loop.ts", "export default (pi) => {}");
    app.send(pith_app::Command::Reload).await.unwrap();
    assert!(app.ask("three").await.unwrap().is_some());
}

#[tokio::test]
async fn a_promise_that_nobody_awaits_is_reported_and_the_session_goes_on() {
    let world = World::new();
    world.extension(
        "x.ts",
        "export default (pi) => pi.on('agent_start', () => { Promise.reject(new Error('floating')); })",
    );
    world.model.push("Here.");
    let app = world.app().await;
    assert!(app.ask("go").await.unwrap().is_some());
    // It is reported by the extension's thread when that comes to it, and nobody waits for that.
    let reported = async {
        while !world.errors().iter().any(|error| error.contains("floating")) {
            tokio::task::yield_now().await;
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(20), reported).await.is_ok(), "{:?}", world.errors());
}

#[tokio::test]
async fn what_is_asked_when_there_is_nothing_to_compact_goes_to_on_error() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => pi.registerCommand("c", { handler: async (a, ctx) => {
            await new Promise((done) => ctx.compact({ onComplete: () => done(ctx.ui.notify("done")),
                onError: (e) => done(ctx.ui.notify("error")) }));
        } })"#,
    );
    let app = world.app().await;
    run(&app, "/c").await;
    assert_eq!((world.seen(), world.errors()), (vec!["error".to_owned()], Vec::new()));
}

#[tokio::test]
async fn that_a_command_stopped_its_extension_is_told_once_and_to_whoever_asks_again() {
    for (gate, shut) in
        [("", ""), ("pi.on('tool_call', () => {});", "; its gates stay shut until `/reload` or another session")]
    {
        let world = World::new();
        let text = format!(
            "export default (pi) => {{ {gate} pi.registerCommand('c', {{ handler: () => process.exit(3) }}); }}"
        );
        world.extension("x.ts", &text);
        let app = world.app().await;
        run(&app, "/c").await;
        let stopped = "the extension was stopped: it ended itself with exit code 3";
        assert_eq!(world.errors(), [format!("stopped: {stopped}{shut}")]);
        run(&app, "/c").await;
        assert_eq!(world.errors()[1..], [format!("command: {stopped}; `/reload` begins it anew")]);
    }
}

#[tokio::test]
async fn what_a_call_was_given_wrongly_is_said_in_words_of_the_call() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi: any) => pi.registerCommand("c", { handler: async (args: string, ctx: any) => {
            const calls = [
                () => pi.sendUserMessage(9),
                () => pi.sendUserMessage([{ type: "text" }]),
                () => pi.sendMessage({ content: "x" }),
                () => pi.exec("false", 7),
                () => pi.exec(7),
                () => pi.exec("false", [], { timeout: "1" }),
                () => pi.registerCommand(1, { handler() {} }),
                () => ctx.ui.select("x", 1),
                async () => { throw new Error(`nothing to choose: ${await ctx.ui.select("x", [])}`); },
                async () => { throw new Error(`times have fractions: ${(await pi.exec("true", [], { timeout: 900.5 })).code}`); },
            ];
            for (const call of calls) {
                try { await call(); ctx.ui.notify("nothing"); } catch (error: any) { ctx.ui.notify(error.message); }
            }
        } });"#,
    );
    let app = world.app().await;
    run(&app, "/c").await;
    assert_eq!(
        world.seen(),
        [
            "sendUserMessage: the content must be a text or a list of parts",
            "sendUserMessage: part 1 of the content is neither `{ type: \"text\", text }` nor `{ type: \"image\", data, mimeType }`",
            "sendMessage: the `customType` of the message must be a text",
            "exec: the arguments must be a list of texts",
            "exec: the command must be a text",
            "exec: the time `timeout` must be a number",
            "registerCommand: the name must be a text",
            "select: the options must be a list of texts",
            "nothing to choose: undefined",
            "times have fractions: 0",
        ]
    );
}
