//! JSON mode.

use pith_testkit::Reply;
use serde_json::{Value, json};

use crate::program::{ask, session, short, world};

fn events(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).filter(|kind| *kind != "message_update").collect()
}

#[test]
fn a_header_comes_first_and_every_event_is_a_line() {
    let (world, _server) = world([Reply::text("Hello world.")]);
    let ran = ask(&world, &["--mode", "json", "hello"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let events = events(&ran.stdout);
    let expected = [
        "session",
        "agent_start",
        "turn_start",
        "message_start",
        "message_end",
        "message_start",
        "message_end",
        "message_start",
        "message_end",
        "turn_end",
        "agent_end",
        "agent_settled",
    ];
    assert_eq!(types(&events), expected);
    assert_eq!(events[0]["version"], 3);
    let deltas: String = events.iter().filter_map(|event| event["assistantMessageEvent"]["delta"].as_str()).collect();
    assert_eq!(deltas, "Hello world.");
    let stored = session(&world);
    assert_eq!(stored[0], events[0]);
    let last = events.iter().rfind(|event| event["type"] == "message_end").unwrap();
    assert_eq!(stored.last().unwrap()["message"], last["message"]);
}

#[test]
fn tools_that_fail_are_told_and_the_run_goes_on() {
    let calls = [("read", json!({ "path": "nope.txt" })), ("frobnicate", json!({}))];
    let (world, _server) = world([Reply::calls(calls), Reply::text("Sorry.")]);
    let ran = ask(&world, &["--mode", "json", "go"]);
    assert_eq!(ran.code, Some(0));
    let events = events(&ran.stdout);
    let ends: Vec<&Value> = events.iter().filter(|event| event["type"] == "tool_execution_end").collect();
    assert_eq!(ends.len(), 2);
    assert!(ends.iter().all(|end| end["isError"] == true));
    let expected = [
        "session",
        "model_change",
        "thinking_level_change",
        "system",
        "user",
        "assistant:toolUse",
        "toolResult",
        "toolResult",
        "assistant:stop",
    ];
    assert_eq!(short(&session(&world)), expected);
}

#[test]
fn a_failed_answer_fails_the_program() {
    let (world, _server) = world([Reply::status(400, &json!({ "error": { "message": "bad thing" } }))]);
    let ran = ask(&world, &["--mode", "json", "hello"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(types(&events(&ran.stdout)).last(), Some(&"agent_settled"));
    assert!(ran.stderr.contains("bad thing"), "{ran:?}");
}

#[test]
fn without_a_prompt_there_is_only_the_header() {
    let (world, _server) = world([]);
    let ran = ask(&world, &["--mode", "json"]);
    assert_eq!((ran.code, types(&events(&ran.stdout)).as_slice()), (Some(0), ["session"].as_slice()));
}

#[test]
fn a_call_that_a_tool_makes_is_told_with_the_call_that_makes_it() {
    let (world, _server) = world([Reply::calls([("outer", json!({}))]), Reply::text("ok")]);
    world.write("proj/a.txt", "one");
    world.write(
        "agent/extensions/outer.ts",
        r#"export default (pi) => {
            pi.registerTool({ name: "outer", label: "", description: "", parameters: { type: "object", properties: {} },
                execute: async (id, args, signal, update, ctx) => {
                    const partials = [];
                    await ctx.executeTool("read", { path: "a.txt" });
                    await ctx.executeTool("bash", { command: "echo 1" }, { onUpdate: (partial) => partials.push(partial) });
                    await ctx.executeTool("nothing", {});
                    console.error("partials", JSON.stringify(partials[0]));
                    return { content: [], details: {} };
                } });
            for (const kind of ["tool_execution_start", "tool_call", "tool_result", "tool_execution_end"]) {
                pi.on(kind, (event) => console.error("heard", kind, event.toolName, event.parentToolCallId ?? "-"));
            }
        };"#,
    );
    let ran = ask(&world, &["--mode", "json", "go"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let events = events(&ran.stdout);
    let told: Vec<String> = events
        .iter()
        .filter(|event| ["tool_execution_start", "tool_execution_end"].iter().any(|kind| event["type"] == *kind))
        .map(|event| {
            format!("{} {} {}", event["type"], event["toolCallId"], event["parentToolCallId"]).replace('"', "")
        })
        .collect();
    let outer = told[0].split(' ').nth(1).unwrap().to_owned();
    let mut expected = vec![format!("tool_execution_start {outer} null")];
    for number in 1..=3 {
        expected.push(format!("tool_execution_start {outer}/{number} {outer}"));
        expected.push(format!("tool_execution_end {outer}/{number} {outer}"));
    }
    expected.push(format!("tool_execution_end {outer} null"));
    assert_eq!(told, expected);
    let end = events.iter().rfind(|event| event["parentToolCallId"] == outer.as_str()).unwrap();
    assert_eq!((&end["isError"], end.get("durationMs")), (&json!(true), None), "{end}");
    let update =
        |event: &&Value| event["type"] == "tool_execution_update" && event["parentToolCallId"] == outer.as_str();
    assert!(events.iter().any(|event| update(&event)), "{}", ran.stdout);
    assert!(ran.stderr.contains(r#"partials {"content":[]}"#), "{}", ran.stderr);
    let heard: Vec<&str> =
        ran.stderr.lines().filter_map(|line| line.split("heard ").nth(1)).filter(|line| !line.ends_with('-')).collect();
    let nested = |kind: &str, tool: &str| format!("{kind} {tool} {outer}");
    let expected = [
        nested("tool_execution_start", "read"),
        nested("tool_call", "read"),
        nested("tool_result", "read"),
        nested("tool_execution_end", "read"),
    ];
    assert_eq!(heard[..4], expected, "{}", ran.stderr);
}
