// Digests and message authentication: `createHash`, `createHmac` and their classes.

import { hash as hashNative, newHash, newHmac } from "pith:native/crypto";
import { Buffer } from "../buffer.js";
import { coded } from "../errors.js";
import { Transform } from "../stream/duplex.js";
import { bytesOfData, bytesOfSecret } from "./keys.js";

export const hashNames = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-224", "sha512-256"];

/** The host's name of an algorithm. */
export function algorithm(name, Kind = Error) {
  const plain = String(name).toLowerCase().replace(/^rsa-/, "").replace(/^sha-(\d)/, "sha$1").replace("/", "-");
  if (!hashNames.includes(plain)) throw coded(Kind, "ERR_CRYPTO_INVALID_DIGEST", `Invalid digest: ${name}`);
  return plain;
}

function shown(bytes, encoding) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return encoding && encoding !== "buffer" ? buffer.toString(encoding) : buffer;
}

class Digest extends Transform {
  #native;
  #done = false;
  constructor(native, options) {
    super(options);
    this.#native = native;
  }
  get native() {
    return this.#native;
  }
  update(data, encoding) {
    if (this.#done) throw coded(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.#native.update(bytesOfData(data, encoding));
    return this;
  }
  digest(encoding) {
    if (this.#done) throw coded(Error, "ERR_CRYPTO_HASH_FINALIZED", "Digest already called");
    this.#done = true;
    return shown(this.#native.digest(), encoding);
  }
  _transform(chunk, encoding, done) {
    this.update(chunk, encoding);
    done();
  }
  _flush(done) {
    this.push(this.digest());
    done();
  }
}

export class Hash extends Digest {
  constructor(name, options, native) {
    super(native ?? newHash(algorithm(name)), options);
  }
  copy(options) {
    return new Hash("", options, this.native.copy());
  }
}

export class Hmac extends Digest {
  constructor(name, key, options) {
    super(newHmac(algorithm(name), bytesOfSecret(key, options?.encoding)), options);
  }
}

export const createHash = (name, options) => new Hash(name, options);
export const createHmac = (name, key, options) => new Hmac(name, key, options);
export const hash = (name, data, encoding = "hex") => shown(hashNative(algorithm(name), bytesOfData(data)), encoding);
export const getHashes = () => [...hashNames];
