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
