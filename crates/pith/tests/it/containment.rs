//! Extensions that do harm, each kind alone beside one that does none: the answer comes, the neighbour is heard, the
//! culprit is named where there is something to say, and gates stay shut.

use pith_testkit::{ChatServer, Reply, World};
use serde_json::json;

use crate::client::Client;
use crate::program::{ask, world};

/// Heard at the end of every run that its handlers reach.
const NEIGHBOUR: &str = "export default (pi) => pi.on('agent_end', () => console.error('the neighbour lives'));";

/// What it is called, what it does, and what people are told of it; nothing where it does no harm.
const KINDS: &[(&str, &str, &str)] = &[
    ("loop", "pi.on('agent_start', () => { for (;;); })", "without pause"),
    (
        "generator",
        "pi.on('context', () => { for (const x of (function* () { for (;;) yield 1; })()) x; })",
        "without pause",
    ),
    ("regex", "pi.on('before_agent_start', () => { /^(a+)+$/.test('a'.repeat(50) + 'b'); })", "without pause"),
    (
        "microtasks",
        "pi.on('context', () => { const again = () => queueMicrotask(again); again(); return new Promise(() => {}); })",
        "without pause",
    ),
    ("sorts", "pi.on('context', () => { [3, 1, 2].sort(() => { for (;;); }); })", "without pause"),
    ("waits", "pi.on('turn_end', () => new Promise(() => {}))", "did not finish"),
    ("exits", "pi.on('agent_start', () => process.exit(3))", "exit code 3"),
    (
        "atomics",
        "pi.on('context', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); })",
        "cannot block",
    ),
    ("recursion", "pi.on('context', () => { const f = (n) => f(n + 1) + 1; f(0); })", "call stack"),
    ("bomb", "pi.on('context', () => { const kept = []; for (;;) kept.push(new Uint8Array(1 << 24)); })", "memory"),
    (
        "polluted",
        "Object.prototype.block = true; Object.prototype.action = 'handled'; Array.prototype.map = () => []; \
         Object.defineProperty(Object.prototype, 'messages', { get() { throw new Error('mine'); }, set() {} }); \
         pi.on('context', () => {}); pi.on('message_end', () => {})",
        "",
    ),
    (
        "promises",
        "Promise.prototype.then = undefined; Promise.resolve = () => { throw new Error('mine'); }; \
         Array.prototype.filter = undefined; pi.on('agent_start', () => {})",
        "",
    ),
    (
        "proxies",
        "pi.on('context', (event) => { for (const key of ['messages', 'type']) Object.defineProperty(event, key, \
         { get() { throw new Error('a getter of mine'); } }); })",
        "a getter of mine",
    ),
    (
        "bus",
        "pi.events.on('x', (data) => { pi.events.emit('x', data); }); pi.on('agent_start', () => pi.events.emit('x', 1))",
        "call stack",
    ),
    ("loud", "pi.on('agent_start', () => pi.events.emit('big', new Array(300_000).fill('x')))", ""),
    ("strings", "pi.on('agent_start', () => pi.events.emit('big', 'q'.repeat(50 << 20)))", ""),
    ("timers", "for (let i = 0; i < 10_000; i++) setTimeout(() => {}, i); setInterval(() => { for (;;); }, 1)", ""),
    (
        "rejects",
        "pi.on('agent_start', () => { for (let i = 0; i < 1000; i++) Promise.reject(new Error('floating')); })",
        "floating",
    ),
    ("kills", "pi.on('agent_start', () => { process.kill(process.pid, 'SIGKILL'); })", "exit code 137"),
    ("group", "pi.on('agent_start', () => { process.kill(0, 'SIGTERM'); })", "exit code 143"),
    ("everybody", "pi.on('agent_start', () => { process.kill(-1, 'SIGTERM'); })", "EPERM"),
    (
        "hears",
        "process.on('SIGTERM', () => { throw new Error('heard'); }); pi.on('agent_start', () => { process.kill(process.pid); })",
        "heard",
    ),
    (
        "strings_in_memory",
        "pi.on('context', () => { const kept = []; for (let i = 0;; i++) kept.push('x'.repeat(1 << 20) + i); })",
        "MB of memory it may have",
    ),
    ("closures", "pi.on('context', () => { let f = () => 1; for (;;) { const g = f; f = () => g(); } })", ""),
    (
        "descriptors",
        "const fs = process.getBuiltinModule('fs'); \
         pi.on('agent_start', () => { for (;;) fs.openSync('/dev/null', 'r'); })",
        "EMFILE",
    ),
    (
        "sockets",
        "const net = process.getBuiltinModule('net'); \
         pi.on('agent_start', () => new Promise((_, fail) => { const server = net.createServer(); \
         server.listen(0, '127.0.0.1', () => { const more = () => net.connect(server.address().port, '127.0.0.1') \
         .on('connect', more).on('error', fail); more(); }); }))",
        "EMFILE",
    ),
    (
        "prints",
        "const { spawnSync } = process.getBuiltinModule('child_process'); const fs = process.getBuiltinModule('fs'); \
         pi.on('agent_start', () => { spawnSync('echo', ['GARBAGE'], { stdio: 'inherit' }); \
         fs.writeFileSync('/dev/stdout', 'GARBAGE'); fs.writeSync(1, 'GARBAGE'); process.stdout.write('GARBAGE'); })",
        "",
    ),
    ("early", "Promise.reject(new Error('before there is a session'))", "before there is a session"),
    ("leaves", "pi.on('session_shutdown', () => { for (;;); })", "without pause"),
];

fn hostile<const N: usize>(name: &str, harm: &str, replies: [Reply; N]) -> (World, ChatServer) {
    let (world, server) = world(replies);
    world.write(&format!("agent/extensions/{name}.ts"), format!("export default (pi) => {{ {harm}; }};"));
    world.write("agent/extensions/neighbour.ts", NEIGHBOUR);
    // Time enough for the neighbour on a machine with much to do.
    world.write("agent/settings.json", json!({ "extensionDeadlines": { "event": 4000 } }).to_string());
    (world, server)
}

#[test]
fn every_kind_of_harm_leaves_the_answer_and_the_neighbour() {
    for (name, harm, told) in KINDS {
        let (world, server) = hostile(name, harm, [Reply::text("still here")]);
        let ran = ask(&world, &["-p", "hello"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "still here\n"), "{name}: {ran:?}");
        assert!(ran.stderr.contains("the neighbour lives"), "{name}: {}", ran.stderr);
        let named = ran.stderr.contains(&format!("{name}.ts")) && ran.stderr.contains(told);
        assert!(told.is_empty() || named, "{name} is not told: {}", ran.stderr);
        assert_eq!(server.requests().len(), 1, "{name}");
    }
}

#[test]
fn a_gate_that_does_harm_lets_nothing_through() {
    for (name, harm) in [
        ("loop", "for (;;);"),
        ("exits", "process.exit(0)"),
        ("bomb", "const kept = []; for (;;) kept.push(new Uint8Array(1 << 24))"),
        ("recursion", "const f = (n) => f(n + 1) + 1; f(0)"),
    ] {
        let wants = Reply::calls([("write", json!({ "path": "made", "content": "x" }))]);
        let (world, _server) =
            hostile(name, &format!("pi.on('tool_call', () => {{ {harm} }})"), [wants, Reply::text("done")]);
        let ran = ask(&world, &["-p", "hello"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "done\n"), "{name}: {ran:?}");
        assert!(!world.project().join("made").exists(), "{name} let it through: {ran:?}");
    }
}

#[test]
fn harm_at_the_top_of_a_file_is_told_with_the_file_and_ends_a_start_that_nobody_watches() {
    for (harm, told) in [
        ("for (;;);", "without pause"),
        ("process.exit(0);", "exit code 0"),
        ("const f = () => f() + 1; f();", "call stack"),
        ("throw { toString() { throw new Error('x'); } };", "thrown"),
    ] {
        let (world, server) = world([]);
        world.write("agent/extensions/top.ts", format!("{harm}\nexport default () => {{}};"));
        world.write("agent/settings.json", json!({ "extensionDeadlines": { "load": 3000 } }).to_string());
        let ran = ask(&world, &["-p", "hello"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{harm}: {ran:?}");
        assert!(ran.stderr.contains("top.ts"), "{harm}: {}", ran.stderr);
        assert!(told == "thrown" || ran.stderr.contains(told), "{harm}: {}", ran.stderr);
        assert_eq!(server.requests().len(), 0);
    }
}

#[test]
fn a_session_of_a_client_goes_on_after_harm_and_a_reload_begins_anew() {
    let (world, _server) = hostile("loop", "pi.on('input', () => { for (;;); })", [Reply::text("and here")]);
    let mut client = Client::start(&world, &[]);
    let refused = client.data(json!({ "type": "prompt", "message": "one" }));
    assert!(refused["reason"].as_str().is_some_and(|reason| reason.contains("loop.ts")), "{refused}");
    world.write("agent/extensions/loop.ts", "export default (pi) => pi.registerCommand('fine', { handler() {} });");
    client.data(json!({ "type": "new_session" }));
    client.data(json!({ "type": "prompt", "message": "two" }));
    client.wait(|record| record["type"] == "agent_settled");
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("the neighbour lives"), "{}", ended.stderr);
}

/// What a tool does or gives, and what the model hears of it: the call always ends, and the run goes on.
#[test]
fn a_tool_that_does_harm_is_answered_to_the_model() {
    let broken = "for (const name of Object.getOwnPropertyNames(Array.prototype)) if (name !== 'length' && name !== 'constructor') \
        Array.prototype[name] = () => { throw new Error(name); }; Array.prototype[Symbol.iterator] = () => { throw new Error('iterator'); };";
    for (name, before, harm, told) in [
        ("revoked", "", "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy", "revoked"),
        ("getter", "", "return { get content() { throw new Error('a getter of mine'); } }", "a getter of mine"),
        ("nothing", "", "throw undefined", ""),
        (
            "deep",
            "",
            "let d = {}; for (let i = 0; i < 200_000; i++) d = { d }; return { content: [{ type: 'text', text: 'kept' }], details: d }",
            "",
        ),
        (
            "circle",
            "",
            "return { content: [(await ctx.executeTool('harm', {})).result.content[0]] }",
            "is it a circle?",
        ),
        ("arrays", broken, "throw new Error('still told')", ""),
    ] {
        let tool = format!(
            "pi.registerTool({{ name: 'harm', label: 'harm', description: 'harm', parameters: {{ type: 'object' }}, \
             async execute(id, args, signal, update, ctx) {{ {harm}; }} }}); {before}"
        );
        let calls = Reply::calls([("harm", json!({}))]);
        let (world, server) = hostile(name, &tool, [calls, Reply::text("done")]);
        let ran = ask(&world, &["-p", "hello"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "done\n"), "{name}: {ran:?}");
        assert!(ran.stderr.contains("the neighbour lives"), "{name}: {ran:?}");
        let requests = server.requests();
        assert_eq!(requests.len(), 2, "{name}");
        let heard = requests[1].messages().last().unwrap().to_string();
        assert!(heard.contains(told), "{name}: {heard}");
    }
}
