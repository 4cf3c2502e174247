/** `@earendil-works/pi-coding-agent`: the interface of extensions, and what they can use of the agent. */
export * from "./agent/api";
export * from "./agent/context";
export * from "./agent/events";
export * from "./agent/session";
export * from "./agent/tools";
export * from "./agent/agents";
export * from "./agent/settings";
export * from "./agent/runner";
export * from "./agent/rpc";
export * from "./agent/values";
export * from "./agent/components";
