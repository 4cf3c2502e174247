// Names of `@earendil-works/pi-coding-agent` that are not offered: they can be imported, and say so when they are used.

import { missing } from "../../runtime/missing.js";

const absent = (name) => missing("@earendil-works/pi-coding-agent", name);

export const ArminComponent = absent("ArminComponent");
export const createCodemodeExtension = absent("createCodemodeExtension");
export const createMcpExtension = absent("createMcpExtension");
export const createToolSearchExtension = absent("createToolSearchExtension");
export const DefaultPackageManager = absent("DefaultPackageManager");
export const InteractiveMode = absent("InteractiveMode");
export const main = absent("main");
export const runPrintMode = absent("runPrintMode");
export const runRpcMode = absent("runRpcMode");
