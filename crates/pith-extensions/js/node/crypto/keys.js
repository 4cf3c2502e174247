// Secret keys, and the bytes of whatever is given as a key.

import { Buffer } from "../buffer.js";
import { coded, invalidArgType, invalidArgValue } from "../errors.js";
import { randomBytes } from "./random.js";

/** What a key holds, for our own files: bytes of a secret key, the host's key of the others. */
export const held = new WeakMap();

export class KeyObject {
  #type;
  constructor(type, holds) {
    if (type !== "secret" && type !== "public" && type !== "private") throw invalidArgValue("type", type);
    this.#type = type;
    held.set(this, holds);
  }
  static from(key) {
    const made = held.get(key);
    if (!made?.object) throw invalidArgType("key", "an instance of CryptoKey", key);
    return made.object;
  }
  get type() {
    return this.#type;
  }
  equals(other) {
    if (!(other instanceof KeyObject)) throw invalidArgType("otherKeyObject", "an instance of KeyObject", other);
    return this.type === other.type && Buffer.from(bytesThatTell(this)).equals(bytesThatTell(other));
  }
  get [Symbol.toStringTag]() {
    return "KeyObject";
  }
}

const bytesThatTell = (key) => (key.type === "secret" ? held.get(key) : key.export({ format: "der", type: key.type === "public" ? "spki" : "pkcs8" }));

export class SecretKeyObject extends KeyObject {
  constructor(bytes) {
    super("secret", Uint8Array.from(bytes));
  }
  get symmetricKeySize() {
    return held.get(this).length;
  }
  export(options) {
    if (options?.format === "jwk") return { kty: "oct", k: Buffer.from(held.get(this)).toString("base64url") };
    return Buffer.from(held.get(this));
  }
}

const bytesOfView = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

export function bytesOfKey(key, encoding) {
  if (typeof key === "string") return Buffer.from(key, encoding);
  if (ArrayBuffer.isView(key)) return bytesOfView(key);
  if (key instanceof ArrayBuffer) return new Uint8Array(key);
  return bytesOfSecret(key);
}

/** The bytes of a key that must be secret. */
export function bytesOfSecret(key, encoding) {
  const object = key instanceof KeyObject ? key : held.get(key)?.object;
  if (object) {
    if (object.type === "secret") return held.get(object);
    throw coded(TypeError, "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE", `Invalid key object type ${object.type}, expected secret.`);
  }
  if (typeof key === "string" || ArrayBuffer.isView(key) || key instanceof ArrayBuffer) return bytesOfKey(key, encoding);
  throw invalidArgType("key", "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey", key);
}

/** What a digest, a cipher or a signature is given piece by piece. */
export function bytesOfData(data, encoding) {
  if (typeof data === "string") return Buffer.from(data, encoding === "buffer" ? "utf8" : encoding);
  if (ArrayBuffer.isView(data)) return bytesOfView(data);
  throw invalidArgType("data", "of type string or an instance of Buffer, TypedArray, or DataView", data);
}

export const createSecretKey = (key, encoding) => new SecretKeyObject(bytesOfKey(key, encoding));

export function generateKeySync(type, { length } = {}) {
  if (type === "aes") {
    if (![128, 192, 256].includes(length)) throw invalidArgValue("options.length", length, "must be one of: 128, 192, 256");
  } else if (type !== "hmac") {
    throw invalidArgValue("type", type, "must be a supported key type");
  } else if (!Number.isInteger(length) || length < 8) {
    throw coded(RangeError, "ERR_OUT_OF_RANGE", `The value of "options.length" is out of range. It must be >= 8 && <= 2147483647. Received ${length}`);
  }
  return new SecretKeyObject(randomBytes(length >> 3));
}

export function generateKey(type, options, callback) {
  const key = generateKeySync(type, options);
  queueMicrotask(() => callback(null, key));
}
