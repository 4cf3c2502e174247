// `create…Tool` and `create…ToolDefinition`: the program's tools for another folder, with parts of them replaced.

import { edit, ls, read, write } from "./tools/files.js";
import { definitions } from "./tools/definitions.js";
import { find, grep } from "./tools/search.js";
import { renderCall, renderResult } from "./tools/render.js";
import { shell } from "./tools/shell.js";

const work = {
  read, write, edit, ls, find, grep, bash: shell,
  powershell: (args, options, signal, onUpdate) => shell(args, { ...options, powershell: true }, signal, onUpdate),
};

function definition(name) {
  return (cwd, options = {}) => ({
    name,
    label: name,
    ...structuredClone(definitions[name]),
    execute: (_id, args, signal, onUpdate) => work[name](args, { ...options, cwd }, signal, onUpdate),
    renderCall: renderCall(name),
    renderResult: renderResult(name),
  });
}

function tool(name) {
  const make = definition(name);
  return (cwd, options) => {
    const { renderCall: _call, renderResult: _result, ...plain } = make(cwd, options);
    return plain;
  };
}

export const createReadToolDefinition = definition("read");
export const createBashToolDefinition = definition("bash");
export const createPowerShellToolDefinition = definition("powershell");
export const createEditToolDefinition = definition("edit");
export const createWriteToolDefinition = definition("write");
export const createGrepToolDefinition = definition("grep");
export const createFindToolDefinition = definition("find");
export const createLsToolDefinition = definition("ls");
export const createReadTool = tool("read");
export const createBashTool = tool("bash");
export const createPowerShellTool = tool("powershell");
export const createEditTool = tool("edit");
export const createWriteTool = tool("write");
export const createGrepTool = tool("grep");
export const createFindTool = tool("find");
export const createLsTool = tool("ls");
export const createCodingTools = (cwd) => [createReadTool, createBashTool, createEditTool, createWriteTool].map((make) => make(cwd));
export const createReadOnlyTools = (cwd) => [createReadTool, createGrepTool, createFindTool, createLsTool].map((make) => make(cwd));
