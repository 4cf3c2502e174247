// Names of `@earendil-works/pi-coding-agent` that are not offered: they can be imported, and say so when they are used.

import { missing } from "../../runtime/missing.js";

const absent = (name) => missing("@earendil-works/pi-coding-agent", name);

export const AgentSessionRuntime = absent("AgentSessionRuntime");
export const ArminComponent = absent("ArminComponent");
export const compact = absent("compact");
export const createAgentSessionFromServices = absent("createAgentSessionFromServices");
export const createAgentSessionRuntime = absent("createAgentSessionRuntime");
export const createAgentSessionServices = absent("createAgentSessionServices");
export const createCodemodeExtension = absent("createCodemodeExtension");
export const createMcpExtension = absent("createMcpExtension");
export const createToolSearchExtension = absent("createToolSearchExtension");
export const DefaultPackageManager = absent("DefaultPackageManager");
export const discoverAndLoadExtensions = absent("discoverAndLoadExtensions");
export const FooterComponent = absent("FooterComponent");
export const generateBranchSummary = absent("generateBranchSummary");
export const generateSummary = absent("generateSummary");
export const generateSummaryWithUsage = absent("generateSummaryWithUsage");
export const InteractiveMode = absent("InteractiveMode");
export const LoginDialogComponent = absent("LoginDialogComponent");
export const main = absent("main");
export const ModelSelectorComponent = absent("ModelSelectorComponent");
export const OAuthSelectorComponent = absent("OAuthSelectorComponent");
export const RpcClient = absent("RpcClient");
export const runPrintMode = absent("runPrintMode");
export const runRpcMode = absent("runRpcMode");
export const SessionSelectorComponent = absent("SessionSelectorComponent");
export const SettingsSelectorComponent = absent("SettingsSelectorComponent");
export const TreeSelectorComponent = absent("TreeSelectorComponent");
