//! Which model is asked.

use pith_testkit::Reply;
use serde_json::{Value, json};

use crate::client::Client;
use crate::program::{PITH, session, world};

fn asked(arguments: &[&str]) -> (String, Option<Value>) {
    let (world, server) = world([Reply::text("ok")]);
    let ran = world.run(PITH, arguments);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let body = server.requests()[0].body.clone();
    (body["model"].as_str().unwrap().to_owned(), body.get("reasoning_effort").cloned())
}

#[test]
fn a_model_is_found_by_id_by_part_and_with_a_level() {
    assert_eq!(asked(&["--model", "mock/m1", "-p", "x"]), ("m1".into(), None));
    assert_eq!(asked(&["--model", "THINK", "-p", "x"]), ("think-1".into(), Some("medium".into())));
    assert_eq!(asked(&["--model", "think-1:low", "-p", "x"]), ("think-1".into(), Some("low".into())));
    assert_eq!(
        asked(&["--model", "think-1", "--thinking", "high", "-p", "x"]),
        ("think-1".into(), Some("high".into()))
    );
}

#[test]
fn without_a_flag_the_settings_choose_and_without_those_the_first_that_can_be_asked() {
    assert_eq!(asked(&["-p", "x"]).0, "m1");
    let (world, server) = world([Reply::text("ok")]);
    let settings = r#"{"defaultProvider":"mock","defaultModel":"think-1","defaultThinkingLevel":"low"}"#;
    world.write("agent/settings.json", settings);
    assert_eq!(world.run(PITH, ["-p", "x"]).code, Some(0));
    let body = &server.requests()[0].body;
    assert_eq!((&body["model"], &body["reasoning_effort"]), (&Value::from("think-1"), &Value::from("low")));
}

#[test]
fn a_default_that_cannot_be_asked_is_told_with_the_model_that_answers() {
    for (settings, told) in [
        (
            r#"{"defaultProvider":"typo","defaultModel":"m1"}"#,
            "Warning: the default model `typo/m1` of the settings is not known; `mock/m1` answers\n",
        ),
        (
            r#"{"defaultModel":"gone"}"#,
            "Warning: the default model `gone` of the settings is not known; `mock/m1` answers\n",
        ),
        (r#"{"defaultModel":"think-1"}"#, ""),
    ] {
        let (world, _server) = world([Reply::text("ok"), Reply::text("ok"), Reply::text("ok")]);
        world.write("agent/settings.json", settings);
        let ran = world.run(PITH, ["-p", "x"]);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "ok\n", told), "{settings}");
        assert_eq!(world.run(PITH, ["--model", "mock/m1", "-p", "x"]).stderr, "", "{settings}");
        let mut client = Client::start_plain(&world, &["--mode", "rpc"]);
        client.data(json!({ "type": "get_state" }));
        let seen = client.close().seen;
        let diagnostics = seen.iter().filter(|record| record["type"] == "diagnostic");
        assert_eq!(diagnostics.count(), usize::from(!told.is_empty()), "{seen:?}");
    }
}

#[test]
fn a_session_whose_model_is_gone_says_which_one_answers() {
    let (world, _server) = world([Reply::text("one"), Reply::text("two")]);
    world.run(PITH, ["--model", "think-1", "-p", "first"]);
    let models = world.read("agent/models.json").replace("think-1", "think-2");
    world.write("agent/models.json", models);
    let ran = world.run(PITH, ["--continue", "-p", "second"]);
    let told = "Warning: the session's model `mock/think-1` is not known any more; `mock/m1` answers\n";
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("two\n", told));
}

#[test]
fn a_model_without_an_id_is_told_once() {
    let (world, _server) = world([Reply::text("ok")]);
    let mut models: Value = serde_json::from_str(&world.read("agent/models.json")).unwrap();
    models["providers"]["mock"]["models"].as_array_mut().unwrap().insert(0, json!({ "name": "x" }));
    world.write("agent/models.json", models.to_string());
    let told = |stderr: &str| stderr.matches("has no `id`; it is left out").count();
    assert_eq!(told(&world.run(PITH, ["-p", "x"]).stderr), 1);
    assert_eq!(told(&world.run(PITH, ["--list-models"]).stderr), 1);
    let mut client = Client::start(&world, &[]);
    client.data(json!({ "type": "get_available_models" }));
    client.data(json!({ "type": "get_available_models" }));
    assert_eq!(told(&client.close().stderr), 1);
}

#[test]
fn a_continued_session_keeps_its_model_and_level() {
    let (world, server) = world([Reply::text("one"), Reply::text("two")]);
    world.run(PITH, ["--model", "think-1:high", "-p", "first"]);
    let ran = world.run(PITH, ["--continue", "-p", "second"]);
    assert_eq!(ran.stdout, "two\n", "{ran:?}");
    let body = &server.requests()[1].body;
    assert_eq!((&body["model"], &body["reasoning_effort"]), (&Value::from("think-1"), &Value::from("high")));
    assert_eq!(session(&world).iter().filter(|line| line["type"] == "model_change").count(), 1);
}

#[test]
fn a_key_on_the_command_line_goes_before_every_other() {
    let (world, server) = world([Reply::text("ok")]);
    world.write("agent/auth.json", r#"{"mock":{"type":"api_key","key":"stored"}}"#);
    world.run(PITH, ["--model", "mock/m1", "--api-key", "flag", "-p", "x"]);
    assert_eq!(server.requests()[0].header("authorization"), Some("Bearer flag"));
}

#[test]
fn an_unknown_level_is_only_warned_of() {
    let (world, _server) = world([Reply::text("ok")]);
    let ran = world.run(PITH, ["--model", "mock/m1", "--thinking", "bogus", "-p", "x"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "ok\n"));
    assert!(ran.stderr.starts_with("Warning: option `--thinking` does not know `bogus`"), "{ran:?}");
}

#[test]
fn patterns_choose_the_model_that_a_session_starts_with() {
    let (world, server) = world([Reply::text("1"), Reply::text("2"), Reply::text("3")]);
    let ran = world.run(PITH, ["--models", "think*:low, gone", "-p", "x"]);
    assert_eq!(ran.stderr, "Warning: no usable model fits `gone`\n");
    world.write(
        "agent/settings.json",
        r#"{"enabledModels": ["mock/*"], "defaultProvider": "mock", "defaultModel": "think-1"}"#,
    );
    world.run(PITH, ["-p", "x"]);
    world.run(PITH, ["--models", "m1", "-p", "x"]);
    let asked: Vec<(String, Option<String>)> = server
        .requests()
        .iter()
        .map(|request| {
            let effort = request.body["reasoning_effort"].as_str().map(str::to_owned);
            (request.body["model"].as_str().unwrap().to_owned(), effort)
        })
        .collect();
    let think = |level: &str| ("think-1".to_owned(), Some(level.to_owned()));
    assert_eq!(asked, [think("low"), think("medium"), ("m1".to_owned(), None)]);
}

#[test]
fn budgets_of_thinking_are_those_of_the_settings() {
    let (world, server) = world([Reply::text("ok")]);
    world.write("agent/settings.json", r#"{"thinkingBudgets": {"low": 777}}"#);
    let mut models: Value = serde_json::from_str(&world.read("agent/models.json")).unwrap();
    models["providers"]["mock"]["compat"] = json!({ "thinkingTokenBudgetField": "thinking_budget" });
    world.write("agent/models.json", models.to_string());
    assert_eq!(world.run(PITH, ["--model", "think-1:low", "-p", "x"]).code, Some(0));
    assert_eq!(server.requests()[0].body["thinking_budget"], 777);
}
