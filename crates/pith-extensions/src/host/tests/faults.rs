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
    assert_eq!(extensions.reports().len(), 1);
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
