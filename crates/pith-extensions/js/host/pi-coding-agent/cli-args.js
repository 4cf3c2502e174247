// The command line of the agent, read as data.

const LEVELS = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];
const MODES = ["text", "json", "rpc"];
const list = (text) => text.split(",").map((part) => part.trim()).filter(Boolean);

/** Flags that take nothing: the field, and what it becomes. */
const switches = {
  "--help": ["help"], "-h": ["help"], "--version": ["version"], "-v": ["version"], "--continue": ["continue"], "-c": ["continue"],
  "--resume": ["resume"], "-r": ["resume"], "--no-session": ["noSession"], "--no-tools": ["noTools"], "-nt": ["noTools"],
  "--no-builtin-tools": ["noBuiltinTools"], "-nbt": ["noBuiltinTools"], "--no-extensions": ["noExtensions"], "-ne": ["noExtensions"],
  "--no-mcp": ["noMcp"], "--no-skills": ["noSkills"], "-ns": ["noSkills"], "--no-prompt-templates": ["noPromptTemplates"], "-np": ["noPromptTemplates"],
  "--no-themes": ["noThemes"], "--no-context-files": ["noContextFiles"], "-nc": ["noContextFiles"], "--offline": ["offline"], "--verbose": ["verbose"],
  "--approve": ["projectTrustOverride"], "-a": ["projectTrustOverride"], "--no-approve": ["projectTrustOverride", false], "-na": ["projectTrustOverride", false],
};
/** Flags with a value. */
const texts = {
  "--provider": "provider", "--model": "model", "--api-key": "apiKey", "--system-prompt": "systemPrompt", "--name": "name", "-n": "name", "--session": "session",
  "--session-id": "sessionId", "--fork": "fork", "--session-dir": "sessionDir", "--export": "export", "--use-theme": "useTheme", "--tui-mode": "tuiMode",
};
/** Flags with a value that may come again. */
const many = {
  "--append-system-prompt": "appendSystemPrompt", "--extension": "extensions", "-e": "extensions", "--skill": "skills", "--prompt-template": "promptTemplates",
  "--theme": "themes",
};
/** Flags with a list between commas. */
const lists = { "--models": "models", "--tools": "tools", "-t": "tools", "--exclude-tools": "excludeTools", "-xt": "excludeTools" };

export function parseArgs(given) {
  const args = { messages: [], fileArgs: [], unknownFlags: new Map(), diagnostics: [] };
  const words = [...given];
  const tell = (type, message) => args.diagnostics.push({ type, message });
  const chosen = (field, allowed, value, type) => {
    if (allowed.includes(value)) args[field] = value;
    else tell(type, `\`${value}\` is none of ${allowed.join(", ")}`);
  };
  const isValue = (word) => word !== undefined && !word.startsWith("-") && !word.startsWith("@");
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--") args.messages.push(...words.splice(0));
    else if (Object.hasOwn(switches, word)) args[switches[word][0]] = switches[word][1] ?? true;
    else if (word === "--print" || word === "-p") args.print = true;
    else if (word === "--list-models") args.listModels = isValue(words[0]) ? words.shift() : true;
    else if (word === "--mode" && words.length > 0) chosen("mode", MODES, words.shift(), "error");
    else if (word === "--thinking" && words.length > 0) chosen("thinking", LEVELS, words.shift(), "warning");
    else if (Object.hasOwn(texts, word) && words.length > 0) args[texts[word]] = words.shift();
    else if (Object.hasOwn(many, word) && words.length > 0) args[many[word]] = [...(args[many[word]] ?? []), words.shift()];
    else if (Object.hasOwn(lists, word) && words.length > 0) args[lists[word]] = list(words.shift());
    else if (Object.hasOwn(texts, word) || Object.hasOwn(many, word) || Object.hasOwn(lists, word) || word === "--mode" || word === "--thinking") {
      tell("error", `\`${word}\` needs a value`);
    } else if (word.startsWith("@")) args.fileArgs.push(word.slice(1));
    else if (word.startsWith("--")) {
      const [name, ...value] = word.slice(2).split("=");
      if (value.length > 0) args.unknownFlags.set(name, value.join("="));
      else args.unknownFlags.set(name, isValue(words[0]) ? words.shift() : true);
    } else if (word.startsWith("-") && word.length > 1) tell("error", `there is no option \`${word}\``);
    else args.messages.push(word);
  }
  return args;
}
