// The package `@earendil-works/pi-ai/compat`: the root and the older global functions.

export * from "../pi-ai.js";
export * from "./ask.js";
