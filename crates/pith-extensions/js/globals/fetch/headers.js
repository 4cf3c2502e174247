// `Headers`: names without regard to case, values trimmed, repeated ones joined.

function checkName(name) {
  const text = String(name).toLowerCase();
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(text)) throw new TypeError(`Headers: "${name}" is an invalid header name.`);
  return text;
}

function checkValue(value) {
  const text = String(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");
  if (/[\0\n\r]/.test(text)) throw new TypeError(`Headers: "${text}" is an invalid header value.`);
  return text;
}

export class Headers {
  #map = new Map();

  constructor(init) {
    if (init === undefined || init === null) return;
    if (typeof init !== "object") throw new TypeError("Headers: the argument must be a record or a list of pairs");
    const pairs = typeof init[Symbol.iterator] === "function" ? init : Object.entries(init);
    for (const pair of pairs) {
      const list = [...pair];
      if (list.length !== 2) throw new TypeError("Headers: each pair must have a name and a value");
      if (list[1] !== undefined) this.append(list[0], list[1]);
    }
  }

  append(name, value) {
    const key = checkName(name);
    const list = this.#map.get(key) ?? [];
    list.push(checkValue(value));
    this.#map.set(key, list);
  }
  set(name, value) {
    this.#map.set(checkName(name), [checkValue(value)]);
  }
  get(name) {
    return this.#map.get(checkName(name))?.join(", ") ?? null;
  }
  has(name) {
    return this.#map.has(checkName(name));
  }
  delete(name) {
    this.#map.delete(checkName(name));
  }
  getSetCookie() {
    return [...(this.#map.get("set-cookie") ?? [])];
  }
  forEach(fn, self) {
    for (const [name, value] of this) fn.call(self, value, name, this);
  }
  *entries() {
    for (const name of [...this.#map.keys()].sort()) {
      const list = this.#map.get(name) ?? [];
      if (name === "set-cookie") for (const value of list) yield [name, value];
      else yield [name, list.join(", ")];
    }
  }
  *keys() {
    for (const [name] of this.entries()) yield name;
  }
  *values() {
    for (const [, value] of this.entries()) yield value;
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  [Symbol.for("nodejs.util.inspect.custom")](_depth, options, inspect) {
    return `Headers ${inspect(Object.fromEntries(this), options)}`;
  }
  get [Symbol.toStringTag]() {
    return "Headers";
  }
}
