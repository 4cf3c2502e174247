// `node:crypto`: digests, ciphers, keys from passwords, random values. Agreement on keys and certificates are not offered.

import { missing } from "../runtime/missing.js";
import { coded, invalidArgType } from "./errors.js";
import { Cipheriv, createCipheriv, createDecipheriv, Decipheriv, getCipherInfo, getCiphers, sameBytes } from "./crypto/cipher.js";
import { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from "./crypto/derive.js";
import { createHash, createHmac, getHashes, Hash, hash, Hmac } from "./crypto/hashes.js";
import { bytesOfKey, createSecretKey, generateKey, generateKeySync, KeyObject } from "./crypto/keys.js";
import { getRandomValues, randomBytes, randomFill, randomFillSync, randomInt, randomUUID } from "./crypto/random.js";
import { webcrypto } from "./crypto/web.js";

export { Cipheriv, createCipheriv, createDecipheriv, Decipheriv, getCipherInfo, getCiphers } from "./crypto/cipher.js";
export { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from "./crypto/derive.js";
export { createHash, createHmac, getHashes, Hash, hash, Hmac } from "./crypto/hashes.js";
export { createSecretKey, generateKey, generateKeySync, KeyObject } from "./crypto/keys.js";
export { getRandomValues, randomBytes, randomFill, randomFillSync, randomInt, randomUUID } from "./crypto/random.js";
export { webcrypto } from "./crypto/web.js";
export const { subtle } = webcrypto;
export const pseudoRandomBytes = randomBytes;
export const getCurves = () => [];
export const getFips = () => 0;

export function timingSafeEqual(a, b) {
  for (const [name, value] of [["buf1", a], ["buf2", b]]) {
    if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) throw invalidArgType(name, "an instance of ArrayBuffer, Buffer, TypedArray, or DataView", value);
  }
  const [left, right] = [bytesOfKey(a), bytesOfKey(b)];
  if (left.length !== right.length) throw coded(RangeError, "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH", "Input buffers must have the same byte length");
  return sameBytes(left, right);
}

export const constants = {};
const absent = Object.fromEntries([
  "createSign", "createVerify", "sign", "verify", "generateKeyPair", "generateKeyPairSync",
  "createPublicKey", "createPrivateKey", "publicEncrypt", "privateDecrypt", "privateEncrypt", "publicDecrypt",
  "createDiffieHellman", "createECDH", "diffieHellman", "X509Certificate",
].map((name) => [name, missing("crypto", name)]));
export const {
  createSign, createVerify, sign, verify, generateKeyPair, generateKeyPairSync, createPublicKey, createPrivateKey, publicEncrypt,
  privateDecrypt, privateEncrypt, publicDecrypt, createDiffieHellman, createECDH, diffieHellman, X509Certificate,
} = absent;

export default {
  ...absent, Cipheriv, constants, createCipheriv, createDecipheriv, createHash, createHmac, createSecretKey, Decipheriv, generateKey,
  generateKeySync, getCipherInfo, getCiphers, getCurves, getFips, getHashes, getRandomValues, Hash, hash, hkdf, hkdfSync, Hmac, KeyObject,
  pbkdf2, pbkdf2Sync, pseudoRandomBytes, randomBytes, randomFill, randomFillSync, randomInt, randomUUID, scrypt, scryptSync, subtle,
  timingSafeEqual, webcrypto,
};
