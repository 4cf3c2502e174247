/** What `@earendil-works/pi-ai/compat` has besides. */
export * from "./values";

