/** `@earendil-works/pi-ai/compat`: what earlier versions offered of `pi-ai`, and all of today. */
export * from "./ai/types";
export * from "./ai/compat";
export { Type, type Static, type TSchema } from "typebox";
