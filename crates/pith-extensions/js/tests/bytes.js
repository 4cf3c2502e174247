import assert from "node:assert/strict";
import { createHash, createHmac, pbkdf2Sync, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { StringDecoder } from "node:string_decoder";
import { brotliDecompressSync, crc32, gunzipSync, gzipSync, inflateSync, deflateSync } from "node:zlib";
import { failures } from "./run.js";

export default () => failures({
  "buffers know every encoding both ways"() {
    const text = "h\u00e9llo \u2713 \u{1f600}";
    for (const encoding of ["utf8", "hex", "base64", "base64url"]) {
      assert.equal(Buffer.from(Buffer.from(text).toString(encoding), encoding).toString(), text);
    }
    assert.equal(Buffer.from("aGk", "base64").toString(), "hi");
    assert.equal(Buffer.from([0xff, 0x41]).toString("latin1"), "\u00ffA");
    assert.throws(() => Buffer.from("x", "nope"), { code: "ERR_UNKNOWN_ENCODING" });
  },

  "a buffer is cut by reference and joined by copy"() {
    const whole = Buffer.from("abcd");
    whole.subarray(1, 3)[0] = 120;
    assert.equal(whole.toString(), "axcd");
    assert.equal(Buffer.concat([whole, Buffer.from("!")]).toString(), "axcd!");
    assert.ok(Buffer.isBuffer(whole.map((byte) => byte)));
    assert.deepEqual(JSON.parse(JSON.stringify(Buffer.from("a"))), { type: "Buffer", data: [97] });
    assert.equal(whole.indexOf("c"), 2);
  },

  "numbers are written and read in both orders and checked"() {
    const buffer = Buffer.alloc(8);
    assert.equal(buffer.writeUInt32BE(0x01020304, 0), 4);
    assert.equal(buffer.readUInt32LE(0), 0x04030201);
    assert.equal(buffer.writeIntLE(-2, 4, 3), 7);
    assert.equal(buffer.readIntLE(4, 3), -2);
    assert.throws(() => buffer.writeUInt8(256, 0), { code: "ERR_OUT_OF_RANGE" });
    assert.throws(() => buffer.readUInt16LE(7), { code: "ERR_OUT_OF_RANGE" });
  },

  "characters that come in pieces are put together"() {
    const decoder = new TextDecoder();
    const pieces = [[0xe2], [0x9c, 0x93, 0xf0], [0x9f, 0x98, 0x80]].map((part) => decoder.decode(Uint8Array.from(part), { stream: true }));
    assert.deepEqual(pieces, ["", "\u2713", "\u{1f600}"]);
    assert.throws(() => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.of(0xff)), { code: "ERR_ENCODING_INVALID_ENCODED_DATA" });
    const string = new StringDecoder("utf8");
    assert.equal(string.write(Buffer.from([0xe2, 0x82])) + string.write(Buffer.from([0xac])) + string.end(), "\u20ac");
    assert.equal(new TextDecoder("utf-16le").decode(Uint8Array.of(0x41, 0, 0x3d, 0xd8, 0x00, 0xde)), "A\u{1f600}");
    assert.deepEqual([...new TextEncoder().encode("\ud800")], [0xef, 0xbf, 0xbd]);
  },

  "digests and their keys agree with the standards"() {
    assert.equal(createHash("md5").update("a").digest("hex"), "0cc175b9c0f1b6a831c399e269772661");
    assert.equal(createHash("sha1").update("a").update("bc").digest("hex"), "a9993e364706816aba3e25717850c26c9cd0d89d");
    assert.equal(createHash("sha256").update("abc").copy().digest("hex"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert.equal(createHmac("sha256", "key").update("The quick brown fox jumps over the lazy dog").digest("hex"), "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
    assert.equal(pbkdf2Sync("password", "salt", 1, 20, "sha1").toString("hex"), "0c60c80f961f0e71f3a9b524af6012062fe037a6");
    assert.ok(timingSafeEqual(Buffer.from("a"), Buffer.from("a")));
    assert.match(randomUUID(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.ok(randomInt(3) < 3);
  },

  async "the web's crypto signs and digests"() {
    const key = await crypto.subtle.importKey("raw", Buffer.from("key"), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    const signature = await crypto.subtle.sign("HMAC", key, Buffer.from("data"));
    assert.ok(await crypto.subtle.verify("HMAC", key, signature, Buffer.from("data")));
    assert.equal(Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from("abc"))).toString("hex").slice(0, 8), "ba7816bf");
    await assert.rejects(() => crypto.subtle.encrypt("RC4", key, Buffer.from("data")), { name: "NotSupportedError" });
  },

  async "what is packed is unpacked, whole and in pieces"() {
    const text = "again and ".repeat(1000);
    assert.equal(gunzipSync(gzipSync(text)).toString(), text);
    assert.equal(inflateSync(deflateSync(text)).toString(), text);
    assert.throws(() => gunzipSync(Buffer.from("no gzip at all")), { code: "Z_DATA_ERROR" });
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")).pipeThrough(new DecompressionStream("gzip"));
    assert.equal(await new Response(stream).text(), text);
  },

  "what Brotli packed is unpacked, as far as there is room"() {
    const packed = Buffer.from("1bf301f825006a10c24a8187dc9714", "hex");
    assert.equal(brotliDecompressSync(packed).toString(), "again and ".repeat(50));
    assert.throws(() => brotliDecompressSync(packed.subarray(0, 10)), { code: "Z_BUF_ERROR" });
    assert.throws(() => brotliDecompressSync(Buffer.from("no brotli at all")), { message: "Decompression failed" });
    assert.equal(crc32("world", crc32("hello ")), crc32("hello world"));
    assert.equal(crc32("hello world"), 0x0d4a1185);
  },
});
