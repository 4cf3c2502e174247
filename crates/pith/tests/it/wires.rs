//! The same run on every wire: the conversation does not know which one it is on.

use std::process::{Output, Stdio};

use pith_testkit::{ChatServer, Reply, World};
use serde_json::{Value, json};

use crate::program::{PITH, session, short};

const WIRES: [&str; 8] = [
    "anthropic-messages",
    "azure-openai-responses",
    "bedrock-converse-stream",
    "google-generative-ai",
    "google-vertex",
    "mistral-conversations",
    "openai-completions",
    "openai-responses",
];

const PIXEL: &[u8] = include_bytes!("../../../pith-app/tests/pixel.png");

const SECRET: &str = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";

/// A world with a model of this wire, whose server has this script.
fn world(api: &str, replies: impl IntoIterator<Item = Reply>) -> (World, ChatServer) {
    let (world, server) = (World::new(), ChatServer::start(replies));
    server.require_signature(SECRET);
    let mut provider = json!({"baseUrl": server.base_url_of(api), "api": api, "models": [{"id": "m", "reasoning": true,
        "input": ["text", "image"], "contextWindow": 200_000, "maxTokens": 8192}]});
    if api != "bedrock-converse-stream" {
        provider["apiKey"] = json!("mock-key");
    }
    world.write("agent/models.json", json!({"providers": {"mock": provider}}).to_string());
    world.write("agent/settings.json", r#"{"retry": {"baseDelayMs": 1}}"#);
    (world, server)
}

fn command(world: &World, arguments: &[&str]) -> std::process::Command {
    let mut command = world.command(PITH);
    command.args(["--model", "mock/m", "--thinking", "high", "--mode", "json"]).args(arguments);
    command.env("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE").env("AWS_SECRET_ACCESS_KEY", SECRET);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn events(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn asked(server: &ChatServer, request: usize) -> String {
    String::from_utf8_lossy(&server.requests()[request].bytes).into_owned()
}

/// The texts of the last message.
fn answer(world: &World) -> String {
    let lines = session(world);
    let blocks = lines.last().unwrap()["message"]["content"].as_array().cloned().unwrap_or_default();
    blocks.iter().filter_map(|block| block["text"].as_str()).collect()
}

#[test]
fn thinking_parallel_tools_pictures_and_a_changed_prompt_pass_on_every_wire() {
    for api in WIRES {
        let first = Reply::text("").then_thinking("hm").then_text("Looking.");
        let first = first.then_call("read", r#"{"path":"a.txt"}"#).then_call("read", r#"{"path":"pixel.png"}"#);
        let (world, server) = world(api, [first, Reply::text("Seen."), Reply::text("Changed.")]);
        world.write("proj/a.txt", "alpha content");
        world.write("proj/pixel.png", PIXEL);
        world.write("agent/AGENTS.md", "the first rule");
        let output = command(&world, &["look"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{api}: {output:?}");
        let events = events(&output);
        let ends: Vec<&Value> = events.iter().filter(|event| event["type"] == "tool_execution_end").collect();
        assert!(ends.len() == 2 && ends.iter().all(|end| end["isError"] == false), "{api}: {ends:?}");
        let deltas = |kind: &str| -> String {
            let of_kind =
                events.iter().map(|event| &event["assistantMessageEvent"]).filter(|event| event["type"] == kind);
            of_kind.filter_map(|event| event["delta"].as_str()).collect()
        };
        assert_eq!(deltas("thinking_delta"), "hm", "{api}");
        assert_eq!(deltas("text_delta"), "Looking.Seen.", "{api}");
        assert!(asked(&server, 0).contains("the first rule"), "{api}");
        // They were run at the same time: both began before one ended.
        let order: Vec<&str> = events.iter().filter_map(|event| event["type"].as_str()).collect();
        let order: Vec<&str> = order.into_iter().filter(|kind| kind.starts_with("tool_execution_")).collect();
        let begun = order.iter().take_while(|kind| **kind == "tool_execution_start").count();
        assert_eq!(begun, 2, "{api}: {order:?}");
        let results = asked(&server, 1);
        assert!(results.contains("alpha content") && results.contains("iVBORw0KGgo"), "{api}: {results}");
        world.write("agent/AGENTS.md", "the second rule");
        let output = command(&world, &["--continue", "and now?"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{api}: {output:?}");
        let changed = asked(&server, 2);
        assert!(changed.contains("the second rule") && !changed.contains("the first rule"), "{api}: {changed}");
        assert!(changed.contains("alpha content") && changed.contains("and now?"), "{api}");
        assert_eq!(answer(&world), "Changed.", "{api}");
    }
}

#[cfg(unix)]
#[test]
fn an_abort_keeps_what_came_on_every_wire() {
    for api in WIRES {
        let (world, server) = world(api, [Reply::text("half an answer").hang()]);
        let child = command(&world, &["go"]).spawn().unwrap();
        server.wait_for_requests(1);
        let ended = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(ended.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{api}: {output:?}");
        assert_eq!(short(&session(&world)).last().unwrap(), "assistant:aborted", "{api}");
    }
}

/// The tool adds another one, and with it a line of the system prompt, while the run goes on.
#[cfg(feature = "extensions")]
#[test]
fn a_prompt_that_changes_within_a_run_holds_for_its_next_request_on_every_wire() {
    const EXTENSION: &str = r#"export default (pi) => {
        const parameters = { type: "object", properties: {} };
        const said = (text) => ({ content: [{ type: "text", text }], details: {} });
        pi.registerTool({ name: "learn", label: "Learn", description: "Learns.", parameters, execute: async () => {
            pi.registerTool({ name: "dance", label: "Dance", description: "Dances.", parameters,
                promptSnippet: "To be used where words fail", execute: async () => said("danced") });
            return said("learned");
        } });
    };"#;
    for api in WIRES {
        let replies =
            [Reply::calls([("learn", json!({}))]), Reply::calls([("dance", json!({}))]), Reply::text("Done.")];
        let (world, server) = world(api, replies);
        world.write("agent/extensions/learn.ts", EXTENSION);
        let output = command(&world, &["learn, then dance"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{api}: {output:?}");
        let snippet = "To be used where words fail";
        assert!(!asked(&server, 0).contains(snippet) && !asked(&server, 0).contains("Dances."), "{api}");
        for request in [1, 2] {
            let text = asked(&server, request);
            assert!(text.contains(snippet) && text.contains("Dances.") && text.contains("learned"), "{api}: {text}");
        }
        assert!(asked(&server, 2).contains("danced"), "{api}");
        assert_eq!(answer(&world), "Done.", "{api}");
    }
}

#[test]
fn a_context_that_became_too_large_is_summarized_and_asked_for_again_on_every_wire() {
    for api in WIRES {
        let refused = json!({"error": {"message": "prompt is too long: 9 tokens > 8 maximum"},
            "message": "prompt is too long: 9 tokens > 8 maximum"});
        let replies = [
            Reply::text("First."),
            Reply::text("Second."),
            Reply::status(400, &refused),
            Reply::text("What was said, in short."),
            Reply::text("Gone on."),
        ];
        let (world, server) = world(api, replies);
        let settings = r#"{"retry": {"baseDelayMs": 1}, "compaction": {"keepRecentTokens": 1}}"#;
        world.write("agent/settings.json", settings);
        for prompt in ["begin", "go on"] {
            let output = command(&world, &["--continue", prompt]).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{api}: {output:?}");
        }
        let output = command(&world, &["--continue", "and on"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{api}: {output:?}");
        assert_eq!((answer(&world).as_str(), server.requests().len()), ("Gone on.", 5), "{api}");
        let again = asked(&server, 4);
        assert!(again.contains("What was said, in short.") && again.contains("and on"), "{api}: {again}");
        assert!(!again.contains("Second."), "{api}: {again}");
        let of_compaction = |kind: &str| events(&output).into_iter().find(|event| event["type"] == kind);
        assert_eq!(of_compaction("compaction_start").unwrap()["reason"], "overflow", "{api}");
        assert!(of_compaction("compaction_end").is_some(), "{api}");
    }
}

#[test]
fn a_context_that_is_too_large_is_told_as_such_on_every_wire() {
    for api in WIRES {
        let refused = json!({"error": {"message": "prompt is too long: 9 tokens > 8 maximum"},
            "message": "prompt is too long: 9 tokens > 8 maximum"});
        let (world, _server) = world(api, [Reply::status(400, &refused)]);
        let output = command(&world, &["go"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{api}: {output:?}");
        let told = events(&output).iter().any(|event| {
            event["message"]["errorMessage"].as_str().is_some_and(|text| text.contains("prompt is too long"))
        });
        assert!(told, "{api}: {output:?}");
    }
}

#[test]
fn a_server_that_is_busy_is_asked_again_on_every_wire() {
    for api in WIRES {
        let busy = json!({"error": {"message": "Too many requests"}, "message": "Too many requests"});
        let busy = Reply::status(429, &busy).header("retry-after-ms", "1");
        let (world, server) = world(api, [busy, Reply::text("Now.")]);
        let output = command(&world, &["go"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{api}: {output:?}");
        assert_eq!((answer(&world).as_str(), server.requests().len()), ("Now.", 2), "{api}");
        let kinds: Vec<Value> = events(&output).into_iter().map(|event| event["type"].clone()).collect();
        assert!(kinds.contains(&json!("auto_retry_start")) && kinds.contains(&json!("auto_retry_end")), "{api}");
    }
}
