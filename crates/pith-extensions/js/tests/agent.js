import assert from "node:assert/strict";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  calculateCost, collapseSystemMessages, createAssistantMessageEventStream, getCurrentSystemPrompt, getCurrentTools, parseStreamingJson, StringEnum,
  ToolCallArgumentsStream, Type, uuidv7, validateToolArguments,
} from "@earendil-works/pi-ai";
import {
  buildSessionContext, convertToLlm, createAgentSession, createBashTool, createEditTool, createReadTool, createWriteToolDefinition, DefaultResourceLoader, defineTool, formatReadLineRange, formatSize, parseFrontmatter,
  resolveCliModel, serializeConversation, SessionManager, SettingsManager, truncateHead, truncateLine, truncateTail, VERSION, withFileMutationQueue,
} from "@earendil-works/pi-coding-agent";
import { IsOptional, String } from "typebox";
import * as whole from "typebox";
import { Settings } from "typebox/system";
import * as vendored from "typebox/type";
import { Value } from "typebox/value";
import { failures } from "./run.js";

const text = (result) => result.content[0].text;

export default () => failures({
  "texts are cut to lines and bytes from either end"() {
    const head = truncateHead("a\nb\nc\n", { maxLines: 2 });
    assert.deepEqual([head.content, head.truncatedBy, head.totalLines, head.outputBytes], ["a\nb", "lines", 3, 3]);
    const tail = truncateTail("x".repeat(20), { maxBytes: 5 });
    assert.deepEqual([tail.content, tail.lastLinePartial], ["xxxxx", true]);
    assert.ok(truncateHead("x".repeat(20), { maxBytes: 5 }).firstLineExceedsLimit);
    assert.deepEqual(truncateLine("abcdef", 3), { text: "abc... [truncated]", wasTruncated: true });
    assert.deepEqual([formatSize(10), formatSize(2048)], ["10B", "2.0KB"]);
    assert.deepEqual([formatReadLineRange(3, 5), formatReadLineRange()], [":3-7", ""]);
  },

  "a schema is copied with all that is in it, and the one that it was made of stays what it was"() {
    const made = new Date(0);
    const inner = Type.Object({ list: Type.Array(Type.String()) }, { default: { list: ["a"] }, at: made, words: /a/g, map: new Map([["k", [1]]]), set: new Set([{}]), bytes: new Uint8Array([1]) });
    const copy = Type.Optional(inner);
    assert.deepEqual(Object.getOwnPropertyNames(copy), [...Object.getOwnPropertyNames(inner), "~optional"]);
    assert.equal(Object.keys(copy).some((name) => name.startsWith("~")), false);
    assert.ok(!("~optional" in inner) && copy.at === made);
    assert.ok(copy.properties.list !== inner.properties.list && copy.properties.list["~kind"] === "Array");
    for (const name of ["default", "words", "map", "set", "bytes"]) assert.ok(copy[name] !== inner[name], name);
    copy.map.get("k").push(2);
    assert.deepEqual([inner.map.get("k"), [...copy.bytes], copy.words.flags, copy.default.list], [[1], [1], "g", ["a"]]);
  },

  "schemas are the same whichever way TypeBox is imported"() {
    assert.deepEqual(Object.keys(Type).sort(), Object.keys(whole.Type).sort());
    assert.equal(Type.String, String);
    assert.equal("Nothing" in Type, false);
    assert.equal(Type.Nothing, undefined);
    const made = ({ Type }) => Type.Object({ a: Type.Optional(Type.String({ minLength: 1 })), b: Type.Union([Type.Literal(1), Type.Null()]), c: Type.Record(Type.String(), Type.Number()) });
    const near = made({ Type });
    assert.deepEqual(near, made({ Type: vendored }));
    assert.ok(Type.IsObject(near) && vendored.IsObject(near) && IsOptional(near.properties.a) && vendored.IsOptional(near.properties.a));
    assert.deepEqual([Value.Check(near, { b: 1, c: { x: 2 } }), Value.Check(near, { a: "", b: null, c: {} })], [true, false]);
    assert.deepEqual(Type.Partial(near).required, undefined);
    // What is set holds for both.
    Settings.Set({ enumerableKind: true });
    assert.ok(Object.keys(Type.Number()).includes("~kind") && Object.keys(Type.Pick(near, ["a"])).includes("~kind"));
    Settings.Reset();
    assert.ok(!Object.keys(Type.Number()).includes("~kind"));
  },

  "the head of a file is read as YAML"() {
    const { frontmatter, body } = parseFrontmatter("---\nname: x\ntags: [a, \"b, c\"]\nnested:\n  on: true\nlist:\n  - 1\n  - two\ntext: |\n  one\n  two\n---\n\nbody\n");
    assert.deepEqual(frontmatter, { name: "x", tags: ["a", "b, c"], nested: { on: true }, list: [1, "two"], text: "one\ntwo\n" });
    assert.equal(body, "body");
    assert.deepEqual(parseFrontmatter("plain"), { frontmatter: {}, body: "plain" });
  },

  "messages of the program become what a model takes"() {
    const messages = convertToLlm([
      { role: "user", content: "hi", timestamp: 1 },
      { role: "bashExecution", command: "ls", output: "f", exitCode: 2, timestamp: 2 },
      { role: "bashExecution", command: "ls", output: "f", excludeFromContext: true, timestamp: 3 },
      { role: "assistant", content: [{ type: "toolCall", id: "1", name: "read", arguments: { path: "x" } }], timestamp: 4 },
    ]);
    assert.equal(messages.length, 3);
    assert.equal(text(messages[1]), "Ran `ls`\n```\nf\n```\n\nCommand exited with code 2");
    assert.equal(serializeConversation(messages.filter((message) => message.role !== "user" || message.content === "hi")), '[User]: hi\n\n[Assistant tool calls]: read(path="x")');
  },

  "system messages are replayed"() {
    const messages = [
      { role: "system", content: "base", sections: { a: "A", b: "B" }, toolsAdded: [{ name: "t" }, { name: "u" }], timestamp: 1 },
      { role: "user", content: "u", timestamp: 2 },
      { role: "system", content: "more", sections: { a: null }, toolsRemoved: [{ name: "t" }], timestamp: 3 },
    ];
    assert.equal(getCurrentSystemPrompt(messages), "base\n\nmore\n\nB");
    assert.deepEqual(getCurrentTools(messages).map((tool) => tool.name), ["u"]);
    assert.deepEqual(collapseSystemMessages({ messages }).messages.map((message) => message.role), ["system", "user"]);
  },

  async "an answer comes as events with a result at its end"() {
    const stream = createAssistantMessageEventStream();
    queueMicrotask(() => {
      stream.push({ type: "start" });
      stream.push({ type: "done", message: { role: "assistant", content: [] } });
    });
    const types = [];
    for await (const event of stream) types.push(event.type);
    assert.deepEqual(types, ["start", "done"]);
    assert.equal((await stream.result()).role, "assistant");
  },

  "arguments are read while they come"() {
    assert.deepEqual(parseStreamingJson('{"a":1,"b":["x","y'), { a: 1, b: ["x", "y"] });
    const stream = new ToolCallArgumentsStream();
    stream.append('{"path":');
    assert.deepEqual(stream.append('"x'), { path: "x" });
    assert.ok(stream.finish().argumentsError);
  },

  "types, costs and identifiers"() {
    assert.equal(JSON.stringify(StringEnum(["a", "b"])), '{"type":"string","enum":["a","b"]}');
    const tool = { name: "t", parameters: Type.Object({ n: Type.Number() }) };
    assert.deepEqual(validateToolArguments(tool, { name: "t", arguments: { n: "5" } }), { n: 5 });
    assert.throws(() => validateToolArguments(tool, { name: "t", arguments: { n: "q" } }), /Validation failed for tool "t":\n {2}- n: /);
    assert.equal(calculateCost({ cost: { input: 2, output: 4 } }, { input: 1e6, output: 5e5 }).total, 4);
    const ids = Array.from({ length: 50 }, () => uuidv7());
    assert.deepEqual([...ids].sort(), ids);
    assert.equal(VERSION, "1.6.0");
    assert.equal(defineTool(tool), tool);
  },

  async "tools work on what replaces the disk and the shell"() {
    const disk = { "/w/a.txt": "one\ntwo\n" };
    const operations = {
      access: async (file) => { if (!(file in disk)) throw new Error(`no ${file}`); },
      readFile: async (file) => Buffer.from(disk[file]),
      writeFile: async (file, content) => { disk[file] = content; },
      mkdir: async () => {},
    };
    const edited = await createEditTool("/w", { operations }).execute("1", { path: "a.txt", edits: [{ oldText: "two", newText: "2" }] });
    assert.equal(disk["/w/a.txt"], "one\n2\n");
    assert.equal(edited.details.diff.split("\n")[1], "-2 two");
    assert.equal(text(await createReadTool("/w", { operations }).execute("2", { path: "a.txt", offset: 2 })), "2");
    await createWriteToolDefinition("/w", { operations }).execute("3", { path: "b/c", content: "new" });
    assert.equal(disk["/w/b/c"], "new");
    await assert.rejects(createEditTool("/w", { operations }).execute("4", { path: "a.txt", edits: [{ oldText: "nowhere", newText: "" }] }), /not found/);
    const exec = async (command, cwd, { onData }) => {
      onData(Buffer.from(`${cwd}$ ${command}`));
      return { exitCode: 0 };
    };
    assert.equal(text(await createBashTool("/w", { operations: { exec } }).execute("5", { command: "ls" })), "/w$ ls");
  },

  async "the local shell is used when nothing replaces it"() {
    const bash = createBashTool(tmpdir(), { spawnHook: (asked) => ({ ...asked, env: { ...asked.env, WORD: "hooked" } }) });
    assert.equal(text(await bash.execute("1", { command: "echo $WORD" })), "hooked");
    await assert.rejects(bash.execute("2", { command: "echo out; exit 3" }), /out\n\nCommand exited with code 3/);
  },

  async "writers of one file take turns"() {
    const file = join(fs.mkdtempSync(join(tmpdir(), "turns-")), "x");
    const order = [];
    const slow = withFileMutationQueue(file, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push("first");
    });
    await Promise.all([slow, withFileMutationQueue(file, async () => order.push("second"))]);
    assert.deepEqual(order, ["first", "second"]);
  },

  async "an agent inside asks, runs its tools and goes on"() {
    const answers = [
      { role: "assistant", content: [{ type: "toolCall", id: "c", name: "double", arguments: { n: 4 } }], stopReason: "toolUse" },
      { role: "assistant", content: [{ type: "text", text: "8" }], stopReason: "stop" },
    ];
    const asked = [];
    const streamSimple = (_model, context) => {
      asked.push(context.messages.length);
      const stream = createAssistantMessageEventStream();
      stream.push({ type: "done", message: answers.shift() });
      return stream;
    };
    const double = { name: "double", description: "", parameters: Type.Object({ n: Type.Number() }), execute: async (_id, { n }) => ({ content: [{ type: "text", text: `${n * 2}` }] }) };
    const sessionManager = SessionManager.inMemory("/w");
    const resourceLoader = { getSystemPrompt: () => "be brief" };
    const { session } = await createAgentSession({ model: { provider: "p", id: "m" }, modelRegistry: { streamSimple }, sessionManager, settingsManager: SettingsManager.inMemory(), resourceLoader, noTools: true, customTools: [double] });
    const events = [];
    session.subscribe((event) => events.push(event.type));
    await session.prompt("4?");
    assert.deepEqual(asked, [1, 3]);
    assert.deepEqual(session.messages.map((message) => message.role), ["user", "assistant", "toolResult", "assistant"]);
    assert.equal(session.getLastAssistantText(), "8");
    assert.ok(events.includes("tool_execution_end") && events.at(-1) === "agent_settled");
    assert.ok(events.indexOf("agent_start") < events.indexOf("message_start"));
    assert.equal(buildSessionContext(sessionManager.getEntries()).messages.length, 4);
  },

  async "an agent inside takes what is said meanwhile in turn, and tells of itself"() {
    const [asked, waits] = [[], []];
    let session;
    const usage = { input: 90, output: 10, cacheRead: 0, cacheWrite: 0, totalTokens: 100, cost: { total: 0.5 } };
    const streamSimple = (_model, context) => {
      asked.push(context.messages.filter((message) => message.role === "user").map((message) => message.content.at(0).text));
      const stream = createAssistantMessageEventStream();
      const first = asked.length === 1;
      if (first) {
        void session.followUp("at the end");
        void session.steer("one");
        void session.sendUserMessage([{ type: "text", text: "two" }], { deliverAs: "steer" });
        waits.push(session.pendingMessageCount, session.isIdle, session.getSteeringMessages().join(), session.getFollowUpMessages().join());
      }
      const content = first ? [{ type: "toolCall", id: "c", name: "nop", arguments: {} }] : [{ type: "text", text: "ok" }];
      stream.push({ type: "done", message: { role: "assistant", content, stopReason: first ? "toolUse" : "stop", usage, timestamp: 0 } });
      return stream;
    };
    const nop = { name: "nop", description: "does nothing", promptGuidelines: ["rarely"], parameters: Type.Object({}), execute: async () => ({ content: [] }) };
    const model = { provider: "p", id: "m", contextWindow: 1000, reasoning: true };
    const sessionManager = SessionManager.inMemory("/w");
    ({ session } = await createAgentSession({ model, modelRegistry: { streamSimple }, sessionManager, settingsManager: SettingsManager.inMemory(), resourceLoader: {}, noTools: true, customTools: [nop] }));
    const queues = [];
    session.subscribe((event) => event.type === "queue_update" && queues.push(`${event.steering}|${event.followUp}`));
    await session.prompt("go");
    await session.waitForIdle();
    assert.deepEqual(waits, [3, false, "one,two", "at the end"]);
    assert.deepEqual(asked, [["go"], ["go", "one"], ["go", "one", "two"], ["go", "one", "two", "at the end"]]);
    assert.equal(queues.at(-1), "|");
    assert.ok(session.isIdle && session.pendingMessageCount === 0);
    assert.deepEqual(session.getUserMessagesForForking().map(({ text }) => text), ["go", "one", "two", "at the end"]);
    assert.deepEqual(session.getContextUsage(), { tokens: 100, contextWindow: 1000, percent: 10 });
    const { userMessages, toolCalls, toolResults, cost } = session.getSessionStats();
    assert.deepEqual([userMessages, toolCalls, toolResults, cost], [4, 1, 1, 2]);
    assert.deepEqual(session.getAllTools().map((tool) => [tool.name, tool.promptGuidelines[0]]), [["nop", "rarely"]]);
    assert.equal(session.getToolDefinition("nop"), nop);
    assert.equal(session.getToolDefinition("gone"), undefined);
    assert.ok(session.supportsThinking() && session.getAvailableThinkingLevels().includes("high"));
    const before = session.thinkingLevel;
    assert.notEqual(session.cycleThinkingLevel(), before);
    await session.sendCustomMessage({ customType: "note", content: "noted" });
    assert.equal(session.messages.at(-1).customType, "note");
    void session.steer("never");
    assert.deepEqual(session.clearQueue(), { steering: ["never"], followUp: [] });
    session.setSessionName("named");
    assert.equal(session.sessionName, "named");
  },

  "a session inside keeps usages, and edits of what is sent"() {
    const session = SessionManager.inMemory("/w");
    const first = session.appendMessage({ role: "user", content: "secret", timestamp: 1 });
    session.appendContextEdit(first, { content: "(gone)" });
    session.appendUsage("cache-warming", "p", "m", { input: 1 }, "why");
    assert.deepEqual(session.getEntries().map((entry) => entry.type), ["message", "context_edit", "usage"]);
    assert.equal(session.buildSessionContext().messages[0].content, "(gone)");
    session.appendContextEdit(first, null);
    assert.equal(session.buildSessionContext().messages.length, 0);
    assert.throws(() => session.appendContextEdit("none", null), /there is no entry/);
    assert.throws(() => session.appendContextEdit(first, {}), /content/);
    session.resetLeaf();
    assert.throws(() => session.appendContextEdit(first, null), /not on this branch/);
  },

  async "an agent inside has extensions of its own at its doors"() {
    const told = [];
    const hook = (pi) => {
      assert.throws(() => pi.getActiveTools(), /not initialised/);
      pi.registerTool({ name: "half", description: "", parameters: Type.Object({}), execute: async () => ({ content: [{ type: "text", text: "0.5" }] }) });
      pi.registerTool({ name: "other", description: "", parameters: Type.Object({}), execute: async () => ({ content: [] }) });
      pi.on("session_start", (event, ctx) => told.push(`${event.reason} ${ctx.mode} ${pi.getActiveTools()}`));
      pi.on("before_agent_start", (event) => ({ systemPrompt: `${event.systemPrompt} and kind`, message: { customType: "note", content: "noted" } }));
      pi.on("context", (event) => void event.messages.push({ role: "user", content: [{ type: "text", text: "extra" }], timestamp: 0 }));
      pi.on("tool_call", (event) => (event.toolName === "half" && told.includes("blocked") ? undefined : (told.push("blocked"), { block: true, reason: "not yet" })));
      pi.on("tool_result", (event) => ({ content: [...event.content, { type: "text", text: "!" }] }));
      pi.on("agent_end", () => { throw new Error("late"); });
      pi.on("session_shutdown", () => told.push("down"));
    };
    const call = { role: "assistant", content: [{ type: "toolCall", id: "c", name: "half", arguments: {} }], stopReason: "toolUse" };
    const answers = [call, call, { role: "assistant", content: [{ type: "text", text: "done" }], stopReason: "stop" }];
    const asked = [];
    const streamSimple = (_model, context) => {
      asked.push(context);
      const stream = createAssistantMessageEventStream();
      stream.push({ type: "done", message: answers.shift() });
      return stream;
    };
    const resourceLoader = new DefaultResourceLoader({ systemPrompt: "be brief", extensionFactories: [{ name: "hook", factory: hook }, () => { throw new Error("broken"); }] });
    await resourceLoader.reload();
    assert.equal(resourceLoader.getExtensions().errors[0].error, "broken");
    const sessionManager = SessionManager.inMemory("/w");
    const { session } = await createAgentSession({ model: { provider: "p", id: "m" }, modelRegistry: { streamSimple }, sessionManager, settingsManager: SettingsManager.inMemory(), resourceLoader, tools: ["half"] });
    const failed = [];
    await session.bindExtensions({ onError: (error) => failed.push(`${error.extensionPath} ${error.event} ${error.error}`) });
    await session.prompt("go");
    const results = session.messages.filter((message) => message.role === "toolResult").map((message) => `${message.isError} ${message.content.map((part) => part.text).join("")}`);
    assert.deepEqual(results, ["true not yet", "false 0.5!"]);
    assert.equal(asked[0].systemPrompt, "be brief and kind");
    assert.equal(session.systemPrompt, "be brief");
    assert.deepEqual(asked[0].tools.map((tool) => tool.name), ["half"]);
    assert.ok(JSON.stringify(asked[0].messages).includes("noted") && JSON.stringify(asked[0].messages).includes("extra"));
    assert.ok(session.extensionRunner.hasHandlers("session_shutdown"));
    await session.extensionRunner.emit({ type: "session_shutdown", reason: "quit" });
    assert.deepEqual(told, ["startup print half", "blocked", "down"]);
    assert.deepEqual(failed, ["<inline:hook> agent_end late"]);
  },

  "a model is meant by its name, a part of it, and a level behind a colon"() {
    const models = [{ provider: "a", id: "big-1", reasoning: true }, { provider: "b", id: "small", reasoning: false }];
    const modelRuntime = { getAll: () => models, hasConfiguredAuth: (model) => model.provider === "b" };
    const meant = (cliModel) => resolveCliModel({ cliModel, modelRuntime });
    assert.equal(meant("a/big-1").model, models[0]);
    assert.equal(meant("mal").model, models[1]);
    assert.deepEqual([meant("big:high").model, meant("big:high").thinkingLevel], [models[0], "high"]);
    assert.match(meant("nothing").error, /there is no model/);
  },
});
