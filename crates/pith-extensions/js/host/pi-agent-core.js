// The package `@earendil-works/pi-agent-core`: extensions use its types; a second agent in the program is not offered.

import { missing } from "../runtime/missing.js";

const absent = (name) => missing("@earendil-works/pi-agent-core", name);
export const Agent = absent("Agent");
export const DEFAULT_AGENT_IDENTITY = Object.freeze({ name: "pi" });
export const agentLoop = absent("agentLoop");
export const agentLoopContinue = absent("agentLoopContinue");
export const runAgentLoop = absent("runAgentLoop");
export const runAgentLoopContinue = absent("runAgentLoopContinue");
export const runToolCall = absent("runToolCall");
export const setDefaultStreamFn = absent("setDefaultStreamFn");
export const streamProxy = absent("streamProxy");
