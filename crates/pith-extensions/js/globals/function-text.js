// The text of a function, for code that was kept without it.

export { functionText } from "pith:native/modules";
