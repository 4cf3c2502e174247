// The package `@earendil-works/pi-ai/oauth`: it has types only.

export {};
