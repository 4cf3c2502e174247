// JSON that comes in pieces: each piece is read once, and at any time there is the value of what has come so far.

import { parseToolCallArguments } from "./json.js";

/** Containers deeper than this are told whole, when they end. */
const DEEPEST = 32;
/** What each piece adds, beside its length, to what may be spent on copies. */
const CREDIT = 256;

const escapes = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const SPACE = /[\s,:]/;
const ENDS_WORD = /[\s,:"[\]{}]/;
const words = ["true", "false", "null"];

/** The value of a word, or undefined when it is none; one that is not ended may stand for its whole. */
function valueOf(word, ended) {
  if (NUMBER.test(word)) return Number(word);
  if (ended) return words.includes(word) ? JSON.parse(word) : undefined;
  const known = words.find((one) => one.startsWith(word));
  if (known !== undefined) return JSON.parse(known);
  const shorter = word.replace(/[eE][+-]?$/, "");
  return NUMBER.test(shorter) ? Number(shorter) : undefined;
}

/** Own keys stay own keys, whatever they are called. */
function put(container, key, value) {
  if (key === "__proto__") Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  else container[key] = value;
}
const copyOf = (container) => (Array.isArray(container) ? container.slice() : Object.defineProperties({}, Object.getOwnPropertyDescriptors(container)));

/** Malformed text is read as what it probably means, and never throws. */
export class StreamingJsonParser {
  /** Containers that are open, from the root; each with the key under which its next member goes. */
  #open = [];
  #root;
  #ended = false;
  /** What is being read: a string or a word. */
  #token;
  #changes = [];
  #credit = 0;
  #changed = false;
  #snapshot;

  append(text) {
    this.#credit += text.length + CREDIT;
    this.#changes = [];
    for (let i = 0; i < text.length && !this.#ended; ) i = this.#step(text, i);
    if (this.#token?.kind === "string" && !this.#token.isKey) this.#flush();
    return this.#changes;
  }

  /** Reads from `i` and says where it stopped. */
  #step(text, i) {
    const token = this.#token;
    const c = text[i];
    if (token?.kind === "string") return this.#inString(token, text, i);
    if (token?.kind === "word") {
      if (!ENDS_WORD.test(c)) {
        token.text += c;
        this.#changed = true;
        return i + 1;
      }
      this.#token = undefined;
      this.#changed = true;
      const value = valueOf(token.text, true);
      if (!this.#takesValue()) return i;
      if (value !== undefined) this.#set(value);
      else if (this.#top()) this.#top().key = undefined;
      return i;
    }
    if (c === '"') this.#beginString();
    else if (c === "{") this.#begin({});
    else if (c === "[") this.#begin([]);
    else if (c === "}" || c === "]") this.#close();
    else if (!SPACE.test(c)) this.#token = { kind: "word", text: c };
    if (this.#token?.kind === "word") this.#changed = true;
    return i + 1;
  }

  #top() {
    return this.#open.at(-1);
  }
  /** Whether a value can stand here: not where an object waits for a key. */
  #takesValue() {
    const top = this.#top();
    return top === undefined || Array.isArray(top.value) || top.key !== undefined;
  }
  /** Where the next value goes. */
  #path() {
    const top = this.#top();
    return top === undefined ? [] : [...top.path, Array.isArray(top.value) ? top.value.length : top.key];
  }
  #tell(change) {
    if (this.#top()?.stands !== false && change.path.length <= DEEPEST) this.#changes.push(change);
  }
  /** Puts a value into its place without ending anything. */
  #place(value) {
    const top = this.#top();
    if (top === undefined) this.#root = value;
    else if (Array.isArray(top.value)) top.value.push(value);
    else {
      put(top.value, top.key, value);
      top.key = undefined;
    }
    this.#changed = true;
  }
  #set(value) {
    this.#tell({ kind: "set", path: this.#path(), value });
    this.#place(value);
    if (this.#open.length === 0) this.#ended = true;
  }

  #begin(value) {
    // One that stands where a key should is read and left out.
    const takes = this.#takesValue();
    const stands = takes && this.#top()?.stands !== false;
    const path = this.#path();
    if (stands) this.#tell({ kind: "set", path, value: Array.isArray(value) ? [] : {} });
    if (takes) this.#place(value);
    this.#open.push({ value, key: undefined, path, stands });
  }
  #close() {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    const filled = Array.isArray(closed.value) ? closed.value.length > 0 : Object.keys(closed.value).length > 0;
    if (closed.stands && closed.path.length === DEEPEST && filled) this.#tell({ kind: "set", path: closed.path, value: closed.value });
    if (this.#open.length === 0) this.#ended = true;
  }

  #beginString() {
    const top = this.#top();
    const isKey = top !== undefined && !Array.isArray(top.value) && top.key === undefined;
    this.#token = { kind: "string", isKey, text: "", fresh: "", told: false, escape: "", path: isKey ? undefined : this.#path() };
    if (!isKey) this.#changed = true;
  }
  #inString(token, text, i) {
    if (token.escape) return this.#inEscape(token, text, i);
    let end = i;
    while (end < text.length && text[end] !== '"' && text[end] !== "\\") end += 1;
    if (end > i) this.#grow(token, text.slice(i, end));
    if (end === text.length) return end;
    if (text[end] === "\\") token.escape = "\\";
    else this.#endString(token);
    return end + 1;
  }
  #inEscape(token, text, i) {
    const c = text[i];
    const { escape } = token;
    if (escape === "\\") {
      if (c === "u") token.escape = "\\u";
      else {
        token.escape = "";
        if (!(c in escapes)) {
          // No escape: the backslash is text, and what follows it is read again.
          this.#grow(token, "\\");
          return i;
        }
        this.#grow(token, escapes[c]);
      }
      return i + 1;
    }
    if (!/[0-9a-fA-F]/.test(c)) {
      token.escape = "";
      this.#grow(token, escape);
      return i;
    }
    token.escape = escape + c;
    if (token.escape.length === 6) {
      this.#grow(token, String.fromCharCode(Number.parseInt(token.escape.slice(2), 16)));
      token.escape = "";
    }
    return i + 1;
  }
  #grow(token, more) {
    token.text += more;
    token.fresh += more;
    if (!token.isKey) this.#changed = true;
  }
  #flush() {
    const token = this.#token;
    if (!token.told) this.#tell({ kind: "set", path: token.path, value: token.text });
    else if (token.fresh !== "") this.#tell({ kind: "append", path: token.path, text: token.fresh });
    token.told = true;
    token.fresh = "";
  }
  #endString(token) {
    if (token.isKey) {
      this.#top().key = token.text;
      this.#token = undefined;
      return;
    }
    this.#flush();
    this.#token = undefined;
    this.#place(token.text);
    if (this.#open.length === 0) this.#ended = true;
  }

  /** What is begun and not ended, where it has a value. */
  #begun() {
    const token = this.#token;
    if (token === undefined || token.isKey) return undefined;
    if (token.kind === "string") return token.text;
    return this.#takesValue() ? valueOf(token.text, false) : undefined;
  }

  snapshot() {
    if (!this.#changed) return this.#snapshot;
    const begun = this.#begun();
    if (this.#open.length === 0) {
      this.#changed = false;
      this.#snapshot = this.#root ?? begun;
      return this.#snapshot;
    }
    // What is open changes on, and is copied; what has ended is shared.
    const cost = this.#open.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : Object.keys(value).length), 0);
    if (cost > this.#credit && this.#snapshot !== undefined) return this.#snapshot;
    this.#credit -= cost;
    this.#changed = false;
    const shown = this.#open.filter(({ stands }) => stands).map((one) => ({ ...one, copy: copyOf(one.value) }));
    const last = shown.at(-1);
    if (begun !== undefined && this.#top().stands) put(last.copy, Array.isArray(last.copy) ? last.copy.length : last.key, begun);
    for (let i = shown.length - 1; i > 0; i -= 1) put(shown[i - 1].copy, shown[i].path.at(-1), shown[i].copy);
    this.#snapshot = shown[0]?.copy;
    return this.#snapshot;
  }
}

/** The arguments of one call while they come. */
export class ToolCallArgumentsStream {
  #text = "";
  #parser = new StreamingJsonParser();

  get text() {
    return this.#text;
  }
  #arguments() {
    const value = this.#parser.snapshot();
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  }
  append(delta) {
    this.#text += delta;
    this.#parser.append(delta);
    return this.#arguments();
  }
  replace(text) {
    const delta = text.startsWith(this.#text) ? text.slice(this.#text.length) : undefined;
    if (delta === undefined) this.#parser = new StreamingJsonParser();
    this.#text = text;
    this.#parser.append(delta ?? text);
    return { delta, arguments: this.#arguments() };
  }
  finish() {
    return parseToolCallArguments(this.#text);
  }
}
