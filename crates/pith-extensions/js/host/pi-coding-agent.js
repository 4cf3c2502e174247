// The package `@earendil-works/pi-coding-agent` as extensions see it.

export * from "./pi-coding-agent/agent/session.js";
export { buildContextEntries, buildSessionContext, sessionEntryToContextMessages } from "./pi-coding-agent/agent/session-context.js";
export { SessionManager } from "./pi-coding-agent/agent/session-manager.js";
export { createExtensionRuntime, ExtensionRunner } from "./pi-coding-agent/agent/inline.js";
export * from "./pi-coding-agent/agent/model-runtime.js";
export { DefaultResourceLoader, SettingsManager } from "./pi-coding-agent/agent/settings.js";
export * from "./pi-coding-agent/components/custom-editor.js";
export * from "./pi-coding-agent/components/frames.js";
export * from "./pi-coding-agent/diff.js";
export * from "./pi-coding-agent/frontmatter.js";
export * from "./pi-coding-agent/keys.js";
export * from "./pi-coding-agent/messages.js";
export { CONFIG_DIR_NAME, getAgentDir, getLanguageFromPath, VERSION } from "./pi-coding-agent/paths.js";
export * from "./pi-coding-agent/queue.js";
export * from "./pi-coding-agent/sessions.js";
export * from "./pi-coding-agent/themes.js";
export * from "./pi-coding-agent/tools.js";
export * from "./pi-coding-agent/truncate.js";
export * from "./pi-coding-agent/absent.js";
