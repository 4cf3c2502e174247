// Ciphers: `createCipheriv`, `createDecipheriv`, their classes and what is known of each by name.

import { newCipher } from "pith:native/crypto";
import { Buffer } from "../buffer.js";
import { coded, invalidArgType } from "../errors.js";
import { Transform } from "../stream/duplex.js";
import { StringDecoder } from "../string_decoder.js";
import { bytesOfData, bytesOfKey, bytesOfSecret } from "./keys.js";

const numbers = { ecb: [418, 422, 426], cbc: [419, 423, 427], gcm: [895, 898, 901], ctr: [904, 905, 906] };
const ciphers = {};
const aliases = {};
for (const [at, bits] of [128, 192, 256].entries()) {
  for (const mode of ["cbc", "ctr", "ecb", "gcm"]) {
    const info = { mode, name: `aes-${bits}-${mode}`, nid: numbers[mode][at], blockSize: mode === "cbc" || mode === "ecb" ? 16 : 1 };
    if (mode === "gcm") info.name = `id-aes${bits}-gcm`;
    if (mode !== "ecb") info.ivLength = mode === "gcm" ? 12 : 16;
    ciphers[`aes-${bits}-${mode}`] = { ...info, keyLength: bits / 8 };
  }
  aliases[`aes${bits}`] = `aes-${bits}-cbc`;
  aliases[`id-aes${bits}-gcm`] = `aes-${bits}-gcm`;
}

const known = (name) => ciphers[aliases[String(name).toLowerCase()] ?? String(name).toLowerCase()];

export const getCiphers = () => [...Object.keys(ciphers), ...Object.keys(aliases).map((name) => name.replace("gcm", "GCM"))].sort();

export function getCipherInfo(nameOrNumber, { keyLength, ivLength } = {}) {
  const info = typeof nameOrNumber === "number" ? Object.values(ciphers).find(({ nid }) => nid === nameOrNumber) : known(nameOrNumber);
  if (!info || (keyLength !== undefined && keyLength !== info.keyLength)) return undefined;
  if (ivLength === undefined) return { ...info };
  if (info.mode === "ecb" || (info.mode !== "gcm" && ivLength !== info.ivLength) || ivLength < 1) return undefined;
  return { ...info, ivLength };
}

const state = (operation) => coded(Error, "ERR_CRYPTO_INVALID_STATE", operation ? `Invalid state for operation ${operation}` : "Invalid state");
const tagLength = (length) => coded(TypeError, "ERR_CRYPTO_INVALID_AUTH_TAG", `Invalid authentication tag length: ${length}`);
const isTagLength = (length) => [4, 8, 12, 13, 14, 15, 16].includes(length);

export function sameBytes(a, b) {
  let difference = a.length ^ b.length;
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) difference |= a[i] ^ b[i];
  return difference === 0;
}

/** Both directions; what differs is asked of `locks`. */
class Work extends Transform {
  _work;
  _info;
  _padded = true;
  _begun = false;
  _done = false;
  #locks;
  #decoder;

  constructor(locks, name, key, iv, options) {
    super(options);
    const info = known(name);
    if (typeof name !== "string") throw invalidArgType("cipher", "of type string", name);
    const keyBytes = bytesOfSecret(key, options?.encoding);
    if (iv !== null && typeof iv !== "string" && !ArrayBuffer.isView(iv) && !(iv instanceof ArrayBuffer)) {
      throw invalidArgType("iv", "of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView", iv);
    }
    const ivBytes = iv === null ? new Uint8Array(0) : bytesOfKey(iv);
    if (!info) throw coded(Error, "ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
    if (keyBytes.length !== info.keyLength) throw coded(RangeError, "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
    if (info.mode === "gcm" ? ivBytes.length === 0 : ivBytes.length !== (info.ivLength ?? 0)) {
      throw coded(TypeError, "ERR_CRYPTO_INVALID_IV", "Invalid initialization vector");
    }
    this._tagLength = options?.authTagLength;
    if (info.mode === "gcm" && this._tagLength !== undefined && !isTagLength(this._tagLength)) throw tagLength(this._tagLength);
    this._info = info;
    this.#locks = locks;
    this._work = newCipher(info.mode, locks, keyBytes, ivBytes);
  }

  #shown(bytes, encoding, last) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!encoding || encoding === "buffer") return buffer;
    this.#decoder ??= new StringDecoder(encoding);
    return last ? this.#decoder.end(buffer) : this.#decoder.write(buffer);
  }

  update(data, inputEncoding, outputEncoding) {
    const bytes = bytesOfData(data, inputEncoding);
    if (this._done) throw new Error("Trying to add data in unsupported state");
    this._begun = true;
    return this.#shown(this._work.update(bytes, this._padded), outputEncoding, false);
  }

  final(outputEncoding) {
    if (this._done) throw state();
    this._done = true;
    let bytes;
    try {
      bytes = this._work.finish(this._padded);
    } catch (error) {
      const reason = error.message.split("::")[1];
      throw reason ? Object.assign(error, { library: "Provider routines", reason }) : error;
    }
    if (this._info.mode === "gcm") this._end(Buffer.from(this._work.tag()));
    return this.#shown(bytes, outputEncoding, true);
  }

  setAutoPadding(padded = true) {
    if (this._done) throw state("setAutoPadding");
    this._padded = Boolean(padded);
    return this;
  }

  setAAD(data, options) {
    if (this._info.mode !== "gcm" || this._begun || this._done) throw state("setAAD");
    this._work.aad(bytesOfData(data, options?.encoding));
    return this;
  }

  _transform(chunk, encoding, done) {
    try {
      this.push(this.update(chunk, encoding));
      done();
    } catch (error) {
      done(error);
    }
  }

  _flush(done) {
    try {
      this.push(this.final());
      done();
    } catch (error) {
      done(error);
    }
  }
}

export class Cipheriv extends Work {
  #tag;
  constructor(name, key, iv, options) {
    super(true, name, key, iv, options);
  }
  _end(tag) {
    this.#tag = tag.subarray(0, this._tagLength ?? 16);
  }
  getAuthTag() {
    if (!this.#tag) throw state("getAuthTag");
    return this.#tag;
  }
}

export class Decipheriv extends Work {
  #tag;
  constructor(name, key, iv, options) {
    super(false, name, key, iv, options);
  }
  _end(tag) {
    if (!this.#tag || !sameBytes(tag.subarray(0, this.#tag.length), this.#tag)) {
      throw new Error("Unsupported state or unable to authenticate data");
    }
  }
  setAuthTag(tag, encoding) {
    const bytes = Buffer.from(bytesOfKey(tag, encoding));
    if (this._info.mode !== "gcm" || this._done || this.#tag) throw state("setAuthTag");
    if (!isTagLength(bytes.length) || (this._tagLength ?? bytes.length) !== bytes.length) throw tagLength(bytes.length);
    this.#tag = bytes;
    return this;
  }
}

export const createCipheriv = (name, key, iv, options) => new Cipheriv(name, key, iv, options);
export const createDecipheriv = (name, key, iv, options) => new Decipheriv(name, key, iv, options);
