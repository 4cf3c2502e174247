// Secret keys, and the bytes of whatever is given as a key.

import { Buffer } from "../buffer.js";
import { invalidArgType } from "../errors.js";

export class KeyObject {
  #bytes;
  constructor(bytes) {
    this.#bytes = bytes;
  }
  get type() {
    return "secret";
  }
  get symmetricKeySize() {
    return this.#bytes.length;
  }
  export(options) {
    if (options?.format === "jwk") return { kty: "oct", k: Buffer.from(this.#bytes).toString("base64url") };
    return Buffer.from(this.#bytes);
  }
  equals(other) {
    return Buffer.from(this.#bytes).equals(other.export());
  }
}

export function bytesOfKey(key, encoding) {
  if (typeof key === "string") return Buffer.from(key, encoding);
  if (key instanceof KeyObject) return key.export();
  if (ArrayBuffer.isView(key)) return new Uint8Array(key.buffer, key.byteOffset, key.byteLength);
  if (key instanceof ArrayBuffer) return new Uint8Array(key);
  throw invalidArgType("key", "of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, or KeyObject", key);
}

export const createSecretKey = (key, encoding) => new KeyObject(bytesOfKey(key, encoding));
