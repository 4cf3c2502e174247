//! What extensions make of an input, as each face without a person shows it.

use pith_testkit::{ChatServer, Reply, World};
use serde_json::json;

use crate::client::Client;
use crate::program::{ask, said, world};

/// A world with an extension whose `input` handler answers so.
fn answering(answer: &str, replies: impl IntoIterator<Item = Reply>) -> (World, ChatServer) {
    let (world, server) = world(replies);
    let handler = format!("export default (pi) => pi.on(\"input\", (e) => {{ {answer} }});");
    world.write("agent/extensions/gate.ts", handler);
    (world, server)
}

#[test]
fn a_blocked_input_is_an_error_where_nobody_can_say_it_again_and_a_handled_one_with_its_reason_in_rpc() {
    let (world, server) = answering("return { action: \"block\", reason: \"not today\" };", []);
    for mode in ["text", "json"] {
        let ran = ask(&world, &["--mode", mode, "-p", "hello"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), "Error: the message was blocked: not today\n"), "{mode}");
    }
    let mut client = Client::start(&world, &[]);
    for command in ["prompt", "steer", "follow_up"] {
        let data = client.data(json!({ "type": command, "message": "hello" }));
        assert_eq!(data, json!({ "disposition": "handled", "reason": "not today" }), "{command}");
    }
    assert_eq!(client.close().code, Some(0));
    assert!(server.requests().is_empty());
}

#[test]
fn an_unknown_action_is_reported_and_the_next_handler_sees_the_input() {
    let (world, server) = answering("return { action: \"dance\" };", [Reply::text("one"), Reply::text("two")]);
    let next =
        "export default (pi) => pi.on(\"input\", (e) => ({ action: \"transform\", text: e.text + \", again\" }));";
    world.write("agent/extensions/next.ts", next);
    let ran = ask(&world, &["-p", "hello"]);
    assert_eq!((ran.code, ran.stdout.as_str(), said(&server, 0).as_str()), (Some(0), "one\n", "hello, again"));
    assert!(ran.stderr.contains("an input cannot be answered with `dance`"), "{}", ran.stderr);
    let mut client = Client::start(&world, &[]);
    assert_eq!(client.data(json!({ "type": "prompt", "message": "hi" }))["disposition"], "started");
    client.event("agent_settled");
    let seen = client.close().seen;
    let error = seen.iter().find(|event| event["type"] == "extension_error").unwrap();
    assert_eq!((error["event"].as_str(), said(&server, 1).as_str()), (Some("input"), "hi, again"));
}

#[test]
fn what_a_handler_throws_is_told_with_the_lines_that_were_written() {
    let (world, _server) = answering("return { action: \"continue\" };", [Reply::text("one")]);
    let thrower = "import { deep } from './parts/deep';\ninterface Long {\n  a: string;\n}\nexport default (pi: any) => {\n  pi.on('input', async () => deep(undefined));\n};";
    let deep = "export interface Long {\n  a: string;\n}\n\nexport const deep = async (x?: Long) => x!.a;";
    world.write("agent/extensions/thrower/index.ts", thrower);
    world.write("agent/extensions/thrower/parts/deep.ts", deep);
    for start in ["first", "later"] {
        let mut client = Client::start(&world, &[]);
        client.data(json!({ "type": "prompt", "message": "hi" }));
        let seen = client.close().seen;
        let error = seen.iter().find(|event| event["type"] == "extension_error").unwrap();
        let stack = error["stack"].as_str().unwrap();
        assert!(stack.contains("parts/deep.ts:5:") && stack.contains("thrower/index.ts:6:"), "{start}: {stack}");
    }
}
