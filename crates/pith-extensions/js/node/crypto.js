// `node:crypto`: digests, random values, key derivation by PBKDF2. Ciphers and public keys are not offered.

import { pbkdf2 as pbkdf2Native } from "pith:native/crypto";
import { missing } from "../runtime/missing.js";
import { Buffer } from "./buffer.js";
import { coded } from "./errors.js";
import { algorithm, createHash, createHmac, Hash, hash, hashNames, Hmac } from "./crypto/hashes.js";
import { bytesOfKey, createSecretKey, KeyObject } from "./crypto/keys.js";
import { getRandomValues, randomBytes, randomFill, randomFillSync, randomInt, randomUUID } from "./crypto/random.js";
import { webcrypto } from "./crypto/web.js";

export { createHash, createHmac, createSecretKey, getRandomValues, Hash, hash, Hmac, KeyObject, webcrypto };
export { randomBytes, randomFill, randomFillSync, randomInt, randomUUID };
export const { subtle } = webcrypto;
export const pseudoRandomBytes = randomBytes;
export const getHashes = () => [...hashNames];
export const getCiphers = () => [];
export const getCurves = () => [];

export function timingSafeEqual(a, b) {
  const [left, right] = [bytesOfKey(a), bytesOfKey(b)];
  if (left.length !== right.length) throw coded(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  let difference = 0;
  for (let i = 0; i < left.length; i += 1) difference |= left[i] ^ right[i];
  return difference === 0;
}

export function pbkdf2Sync(password, salt, iterations, length, digest) {
  const bytes = pbkdf2Native(algorithm(digest), bytesOfKey(password), bytesOfKey(salt), iterations, length);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function pbkdf2(password, salt, iterations, length, digest, callback) {
  let out;
  let error = null;
  try {
    out = pbkdf2Sync(password, salt, iterations, length, digest);
  } catch (thrown) {
    error = thrown;
  }
  queueMicrotask(() => callback(error, out));
}

/** RFC 5869 over the host's HMAC. */
export function hkdfSync(digest, key, salt, info, length) {
  const name = algorithm(digest);
  const size = createHash(name).digest().length;
  const saltBytes = bytesOfKey(salt);
  const extracted = createHmac(name, saltBytes.length ? saltBytes : Buffer.alloc(size)).update(bytesOfKey(key)).digest();
  const blocks = [];
  let last = Buffer.alloc(0);
  for (let i = 1; blocks.length * size < length; i += 1) {
    last = createHmac(name, extracted).update(last).update(bytesOfKey(info)).update(Uint8Array.of(i)).digest();
    blocks.push(last);
  }
  return new Uint8Array(Buffer.concat(blocks).subarray(0, length)).buffer;
}

export const constants = {};
const absent = Object.fromEntries([
  "createCipheriv", "createDecipheriv", "createSign", "createVerify", "sign", "verify", "generateKeyPair", "generateKeyPairSync", "generateKeySync",
  "createPublicKey", "createPrivateKey", "publicEncrypt", "privateDecrypt", "privateEncrypt", "publicDecrypt", "scrypt", "scryptSync",
  "createDiffieHellman", "createECDH", "diffieHellman", "X509Certificate", "hkdf",
].map((name) => [name, missing("crypto", name)]));
export const {
  createCipheriv, createDecipheriv, createSign, createVerify, sign, verify, generateKeyPair, generateKeyPairSync, generateKeySync, createPublicKey,
  createPrivateKey, publicEncrypt, privateDecrypt, privateEncrypt, publicDecrypt, scrypt, scryptSync, createDiffieHellman, createECDH,
  diffieHellman, X509Certificate, hkdf,
} = absent;

export default {
  ...absent, constants, createHash, createHmac, createSecretKey, getCiphers, getCurves, getHashes, getRandomValues, Hash, hash, Hmac, hkdfSync,
  KeyObject, pbkdf2, pbkdf2Sync, pseudoRandomBytes, randomBytes, randomFill, randomFillSync, randomInt, randomUUID, subtle, timingSafeEqual, webcrypto,
};
