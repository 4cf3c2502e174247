// Keys from passwords and from other keys: PBKDF2, scrypt, HKDF. What takes long is done beside the extension's code.

import { derive, deriveLater } from "pith:native/crypto";
import { Buffer } from "../buffer.js";
import { checkFunction, checkInteger, checkString, coded, invalidArgType } from "../errors.js";
import { algorithm, createHash, createHmac } from "./hashes.js";
import { bytesOfSecret } from "./keys.js";

const most = 2 ** 31 - 1;

function bytes(value, name) {
  if (typeof value === "string") return Buffer.from(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw invalidArgType(name, "of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView", value);
}

const buffer = (made) => Buffer.from(made.buffer, made.byteOffset, made.byteLength);

/** Errors keep Node's kinds. */
function kind(error) {
  if (!/^ERR_(OUT_OF_RANGE|CRYPTO_INVALID_SCRYPT)/.test(error?.code ?? "")) return error;
  return coded(RangeError, error.code, error.message);
}

function now(job) {
  try {
    return buffer(derive(job));
  } catch (error) {
    throw kind(error);
  }
}

function later(job, callback) {
  deriveLater(job).then(
    (made) => callback(null, buffer(made)),
    (error) => callback(kind(error)),
  );
}

function pbkdf2Job(password, salt, iterations, length, digest) {
  checkString(digest, "digest");
  const job = { password: bytes(password, "password"), salt: bytes(salt, "salt") };
  checkInteger(iterations, "iterations", 1, most);
  checkInteger(length, "keylen", 0, most);
  return { ...job, iterations, length, digest: algorithm(digest, TypeError) };
}

export const pbkdf2Sync = (password, salt, iterations, length, digest) => now(pbkdf2Job(password, salt, iterations, length, digest));

export function pbkdf2(password, salt, iterations, length, digest, callback) {
  const done = typeof digest === "function" ? digest : callback;
  const job = pbkdf2Job(password, salt, iterations, length, typeof digest === "function" ? undefined : digest);
  later(job, checkFunction(done, "callback"));
}

/** Each of scrypt's settings under either of its names. */
function setting(options, long, short, fallback) {
  if (options[long] !== undefined && options[short] !== undefined) {
    throw coded(Error, "ERR_CRYPTO_SCRYPT_INVALID_PARAMETER", "Invalid scrypt parameter");
  }
  return checkInteger(options[long] ?? options[short] ?? fallback, long, 0, 2 ** 32 - 1) || fallback;
}

function scryptJob(password, salt, length, options = {}) {
  const job = { password: bytes(password, "password"), salt: bytes(salt, "salt") };
  checkInteger(length, "keylen", 0, most);
  return {
    ...job,
    length,
    cost: setting(options, "cost", "N", 16384),
    blockSize: setting(options, "blockSize", "r", 8),
    parallelization: setting(options, "parallelization", "p", 1),
    memory: checkInteger(options.maxmem ?? 32 << 20, "maxmem", 0) || 32 << 20,
  };
}

export const scryptSync = (password, salt, length, options) => now(scryptJob(password, salt, length, options));

export function scrypt(password, salt, length, options, callback) {
  const done = typeof options === "function" ? options : callback;
  const job = scryptJob(password, salt, length, typeof options === "function" ? {} : options);
  later(job, checkFunction(done, "callback"));
}

/** RFC 5869 over the host's HMAC. */
export function hkdfSync(digest, key, salt, info, length) {
  checkString(digest, "digest");
  const name = algorithm(digest, TypeError);
  const [keyBytes, saltBytes, infoBytes] = [bytesOfSecret(key), bytes(salt, "salt"), bytes(info, "info")];
  checkInteger(length, "length", 0, most);
  const size = createHash(name).digest().length;
  if (length > size * 255) throw coded(RangeError, "ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
  const extracted = createHmac(name, saltBytes.length ? saltBytes : Buffer.alloc(size)).update(keyBytes).digest();
  const blocks = [];
  let last = Buffer.alloc(0);
  for (let i = 1; blocks.length * size < length; i += 1) {
    last = createHmac(name, extracted).update(last).update(infoBytes).update(Uint8Array.of(i)).digest();
    blocks.push(last);
  }
  return new Uint8Array(Buffer.concat(blocks).subarray(0, length)).buffer;
}

export function hkdf(digest, key, salt, info, length, callback) {
  checkFunction(callback, "callback");
  const made = hkdfSync(digest, key, salt, info, length);
  queueMicrotask(() => callback(null, made));
}
