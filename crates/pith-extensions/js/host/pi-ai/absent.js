// Names of `@earendil-works/pi-ai` that are not offered: they can be imported, and say so when they are used.

import { missing } from "../../runtime/missing.js";

const absent = (name) => missing("@earendil-works/pi-ai", name);

export const openAICodexResponsesApi = absent("openAICodexResponsesApi");
export const piMessagesApi = absent("piMessagesApi");
export const radiusProvider = absent("radiusProvider");
export const streamOpenAICodexResponses = absent("streamOpenAICodexResponses");
export const streamSimpleOpenAICodexResponses = absent("streamSimpleOpenAICodexResponses");
