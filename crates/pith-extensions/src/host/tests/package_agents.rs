//! Agents inside extensions, as the package of the agent makes them: settings, sessions, summaries, runtimes, children.

use std::sync::Arc;

use pith_app::models::{Registry, Scoped};
use pith_app::{AppParts, ModelSource};
use pith_types::{Model, ThinkingLevel};

use super::package::said;
use super::world::{World, run};

const PROLOGUE: &str = r#"
    const root = fs.realpathSync(agent);
    const answer = (text: string, more = {}) => ({ role: "assistant", content: [{ type: "text", text }], stopReason: "stop", timestamp: 1,
        usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 1 } }, ...more });
    const user = (content: string) => ({ role: "user", content, timestamp: 1 });
    const model = { provider: "p", id: "m", reasoning: false, contextWindow: 1000 };"#;

async fn shown(imports: &str, lines: &str) -> Vec<String> {
    said(imports, &format!("{PROLOGUE}\n{lines}")).await
}

#[tokio::test]
async fn settings_are_read_and_changed_in_their_files() {
    let lines = r#"
        fs.mkdirSync(`${root}/proj/.pi`, { recursive: true });
        fs.writeFileSync(`${root}/settings.json`, '{ "theme": "light", "compaction": { "reserveTokens": 5 }, "retry": { "maxRetries": 9 }, "other": 1 }');
        fs.writeFileSync(`${root}/proj/.pi/settings.json`, '{ "theme": "mine", "terminal": { "showImages": false } }');
        const settings = SettingsManager.create(`${root}/proj`, root);
        say([settings.getTheme(), settings.getGlobalSettings().theme, settings.getProjectSettings(), settings.getShowImages(), settings.getEditorPaddingX()]);
        say([settings.getCompactionSettings(), settings.getRetrySettings().maxRetries, settings.getSteeringMode(), settings.getPackages()]);
        settings.setProjectTrusted(false);
        settings.setShowTerminalProgress(true);
        settings.setDefaultModelAndProvider("p", "m");
        settings.setModelThinkingLevel("p", "m", "high");
        await settings.flush();
        const again = SettingsManager.create(`${root}/proj`, root);
        say([settings.getTheme(), settings.getShowImages(), again.getShowTerminalProgress(), again.getDefaultModel(), again.getModelThinkingLevel("p", "m")]);
        say(JSON.parse(fs.readFileSync(`${root}/settings.json`, "utf8")).other);
        fs.writeFileSync(`${root}/settings.json`, "{");
        const broken = SettingsManager.create(`${root}/proj`, root);
        say([broken.drainErrors().map((one: any) => one.scope), broken.drainErrors()]);
        const own = SettingsManager.inMemory({ theme: "a/b", retry: { enabled: false } });
        own.applyOverrides({ retry: { maxRetries: 1 } });
        say([own.getTheme(), own.getThemeSetting(), own.getRetrySettings().enabled, own.getRetrySettings().maxRetries]);"#;
    let expected = [
        r#"["mine","light",{"theme":"mine","terminal":{"showImages":false}},false,0]"#,
        r#"[{"enabled":true,"reserveTokens":5,"keepRecentTokens":20000},9,"one-at-a-time",[]]"#,
        r#"["light",true,true,"m","high"]"#,
        "1",
        r#"[["global"],[]]"#,
        r#"[null,"a/b",false,1]"#,
    ];
    assert_eq!(shown("SettingsManager", lines).await, expected);
}

#[tokio::test]
async fn sessions_are_listed_continued_and_forked() {
    let lines = r#"
        const folder = `${root}/own`;
        const manager = SessionManager.create("/w", folder);
        manager.appendMessage(user("first words"));
        const second = manager.appendMessage(answer("b"));
        manager.branchWithSummary(second, "left", undefined, true);
        const listed = await SessionManager.list("/w", folder);
        say([listed.length, listed[0].firstMessage, listed[0].modified instanceof Date, (await SessionManager.list("/elsewhere", folder)).length]);
        say([SessionManager.continueRecent("/w", folder).getSessionId() === manager.getSessionId(), SessionManager.continueRecent("/v", folder).getEntries().length]);
        const fork = SessionManager.forkFrom(manager.getSessionFile(), "/v", folder);
        say([fork.getCwd(), fork.getEntryCount(), fork.getHeader().parentSession === manager.getSessionFile(), (await SessionManager.listAll(folder)).length]);
        say(fork.getTree()[0].children[0].children[0].entry.type);"#;
    let expected = [r#"[1,"first words",true,0]"#, "[true,0]", r#"["/v",3,true,2]"#, "\"branch_summary\""];
    assert_eq!(shown("SessionManager", lines).await, expected);
}

#[tokio::test]
async fn summaries_are_asked_for_in_the_programs_words() {
    let lines = r#"
        const asked: string[] = [];
        const streamFn = (_model: any, context: any) => {
            asked.push(context.messages[0].content[0].text);
            return { result: async () => answer(`S${asked.length}`) };
        };
        const preparation = { firstKeptEntryId: "7", tokensBefore: 9, previousSummary: "Before.", messagesToSummarize: [user("old words")], turnPrefixMessages: [user("begun")],
            isSplitTurn: true, fileOps: { read: new Set(["a", "b"]), written: new Set(["b"]), edited: new Set() } };
        const done = await compact(preparation as any, model as any, undefined, undefined, "the tests", undefined, undefined, streamFn as any);
        say([done.firstKeptEntryId, done.tokensBefore, done.usage.totalTokens, done.details]);
        say([done.summary.startsWith("S1\n\n---"), done.summary.includes("S2"), done.summary.includes("<modified-files>\nb\n")]);
        say([asked[0].includes("[User]: old words"), asked[0].includes("<previous-summary>\nBefore."), asked[0].includes("the tests"), asked[1].includes("begun")]);
        const failing = async () => ({ result: async () => answer("", { stopReason: "error", errorMessage: "boom" }) });
        const entries = [{ type: "message", id: "1", parentId: null, timestamp: "2026-01-01T00:00:00Z", message: user("left") }];
        say(await generateBranchSummary(entries as any, { model, streamFn: failing, signal: new AbortController().signal } as any));
        const branch = await generateBranchSummary(entries as any, { model, streamFn, signal: new AbortController().signal } as any);
        say([branch.summary!.endsWith("S3"), branch.readFiles]);
        say(await generateSummary([user("x")] as any, model as any, 1, undefined, undefined, undefined, undefined, undefined, undefined, streamFn as any));"#;
    let expected = [
        r#"["7",9,6,{"readFiles":["a"],"modifiedFiles":["b"]}]"#,
        "[true,true,true]",
        "[true,true,true,true]",
        r#"{"error":"the summary failed: boom"}"#,
        "[true,[]]",
        "\"S4\"",
    ];
    assert_eq!(shown("compact, generateBranchSummary, generateSummary", lines).await, expected);
}

#[tokio::test]
async fn a_runtime_replaces_its_session_and_asks_its_extensions_before() {
    let lines = r#"
        const told: string[] = [];
        const factory = (pi: any) => {
            pi.registerFlag("loud", { type: "boolean" });
            for (const event of ["session_start", "session_shutdown"]) pi.on(event, (one: any) => void told.push(`${event} ${one.reason} ${pi.getFlag("loud")}`));
            pi.on("session_before_switch", (one: any) => (one.reason === "resume" ? { cancel: true } : undefined));
        };
        const streamSimple = () => ({ async *[Symbol.asyncIterator]() {}, result: async () => answer("yes") });
        const create = async ({ cwd, agentDir, sessionManager, sessionStartEvent }: any) => {
            const options = { cwd, agentDir, modelRuntime: { streamSimple }, extensionFlagValues: new Map([["loud", true], ["lost", true]]), resourceLoaderOptions: { extensionFactories: [factory] } };
            const services = await createAgentSessionServices(options as any);
            const made = await createAgentSessionFromServices({ services, sessionManager, sessionStartEvent, model, noTools: "all" } as any);
            await made.session.bindExtensions({});
            return { ...made, services, diagnostics: services.diagnostics };
        };
        const runtime = await createAgentSessionRuntime(create as any, { cwd: root, agentDir: root, sessionManager: SessionManager.inMemory(root) });
        let bound = 0;
        runtime.setRebindSession(async () => void (bound += 1));
        await runtime.session.prompt("question");
        say([runtime.takeUnreportedDiagnostics().length, runtime.takeUnreportedDiagnostics().length]);
        const [asked, answered] = runtime.session.sessionManager.getEntries();
        say(await runtime.fork(answered.id, { position: "at" }));
        say(runtime.session.messages.map((message: any) => message.role));
        say(await runtime.newSession({ setup: async (manager: any) => void manager.appendMessage(user("given")), withSession: async (ctx: any) => void told.push(ctx.mode) }));
        say([runtime.session.messages.length, bound, await runtime.switchSession("/nowhere.jsonl")]);
        await runtime.dispose();
        say(told);"#;
    let expected = [
        "[1,0]",
        r#"{"cancelled":false}"#,
        r#"["user","assistant"]"#,
        r#"{"cancelled":false}"#,
        r#"[1,2,{"cancelled":true}]"#,
        r#"["session_start startup true","session_shutdown fork true","session_start fork true","session_shutdown new true","session_start new true","print","session_shutdown quit true"]"#,
    ];
    let imports =
        "createAgentSessionFromServices, createAgentSessionRuntime, createAgentSessionServices, SessionManager";
    assert_eq!(shown(imports, lines).await, expected);
}

#[tokio::test]
async fn extensions_are_found_where_an_extension_looks() {
    let lines = r#"
        const write = (path: string, text: string) => (fs.mkdirSync(`${root}/${path}/..`, { recursive: true }), fs.writeFileSync(`${root}/${path}`, text));
        const code = (name: string) => `export default (pi) => pi.registerCommand("${name}", { handler() {} });`;
        write("proj/.pi/extensions/one.ts", code("one"));
        write("proj/.pi/extensions/two/index.js", code("two"));
        write("proj/.pi/extensions/three/package.json", '{ "pi": { "extensions": ["./main.ts"] } }');
        write("proj/.pi/extensions/three/main.ts", code("three"));
        write("more/broken.ts", "export default 1");
        const found = await discoverAndLoadExtensions(["../more"], `${root}/proj`, `${root}/nobody`);
        say(found.extensions.flatMap((extension: any) => [...extension.commands.keys()]));
        say(found.errors.map((error: any) => error.path.endsWith("broken.ts")));"#;
    assert_eq!(shown("discoverAndLoadExtensions", lines).await, [r#"["one","three","two"]"#, "[true]"]);
}

#[tokio::test]
async fn a_runner_of_an_extensions_own_gives_events_to_handlers() {
    let lines = r#"
        fs.writeFileSync(`${root}/hooks.ts`, `export default (pi) => {
            pi.registerFlag("loud", { type: "boolean", default: false });
            pi.registerCommand("c", { handler() {} });
            pi.on("input", (event) => (event.text === "stop" ? { action: "handled" } : { action: "transform", text: event.text + "!" }));
            pi.on("input", (event) => { if (event.text === "bad!") throw new Error("gate"); return { action: "transform", text: event.text + "?" }; });
            pi.on("tool_call", (event) => ({ block: event.toolName === "rm", reason: "no" }));
            pi.on("tool_result", () => ({ content: [] }));
            pi.on("before_provider_headers", (event) => void (event.headers.mine = pi.getFlag("loud")));
            pi.on("resources_discover", () => ({ skillPaths: ["s"] }));
            pi.on("context", () => { throw new Error("late"); });
        }`);
        const { extensions, runtime } = await discoverAndLoadExtensions([`${root}/hooks.ts`], root, root);
        const runner = new ExtensionRunner(extensions, runtime, root, SessionManager.inMemory(root) as any, {} as any);
        runner.bindCore({ getActiveTools: () => ["x"] } as any, { isIdle: () => true } as any);
        runner.bindCommandContext({ reload: async () => {} } as any);
        runner.setFlagValue("loud", true);
        const failed: string[] = [];
        const off = runner.onError((error: any) => void failed.push(error.error));
        say([await runner.emitInput("a", undefined, "interactive"), (await runner.emitInput("stop", undefined, "rpc")).action, await runner.emitInput("bad", undefined, "rpc").catch((error: Error) => error.message)]);
        say([(await runner.emitToolCall({ type: "tool_call", toolName: "rm" } as any))!.reason, await runner.emitToolResult({ type: "tool_result", content: [1], isError: false } as any), await runner.emitBeforeProviderHeaders({ a: "b" })]);
        say([(await runner.emitContext([user("x")] as any)).length, failed, (await runner.emitResourcesDiscover(root, "startup")).skillPaths[0].path]);
        off();
        const context = runner.createCommandContext();
        say([context.isIdle(), typeof context.reload, context.cwd === root, runner.getActiveTools(), runner.getCommand("c") !== undefined, runner.hasUI()]);
        runner.invalidate("gone");
        try { runner.createContext(); } catch (error: any) { say(error.message); }"#;
    let expected = [
        r#"[{"action":"transform","text":"a!?"},"handled","gate"]"#,
        r#"["no",{"content":[],"isError":false},{"a":"b","mine":true}]"#,
        r#"[1,["late"],"s"]"#,
        r#"[true,"function",true,["x"],true,false]"#,
        "\"gone\"",
    ];
    assert_eq!(shown("discoverAndLoadExtensions, ExtensionRunner, SessionManager", lines).await, expected);
}

/// Speaks RPC as far as the test needs it.
const CHILD: &str = r##"#!/bin/sh
arguments="$*"
while read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"id":"\([^"]*\)".*/\1/')
    say() { printf '{"type":"response","id":"%s","success":%s}\n' "$id" "$1"; }
    case "$line" in
        *get_state*) say "true,\"data\":{\"arguments\":\"$arguments\"}" ;;
        *'"prompt"'*)
            say 'true,"data":{"disposition":"started"}'
            echo '{"type":"agent_start"}'
            echo '{"type":"agent_settled"}'
            ;;
        *abort*) exit 7 ;;
        *) say 'false,"error":"no"' ;;
    esac
done
"##;

#[tokio::test]
async fn a_child_is_spoken_to_in_rpc() {
    let script = serde_json::Value::from(CHILD);
    let lines = r#"
        fs.writeFileSync(`${root}/agent.sh`, SCRIPT, { mode: 0o755 });
        const client = new RpcClient({ cliPath: `${root}/agent.sh`, model: "m", args: ["--offline"] });
        await client.getState().catch((error: Error) => say(error.message));
        await client.start();
        say(await client.getState());
        say((await client.promptAndWait("hi")).map((event: any) => event.type));
        await client.compact().catch((error: Error) => say(error.message));
        await client.abort().catch((error: Error) => say(error.message));
        await client.prompt("late").catch((error: Error) => say(error.message));
        await client.stop();"#;
    let expected = [
        "\"the client has not been started\"",
        r#"{"arguments":"--mode rpc --model m --offline"}"#,
        r#"["agent_start","agent_settled"]"#,
        "\"no\"",
        "\"the program ended (exit 7)\"",
        "\"the program ended (exit 7)\"",
    ];
    assert_eq!(shown("RpcClient", &format!("const SCRIPT = {script};\n{lines}")).await, expected);
}

#[tokio::test]
async fn a_new_session_begins_with_what_is_set_up() {
    let world = World::new();
    world.extension(
        "x.ts",
        r#"export default (pi) => {
            pi.on("session_start", (event, ctx) => ctx.ui.notify(`${event.reason} ${ctx.sessionManager.getEntries().filter((entry) => entry.type === "message").length}`));
            pi.registerCommand("again", { handler: async (_, ctx) => {
                await ctx.newSession({
                    setup: async (manager) => {
                        const first = manager.appendMessage({ role: "user", content: "from before", timestamp: 1 });
                        manager.appendLabelChange(first, "mark");
                        manager.appendSessionInfo("Named");
                    },
                    withSession: async (ctx) => {
                        const entry = ctx.sessionManager.getEntries().find((entry) => entry.type === "message");
                        ctx.ui.notify(`${entry.message.content} ${ctx.sessionManager.getLabel(entry.id)} ${ctx.sessionManager.getSessionName()}`);
                    },
                });
            } });
        }"#,
    );
    world.model.push("Heard.");
    let app = world.app().await;
    run(&app, "/again").await;
    assert_eq!(world.seen(), ["startup 0", "new 1", "from before mark Named"], "{:?}", world.errors());
    app.ask("go on").await.unwrap();
    let asked = format!("{:?}", world.model.calls().last().unwrap());
    assert!(asked.contains("from before") && asked.contains("go on"), "{asked}");
}

struct Few;

impl ModelSource for Few {
    fn registry(&self) -> Registry {
        Registry::default()
    }

    fn scope(&self) -> Vec<Scoped> {
        let model = Model { provider: "p".into(), id: "m".into(), ..Model::default() };
        vec![Scoped { model: Arc::new(model), thinking: Some(ThinkingLevel::High) }]
    }
}

#[tokio::test]
async fn the_models_of_the_persons_list_are_told() {
    let world = World::new();
    let text = r#"export default (pi) => pi.registerCommand("list", { handler: (_, ctx) =>
        ctx.ui.notify(ctx.scopedModels.map((one) => `${one.model.provider}/${one.model.id} ${one.thinkingLevel}`).join()) });"#;
    world.extension("x.ts", text);
    let app = world.app_with(|parts| AppParts { models: Arc::new(Few), ..parts }).await;
    run(&app, "/list").await;
    assert_eq!(world.seen(), ["p/m high"]);
}
