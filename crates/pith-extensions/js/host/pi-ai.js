// The package `@earendil-works/pi-ai` as extensions see it: the root, the older functions, and TypeBox's `Type`.

export * from "./pi-ai/ask.js";
export * from "./pi-ai/constants.js";
export * from "./pi-ai/errors.js";
export * from "./pi-ai/event-stream.js";
export * from "./pi-ai/json.js";
export * from "./pi-ai/models.js";
export * from "./pi-ai/seldom.js";
export * from "./pi-ai/transcript.js";
export * from "./pi-ai/values.js";
export * from "./pi-ai/absent.js";
export { Type } from "./typebox/type.js";
