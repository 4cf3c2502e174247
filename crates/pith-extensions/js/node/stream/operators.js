// The array-like methods of readable streams: `map`, `filter`, `toArray` and their kin.

import { Readable } from "./readable.js";

async function* mapped(source, fn) {
  for await (const item of source) yield await fn(item, {});
}
async function* filtered(source, fn) {
  for await (const item of source) if (await fn(item, {})) yield item;
}
async function* flat(source, fn) {
  for await (const item of source) yield* await fn(item, {});
}
async function* first(source, count) {
  let left = count;
  if (left <= 0) return;
  for await (const item of source) {
    yield item;
    left -= 1;
    if (left <= 0) return;
  }
}
async function* after(source, count) {
  let left = count;
  for await (const item of source) {
    if (left > 0) left -= 1;
    else yield item;
  }
}

const methods = {
  map(fn) {
    return Readable.from(mapped(this, fn));
  },
  filter(fn) {
    return Readable.from(filtered(this, fn));
  },
  flatMap(fn) {
    return Readable.from(flat(this, fn));
  },
  take(count) {
    return Readable.from(first(this, count));
  },
  drop(count) {
    return Readable.from(after(this, count));
  },
  async toArray() {
    const out = [];
    for await (const item of this) out.push(item);
    return out;
  },
  async forEach(fn) {
    for await (const item of this) await fn(item, {});
  },
  async some(fn) {
    for await (const item of this) if (await fn(item, {})) return true;
    return false;
  },
  async every(fn) {
    for await (const item of this) if (!(await fn(item, {}))) return false;
    return true;
  },
  async find(fn) {
    for await (const item of this) if (await fn(item, {})) return item;
    return undefined;
  },
  async reduce(fn, ...start) {
    let have = start.length > 0;
    let value = start[0];
    for await (const item of this) {
      value = have ? await fn(value, item, {}) : item;
      have = true;
    }
    if (!have) throw new TypeError("Reduce of an empty stream requires an initial value");
    return value;
  },
};
for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(Readable.prototype, name, { value, writable: true, configurable: true });
}
