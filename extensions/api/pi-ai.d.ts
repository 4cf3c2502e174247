/** `@earendil-works/pi-ai`: messages, models, and answers that stream. */
export * from "./ai/types";
export * from "./ai/models";
export * from "./ai/logins";
export * from "./ai/wires";
export * from "./ai/values";
export * from "./ai/compat";
export { Type, type Static, type TSchema } from "typebox";
