// Tools told apart by name, and a definition given back as it is.

/** The definition itself, with its types. */
export const defineTool = (given) => given;

const is = (name) => (event) => event?.toolName === name;
export const isToolCallEventType = (name, event) => event?.toolName === name;
export const isReadToolResult = is("read");
export const isBashToolResult = is("bash");
export const isPowerShellToolResult = is("powershell");
export const isEditToolResult = is("edit");
export const isWriteToolResult = is("write");
export const isGrepToolResult = is("grep");
export const isFindToolResult = is("find");
export const isLsToolResult = is("ls");
