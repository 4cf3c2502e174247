// WebCrypto: digests, HMAC, PBKDF2 and random values; other algorithms are refused by name.

import { hash, hmac, pbkdf2 } from "pith:native/crypto";
import { bytesOf } from "../../globals/encoding.js";
import { DOMException } from "../../globals/dom-exception.js";
import { Buffer } from "../buffer.js";
import { getRandomValues, randomBytes, randomUUID } from "./random.js";

const nameOf = (algorithm) => (typeof algorithm === "string" ? algorithm : algorithm.name).toUpperCase();
const digestName = (algorithm) => nameOf(algorithm).toLowerCase().replace("sha-", "sha");
const toBuffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

function refuse(what) {
  return new DOMException(`${what} is not available to extensions`, "NotSupportedError");
}

const secret = new WeakMap();

export class CryptoKey {
  constructor(bytes, algorithm, extractable, usages) {
    secret.set(this, bytes);
    Object.assign(this, { type: "secret", algorithm, extractable, usages });
  }
}

function same(a, b) {
  let difference = a.length ^ b.length;
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) difference |= a[i] ^ b[i];
  return difference === 0;
}

export class SubtleCrypto {
  async digest(algorithm, data) {
    const name = digestName(algorithm);
    if (!/^sha(1|256|384|512)$/.test(name)) throw refuse(nameOf(algorithm));
    return toBuffer(hash(name, bytesOf(data)));
  }

  async importKey(format, data, algorithm, extractable, usages) {
    const name = nameOf(algorithm);
    if (name !== "HMAC" && name !== "PBKDF2") throw refuse(`importKey with ${name}`);
    let bytes;
    if (format === "raw") bytes = bytesOf(data).slice();
    else if (format === "jwk" && data.kty === "oct") bytes = new Uint8Array(Buffer.from(data.k, "base64url"));
    else throw refuse(`key format ${format}`);
    const kept = name === "HMAC" ? { name, hash: { name: nameOf(algorithm.hash) }, length: bytes.length * 8 } : { name };
    return new CryptoKey(bytes, kept, extractable, [...usages]);
  }

  async exportKey(format, key) {
    if (!key.extractable) throw new DOMException("key is not extractable", "InvalidAccessError");
    const bytes = secret.get(key);
    if (format === "raw") return toBuffer(bytes);
    if (format === "jwk") return { kty: "oct", k: Buffer.from(bytes).toString("base64url"), ext: true, key_ops: key.usages };
    throw refuse(`key format ${format}`);
  }

  async generateKey(algorithm, extractable, usages) {
    if (nameOf(algorithm) !== "HMAC") throw refuse(`generateKey with ${nameOf(algorithm)}`);
    const length = algorithm.length ? algorithm.length / 8 : /SHA-(384|512)/i.test(nameOf(algorithm.hash)) ? 128 : 64;
    return this.importKey("raw", new Uint8Array(randomBytes(length)), algorithm, extractable, usages);
  }

  async sign(algorithm, key, data) {
    if (nameOf(algorithm) !== "HMAC") throw refuse(`sign with ${nameOf(algorithm)}`);
    return toBuffer(hmac(digestName(key.algorithm.hash), secret.get(key), bytesOf(data)));
  }

  async verify(algorithm, key, signature, data) {
    return same(new Uint8Array(await this.sign(algorithm, key, data)), bytesOf(signature));
  }

  async deriveBits(algorithm, key, bits) {
    if (nameOf(algorithm) !== "PBKDF2") throw refuse(`deriveBits with ${nameOf(algorithm)}`);
    return toBuffer(pbkdf2(digestName(algorithm.hash), secret.get(key), bytesOf(algorithm.salt), algorithm.iterations, bits / 8));
  }
}

for (const name of ["encrypt", "decrypt", "deriveKey", "wrapKey", "unwrapKey"]) {
  SubtleCrypto.prototype[name] = async () => {
    throw refuse(`subtle.${name}`);
  };
}

export class Crypto {
  subtle = new SubtleCrypto();
  getRandomValues = getRandomValues;
  randomUUID = randomUUID;
  get [Symbol.toStringTag]() {
    return "Crypto";
  }
}
export const webcrypto = new Crypto();
