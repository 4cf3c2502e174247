/** `@earendil-works/pi-ai`: messages, models, and answers that stream. */
export * from "./ai/types";
export * from "./ai/values";
export { Type, type Static, type TSchema } from "typebox";
