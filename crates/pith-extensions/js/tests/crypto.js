import assert from "node:assert/strict";
import crypto, {
  createCipheriv, createDecipheriv, createHash, createSecretKey, generateKeySync, getCipherInfo, hkdfSync, pbkdf2, scrypt, scryptSync,
} from "node:crypto";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { failures } from "./run.js";

const [k16, k24, k32, iv12, iv16] = [[16, 1], [24, 1], [32, 1], [12, 2], [16, 2]].map(([size, byte]) => Buffer.alloc(size, byte));
const lock = (name, key, iv, text, options) => {
  const cipher = createCipheriv(name, key, iv, options);
  return [cipher.update(text, "utf8", "hex"), cipher.final("hex"), cipher];
};

export default () => failures({
  "ciphers give what OpenSSL gives, block by block"() {
    assert.deepEqual(lock("AES-256-CBC", k32, iv16, "hello").slice(0, 2), ["", "aaf7a0b1c5d4d4b8c8abeaa891ec2755"]);
    assert.deepEqual(lock("aes-192-cbc", k24, iv16, "hello world 0123456789").slice(0, 2), ["f290feeb6ff7e94751f1961e01d361fb", "f06485abf90187e60a24417b7c524243"]);
    assert.deepEqual(lock("aes-128-ecb", k16, null, "hello").slice(0, 2), ["", "4c55a6ffda2e565b40c2051d3d067614"]);
    assert.deepEqual(lock("aes-192-ctr", k24, iv16, "hello").slice(0, 2), ["83e97b5cff", ""]);
    const opened = createDecipheriv("aes-192-cbc", k24, iv16);
    const hidden = Buffer.from("f290feeb6ff7e94751f1961e01d361fbf06485abf90187e60a24417b7c524243", "hex");
    const pieces = [opened.update(hidden.subarray(0, 16)).length, opened.update(hidden.subarray(16), undefined, "utf8"), opened.final("utf8")];
    assert.deepEqual(pieces, [0, "hello world 0123", "456789"]);
    assert.equal(getCipherInfo("aes256").ivLength, 16);
  },

  "sealed texts open with their seal alone"() {
    const cipher = createCipheriv("aes-256-gcm", k32, iv12).setAAD(Buffer.from("aad"));
    assert.equal(cipher.update("hel", "utf8", "hex") + cipher.update("lo", "utf8", "hex") + cipher.final("hex"), "6fb3a52525");
    assert.equal(cipher.getAuthTag().toString("hex"), "fdf96a2adb727c1f577e1a8c7c6db4d2");
    const [text, , long] = lock("aes-192-gcm", k24, iv16, "hello", { authTagLength: 12 });
    assert.deepEqual([text, long.getAuthTag().toString("hex")], ["909fdd3d33", "57538b20e044edaba347aeed"]);
    const open = (tag) => {
      const decipher = createDecipheriv("aes-256-gcm", k32, iv12).setAAD(Buffer.from("aad"));
      if (tag) decipher.setAuthTag(tag);
      return decipher.update("6fb3a52525", "hex", "utf8") + decipher.final("utf8");
    };
    assert.equal(open(cipher.getAuthTag()), "hello");
    for (const tag of [undefined, Buffer.alloc(16)]) assert.throws(() => open(tag), /unable to authenticate data/);
  },

  "what is wrong with a cipher is said in Node's codes"() {
    assert.throws(() => createCipheriv("aes-256-cbc", k16, iv16), { name: "RangeError", code: "ERR_CRYPTO_INVALID_KEYLEN" });
    assert.throws(() => createCipheriv("aes-256-cbc", k32, iv12), { name: "TypeError", code: "ERR_CRYPTO_INVALID_IV" });
    assert.throws(() => createCipheriv("nope", k32, iv12), { code: "ERR_CRYPTO_UNKNOWN_CIPHER" });
    const open = (bytes) => {
      const decipher = createDecipheriv("aes-256-cbc", k32, iv16);
      decipher.update(bytes);
      return decipher.final();
    };
    assert.throws(() => open(Buffer.alloc(16)), { code: "ERR_OSSL_BAD_DECRYPT", reason: "bad decrypt" });
    assert.throws(() => open(Buffer.alloc(15)), { code: "ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH" });
    const cipher = createCipheriv("aes-256-gcm", k32, iv12);
    assert.throws(() => cipher.getAuthTag(), { code: "ERR_CRYPTO_INVALID_STATE" });
    cipher.final();
    assert.throws(() => cipher.final(), { code: "ERR_CRYPTO_INVALID_STATE" });
  },

  async "a cipher is a stream, too"() {
    const text = "again and ".repeat(20000);
    const parts = [];
    const source = async function* () {
      for (let at = 0; at < text.length; at += 7001) yield text.slice(at, at + 7001);
    };
    await pipeline(source, createCipheriv("aes-128-cbc", k16, iv16), createDecipheriv("aes-128-cbc", k16, iv16), async (stream) => {
      for await (const part of stream) parts.push(part);
    });
    assert.equal(Buffer.concat(parts).toString(), text);
  },

  async "keys come from passwords"() {
    const expected = "745731af4484f323968969eda289aeee005b5903ac561e64a5aca121797bf773";
    assert.equal(scryptSync("password", "salt", 32).toString("hex"), expected);
    assert.equal((await promisify(scrypt)("password", "salt", 32)).toString("hex"), expected);
    assert.equal(scryptSync("password", "salt", 16, { cost: 1024, blockSize: 8, parallelization: 2 }).toString("hex"), "1765486cf4c5597fb5308d16b99794d7");
    assert.throws(() => scryptSync("password", "salt", 16, { N: 1000 }), { name: "RangeError", code: "ERR_CRYPTO_INVALID_SCRYPT_PARAMS" });
    assert.throws(() => scryptSync("password", "salt", 16, { N: 65536 }), /memory limit exceeded/);
    assert.equal((await promisify(pbkdf2)("password", "salt", 1, 20, "sha1")).toString("hex"), "0c60c80f961f0e71f3a9b524af6012062fe037a6");
    assert.throws(() => crypto.pbkdf2Sync("password", "salt", 2 ** 31 - 1, 64, "sha512"), { code: "ERR_OUT_OF_RANGE" });
    const made = "9ca0d662557439e3b83365f2da4626d35da195c6d9d1779f09838cf9e408966ece99106e2585ace6f083";
    assert.equal(Buffer.from(hkdfSync("sha256", "key", "salt", "info", 42)).toString("hex"), made);
    assert.equal(Buffer.from(await promisify(crypto.hkdf)("sha256", "key", "salt", "info", 42)).toString("hex"), made);
  },

  "secret keys hide their bytes and are taken as keys"() {
    const key = createSecretKey(k32);
    assert.deepEqual([key.type, key.symmetricKeySize, key.export().equals(k32)], ["secret", 32, true]);
    assert.ok(key.equals(createSecretKey(k32)) && !key.equals(generateKeySync("aes", { length: 256 })));
    assert.equal(lock("aes-256-cbc", key, iv16, "hello")[1], "aaf7a0b1c5d4d4b8c8abeaa891ec2755");
    assert.ok(!JSON.stringify(key).includes("1"));
    assert.equal(createHash("sha224").update("abc").digest("hex"), "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
  },

  async "the web's crypto hides, opens and derives"() {
    const { subtle } = globalThis.crypto;
    const data = Buffer.from("hello");
    const gcm = await subtle.importKey("raw", k32, "aes-gcm", true, ["encrypt", "decrypt"]);
    const algorithm = { name: "AES-GCM", iv: iv12, additionalData: Buffer.from("aad") };
    const hidden = Buffer.from(await subtle.encrypt(algorithm, gcm, data));
    assert.equal(hidden.toString("hex"), "6fb3a52525fdf96a2adb727c1f577e1a8c7c6db4d2");
    assert.equal(Buffer.from(await subtle.decrypt(algorithm, gcm, hidden)).toString(), "hello");
    hidden[0] ^= 1;
    await assert.rejects(() => subtle.decrypt(algorithm, gcm, hidden), { name: "OperationError" });
    assert.deepEqual(await subtle.exportKey("jwk", gcm), { key_ops: ["encrypt", "decrypt"], ext: true, kty: "oct", k: k32.toString("base64url"), alg: "A256GCM" });
    const password = await subtle.importKey("raw", Buffer.from("password"), "PBKDF2", false, ["deriveKey", "deriveBits"]);
    const pbkdf2 = { name: "PBKDF2", hash: "SHA-1", salt: Buffer.from("salt"), iterations: 1 };
    assert.equal(Buffer.from(await subtle.deriveBits(pbkdf2, password, 160)).toString("hex"), "0c60c80f961f0e71f3a9b524af6012062fe037a6");
    const derived = await subtle.deriveKey(pbkdf2, password, { name: "AES-CBC", length: 128 }, true, ["encrypt"]);
    assert.equal(Buffer.from(await subtle.exportKey("raw", derived)).toString("hex"), "0c60c80f961f0e71f3a9b524af601206");
    await assert.rejects(() => subtle.encrypt({ name: "AES-CBC", iv: iv16 }, gcm, data), { name: "InvalidAccessError" });
    const wrapping = await subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["wrapKey", "unwrapKey"]);
    const wrapped = await subtle.wrapKey("jwk", gcm, wrapping, { name: "AES-GCM", iv: iv12 });
    const back = await subtle.unwrapKey("jwk", wrapped, wrapping, { name: "AES-GCM", iv: iv12 }, "AES-GCM", true, ["encrypt"]);
    assert.deepEqual(Buffer.from(await subtle.exportKey("raw", back)), k32);
    await assert.rejects(() => subtle.exportKey("raw", wrapping), { name: "InvalidAccessError" });
  },
});
