// WebCrypto: digests, HMAC, AES, keys from passwords and from other keys. Other algorithms are refused by name.

import { hash } from "pith:native/crypto";
import { bytesOf } from "../../globals/encoding.js";
import { DOMException } from "../../globals/dom-exception.js";
import { Buffer } from "../buffer.js";
import { sameBytes } from "./cipher.js";
import { bytesOfSecret, createSecretKey, held } from "./keys.js";
import { getRandomValues, randomBytes, randomUUID } from "./random.js";
import { decrypt, deriveBits, encrypt, mac } from "./web/secret.js";

const secrets = ["HMAC", "AES-GCM", "AES-CBC", "AES-CTR", "PBKDF2", "HKDF"];
const digests = { "SHA-1": 64, "SHA-256": 64, "SHA-384": 128, "SHA-512": 128 };

const toBuffer = (bytes) => bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
const refuse = (what) => new DOMException(`${what} is not available to extensions`, "NotSupportedError");
const wrong = (words, name) => new DOMException(words, name);

/** An algorithm with its name as the standard writes it. */
function normal(algorithm, what) {
  const given = typeof algorithm === "string" ? { name: algorithm } : algorithm;
  if (typeof given?.name !== "string") throw new TypeError("The algorithm needs a name");
  const name = given.name.toUpperCase();
  if (!secrets.includes(name)) throw refuse(`${what} with ${given.name}`);
  return { ...given, name };
}

function digestOf(algorithm) {
  const name = (typeof algorithm === "string" ? algorithm : String(algorithm?.name)).toUpperCase();
  if (!(name in digests)) throw refuse(`the digest ${name}`);
  return name;
}

const internal = Symbol("made by SubtleCrypto");

export class CryptoKey {
  #facts;
  constructor(token, object, algorithm, extractable, usages) {
    if (token !== internal) throw new TypeError("Illegal constructor");
    this.#facts = { type: object.type, algorithm, extractable, usages };
    held.set(this, { object });
  }
  get type() {
    return this.#facts.type;
  }
  get algorithm() {
    return this.#facts.algorithm;
  }
  get extractable() {
    return this.#facts.extractable;
  }
  get usages() {
    return this.#facts.usages;
  }
  get [Symbol.toStringTag]() {
    return "CryptoKey";
  }
}

/** A key that is for this algorithm and use. */
function used(key, algorithm, usage) {
  if (!(key instanceof CryptoKey)) throw new TypeError("The key must be a CryptoKey");
  if (key.algorithm.name !== algorithm.name) throw wrong("Key algorithm mismatch", "InvalidAccessError");
  if (!key.usages.includes(usage)) throw wrong(`Unable to use this key to ${usage}`, "InvalidAccessError");
  return key;
}

/** What the key of an algorithm says of itself. */
function described(algorithm, length) {
  const { name } = algorithm;
  if (name === "PBKDF2" || name === "HKDF") return { name };
  if (name === "HMAC") return { name, hash: { name: digestOf(algorithm.hash) }, length };
  if (![128, 192, 256].includes(length)) throw wrong("Invalid key length", "DataError");
  return { name, length };
}

const bitsOf = (algorithm) => (algorithm.name === "HMAC" ? (algorithm.length ?? digests[digestOf(algorithm.hash)] * 8) : algorithm.length);

export class SubtleCrypto {
  async digest(algorithm, data) {
    return toBuffer(hash(digestOf(algorithm).toLowerCase().replace("-", ""), bytesOf(data)));
  }

  async importKey(format, data, algorithm, extractable, usages) {
    const normalized = normal(algorithm, "importKey");
    let bytes;
    if (format === "raw") bytes = bytesOf(data);
    else if (format !== "jwk") throw refuse(`the key format ${format}`);
    else if (data?.kty !== "oct" || typeof data.k !== "string") throw wrong("Invalid keyData", "DataError");
    else bytes = Buffer.from(data.k, "base64url");
    return new CryptoKey(internal, createSecretKey(bytes), described(normalized, bytes.length * 8), Boolean(extractable), [...usages]);
  }

  async exportKey(format, key) {
    if (!key.extractable) throw wrong("key is not extractable", "InvalidAccessError");
    const bytes = bytesOfSecret(key);
    if (format === "raw") return toBuffer(Uint8Array.from(bytes));
    if (format !== "jwk") throw refuse(`the key format ${format}`);
    const { name, length, hash: digest } = key.algorithm;
    const alg = name === "HMAC" ? `HS${digest.name.slice(4)}` : `A${length}${name.slice(4)}`;
    return { key_ops: key.usages, ext: true, kty: "oct", k: Buffer.from(bytes).toString("base64url"), alg };
  }

  async generateKey(algorithm, extractable, usages) {
    const normalized = normal(algorithm, "generateKey");
    if (normalized.name === "PBKDF2" || normalized.name === "HKDF") throw refuse(`generateKey with ${normalized.name}`);
    const bits = bitsOf(normalized);
    const facts = described(normalized, bits);
    return new CryptoKey(internal, createSecretKey(randomBytes(bits >> 3)), facts, Boolean(extractable), [...usages]);
  }

  async sign(algorithm, key, data) {
    used(key, normal(algorithm, "sign"), "sign");
    return toBuffer(mac(key, bytesOf(data)));
  }

  async verify(algorithm, key, signature, data) {
    used(key, normal(algorithm, "verify"), "verify");
    return sameBytes(mac(key, bytesOf(data)), bytesOf(signature));
  }

  async encrypt(algorithm, key, data) {
    const normalized = normal(algorithm, "encrypt");
    return toBuffer(encrypt(normalized, used(key, normalized, "encrypt"), bytesOf(data)));
  }

  async decrypt(algorithm, key, data) {
    const normalized = normal(algorithm, "decrypt");
    return toBuffer(decrypt(normalized, used(key, normalized, "decrypt"), bytesOf(data)));
  }

  async deriveBits(algorithm, key, bits) {
    const normalized = normal(algorithm, "deriveBits");
    return toBuffer(await deriveBits(normalized, digestOf(normalized.hash), used(key, normalized, "deriveBits"), bits));
  }

  async deriveKey(algorithm, key, wanted, extractable, usages) {
    const normalized = normal(algorithm, "deriveKey");
    const target = normal(wanted, "deriveKey");
    const made = await deriveBits(normalized, digestOf(normalized.hash), used(key, normalized, "deriveKey"), bitsOf(target));
    return this.importKey("raw", made, target, extractable, usages);
  }

  async wrapKey(format, key, wrapping, algorithm) {
    const normalized = normal(algorithm, "wrapKey");
    const exported = await this.exportKey(format, key);
    const bytes = format === "jwk" ? Buffer.from(JSON.stringify(exported)) : bytesOf(exported);
    return toBuffer(encrypt(normalized, used(wrapping, normalized, "wrapKey"), bytes));
  }

  async unwrapKey(format, wrapped, unwrapping, algorithm, keyAlgorithm, extractable, usages) {
    const normalized = normal(algorithm, "unwrapKey");
    const bytes = decrypt(normalized, used(unwrapping, normalized, "unwrapKey"), bytesOf(wrapped));
    const data = format === "jwk" ? JSON.parse(Buffer.from(bytes).toString()) : bytes;
    return this.importKey(format, data, keyAlgorithm, extractable, usages);
  }

  get [Symbol.toStringTag]() {
    return "SubtleCrypto";
  }
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
