//! `--mode rpc`: the protocol as a client meets it.

use std::process::{Command, Stdio};

use pith_testkit::{Reply, World};
use serde_json::{Value, json};

use crate::client::{Client, Ended};
use crate::program::{PITH, ask, said, session, short, world};

/// A tool that says when it runs, and then takes its time.
fn slow() -> Reply {
    Reply::calls([("bash", json!({ "command": "echo running; sleep 30" }))])
}

fn types(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["type"].as_str().unwrap()).collect()
}

#[test]
fn a_prompt_is_answered_when_it_is_taken_and_its_answer_comes_as_events() {
    let (world, _server) = world([Reply::text("Hello world.")]);
    let mut client = Client::start(&world, &[]);
    let answer = client.ask(json!({ "type": "prompt", "message": "hi" }));
    assert_eq!((&answer["success"], &answer["data"]), (&json!(true), &json!({ "disposition": "started" })));
    client.event("agent_settled");
    assert_eq!(client.data(json!({ "type": "get_last_assistant_text" })), json!({ "text": "Hello world." }));
    let ended = client.close();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    assert!(!types(&ended.seen).contains(&"session"), "there is no header");
}

#[test]
fn events_are_those_of_json_mode() {
    let script = || [Reply::calls([("read", json!({ "path": "a.txt" }))]), Reply::text("Done\u{2028}so.")];
    let plain = |record: &Value| {
        let mut record = record.clone();
        strip(&mut record);
        record
    };
    let (json_world, _server) = world(script());
    json_world.write("proj/a.txt", "content");
    let ran = ask(&json_world, &["--mode", "json", "go"]);
    let events: Vec<Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected: Vec<Value> = events.iter().skip(1).map(plain).collect();

    let (rpc_world, _server) = world(script());
    rpc_world.write("proj/a.txt", "content");
    let mut client = Client::start(&rpc_world, &[]);
    client.talk("go");
    let told: Vec<Value> =
        client.close().seen.iter().filter(|record| record["type"] != "response").map(plain).collect();
    assert_eq!(told.len(), expected.len());
    // The folder is another one in each world; everything else is the same.
    let without_folder = |events: &[Value], world: &World| {
        let text = serde_json::to_string(events).unwrap();
        text.replace(&*world.root().canonicalize().unwrap().to_string_lossy(), "ROOT")
    };
    assert_eq!(without_folder(&told, &rpc_world), without_folder(&expected, &json_world));
}

/// Takes away what is another each time: times.
fn strip(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(name.as_str(), "timestamp" | "durationMs"));
            fields.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

#[test]
fn any_line_is_answered_and_none_is_fatal() {
    let (world, _server) = world([]);
    let mut client = Client::start(&world, &[]);
    client.raw("\u{feff}{\"id\":\"first\",\"type\":\"get_state\"}\r\n".as_bytes());
    let state = client.event("response");
    assert_eq!((&state["id"], &state["success"]), (&json!("first"), &json!(true)));
    for line in
        ["not json", "", "null", "5", "\"x\"", "[1,{}]", "true", "{}", "{\"type\":7}", "{\"type\":\"nope\"}", "\u{0}"]
    {
        client.raw(format!("{line}\n").as_bytes());
        let answer = client.event("response");
        assert_eq!(answer["success"], false, "{line}: {answer}");
        assert!(answer["error"].as_str().is_some_and(|error| !error.is_empty()), "{line}");
    }
    client.raw(b"\xff\xfe\n");
    assert_eq!(client.event("response")["command"], "parse");
    for command in ["prompt", "steer", "follow_up", "bash"] {
        let answer = client.ask(json!({ "type": command }));
        assert!(answer["error"].as_str().unwrap().starts_with("field `"), "{answer}");
        assert_eq!(answer["command"], command);
    }
    assert_eq!(client.data(json!({ "type": "get_state" }))["messageCount"], 0, "nothing was run");
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn ids_of_every_kind_come_back_and_answers_come_once() {
    let (world, _server) = world([]);
    let mut client = Client::start(&world, &["--provider", "mock"]);
    for id in [json!("a"), json!(7), json!({ "x": [1] }), json!(null)] {
        client.send(&json!({ "id": id, "type": "get_state" }));
        assert_eq!(client.event("response")["id"], id);
    }
    let ended = client.close();
    assert_eq!(types(&ended.seen).iter().filter(|kind| **kind == "response").count(), 4);
}

#[test]
fn a_long_line_and_one_that_comes_byte_by_byte_are_lines() {
    let (world, server) = world([Reply::text("ok")]);
    let mut client = Client::start(&world, &[]);
    let long = "x".repeat(12 << 20);
    client.send(&json!({ "id": "long", "type": "set_session_name", "name": long }));
    assert_eq!(client.event("response")["success"], true);
    for byte in "{\"id\":\"slow\",\"type\":\"prompt\",\"message\":\"a\u{2028}b\u{2029}c\"}\n".as_bytes() {
        client.raw(&[*byte]);
    }
    client.event("agent_settled");
    client.close();
    assert_eq!(said(&server, 0), "a\u{2028}b\u{2029}c");
}

#[test]
fn what_was_asked_before_the_input_ends_is_still_answered() {
    let (world, _server) = world([]);
    let ran = world.run_with_input(PITH, ["--mode", "rpc", "--model", "mock/m1"], "{\"id\":1,\"type\":\"get_state\"}");
    assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 1), "{ran:?}");
}

#[test]
fn messages_steer_and_follow_and_a_prompt_without_a_word_for_it_is_refused_once() {
    let calls = Reply::calls([("bash", json!({ "command": "until [ -e go ]; do sleep 0.01; done" }))]);
    let (world, server) = world([calls, Reply::text("one"), Reply::text("two")]);
    let mut client = Client::start(&world, &[]);
    client.data(json!({ "type": "prompt", "message": "start" }));
    client.event("tool_execution_start");
    let refused = client.ask(json!({ "type": "prompt", "message": "no word" }));
    assert_eq!(refused["success"], false);
    let steered = client.data(json!({ "type": "steer", "message": "steer one" }));
    let followed = client.data(json!({ "type": "prompt", "message": "follow one", "streamingBehavior": "followUp" }));
    assert_eq!((&steered["disposition"], &followed["disposition"]), (&json!("queued"), &json!("queued")));
    world.write("proj/go", "");
    client.event("agent_settled");
    client.close();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn an_abort_ends_the_tool_and_answers_when_nothing_runs() {
    let (world, server) = world([slow(), Reply::text("never asked for")]);
    let mut client = Client::start(&world, &[]);
    client.data(json!({ "type": "prompt", "message": "start" }));
    client.wait(|record| record["type"] == "tool_execution_update" && !record["partialResult"]["content"].is_null());
    let answer = client.ask(json!({ "type": "abort" }));
    assert_eq!(answer["success"], true);
    assert!(types(&client.seen).contains(&"agent_settled"), "it settled before the answer");
    client.close();
    assert_eq!(server.requests().len(), 1);
}

/// The records from the tool's end on.
fn tail(ended: &Ended) -> Vec<&str> {
    let kinds = types(&ended.seen);
    let end = kinds.iter().position(|kind| *kind == "tool_execution_end").unwrap();
    kinds[end..].iter().copied().filter(|kind| !kind.starts_with("message")).collect()
}

#[test]
fn the_end_of_the_input_ends_the_run_and_reports_it() {
    let (world, server) = world([slow(), Reply::text("never asked for")]);
    let mut client = Client::start(&world, &[]);
    client.data(json!({ "type": "prompt", "message": "start" }));
    client.event("tool_execution_start");
    let ended = client.close();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_eq!(tail(&ended), ["tool_execution_end", "turn_end", "agent_end", "agent_settled"]);
    assert_eq!(ended.seen.last().unwrap()["aborted"], true);
    assert_eq!(server.requests().len(), 1);
    assert_eq!(short(&session(&world)).last().unwrap(), "toolResult");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_run_and_reports_it() {
    let (world, _server) = world([slow()]);
    let mut client = Client::start(&world, &[]);
    client.data(json!({ "type": "prompt", "message": "start" }));
    client.event("tool_execution_start");
    assert!(Command::new("kill").args(["-TERM", &client.id().to_string()]).status().unwrap().success());
    let ended = client.ended();
    assert_eq!(ended.code, Some(143), "{}", ended.stderr);
    assert_eq!(tail(&ended), ["tool_execution_end", "turn_end", "agent_end", "agent_settled"]);
}

#[cfg(unix)]
#[test]
fn a_client_that_reads_no_more_ends_the_program_quietly() {
    let (world, _server) = world([slow()]);
    let mut command = world.command(PITH);
    command.args(["--mode", "rpc", "--model", "mock/m1"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, b"{\"type\":\"prompt\",\"message\":\"start\"}\n").unwrap();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(141), ""));
}

#[test]
fn a_command_in_the_shell_runs_beside_the_others_and_tells_its_output_by_its_id() {
    let (world, _server) = world([]);
    let mut client = Client::start(&world, &[]);
    client.send(
        &json!({ "id": "sh", "type": "bash", "command": "echo out; until [ -e go ]; do sleep 0.01; done; exit 3" }),
    );
    let update = client.event("bash_execution_update");
    assert_eq!((&update["id"], &update["delta"]), (&json!("sh"), &json!("out\n")));
    client.data(json!({ "type": "get_state" }));
    world.write("proj/go", "");
    let answer = client.wait(|record| record["id"] == "sh" && record["type"] == "response");
    let expected = json!({ "output": "out", "exitCode": 3, "cancelled": false, "truncated": false });
    assert_eq!(answer["data"], expected);
    client.close();
}

#[test]
fn files_on_the_command_line_and_a_missing_key_are_refused() {
    let (world, _server) = world([]);
    world.write("proj/x", "x");
    let ran = ask(&world, &["--mode", "rpc", "@x"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
    let model = json!({ "id": "m1" });
    let provider = json!({ "baseUrl": "http://127.0.0.1:9/v1", "api": "openai-completions", "apiKey": "$NOPE", "models": [model] });
    world.write("agent/models.json", json!({ "providers": { "mock": provider } }).to_string());
    let mut client = Client::start(&world, &[]);
    let answer = client.ask(json!({ "type": "prompt", "message": "go" }));
    assert_eq!(answer["success"], false);
    assert!(answer["error"].as_str().unwrap().contains("NOPE"), "{answer}");
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn sessions_are_cloned_forked_left_and_come_back_to() {
    let (world, server) = world(["one", "two", "three", "four"].map(Reply::text));
    let mut client = Client::start(&world, &[]);
    client.talk("first");
    client.talk("second");
    let origin = client.data(json!({ "type": "get_state" }));
    assert_eq!(client.data(json!({ "type": "clone" })), json!({ "cancelled": false }));
    let copy = client.data(json!({ "type": "get_state" }));
    assert_ne!(copy["sessionId"], origin["sessionId"]);
    assert_eq!(copy["messageCount"], origin["messageCount"]);
    let points = client.data(json!({ "type": "get_fork_messages" }));
    let second = &points["messages"][1];
    assert_eq!(second["text"], "second");
    let forked = client.data(json!({ "type": "fork", "entryId": second["entryId"] }));
    assert_eq!(forked, json!({ "text": "second", "cancelled": false }));
    client.talk("third");
    assert_eq!(server.requests()[2].messages().len(), 4, "prompt, first, its answer, third");
    assert_eq!(client.ask(json!({ "type": "fork", "entryId": "bogus" }))["success"], false);
    let back = client.data(json!({ "type": "switch_session", "sessionPath": origin["sessionFile"] }));
    assert_eq!(back, json!({ "cancelled": false }));
    assert_eq!(client.data(json!({ "type": "get_state" }))["sessionId"], origin["sessionId"]);
    assert_eq!(client.ask(json!({ "type": "switch_session", "sessionPath": "/nope.jsonl" }))["success"], false);
    let page = world.root().join("page.html");
    let exported = client.data(json!({ "type": "export_html", "outputPath": page }));
    assert_eq!(exported, json!({ "path": page }));
    assert!(world.read("page.html").contains("second"), "the page holds what was said");
    let tree = client.data(json!({ "type": "get_tree" }));
    assert_eq!(tree["tree"].as_array().unwrap().len(), 1);
    client.data(json!({ "type": "new_session", "parentSession": "/x/parent.jsonl" }));
    assert_eq!(client.data(json!({ "type": "get_state" }))["messageCount"], 0);
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn an_image_that_is_none_is_refused_and_kept_nowhere() {
    let (world, server) = world([Reply::text("ok")]);
    let mut client = Client::start(&world, &[]);
    let images = json!([{ "type": "image", "data": "!!!", "mimeType": "image/png" }]);
    for command in ["prompt", "steer", "follow_up"] {
        let answer = client.ask(json!({ "type": command, "message": "x", "images": images }));
        let told = answer["error"].as_str().unwrap_or_default();
        assert!(answer["success"] == false && told.contains("field `images`, item 1"), "{command}: {answer}");
    }
    client.talk("go");
    assert_eq!(client.close().code, Some(0));
    assert_eq!(server.requests().len(), 1);
    let kept = serde_json::to_string(&session(&world)).unwrap();
    assert!(!kept.contains("!!!"), "{kept}");
}
