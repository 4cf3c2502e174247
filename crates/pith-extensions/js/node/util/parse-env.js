// `util.parseEnv`: the variables of a `.env` file.

/** Names and values; quotes keep what is in them, `#` begins a remark, double quotes know `\\n`. */
export function parseEnv(text) {
  const found = {};
  const line = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^])*)"|'([^']*)'|`([^`]*)`|([^#\r\n]*))/gm;
  for (const [, name, double, single, back, bare] of String(text).matchAll(line)) {
    found[name] = double === undefined ? (single ?? back ?? bare.trim()) : double.replaceAll("\\n", "\n");
  }
  return found;
}
