// The numeric methods of `Buffer`: integers of one to eight bytes and floats, in both byte orders.
// Comes in: the prototype to extend; goes out: nothing. Bounds are checked as in Node.

import { coded, invalidArgType, outOfRange } from "../errors.js";

function checkOffset(buffer, offset, size) {
  if (typeof offset !== "number") throw invalidArgType("offset", "of type number", offset);
  if (!Number.isInteger(offset)) throw outOfRange("offset", "an integer", offset);
  if (buffer.length - size < 0) throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", "Attempt to access memory outside buffer bounds");
  if (offset < 0 || offset + size > buffer.length) throw outOfRange("offset", `>= 0 and <= ${buffer.length - size}`, offset);
}

function checkValue(value, min, max) {
  if (value < min || value > max) {
    const n = typeof value === "bigint" ? "n" : "";
    throw outOfRange("value", `>= ${min}${n} and <= ${max}${n}`, value);
  }
}

const view = (buffer) => new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);

function define(proto, names, method) {
  for (const name of names) Object.defineProperty(proto, name, { value: method, writable: true, configurable: true });
}

function fixed(proto, kind, name, size, min, max) {
  for (const order of size === 1 ? [""] : ["LE", "BE"]) {
    const little = order === "LE";
    const names = (verb) => {
      const full = `${verb}${name}${order}`;
      return full.includes("UInt") ? [full, full.replace("UInt", "Uint")] : [full];
    };
    define(proto, names("read"), function (offset = 0) {
      checkOffset(this, offset, size);
      return view(this)[`get${kind}`](offset, little);
    });
    define(proto, names("write"), function (value, offset = 0) {
      const given = min === undefined ? value : typeof min === "bigint" ? value : +value;
      if (min !== undefined) checkValue(given, min, max);
      checkOffset(this, offset, size);
      view(this)[`set${kind}`](offset, given, little);
      return offset + size;
    });
  }
}

function checkSize(size) {
  if (typeof size !== "number") throw invalidArgType("byteLength", "of type number", size);
  if (!Number.isInteger(size) || size < 1 || size > 6) throw outOfRange("byteLength", ">= 1 and <= 6", size);
}

function variable(proto, signed, little) {
  const suffix = `${signed ? "Int" : "UInt"}${little ? "LE" : "BE"}`;
  const names = (verb) => (signed ? [`${verb}${suffix}`] : [`${verb}${suffix}`, `${verb}${suffix.replace("UInt", "Uint")}`]);
  define(proto, names("read"), function (offset, size) {
    checkSize(size);
    checkOffset(this, offset, size);
    let value = 0;
    for (let i = 0; i < size; i += 1) value = value * 256 + this[little ? offset + size - 1 - i : offset + i];
    return signed && value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value;
  });
  define(proto, names("write"), function (value, offset, size) {
    checkSize(size);
    const given = +value;
    const top = 2 ** (8 * size - (signed ? 1 : 0));
    checkValue(given, signed ? -top : 0, top - 1);
    checkOffset(this, offset, size);
    let rest = given < 0 ? given + 2 ** (8 * size) : given;
    for (let i = 0; i < size; i += 1) {
      this[little ? offset + i : offset + size - 1 - i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return offset + size;
  });
}

function swap(proto, bits) {
  const size = bits / 8;
  define(proto, [`swap${bits}`], function () {
    if (this.length % size) throw coded(RangeError, "ERR_INVALID_BUFFER_SIZE", `Buffer size must be a multiple of ${bits}-bits`);
    for (let i = 0; i < this.length; i += size) this.subarray(i, i + size).reverse();
    return this;
  });
}

/** Puts every numeric method on `proto`. */
export function installNumbers(proto) {
  fixed(proto, "Uint8", "UInt8", 1, 0, 0xff);
  fixed(proto, "Int8", "Int8", 1, -0x80, 0x7f);
  fixed(proto, "Uint16", "UInt16", 2, 0, 0xffff);
  fixed(proto, "Int16", "Int16", 2, -0x8000, 0x7fff);
  fixed(proto, "Uint32", "UInt32", 4, 0, 0xffffffff);
  fixed(proto, "Int32", "Int32", 4, -0x80000000, 0x7fffffff);
  fixed(proto, "BigUint64", "BigUInt64", 8, 0n, 0xffffffffffffffffn);
  fixed(proto, "BigInt64", "BigInt64", 8, -0x8000000000000000n, 0x7fffffffffffffffn);
  fixed(proto, "Float32", "Float", 4);
  fixed(proto, "Float64", "Double", 8);
  for (const signed of [true, false]) for (const little of [true, false]) variable(proto, signed, little);
  for (const bits of [16, 32, 64]) swap(proto, bits);
}
