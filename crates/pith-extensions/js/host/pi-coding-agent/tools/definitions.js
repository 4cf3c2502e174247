// What the tools are called, what they are for and which arguments they take.

const object = (properties, required) => ({ type: "object", required, properties });
const text = (description) => ({ type: "string", description });
const number = (description) => ({ type: "number", description });

export const definitions = {
  read: {
    description: "Reads a file: text from a line on, or an image. Long text is cut at 2000 lines or 50KB; go on with `offset`.",
    promptSnippet: "Read a file",
    parameters: object({
      path: text("the file, relative to the working directory or absolute"),
      offset: number("the first line, counted from 1"),
      limit: number("how many lines at most"),
    }, ["path"]),
  },
  bash: {
    description: "Runs a command in a shell in the working directory; gives what it prints. Long output is cut to its end.",
    promptSnippet: "Run a command in a shell",
    parameters: object({ command: text("the command"), timeout: number("seconds after which it is ended") }, ["command"]),
  },
  powershell: {
    description: "Runs a command in PowerShell in the working directory; gives what it prints. Long output is cut to its end.",
    promptSnippet: "Run a command in PowerShell",
    parameters: object({ command: text("the command"), timeout: number("seconds after which it is ended") }, ["command"]),
  },
  edit: {
    description: "Replaces exact pieces of a file. Each `oldText` must be found once in the file as it was; pieces do not overlap.",
    promptSnippet: "Replace exact text in a file",
    parameters: object({
      path: text("the file, relative to the working directory or absolute"),
      edits: {
        type: "array", description: "the replacements, all against the file as it was",
        items: object({ oldText: text("what stands there, exactly and once"), newText: text("what shall stand there") }, ["oldText", "newText"]),
      },
    }, ["path", "edits"]),
  },
  write: {
    description: "Writes a whole file; makes its folders, replaces what was there.",
    promptSnippet: "Write a new file or replace one as a whole",
    parameters: object({ path: text("the file, relative to the working directory or absolute"), content: text("the whole content") }, ["path", "content"]),
  },
  grep: {
    description: "Searches files for a pattern; leaves out what .gitignore names. Gives at most 100 hits or 50KB.",
    promptSnippet: "Search in files",
    parameters: object({
      pattern: text("a regular expression, or plain text with `literal`"), path: text("a file or folder; the working directory if absent"),
      glob: text("only files whose names fit"), ignoreCase: { type: "boolean" }, literal: { type: "boolean" },
      context: number("lines around each hit"), limit: number("how many hits at most"),
    }, ["pattern"]),
  },
  find: {
    description: "Finds files whose paths fit a pattern with `*` and `**`; leaves out what .gitignore names. Gives at most 1000.",
    promptSnippet: "Find files by name",
    parameters: object({ pattern: text("the pattern"), path: text("the folder; the working directory if absent"), limit: number("how many at most") }, ["pattern"]),
  },
  ls: {
    description: "Lists a folder, also hidden names, folders with a slash. Gives at most 500.",
    promptSnippet: "List a folder",
    parameters: object({ path: text("the folder; the working directory if absent"), limit: number("how many at most") }),
  },
};
