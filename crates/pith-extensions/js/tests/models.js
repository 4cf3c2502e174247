import assert from "node:assert/strict";
import * as ai from "@earendil-works/pi-ai/compat";
import { failures } from "./run.js";

const signal = new AbortController().signal;
const model = {
  id: "m", provider: "p", api: "x-api", baseUrl: "https://p", reasoning: true, input: ["text"], contextWindow: 2e5, maxTokens: 8000,
  cost: { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 },
};
const told = async (stream) => {
  const types = [];
  for await (const event of stream) types.push(event.type);
  return [types, await stream.result()];
};
/** A wire that notes what it is asked. */
function wire(text = "S") {
  const asked = [];
  const run = (given, context, options) => {
    asked.push({ model: given, context, options });
    const out = ai.createAssistantMessageEventStream();
    out.push({ type: "done", reason: "stop", message: ai.fauxAssistantMessage(text) });
    return out;
  };
  return { asked, stream: run, streamSimple: run };
}
const failing = (errorMessage) => ({ ...ai.fauxAssistantMessage(""), stopReason: "error", errorMessage });

export default () => failures({
  "JSON in pieces gives its changes and what there is so far"() {
    const parser = new ai.StreamingJsonParser();
    assert.deepEqual(parser.append('{"a":"he'), [{ kind: "set", path: [], value: {} }, { kind: "set", path: ["a"], value: "he" }]);
    const first = parser.snapshot();
    assert.deepEqual(parser.append('llo\\'), [{ kind: "append", path: ["a"], text: "llo" }]);
    assert.deepEqual([first, parser.snapshot()], [{ a: "he" }, { a: "hello" }]);
    parser.append('n","b":[1,23,tr');
    assert.deepEqual(parser.snapshot(), { a: "hello\n", b: [1, 23, true] });
    parser.append("ue,{x}],\"__proto__\":{\"c\":1}} tail");
    assert.deepEqual(JSON.stringify(parser.snapshot()), '{"a":"hello\\n","b":[1,23,true,{}],"__proto__":{"c":1}}');
    assert.ok(parser instanceof ai.StreamingJsonParser);
    class Own extends ai.StreamingJsonParser {}
    assert.equal(new Own().snapshot(), undefined);
  },

  "a long list does not cost its square"() {
    const parser = new ai.StreamingJsonParser();
    parser.append("[");
    let distinct = 0;
    let last;
    for (let i = 0; i < 4000; i += 1) {
      parser.append("1,");
      if (parser.snapshot() !== last) distinct += 1;
      last = parser.snapshot();
    }
    assert.ok(distinct > 100 && distinct < 2000, String(distinct));
  },

  "programs are told apart by headers"() {
    const attribution = { name: "acme", url: "https://a.x", categories: ["q", "w"] };
    const at = (provider, baseUrl) => ai.getAttributionHeaders({ provider, baseUrl }, { attribution });
    assert.deepEqual(at("x", "https://openrouter.ai/api/v1"), { "HTTP-Referer": "https://a.x", "X-OpenRouter-Title": "acme", "X-OpenRouter-Categories": "q,w" });
    assert.deepEqual(at("nvidia", "https://o"), { "X-BILLING-INVOKE-ORIGIN": "Acme" });
    assert.deepEqual([at("anthropic", "https://api.anthropic.com"), at("x", "no url")], [{}, {}]);
    assert.deepEqual(ai.getOpenCodeSessionHeaders({ provider: "opencode-go", baseUrl: "" }, "s1"), { "x-opencode-session": "s1" });
    assert.equal(ai.getOpenCodeSessionHeaders({ provider: "x", baseUrl: "https://sub.opencode.ai" }, "s1"), undefined);
    assert.match(ai.formatUserAgent({ version: "9" }), /^pi\/9 \(\w+; node\/v22\.[\d.]+; \w+\)$/);
    assert.deepEqual(ai.mergeClientIdentity({ userAgent: "short", version: undefined }, { version: "3" }), { userAgent: "short", version: "3" });
    assert.equal(ai.PI_ATTRIBUTION.name, "pi");
  },

  "a cache is kept warm where that pays"() {
    assert.deepEqual([10000, 10001, 20000, 300000].map(ai.getCacheWarmingDelayMs), [undefined, 1, 10000, 270000]);
    assert.equal(ai.getPromptCacheTtlMs({ ...model, promptCache: { short: 300 } }, undefined), 300000);
    assert.equal(ai.isCacheWarmingReplayable({ ...model, api: "anthropic-messages" }, { reasoning: "high" }), false);
    const { action, missCost, economicsAvailable } = ai.evaluateCacheWarming(model, 1e5, "streaming");
    assert.deepEqual([action, missCost.toFixed(3), economicsAvailable], ["warm", "0.345", true]);
    assert.equal(ai.evaluateCacheWarming(model, 1e5, "idle").action, "stop");
    assert.deepEqual(ai.getCacheWarmingRequestOptions({ maxTokens: 9, reasoning: "low" }, signal).maxTokens, 1);
  },

  "prices follow what goes in"() {
    const usage = { input: 50, output: 10, cacheRead: 60, cacheWrite: 0 };
    const tiers = [{ inputTokensAbove: 100, input: 6, output: 30, cacheRead: 1, cacheWrite: 2 }];
    assert.equal(ai.calculateCost({ ...model, cost: { ...model.cost, tiers } }, usage).total.toFixed(6), "0.000660");
    assert.equal(ai.calculateCost(model, { input: 50, output: 10, cacheRead: 50, cacheWrite: 10, cacheWrite1h: 4 }).cacheWrite.toFixed(7), "0.0000465");
  },

  "tools are added, and taken away"() {
    const tool = (name, description = "") => ({ name, description, parameters: { type: "object" } });
    const system = (toolsAdded, toolsRemoved) => ({ role: "system", content: "", toolsAdded, toolsRemoved });
    const user = { role: "user", content: "u" };
    const messages = [system([tool("a"), tool("c")]), user, system([tool("b")]), user, system([], [{ name: "a" }]), system([tool("d")])];
    const shown = (support) => {
      const { requestTools, foldedSystemMessages } = ai.resolveTranscriptTools(messages, support);
      return [requestTools.map(({ name }) => name).join(), foldedSystemMessages];
    };
    assert.deepEqual(["none", "additions", "changes"].map(shown), [["c,b,d", 4], ["c,b", 3], ["", 0]]);
    assert.deepEqual([ai.hasNonAdditiveToolChanges(messages), ai.hasToolRedefinitions(messages)], [true, false]);
    assert.ok(ai.hasToolRedefinitions([system([tool("a")]), system([tool("a", "2")])]));
    assert.equal(ai.renderSystemMessageUpdate({ role: "system", content: "x", sections: { a: "A", b: null } }), 'x\n\nUpdated system prompt section "a":\n\nA\n\nRemoved system prompt section "b".');
  },

  async "a passing error is tried again"() {
    const log = [];
    const callbacks = { onRetryScheduled: (...args) => log.push(args), onRetryFinished: (...args) => log.push(args) };
    const answers = [failing("overloaded"), ai.fauxAssistantMessage("ok")];
    const policy = { enabled: true, maxRetries: 2, baseDelayMs: 1 };
    assert.equal((await ai.retryAssistantCall(async () => answers.shift(), policy, undefined, callbacks)).stopReason, "stop");
    assert.deepEqual(log, [[1, 2, 1, "overloaded"], [true, 1]]);
    const abort = new AbortController();
    abort.abort();
    const given = await ai.retryAssistantCall(async () => failing("overloaded"), { ...policy, baseDelayMs: 60000 }, abort.signal);
    assert.equal(given.stopReason, "aborted");
    assert.ok(ai.isRecoverableLength({ stopReason: "length", usage: { output: 5 } }, 10));
  },

  async "a wire that is registered answers for its models"() {
    const own = wire();
    ai.registerApiProvider({ api: "x-api", ...own }, "here");
    const [types] = await told(ai.stream(model, { systemPrompt: "s", messages: [] }, { apiKey: "k" }));
    assert.deepEqual([types, own.asked[0].context.messages[0].content, own.asked[0].options], [["done"], "s", { apiKey: "k" }]);
    assert.throws(() => ai.getApiProvider("x-api").stream({ ...model, api: "other" }), /Mismatched api/);
    assert.ok(ai.getApiProviders().some(({ api }) => api === "anthropic-messages") && ai.getApiProviders().some(({ api }) => api === "x-api"));
    ai.unregisterApiProviders("here");
    assert.equal(ai.getApiProvider("x-api"), undefined);
  },

  async "a collection finds the key and asks the provider"() {
    const own = wire();
    process.env.MODELS_TEST_KEY = "key1";
    const models = ai.createModels({ identity: { userAgent: "short" } });
    const image = { id: "im", type: "image", provider: "p", api: "im-api" };
    models.setProvider(ai.createProvider({ id: "p", auth: { apiKey: ai.envApiKeyAuth("P", ["MODELS_TEST_KEY"]) }, models: [{ ...model, headers: { h: "1" } }, image], api: own }));
    assert.deepEqual([models.getModels().length, models.getAllModels().length, models.getModelOfType("image", "p", "im").id], [1, 2, "im"]);
    assert.deepEqual(await models.getAuth(models.getModel("p", "m")), { auth: { apiKey: "key1", headers: { h: "1" } }, source: "MODELS_TEST_KEY" });
    const [, answer] = await told(models.stream(models.getModel("p", "m"), { messages: [] }, { headers: { r: "2" } }));
    assert.deepEqual([answer.stopReason, own.asked[0].options.apiKey, own.asked[0].options.headers], ["stop", "key1", { h: "1", r: "2" }]);
    const short = ai.withClientIdentity(models, { version: "7" });
    await short.complete(model, { messages: [] });
    assert.deepEqual(own.asked[1].options.identity, { userAgent: "short", version: "7" });
    assert.equal((await models.complete({ ...model, provider: "zz" }, { messages: [] })).errorMessage, "Unknown provider: zz");
    assert.equal((await models.generateImages(image, { input: [] })).errorMessage, "Provider p does not support image generation");
    delete process.env.MODELS_TEST_KEY;
    assert.deepEqual([await models.checkAuth("p"), (await models.getAvailable()).length], [undefined, 0]);
    assert.throws(() => ai.createProvider({ id: "q", auth: {}, models: [] }), /at least one of/);
  },

  async "a login is stored, and refreshed once when it has run out"() {
    const own = wire();
    let refreshed = 0;
    const oauth = {
      name: "O",
      login: async (interaction) => ({ type: "oauth", access: await interaction.prompt({ type: "text", message: "code" }), refresh: "r", expires: 1 }),
      refresh: async (credential) => {
        refreshed += 1;
        return { ...credential, access: `${credential.access}+`, expires: Date.now() + 1e6 };
      },
      toAuth: async ({ access }) => ({ apiKey: access, baseUrl: "https://o2" }),
    };
    const models = ai.createModels();
    models.setProvider(ai.createProvider({ id: "p", auth: { oauth: ai.lazyOAuth({ name: "O", load: async () => oauth }) }, models: [model], api: { "x-api": own } }));
    await models.login("p", "oauth", { prompt: async () => "tok", notify() {} });
    const [one, two] = await Promise.all([models.getAuth("p"), models.getAuth("p")]);
    assert.deepEqual([one.auth.apiKey, two.auth.apiKey, refreshed], ["tok+", "tok+", 1]);
    await models.complete(model, { messages: [] });
    assert.equal(own.asked[0].model.baseUrl, "https://o2");
    await models.logout("p");
    assert.equal(await models.getAuth("p"), undefined);
    await assert.rejects(models.login("p", "api_key", {}), { name: "ModelsError", code: "auth" });
  },

  async "catalogues are fetched and kept"() {
    const modelsStore = new ai.InMemoryModelsStore();
    const auth = { apiKey: { name: "none", resolve: async () => ({ auth: {} }) } };
    const models = ai.createModels({ modelsStore });
    models.setProvider(ai.createProvider({ id: "p", auth, models: [model], fetchModels: async () => [{ ...model, id: "n" }], api: wire() }));
    assert.equal((await models.refresh()).errors.size, 0);
    assert.deepEqual(models.getModels().map(({ id }) => id), ["m", "n"]);
    assert.equal((await modelsStore.read("p")).models.length, 1);
  },

  async "what is loaded late fails as an answer"() {
    const [types, { errorMessage }] = await told(ai.lazyStream(model, async () => Promise.reject(new Error("bad"))));
    assert.deepEqual([types, errorMessage], [["error"], "bad"]);
    const api = ai.lazyApi(async () => wire("late"));
    assert.equal((await api.stream(model, { messages: [] }).result()).content[0].text, "late");
  },

  async "the provider for tests answers in pieces"() {
    const faux = ai.fauxProvider({ tokenSize: { min: 1, max: 1 } });
    const models = ai.createModels();
    models.setProvider(faux.provider);
    faux.setResponses([
      ai.fauxAssistantMessage([ai.fauxThinking("think"), ai.fauxToolCall("t", { a: 1 }, { id: "c1" })], { stopReason: "toolUse" }),
      (context) => ai.fauxAssistantMessage(String(context.messages.length)),
    ]);
    const [types, answer] = await told(models.stream(faux.getModel(), { systemPrompt: "sys", messages: [{ role: "user", content: "hello there" }] }));
    assert.deepEqual(types, ["start", "thinking_start", "thinking_delta", "thinking_delta", "thinking_end", "toolcall_start", "toolcall_delta", "toolcall_delta", "toolcall_end", "done"]);
    assert.deepEqual([answer.usage.input, answer.model, answer.content[1].arguments], [7, "faux-1", { a: 1 }]);
    assert.equal((await models.complete(faux.getModel(), { messages: [] })).content[0].text, "0");
    assert.equal((await models.complete(faux.getModel(), { messages: [] })).errorMessage, "No more faux responses queued");
    const registered = ai.registerFauxProvider({ api: "fx" });
    registered.setResponses([ai.fauxAssistantMessage("reg")]);
    assert.equal((await ai.complete(registered.getModel(), { messages: [] })).content[0].text, "reg");
    registered.unregister();
    assert.equal(ai.getApiProvider("fx"), undefined);
  },

  "what is kept for a session is given up with it, whichever fails"() {
    const log = [];
    const off = ai.registerSessionResourceCleanup((id) => log.push(id));
    const bad = ai.registerSessionResourceCleanup(() => {
      throw new Error("x");
    });
    assert.throws(() => ai.cleanupSessionResources("s"), AggregateError);
    off();
    bad();
    ai.cleanupSessionResources("t");
    assert.deepEqual(log, ["s"]);
  },

  "names of variables, and what is told of a request"() {
    assert.equal(ai.ANTHROPIC_OAUTH_TOKEN_ENV, "ANTHROPIC_OAUTH_TOKEN");
    assert.deepEqual(Object.keys(ai.AI_TELEMETRY_SCHEMA), ["version", "spans", "metrics"]);
    assert.equal(ai.createInitialSystemMessage("a", []).timestamp, 0);
  },
});
