// The program's models for an agent inside an extension: which there are, their keys, and answers of them.

import { makeModels } from "../../../api/models.js";
import { clampThinkingLevel } from "../../pi-ai/models.js";

/** Models are the program's whichever extension asks, and stay after a reload. */
const anybody = { assertInForce() {}, providers: new Map() };
const LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

export class ModelRuntime {
  constructor() {
    Object.assign(this, makeModels(anybody));
    this.registerProvider = this.registerNativeProvider = this.unregisterProvider = () => {
      throw new Error("providers are registered with `pi.registerProvider`");
    };
  }
  static async create() {
    return new ModelRuntime();
  }
  getModel(provider, id) {
    return this.find(provider, id);
  }
  getModels(provider) {
    return this.getAll().filter((model) => provider === undefined || model.provider === provider);
  }
  getAvailableSnapshot() {
    return this.getAvailable();
  }
  completeSimple(model, context, options) {
    return this.complete(model, context, options);
  }
}

/** The same as extensions of before knew it. */
export class ModelRegistry extends ModelRuntime {
  constructor(runtime = new ModelRuntime()) {
    super();
    this.runtime = runtime;
  }
  static async create() {
    return new ModelRegistry();
  }
}

/** Which model is meant: `provider/id`, an id, a part of one; a thinking level may stand behind a colon. */
export function resolveCliModel({ cliProvider, cliModel, cliThinking, modelRuntime }) {
  const nothing = { model: undefined, thinkingLevel: cliThinking, warning: undefined, error: undefined };
  if (!cliModel) return nothing;
  const known = modelRuntime.getAll();
  const within = (text) => {
    const wanted = text.toLowerCase();
    const models = cliProvider ? known.filter((model) => model.provider === cliProvider) : known;
    const ready = (list) => list.find((model) => modelRuntime.hasConfiguredAuth(model)) ?? list[0];
    const exact = models.filter((model) => `${model.provider}/${model.id}`.toLowerCase() === wanted || model.id.toLowerCase() === wanted);
    return ready(exact) ?? ready(models.filter((model) => model.id.toLowerCase().includes(wanted) || model.name?.toLowerCase().includes(wanted)));
  };
  const whole = within(cliModel);
  if (whole) return { ...nothing, model: whole };
  const at = cliModel.lastIndexOf(":");
  const level = at > 0 ? cliModel.slice(at + 1) : "";
  const model = LEVELS.includes(level) ? within(cliModel.slice(0, at)) : undefined;
  if (model) return { ...nothing, model, thinkingLevel: cliThinking ?? clampThinkingLevel(model, level) };
  return { ...nothing, error: `there is no model \`${cliModel}\`` };
}

/** Which models patterns mean: globs over `provider/id` and id, or one model as `resolveCliModel` has it; a level may stand behind. */
export async function resolveModelScopeWithDiagnostics(patterns, modelRuntime) {
  const models = await modelRuntime.getAvailable();
  const scopedModels = [];
  const diagnostics = [];
  const same = (one, other) => one.provider === other.provider && one.id === other.id;
  for (const pattern of patterns.map((one) => one.trim()).filter(Boolean)) {
    const tell = (code, message) => diagnostics.push({ type: "warning", code, message, pattern });
    const { found, thinkingLevel } = meant(pattern, models, tell);
    if (found.length === 0) tell("no-match", `no usable model fits \`${pattern}\``);
    const providers = [...new Set(found.map((model) => model.provider))];
    if (providers.length > 1 && !/[*?[]/.test(pattern)) tell("ambiguous", `\`${pattern}\` is a model of ${providers.join(", ")}; \`provider/id\` chooses one`);
    for (const model of found) {
      if (!scopedModels.some((one) => same(one.model, model))) scopedModels.push(thinkingLevel ? { model, thinkingLevel } : { model });
    }
  }
  return { scopedModels, diagnostics };
}

function meant(pattern, models, tell) {
  const whole = fitting(pattern, models);
  const at = pattern.lastIndexOf(":");
  if (whole.length > 0 || at < 1 || pattern.slice(at).includes("/")) return { found: whole };
  const [shorter, level] = [pattern.slice(0, at), pattern.slice(at + 1)];
  const found = fitting(shorter, models);
  if (LEVELS.includes(level)) return { found, thinkingLevel: level };
  if (found.length > 0) tell("invalid-thinking-level", `\`${level}\` is no thinking level; \`${pattern}\` is taken without it`);
  return { found };
}

/** All that a glob fits, or the models that a name means best: whole names before parts. */
function fitting(pattern, models) {
  const wanted = pattern.toLowerCase();
  const names = (model) => [`${model.provider}/${model.id}`.toLowerCase(), model.id.toLowerCase()];
  if (/[*?[]/.test(pattern)) {
    const glob = globOf(wanted);
    return models.filter((model) => names(model).some((name) => glob.test(name)));
  }
  const exact = models.filter((model) => names(model).includes(wanted));
  if (exact.length > 0) return exact;
  return models.filter((model) => names(model)[0].includes(wanted) || model.name?.toLowerCase().includes(wanted)).slice(0, 1);
}

/** `*` for anything, `?` for one character, `[…]` for one of some. */
function globOf(pattern) {
  const parts = pattern.match(/\*+|\?|\[[^\]]+\]|[^*?[]+|\[/g) ?? [];
  const source = parts.map((part) => {
    if (part.startsWith("*")) return ".*";
    if (part === "?") return ".";
    if (part.length > 2 && part.startsWith("[")) return `[${part.slice(1, -1).replace(/^!/, "^").replace(/\\/g, "\\\\")}]`;
    return part.replace(/[.+^${}()|\]\\[]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`);
}
