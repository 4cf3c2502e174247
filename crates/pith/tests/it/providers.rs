//! Providers that extensions bring, as the program chooses, lists and asks their models.

use pith_testkit::{ChatServer, Reply, World};
use serde_json::json;

use crate::program::{PITH, world};

/// A world whose only models are those that an extension registers: `acme/chat`, at this server.
fn acme(replies: impl IntoIterator<Item = Reply>, more: &str) -> (World, ChatServer) {
    let (world, server) = (World::new(), ChatServer::start(replies));
    world.write(
        "agent/extensions/acme.ts",
        format!(
            r#"export default (pi) => {{
                pi.registerProvider("acme", {{
                    name: "Acme", baseUrl: "{}", api: "openai-completions", apiKey: "key-$HOME", headers: {{ "x-who": "us" }},
                    models: [{{ id: "chat", contextWindow: 1000, maxTokens: 100 }}],
                }});
                {more}
            }};"#,
            server.base_url()
        ),
    );
    (world, server)
}

#[test]
fn a_model_of_an_extension_is_listed_chosen_and_asked_with_its_key() {
    let (world, server) = acme([Reply::text("hi"), Reply::text("again")], "");
    let listed = world.run(PITH, ["--list-models"]);
    assert_eq!(listed.code, Some(0));
    assert!(listed.stdout.lines().any(|line| line.starts_with("acme") && line.contains("chat")), "{listed:?}");
    let ran = world.run(PITH, ["-p", "hello"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "hi\n"), "{ran:?}");
    let key = format!("Bearer key-{}", world.home().display());
    let requests = server.requests();
    assert_eq!((requests[0].header("authorization"), requests[0].header("x-who")), (Some(key.as_str()), Some("us")));
    let ran = world.run(PITH, ["--model", "acme/chat", "--api-key", "flag", "-p", "hello"]);
    assert_eq!(ran.stdout, "again\n", "{ran:?}");
    assert_eq!(server.requests()[1].header("authorization"), Some("Bearer flag"));
    let ran = world.run(PITH, ["--no-extensions", "-p", "hello"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
}

#[test]
fn an_extension_leads_a_known_provider_elsewhere_and_keeps_its_models() {
    let (world, _) = world([]);
    let elsewhere = ChatServer::start([Reply::text("from elsewhere")]);
    let text =
        format!("export default (pi) => pi.registerProvider(\"groq\", {{ baseUrl: \"{}\" }});", elsewhere.base_url());
    world.write("agent/extensions/proxy.ts", text);
    let models = world.run(PITH, ["--list-models", "--no-extensions"]);
    assert!(!models.stdout.contains("groq"));
    let ran =
        world.run(PITH, ["--provider", "groq", "--model", "llama-3.3-70b-versatile", "--api-key", "k", "-p", "x"]);
    assert_eq!(ran.stdout, "from elsewhere\n", "{ran:?}");
}

#[test]
fn a_provider_needs_the_rights_to_what_the_program_would_do_for_it() {
    for (rules, denied) in [
        (json!({ "env": [] }), "may not env `HOME`"),
        (json!({ "reach": ["example.org"] }), "may not reach `127.0.0.1`"),
    ] {
        let (world, server) = acme([Reply::text("hi")], "");
        world.write("agent/settings.json", json!({ "extensionRights": { "acme": rules } }).to_string());
        let ran = world.run(PITH, ["-p", "hello"]);
        assert_eq!(ran.code, Some(1));
        assert!(ran.stderr.contains(denied), "{}", ran.stderr);
        assert!(server.requests().is_empty());
    }
}

#[test]
fn an_extension_delegates_an_answer_to_a_wire_of_the_program() {
    let (world, server) = acme(
        [Reply::text("delegated").usage(10, 0, 5)],
        r#"pi.registerProvider("through", {
            api: "through-api", baseUrl: "http://unused.invalid", apiKey: "own-key",
            models: [{ id: "t" }],
            streamSimple(model, context, options) {
                const { openAICompletionsApi } = require("@earendil-works/pi-ai");
                const stream = openAICompletionsApi().streamSimple(
                    { ...model, id: "inner", baseUrl: BASE }, context, { ...options, headers: { "x-via": "through" } });
                return stream;
            },
        });"#,
    );
    let text = world.read("agent/extensions/acme.ts").replace("BASE", &format!("\"{}\"", server.base_url()));
    let text = format!(
        "import {{ createRequire }} from \"node:module\";\nconst require = createRequire(import.meta.url);\n{text}"
    );
    world.write("agent/extensions/acme.ts", text);
    let ran = world.run(PITH, ["--model", "through/t", "--mode", "json", "-p", "hello"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("\"text_delta\"") && ran.stdout.contains("delegated"), "{}", ran.stdout);
    let [request] = server.requests().try_into().unwrap();
    assert_eq!((request.header("authorization"), request.header("x-via")), (Some("Bearer own-key"), Some("through")));
    assert_eq!(request.messages().last().unwrap()["role"], "user");
}

#[test]
fn an_extension_asks_a_model_while_it_loads() {
    let (world, server) = world([Reply::text("wake up"), Reply::text("good morning")]);
    world.write(
        "agent/extensions/early.ts",
        r#"import { complete, getModel } from "@earendil-works/pi-ai";
        export default async (pi) => {
            const answer = await complete(getModel("mock", "m1"), { messages: [{ role: "user", content: "early", timestamp: 1 }] });
            pi.on("input", (event) => ({ action: "transform", text: `${answer.content[0].text}: ${event.text}` }));
        };"#,
    );
    let ran = world.run(PITH, ["--model", "mock/m1", "-p", "hello"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "good morning\n"), "{ran:?}");
    let asked = server.requests();
    assert_eq!(asked[0].header("authorization"), Some("Bearer mock-key"));
    assert!(asked[1].messages().last().unwrap()["content"].to_string().contains("wake up: hello"));
}

#[test]
fn packages_take_the_program_for_a_build_that_needs_no_node_and_start_it_again() {
    let (world, _server) = world([Reply::text("from the child"), Reply::text("from the parent")]);
    world.write(
        "agent/extensions/parent.ts",
        r#"import { execFileSync } from "node:child_process";
        export default (pi) => pi.on("input", (event) => {
            if (event.text !== "parent") return;
            const standalone = process.versions.bun && process.argv[1].startsWith("/$bunfs/root/");
            const said = standalone && execFileSync(process.execPath, ["-ne", "--model", "mock/m1", "-p", "child"], { encoding: "utf8" });
            console.error(`child said ${said}`);
        });"#,
    );
    let ran = world.run(PITH, ["--model", "mock/m1", "-p", "parent"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "from the parent\n"), "{ran:?}");
    assert!(ran.stderr.contains("child said from the child"), "{ran:?}");
}

#[test]
fn a_virtual_model_is_chosen_and_routed_request_by_request() {
    let calls = Reply::calls([("ls", json!({ "path": "." }))]);
    let (world, server) = world([calls, Reply::text("routed")]);
    world.write(
        "agent/extensions/router.ts",
        r#"export default (pi) => {
            pi.registerVirtualModel({
                provider: "router", id: "auto", name: "Auto", thinkingLevels: ["low", "high"],
                route(request, ctx) {
                    const count = (request.state?.count ?? 0) + 1;
                    console.error(`${request.reason} ${request.thinkingLevel} ${request.previous?.model.id} ${count}`);
                    return { model: ctx.modelRegistry.find("mock", count === 1 ? "think-1" : "m1"), thinkingLevel: "low", state: { count } };
                },
            });
            pi.registerVirtualModel({ provider: "router", id: "round", route: (request) => ({ model: request.model, thinkingLevel: "off" }) });
        };"#,
    );
    let listed = world.run(PITH, ["--list-models"]);
    assert!(listed.stdout.lines().any(|line| line.starts_with("router") && line.contains("auto")), "{listed:?}");
    let ran = world.run(PITH, ["--model", "router/auto:high", "-p", "hello"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "routed\n"), "{ran:?}");
    assert!(ran.stderr.contains("user high undefined 1\ncontinuation high think-1 2\n"), "{}", ran.stderr);
    let asked: Vec<_> = server.requests().iter().map(|request| request.body["model"].clone()).collect();
    assert_eq!(asked, ["think-1", "m1"]);
    let lines = crate::program::session(&world);
    let models: Vec<_> = lines.iter().filter_map(|line| line["message"]["model"].as_str()).collect();
    assert_eq!(models, ["think-1", "m1"]);
    assert!(lines.iter().any(|line| line["type"] == "model_change" && line["modelId"] == "auto"), "{lines:?}");
    let round = world.run(PITH, ["--model", "router/round", "-p", "hello"]);
    assert_eq!(round.code, Some(1));
    assert!(round.stderr.contains("is a virtual model itself"), "{round:?}");
}

const ROUTER: &str = r#"export default (pi) => {
    const said = [];
    pi.registerVirtualModel({
        provider: "router", id: "auto", thinkingLevels: ["low"],
        route(request, ctx) {
            const failed = request.failed && `${request.failed.model.id} ${request.failed.message.stopReason}`;
            const last = request.messages.findLast((message) => message.role === "assistant");
            said.push([request.reason, request.previous?.model.id, failed, last?.stopReason].join("/"));
            return { model: ctx.modelRegistry.find("mock", request.reason === "retry" ? "m1" : "think-1"), thinkingLevel: "low" };
        },
    });
    pi.on("before_agent_start", () => ({ message: { customType: "aside", content: "by the way", display: false } }));
    pi.on("before_provider_headers", (event) => { event.headers["x-seen"] = "yes"; });
    pi.on("before_provider_request", (event) => { said.push(`sends ${event.payload.model}`); });
    pi.on("after_provider_response", (event) => { said.push(`answered ${event.status}`); });
    pi.on("session_shutdown", () => console.error(said.join(", ")));
};"#;

#[test]
fn a_router_is_told_of_a_retry_and_extensions_see_the_request_of_the_model_it_chose() {
    let busy = Reply::status(503, &json!({ "error": { "message": "overloaded" } })).header("retry-after-ms", "1");
    let (world, server) = world([busy, Reply::text("there")]);
    world.write("agent/settings.json", r#"{"retry": {"baseDelayMs": 1}}"#);
    world.write("agent/extensions/router.ts", ROUTER);
    let ran = world.run(PITH, ["--model", "router/auto", "-p", "hello"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "there\n"), "{ran:?}");
    let said = "user///, sends think-1, answered 503, retry//think-1 error/, sends m1, answered 200\n";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    assert!(server.requests().iter().all(|request| request.header("x-seen") == Some("yes")));
}

#[test]
fn a_conversation_that_the_routed_model_finds_too_long_is_summarized_beside_it_and_asked_again() {
    let refused = json!({ "error": { "message": "prompt is too long: 300000 tokens > 200000 maximum" } });
    let replies = [Reply::text("first"), Reply::status(400, &refused), Reply::text("what was"), Reply::text("shorter")];
    let (world, _server) = world(replies);
    world.write("agent/settings.json", r#"{"compaction": {"keepRecentTokens": 1}}"#);
    world.write("agent/extensions/router.ts", ROUTER);
    let ran = world.run(PITH, ["--model", "router/auto", "-p", "hello", "and again"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "shorter\n"), "{ran:?}");
    for said in ["user/think-1//stop, sends think-1, answered 400, direct/", "retry//think-1 error/, sends m1"] {
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
    }
}
