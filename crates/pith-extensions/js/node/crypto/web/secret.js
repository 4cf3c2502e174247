// What WebCrypto does with secret keys, over Node's functions.

import { deriveLater } from "pith:native/crypto";
import { bytesOf } from "../../../globals/encoding.js";
import { DOMException } from "../../../globals/dom-exception.js";
import { Buffer } from "../../buffer.js";
import { createCipheriv, createDecipheriv } from "../cipher.js";
import { hkdfSync } from "../derive.js";
import { createHmac } from "../hashes.js";
import { bytesOfSecret } from "../keys.js";

const failed = () => new DOMException("The operation failed for an operation-specific reason", "OperationError");
const plain = (digest) => digest.toLowerCase().replace("-", "");

/** @returns {Uint8Array} the message's authentication */
export const mac = (key, data) => createHmac(plain(key.algorithm.hash.name), bytesOfSecret(key)).update(data).digest();

function prepared(algorithm, key, make) {
  const { name, length } = key.algorithm;
  const tagLength = algorithm.tagLength ?? 128;
  if (name === "AES-GCM" && ![32, 64, 96, 104, 112, 120, 128].includes(tagLength)) {
    throw new DOMException(`${tagLength} is not a valid AES-GCM tag length`, "OperationError");
  }
  const options = name === "AES-GCM" ? { authTagLength: tagLength / 8 } : undefined;
  const vector = bytesOf(name === "AES-CTR" ? algorithm.counter : algorithm.iv);
  if (name !== "AES-GCM" && vector.length !== 16) {
    throw new DOMException(`algorithm.${name === "AES-CTR" ? "counter" : "iv"} must contain exactly 16 bytes`, "OperationError");
  }
  const cipher = make(`aes-${length}-${name.slice(4).toLowerCase()}`, bytesOfSecret(key), vector, options);
  if (algorithm.additionalData !== undefined) cipher.setAAD(bytesOf(algorithm.additionalData));
  return [cipher, tagLength / 8];
}

/** The hidden text; the seal of AES-GCM stands behind it. */
export function encrypt(algorithm, key, data) {
  const [cipher] = prepared(algorithm, key, createCipheriv);
  const hidden = [cipher.update(data), cipher.final()];
  if (algorithm.name === "AES-GCM") hidden.push(cipher.getAuthTag());
  return Uint8Array.from(Buffer.concat(hidden));
}

export function decrypt(algorithm, key, data) {
  const [cipher, tagLength] = prepared(algorithm, key, createDecipheriv);
  const end = algorithm.name === "AES-GCM" ? data.length - tagLength : data.length;
  if (end < 0) throw failed();
  if (end < data.length) cipher.setAuthTag(data.subarray(end));
  try {
    return Uint8Array.from(Buffer.concat([cipher.update(data.subarray(0, end)), cipher.final()]));
  } catch {
    throw failed();
  }
}

export async function deriveBits(algorithm, digest, key, bits) {
  if (!Number.isInteger(bits) || bits % 8 !== 0) throw new DOMException("length must be a multiple of 8", "OperationError");
  const secret = bytesOfSecret(key);
  const salt = bytesOf(algorithm.salt);
  if (algorithm.name === "HKDF") return new Uint8Array(hkdfSync(plain(digest), secret, salt, bytesOf(algorithm.info), bits / 8));
  if (!(algorithm.iterations > 0)) throw new DOMException("iterations cannot be zero", "OperationError");
  return deriveLater({ password: secret, salt, length: bits / 8, digest: plain(digest), iterations: algorithm.iterations });
}
