/** `@earendil-works/pi-tui`: components that draw lines of text. */
export * from "./tui/types";
export * from "./tui/values";
export * from "./tui/components";
