//! Extensions that mean no good, or are broken: the session goes on, the gate stays shut, and the culprit is named.

use pith_testkit::Reply;
use serde_json::{Value, json};

use crate::client::Client;
use crate::program::{PITH, ask, world};

/// Each does harm in its own way when a run begins.
const HOSTILE: &[(&str, &str)] = &[
    ("exits.ts", "export default (pi) => pi.on('agent_start', () => process.exit(3));"),
    (
        "getters.ts",
        "const evil = () => new Proxy({}, { get() { throw new Error('get'); }, ownKeys() { throw new Error('keys'); }, \
         has() { throw new Error('has'); } });
         export default (pi) => { for (const event of ['before_agent_start', 'context', 'message_end', 'turn_end']) \
         pi.on(event, evil); pi.on('agent_start', () => { throw evil(); }); };",
    ),
    (
        "recursion.ts",
        "export default (pi) => { const f = (n) => f(n + 1) + 1; pi.on('before_agent_start', () => f(0)); \
         pi.on('context', () => { let o = {}; for (let i = 0; i < 50_000; i++) o = { o }; \
         return { messages: [{ role: 'user', content: o, timestamp: 1 }] }; }); };",
    ),
    (
        "regex.ts",
        "export default (pi) => pi.on('before_agent_start', () => { /^(a+)+$/.test('a'.repeat(50) + 'b'); });",
    ),
    (
        "rejects.ts",
        "export default (pi) => pi.on('agent_start', () => { Promise.reject(new Error('floating')); \
         setTimeout(() => { throw new Error('in a timer'); }, 0); queueMicrotask(() => { throw new Error('soon'); }); });",
    ),
    (
        "prototypes.ts",
        "export default (pi) => { Promise.prototype.then = () => { throw new Error('then'); }; JSON.stringify = () => '{}'; \
         Array.prototype.push = () => { throw new Error('push'); }; Map.prototype.get = () => undefined; \
         Object.prototype.toJSON = () => 'taken'; pi.on('context', (event) => event); };",
    ),
    (
        "strings.ts",
        "export default (pi) => pi.on('agent_start', () => { const text = 'q'.repeat(50 << 20); return { text }; });",
    ),
    (
        "timers.ts",
        "export default () => { for (let i = 0; i < 10_000; i++) setTimeout(() => {}, i); setInterval(() => {}, 1000); };",
    ),
];

#[test]
fn what_is_hostile_leaves_the_session_working_and_is_named() {
    let (world, server) = world([Reply::text("still here")]);
    for (name, text) in HOSTILE {
        world.write(&format!("agent/extensions/{name}"), text);
    }
    world.write("agent/settings.json", json!({ "extensionDeadlines": { "event": 3000 } }).to_string());
    let ran = ask(&world, &["-p", "hello"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "still here\n"), "{ran:?}");
    for culprit in ["exits.ts", "getters.ts", "recursion.ts", "regex.ts", "rejects.ts"] {
        assert!(ran.stderr.contains(&format!("Extension error ({}", world.agent().join("extensions").display())));
        assert!(ran.stderr.contains(culprit), "{culprit} is not named: {}", ran.stderr);
    }
    for error in ["floating", "in a timer", "soon", "exit code 3", "without pause"] {
        assert!(ran.stderr.contains(error), "{error} is not told: {}", ran.stderr);
    }
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_broken_extension_ends_a_start_that_nobody_watches_with_its_place_and_the_way_out() {
    for (text, place) in [
        ("export default () => {\n  const fine = 1;\n  throw new Error('broken here');\n};", "gate.ts:3"),
        ("const a = 1;\nconst = 2;", "gate.ts:2"),
        ("export const nothing = 1;", "does not export a valid factory"),
    ] {
        let (world, server) = world([]);
        world.write("agent/extensions/gate.ts", text);
        for mode in ["text", "json", "rpc"] {
            let ran = ask(&world, &["--mode", mode, "-p", "hello"]);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{mode} {ran:?}");
            assert!(ran.stderr.contains("gate.ts") && ran.stderr.contains(place), "{mode} {}", ran.stderr);
            assert!(ran.stderr.contains("`-ne`"), "{mode} {}", ran.stderr);
        }
        assert!(server.requests().is_empty());
    }
}

#[test]
fn what_extensions_print_keeps_out_of_the_answer_and_a_timer_keeps_no_program() {
    let (world, _server) = world([Reply::text("1"), Reply::text("2"), Reply::text("3")]);
    world.write(
        "agent/extensions/loud.ts",
        "export default (pi) => { setInterval(() => {}, 1000); console.log('loud'); process.stdout.write('raw\\n'); };",
    );
    let text = ask(&world, &["-p", "hello"]);
    assert_eq!((text.code, text.stdout.as_str()), (Some(0), "1\n"));
    assert!(text.stderr.contains("loud\n") && text.stderr.contains("raw\n"), "{}", text.stderr);
    let lines = ask(&world, &["--mode", "json", "-p", "hello"]);
    assert_eq!(lines.code, Some(0));
    assert!(lines.stdout.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{}", lines.stdout);
    let mut client = Client::start(&world, &[]);
    client.talk("hello");
    assert_eq!(client.close().code, Some(0));
}

#[test]
fn an_open_question_is_answered_as_cancelled_when_the_extensions_or_the_session_go() {
    let (world, _server) = world([]);
    world.write(
        "agent/extensions/asks.ts",
        "export default (pi) => {
            pi.registerCommand('ask', { handler: async (args, ctx) => {
                const answers = [await ctx.ui.select('which', ['a', 'b'])];
                console.error(`${args} was answered ${JSON.stringify(answers)}`);
            } });
            pi.registerCommand('again', { handler: (args, ctx) => ctx.reload() });
        };",
    );
    let mut client = Client::start(&world, &[]);
    for (name, gone) in
        [("reload", json!({ "type": "prompt", "message": "/again" })), ("session", json!({ "type": "new_session" }))]
    {
        client.send(&json!({ "type": "prompt", "message": format!("/ask {name}") }));
        client.wait(|record| record["type"] == "extension_ui_request" && record["method"] == "select");
        client.data(gone);
    }
    client.send(&json!({ "type": "prompt", "message": "/ask end" }));
    client.wait(|record| record["type"] == "extension_ui_request" && record["method"] == "select");
    let ended = client.close();
    assert_eq!(ended.code, Some(0));
    for name in ["reload", "session"] {
        assert!(ended.stderr.contains(&format!("{name} was answered [null]")), "{name}: {}", ended.stderr);
    }
}

#[test]
fn headers_and_payload_are_changed_in_place() {
    let (world, server) = world([Reply::text("ok")]);
    world.write(
        "agent/extensions/changes.ts",
        "export default (pi) => {
            pi.on('before_provider_headers', (event) => { event.headers['x-added'] = '1'; event.headers.authorization = null; });
            pi.on('before_provider_request', (event) => { event.payload.temperature = 0.25; });
            pi.on('before_provider_request', (event) => { if (event.payload.temperature === 0.25) event.payload.user = 'me'; });
        };",
    );
    let ran = ask(&world, &["-p", "hello"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let [request] = server.requests().try_into().unwrap();
    assert_eq!((request.header("x-added"), request.header("authorization")), (Some("1"), None));
    assert_eq!((&request.body["temperature"], &request.body["user"]), (&json!(0.25), &json!("me")));
}

#[test]
fn a_project_narrows_what_the_person_grants_and_widens_nothing() {
    let program = "export default async (pi) => {
        for (const word of ['uname', 'hostname']) {
            const ran = await pi.exec(word, []).then((ran) => ran.code, (error) => error.message);
            console.error(`${word}: ${ran}`);
        }
    };";
    for (person, project, allowed) in [
        (json!({}), json!({ "run": ["uname"] }), [true, false]),
        (json!({ "run": ["uname"] }), json!({ "run": ["uname", "hostname"] }), [true, false]),
        (json!({ "run": ["hostname"] }), json!({ "run": ["uname"] }), [false, false]),
    ] {
        let (world, _server) = world([Reply::text("ok")]);
        world.write("agent/extensions/runs.ts", program);
        world.write("agent/settings.json", json!({ "extensionRights": { "runs": person } }).to_string());
        world.write("proj/.pi/settings.json", json!({ "extensionRights": { "*": project } }).to_string());
        let ran = ask(&world, &["--approve", "-p", "hello"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        for (word, allowed) in ["uname", "hostname"].into_iter().zip(allowed) {
            let denied = ran.stderr.contains(&format!("may not run `{word}`"));
            assert_eq!(denied, !allowed, "{word} {person} {project} {}", ran.stderr);
        }
    }
}

#[test]
fn the_list_of_extensions_says_where_from_how_fast_what_with_and_what_was_denied() {
    let (world, _server) = world([]);
    world.write(
        "agent/extensions/known.ts",
        "export default async (pi) => {
            pi.on('input', () => {});
            pi.registerCommand('hey', { handler: async () => {} });
            await pi.exec('uname', []).catch(() => {});
            process.env.HOME;
        };",
    );
    world.write("agent/settings.json", json!({ "extensionRights": { "known": { "run": [] } } }).to_string());
    let ran = world.run(PITH, ["ext", "list"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for part in ["known.ts (user, loaded in", "handlers: input", "commands: /hey", "run uname (denied)", "env HOME"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert!(ran.stdout.contains("  source: found in the user's folder `extensions`\n"), "{}", ran.stdout);
    world.write("agent/extensions/odd.ts", "export const none = 1;");
    let ran = world.run(PITH, ["ext", "list", "--json"]);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    let known = &told["extensions"][0];
    assert_eq!(
        (ran.code, &known["source"]["source"], &known["events"]),
        (Some(1), &json!("auto"), &json!(0)),
        "{told}"
    );
    assert!(known["loadMs"].as_f64().unwrap() > 0.0 && known["handlers"] == json!(["input"]), "{told}");
    let denied = json!({ "kind": "run", "object": "uname", "times": 1, "granted": false });
    assert!(known["rights"].as_array().unwrap().contains(&denied), "{told}");
    assert!(told["errors"][0]["path"].as_str().unwrap().ends_with("odd.ts"), "{told}");
}

#[test]
fn a_check_shows_names_without_obeying_them_and_tells_a_stop_once() {
    let (world, _server) = world([]);
    world.write("proj/odd.ts", r#"export default (pi) => pi.registerCommand("a\x1b[2Jb", { handler() {} });"#);
    let odd = world.run(PITH, ["ext", "check", "odd.ts"]);
    assert!(odd.stdout.contains("commands: /a\u{241b}[2Jb\n") && !odd.stdout.contains('\u{1b}'), "{odd:?}");
    world.write("proj/ends.ts", "export default () => process.exit(3);");
    let ends = world.run(PITH, ["ext", "check", "ends.ts"]);
    assert_eq!((ends.code, ends.stderr.matches("exit code 3").count()), (Some(1), 1), "{ends:?}");
    assert!(!ends.stderr.contains("gates"), "{ends:?}");
    let named = ask(&world, &["-ne", "-e", "ends.ts", "-p", "hello"]);
    assert_eq!((named.code, named.stderr.matches("exit code 3").count()), (Some(1), 1), "{named:?}");
    assert!(named.stderr.contains("leave that `-e` out") && !named.stderr.contains("`-ne`"), "{named:?}");
}

#[cfg(unix)]
#[test]
fn an_extension_behind_a_link_finds_its_imports_where_it_really_is() {
    let (world, _server) = world([Reply::text("ok")]);
    world.write("real/word.ts", "export const word = 'linked';");
    let real = world.write(
        "real/main.ts",
        "import { word } from './word.ts'; export default (pi) => pi.on('agent_start', () => console.error(`the word is ${word}`));",
    );
    std::fs::create_dir_all(world.agent().join("extensions")).unwrap();
    std::os::unix::fs::symlink(real, world.agent().join("extensions/main.ts")).unwrap();
    let ran = ask(&world, &["-p", "hello"]);
    assert!(ran.stderr.contains("the word is linked"), "{ran:?}");
}

#[test]
fn a_package_that_is_named_brings_what_its_manifest_says() {
    let (world, _server) = world([]);
    let command = |name: &str| {
        format!(
            "export default (pi) => {{ pi.on('session_switch', () => {{}}); pi.registerCommand('{name}', {{ handler: async () => {{}} }}); \
             pi.registerTool({{ name: '{name}_tool', label: () => 'x', parameters: {{ type: 'object' }}, execute: async () => ({{ content: [] }}) }}); }}"
        )
    };
    world.write(
        "pack/package.json",
        json!({ "pi": { "extensions": ["./parts/*/index.ts", "!parts/off/*"], "skills": ["./abilities"], "prompts": ["said/*.md"] } })
            .to_string(),
    );
    for name in ["one", "two", "off"] {
        world.write(&format!("pack/parts/{name}/index.ts"), command(name));
    }
    world.write("pack/abilities/mend/SKILL.md", "---\nname: mend\ndescription: Mends.\n---\nMend.\n");
    world.write("pack/said/hello.md", "---\ndescription: Says hello.\n---\nSay hello.\n");
    let pack = world.root().join("pack").display().to_string();
    let mut client = Client::start(&world, &["-e", &pack]);
    let answer = client.ask(json!({ "type": "get_commands" }));
    let names: Vec<&str> =
        answer["data"]["commands"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["one", "two", "hello", "skill:mend"]);
    let ended = client.close();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));

    world.write("pack/package.json", json!({ "pi": { "extensions": ["./dist/index.js"] } }).to_string());
    let ran = ask(&world, &["-e", &pack, "-p", "hello"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("its `package.json` names `./dist/index.js`, and nothing is there"), "{}", ran.stderr);
}

#[test]
fn of_several_that_are_broken_each_is_told() {
    let (world, _server) = world([]);
    world.write("proj/one.ts", "export default () => { throw new Error('first fault'); };");
    world.write("proj/two.ts", "export default () => { throw new Error('second fault'); };");
    let ran = ask(&world, &["-e", "one.ts", "-e", "two.ts", "-p", "hello"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for part in ["one.ts", "first fault", "two.ts", "second fault", "leave that `-e` out"] {
        assert!(ran.stderr.contains(part), "no {part}: {}", ran.stderr);
    }
}

#[test]
fn a_check_reads_loads_and_asks_the_compiler_that_lies_beside() {
    let (world, _server) = world([]);
    let text = "export default (pi) => {\n  pi.on('agent_strat', () => pi.exec('git', ['log']));\n};\n";
    world.write("proj/x.ts", text);
    let ran = world.run(PITH, ["ext", "check", "x.ts"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for part in [
        "x.ts:2:9: there is no event `agent_strat`",
        "did you mean `agent_start`?",
        "not checked",
        "run git   x.ts:2:30",
    ] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    world.write("proj/good.ts", "export default (pi) => pi.on('agent_start', (event, ctx) => ctx.ui.notify('a'));");
    let ran = world.run(PITH, ["ext", "check", "good.ts"]);
    assert!(ran.code == Some(0) && ran.stdout.ends_with("nothing is wrong\n"), "{ran:?}");
}

#[test]
fn a_check_of_what_cannot_be_read_says_what_is_not_known_and_what_to_do() {
    let (world, _server) = world([]);
    let ran = world.run(PITH, ["ext", "check", "gone.ts"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{ran:?}");
    for part in ["gone.ts` could not be loaded: it does not exist", "hint: look at the path; `pith ext new NAME`"] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    std::fs::create_dir_all(world.project().join("empty")).unwrap();
    let ran = world.run(PITH, ["ext", "check", "empty"]);
    assert!(ran.code == Some(1) && ran.stderr.contains("hint: a folder is loaded by `pi.extensions`"), "{ran:?}");
    world.write("proj/broken.ts", "import fs from 'node:fs';\nexport default (pi => {\n  fs.writeFileSync('x', '');\n");
    let ran = world.run(PITH, ["ext", "check", "broken.ts"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("not known of broken.ts: it cannot be read as code"), "{ran:?}");
    assert!(!ran.stderr.contains("hint"), "{ran:?}");
    let ran = world.run(PITH, ["ext", "check", "broken.ts", "--json"]);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(told["unread"][0].as_str().unwrap().ends_with("broken.ts"), "{told}");
}

#[cfg(unix)]
#[test]
fn what_a_compiler_finds_is_told_with_its_place() {
    use std::os::unix::fs::PermissionsExt as _;
    let (world, _server) = world([]);
    world.write("proj/x.ts", "export default (pi) => {};\n");
    let script =
        "#!/bin/sh\ngrep -q 'pi-coding-agent.d.ts' \"$4\" && echo \"x.ts(1,17): error TS1: seen $MY_KEY\"\nexit 2\n";
    world.write("proj/node_modules/.bin/tsc", script);
    let tsc = world.project().join("node_modules/.bin/tsc");
    std::fs::set_permissions(tsc, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ran = world.command(PITH).args(["ext", "check", "x.ts", "--json"]).env("MY_KEY", "s3cret").output().unwrap();
    let told: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!((ran.status.code(), &told["ok"]), (Some(1), &json!(false)), "{told}");
    assert_eq!(told["types"]["mistakes"][0]["message"], "TS1: seen ", "{told}");
    assert_eq!(told["types"]["mistakes"][0]["line"], 1, "{told}");
}

#[test]
fn words_behind_flags_of_extensions_are_their_values_or_messages() {
    for (arguments, asked) in [
        (&["--depth", "3", "-p", "hello"][..], &["hello"][..]),
        (&["-p", "hello", "--depth", "3"], &["hello"]),
        (&["-p", "--loud", "hello", "again"], &["hello", "again"]),
        (&["--loud", "hello", "--depth=2", "again", "-p"], &["hello", "again"]),
    ] {
        let (world, server) = world(asked.iter().map(|_| Reply::text("fine")));
        world.write(
            "agent/extensions/flags.ts",
            "export default (pi) => { pi.registerFlag('depth', { type: 'string' }); pi.registerFlag('loud', { type: 'boolean' }); };",
        );
        let ran = ask(&world, arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
        let said: Vec<String> = (0..server.requests().len()).map(|at| crate::program::said(&server, at)).collect();
        assert_eq!(said, asked, "{arguments:?}");
    }
}
