//! Bad input and bad luck: each one clear message and exit code 1.

use pith_testkit::{Ran, Reply, World};
use serde_json::json;

use crate::program::{PITH, ask, session, short, world};

fn failed(ran: &Ran, said: &str) {
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{ran:?}");
    assert!(ran.stderr.starts_with("Error: ") && ran.stderr.contains(said), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("Error: ").count(), 1, "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked") && !ran.stderr.contains("mock-key"), "{}", ran.stderr);
}

#[test]
fn an_unreadable_models_file_is_named_with_the_place() {
    let world = World::new();
    world.write("agent/models.json", "{\"providers\": {\"mock\": {\"baseUrl\": 3}}}");
    failed(&world.run(PITH, ["--model", "mock/m1", "-p", "x"]), "models.json` line 1");
    world.write("agent/models.json", "{ nonsense");
    failed(&world.run(PITH, ["--provider", "mock", "--model", "m1", "-p", "x"]), "models.json` line 1");
}

#[test]
fn doubtful_settings_are_told_and_stop_nothing() {
    let (world, _server) = world([Reply::text("ok")]);
    world.write("agent/settings.json", "{ broken");
    let ran = ask(&world, &["-p", "x"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "ok\n"));
    assert!(ran.stderr.starts_with("Warning: ") && ran.stderr.contains("settings.json` line 1"), "{ran:?}");
    assert_eq!(world.read("agent/settings.json"), "{ broken");
    world.write("agent/models.json", "{ broken");
    assert!(world.run(PITH, ["--list-models"]).stderr.contains("models.json` line 1"));
}

#[test]
fn an_unknown_model_is_named_with_its_neighbours() {
    let (world, _server) = world([]);
    let ran = world.run(PITH, ["--model", "mock/thnik-1", "-p", "x"]);
    failed(&ran, "unknown model: `mock/thnik-1`");
    assert!(ran.stderr.ends_with("hint: did you mean `mock/think-1`?\n"), "{}", ran.stderr);
    failed(&world.run(PITH, ["--provider", "mokc", "--model", "m1", "-p", "x"]), "unknown provider: `mokc`");
    failed(&world.run(PITH, ["--provider", "mock", "-p", "x"]), "`--provider` needs `--model`");
    failed(&world.run(PITH, ["--model", "mock/think-1:lots", "-p", "x"]), "no thinking level");
}

#[test]
fn without_any_model_one_line_says_what_would_serve() {
    let world = World::new();
    world.write("agent/models.json", "{\"providers\": {}}");
    let ran = world.run(PITH, ["-p", "x"]);
    failed(&ran, "no model is configured");
    for way in ["`ANTHROPIC_API_KEY`", "`pith auth login`", "`auth.json`", "`--api-key`", "agent/models.json"] {
        assert!(ran.stderr.contains(way), "{}", ran.stderr);
    }
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}

#[test]
fn a_missing_key_asks_nobody_and_keeps_nothing() {
    let (world, server) = world([]);
    let models = world.read("agent/models.json").replace("mock-key", "$NOT_SET");
    world.write("agent/models.json", models);
    failed(&ask(&world, &["-p", "x"]), "`NOT_SET` is not set");
    assert!(server.requests().is_empty() && world.list("agent/sessions").is_empty());
}

#[test]
fn a_file_that_cannot_be_attached_is_named() {
    let (world, server) = world([]);
    world.write("proj/d/x", "1");
    failed(&ask(&world, &["@nope.txt", "-p", "x"]), "nope.txt");
    failed(&ask(&world, &["@d", "-p", "x"]), "/d` is a directory");
    assert!(server.requests().is_empty());
}

#[test]
fn a_dead_server_is_named() {
    let world = World::new();
    let provider = json!({ "baseUrl": "http://127.0.0.1:1/v1", "api": "openai-completions", "apiKey": "mock-key",
        "models": [{ "id": "m1" }] });
    world.write("agent/models.json", json!({ "providers": { "mock": provider } }).to_string());
    failed(&ask(&world, &["-p", "x"]), "could not connect to `127.0.0.1:1`");
}

#[test]
fn a_server_that_refuses_is_quoted() {
    let (world, _server) = world([Reply::status(400, &json!({ "error": { "message": "bad thing" } }))]);
    failed(&ask(&world, &["-p", "x"]), "bad thing");
    assert_eq!(short(&session(&world)).last().unwrap(), "assistant:error");
}

#[test]
fn a_stream_that_is_cut_fails_and_what_came_is_kept() {
    let (world, _server) = world([Reply::text("only half").cut()]);
    world.write("agent/settings.json", json!({ "retry": { "enabled": false } }).to_string());
    let ran = ask(&world, &["-p", "x"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    assert!(ran.stderr.starts_with("Error: "), "{ran:?}");
    let lines = session(&world);
    let last = lines.last().unwrap();
    assert_eq!(last["message"]["stopReason"], "error");
    assert_eq!(last["message"]["content"][0]["text"], "only half");
}

#[cfg(unix)]
#[test]
fn a_full_disk_below_stdout_is_an_error_and_a_closed_pipe_is_none() {
    let (world, _server) = world([Reply::text("x"), Reply::text("x".repeat(300_000).as_str())]);
    let run = |redirect: &str| {
        let script = format!("{PITH} --model mock/m1 -p x {redirect}");
        world.run("sh", ["-c", &script])
    };
    let full = run(">/dev/full");
    assert_eq!(full.code, Some(1));
    assert!(full.stderr.contains("could not write to standard output"), "{full:?}");
    if cfg!(target_os = "linux") {
        let none = run(">&-");
        assert_eq!(
            (none.code, none.stderr.contains("could not write to standard output")),
            (Some(1), true),
            "{none:?}"
        );
    }
    let closed = run("| head -c 1");
    assert_eq!((closed.stdout.as_str(), closed.stderr.as_str()), ("x", ""));
}

#[test]
fn a_proxy_that_is_no_address_is_one_line_that_names_where_it_stands() {
    let (world, server) = world([Reply::text("never asked for")]);
    let mut command = world.command(PITH);
    command.args(["--model", "mock/m1", "-p", "hi"]).env("HTTP_PROXY", "not a url");
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.lines().count() == 1 && told.contains("`HTTP_PROXY` cannot be used"), "{told}");
    assert!(server.requests().is_empty());
}

#[test]
fn a_key_with_a_quote_of_typography_is_told_and_not_shown() {
    let (world, _server) = world([]);
    let ran = ask(&world, &["--api-key", "sk-abc\u{201d}", "-p", "hi"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("position 7") && !ran.stderr.contains("sk-abc"), "{}", ran.stderr);
}

#[test]
fn how_often_it_was_tried_is_told_with_the_last_error() {
    let busy = || Reply::status(503, &json!({ "error": { "message": "overloaded" } })).header("retry-after-ms", "1");
    let (world, server) = world((0..3).map(|_| busy()));
    world.write("agent/settings.json", json!({ "retry": { "maxRetries": 2, "baseDelayMs": 1 } }).to_string());
    let ran = ask(&world, &["-p", "x"]);
    assert_eq!((ran.code, server.requests().len()), (Some(1), 3), "{ran:?}");
    failed(&ran, "(tried 3 times)");
}
