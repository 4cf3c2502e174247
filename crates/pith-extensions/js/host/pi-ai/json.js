// JSON that is not complete yet, or not quite right: what a model's arguments look like while they come.

/** Reads as much of a text as makes sense; cuts off what cannot be finished. */
class Reader {
  #text;
  #at = 0;
  constructor(text) {
    this.#text = text;
  }
  #space() {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at += 1;
  }
  /** The value, or undefined at the end of the text. */
  value() {
    this.#space();
    const c = this.#text[this.#at];
    if (c === "{") return this.#object();
    if (c === "[") return this.#array();
    if (c === '"') return this.#string();
    const word = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/.exec(this.#text.slice(this.#at))?.[0];
    if (word === undefined) {
      this.#at = this.#text.length;
      return undefined;
    }
    this.#at += word.length;
    return JSON.parse(word);
  }
  #string() {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === "\\" ? 2 : 1;
    const raw = this.#text.slice(this.#at + 1, Math.min(end, this.#text.length));
    this.#at = Math.min(end + 1, this.#text.length);
    const whole = raw.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, (tail, at) => (/(?:^|[^\\])(?:\\\\)*$/.test(raw.slice(0, at)) ? "" : tail));
    try {
      return JSON.parse(repairJson(`"${whole}"`));
    } catch {
      return whole;
    }
  }
  #object() {
    const out = {};
    this.#at += 1;
    for (;;) {
      this.#space();
      if (this.#text[this.#at] === ",") {
        this.#at += 1;
        continue;
      }
      if (this.#text[this.#at] !== '"') {
        this.#at += 1;
        return out;
      }
      const key = this.#string();
      this.#space();
      if (this.#text[this.#at] !== ":") return out;
      this.#at += 1;
      const value = this.value();
      if (value === undefined) return out;
      out[key] = value;
    }
  }
  #array() {
    const out = [];
    this.#at += 1;
    for (;;) {
      this.#space();
      const c = this.#text[this.#at];
      if (c === ",") this.#at += 1;
      else if (c === undefined || c === "]") {
        this.#at += 1;
        return out;
      } else {
        const value = this.value();
        if (value === undefined) return out;
        out.push(value);
      }
    }
  }
}

/** Control characters inside strings and escapes that JSON does not know are written as it wants them. */
export function repairJson(json) {
  let out = "";
  let inside = false;
  for (let i = 0; i < json.length; i += 1) {
    const c = json[i];
    if (!inside) {
      if (c === '"') inside = true;
      out += c;
    } else if (c === '"') {
      inside = false;
      out += c;
    } else if (c === "\\") {
      const next = json[i + 1];
      const known = next !== undefined && (/["\\/bfnrt]/.test(next) || (next === "u" && /^[0-9a-fA-F]{4}$/.test(json.slice(i + 2, i + 6))));
      out += known ? c + next : "\\\\";
      if (known) i += 1;
    } else if (c < " ") out += JSON.stringify(c).slice(1, -1);
    else out += c;
  }
  return out;
}

export function parseJsonWithRepair(json) {
  try {
    return JSON.parse(json);
  } catch {
    return JSON.parse(repairJson(json));
  }
}

export function parseStreamingJson(partial) {
  if (!partial?.trim()) return {};
  try {
    return parseJsonWithRepair(partial);
  } catch {
    return new Reader(partial).value() ?? {};
  }
}

export function parseToolCallArguments(json) {
  if (!json?.trim()) return { arguments: {} };
  try {
    const value = parseJsonWithRepair(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { arguments: value };
    return { arguments: {}, argumentsError: `Expected an object\n\nReceived arguments:\n${json}` };
  } catch (error) {
    return { arguments: {}, argumentsError: `${error.message}\n\nReceived arguments:\n${json}` };
  }
}
