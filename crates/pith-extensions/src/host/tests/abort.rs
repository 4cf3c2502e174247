//! What the person aborts while an extension is waited for, and what it finds when everything is at rest.

use std::time::{Duration, Instant};

use pith_app::App;
use pith_app::input::Draft;
use pith_app::{Command, CommandError};

use super::world::{World, run};

/// Aborts as soon as the extension says that it is there.
async fn abort_when_there(world: &World, app: &App) {
    while !world.seen().iter().any(|line| line == "there") {
        tokio::task::yield_now().await;
    }
    app.abort();
}

fn endless(event: &str, how: &str) -> String {
    format!("export default (pi) => pi.on('{event}', async (e, ctx) => {{ ctx.ui.notify('there'); {how} }})")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abort_leaves_a_handler_that_spins_or_waits_before_the_run() {
    for event in ["before_agent_start", "agent_start", "context"] {
        for how in ["for (;;);", "await new Promise(() => {})"] {
            let world = World::new();
            world.extension("x.ts", &endless(event, how));
            world.model.push("Here.");
            world.model.push("Again.");
            let app = world.app().await;
            let began = Instant::now();
            app.send(Command::Submit(Draft::prompt("go"))).await.unwrap();
            abort_when_there(&world, &app).await;
            app.settled().await;
            assert!(began.elapsed() < Duration::from_secs(15), "{event} {how}: {:?}", began.elapsed());
            let told: Vec<String> = world.errors();
            assert!(told.len() == 1 && told[0].starts_with(event) && told[0].contains("aborted"), "{told:?}");
            // The runtime lives: it hears the next run, too.
            app.send(Command::Submit(Draft::prompt("more"))).await.unwrap();
            while world.seen().len() < 2 {
                tokio::task::yield_now().await;
            }
            app.abort();
            app.settled().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abort_ends_an_input_that_its_handler_holds() {
    let world = World::new();
    world.extension("x.ts", &endless("input", "for (;;);"));
    let app = world.app().await;
    let asked = tokio::spawn({
        let app = app.clone();
        async move { app.send(Command::Submit(Draft::prompt("go"))).await.map(drop) }
    });
    abort_when_there(&world, &app).await;
    let stop = asked.await.unwrap().unwrap_err();
    assert!(matches!(&stop, CommandError::Blocked { reason } if reason.contains("x.ts")), "{stop}");
}

#[tokio::test]
async fn nothing_is_active_when_the_end_is_told_and_a_new_run_may_begin_there() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => {
            let runs = 0;
            pi.on("agent_end", (e, ctx) => ctx.ui.notify("end " + ctx.isIdle()));
            pi.on("agent_settled", (e, ctx) => {
                ctx.ui.notify("settled " + ctx.isIdle());
                if (++runs === 1) pi.sendUserMessage("again");
            });
        }"#,
    );
    world.model.push("One.");
    world.model.push("Two.");
    let app = world.app().await;
    app.ask("go").await.unwrap();
    while world.seen().len() < 4 {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.seen(), ["end false", "settled true", "end false", "settled true"]);
    app.settled().await;
}

#[tokio::test]
async fn an_extension_that_was_stopped_is_told_once_and_its_gates_stay_shut() {
    let mut world = World::new();
    world.deadlines.event = Duration::from_secs(2);
    world.extension(
        "x.ts",
        r#"export default (pi) => {
            pi.registerCommand("spin", { handler: async () => { setTimeout(() => process.exit(2), 0); } });
            for (const event of ["context", "agent_start", "turn_start", "message_start"]) pi.on(event, () => {});
            pi.on("user_bash", () => {});
        }"#,
    );
    world.model.push("Here.");
    let app = world.app().await;
    run(&app, "/spin").await;
    while world.errors().is_empty() {
        tokio::task::yield_now().await;
    }
    app.ask("go").await.unwrap();
    let shell = pith_app::ShellCommand { command: "true".into(), ..Default::default() };
    assert!(matches!(app.send(Command::Shell(shell)).await, Err(CommandError::Blocked { .. })));
    assert_eq!(world.errors().len(), 1, "{:?}", world.errors());
    app.new_session(None).await.unwrap();
    let shell = pith_app::ShellCommand { command: "true".into(), ..Default::default() };
    app.send(Command::Shell(shell)).await.unwrap();
}
