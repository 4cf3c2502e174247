/** `@earendil-works/pi-ai/compat`, and the other paths: the same as the package itself, which offers what earlier versions had too. */
export * from "./pi-ai";
