// `node:zlib`: compression at once, with callbacks, and as streams.

import { crc32 as crc32Native, run, stream as streamNative } from "pith:native/zlib";
import { Buffer } from "./buffer.js";
import { checkFunction } from "./errors.js";
import { Transform } from "./stream/duplex.js";

export const constants = {
  Z_NO_FLUSH: 0, Z_PARTIAL_FLUSH: 1, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_BLOCK: 5, Z_OK: 0, Z_STREAM_END: 1, Z_NEED_DICT: 2,
  Z_ERRNO: -1, Z_STREAM_ERROR: -2, Z_DATA_ERROR: -3, Z_MEM_ERROR: -4, Z_BUF_ERROR: -5, Z_VERSION_ERROR: -6, Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1, Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1, Z_DEFAULT_STRATEGY: 0, Z_MIN_WINDOWBITS: 8, Z_MAX_WINDOWBITS: 15,
  Z_DEFAULT_WINDOWBITS: 15, Z_DEFAULT_CHUNK: 16384, BROTLI_OPERATION_PROCESS: 0, BROTLI_OPERATION_FLUSH: 1, BROTLI_OPERATION_FINISH: 2,
  BROTLI_PARAM_MODE: 0, BROTLI_PARAM_QUALITY: 1, BROTLI_PARAM_SIZE_HINT: 5, BROTLI_MODE_GENERIC: 0, BROTLI_MODE_TEXT: 1,
};

function bytesOf(data) {
  if (typeof data === "string") return Buffer.from(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

function kindFor(kind, bytes) {
  if (kind !== "unzip") return kind;
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? "gunzip" : "inflate";
}

function sync(kind) {
  return (data, options) => {
    const bytes = bytesOf(data);
    const out = run(kindFor(kind, bytes), bytes, options?.level ?? -1);
    return Buffer.from(out.buffer, out.byteOffset, out.byteLength);
  };
}

function withCallback(call) {
  return (data, options, callback) => {
    const done = checkFunction(typeof options === "function" ? options : callback, "callback");
    let out;
    let error = null;
    try {
      out = call(data, typeof options === "function" ? undefined : options);
    } catch (thrown) {
      error = thrown;
    }
    queueMicrotask(() => (error ? done(error) : done(null, out)));
  };
}

class Zlib extends Transform {
  #kind;
  #level;
  #native = null;
  bytesWritten = 0;
  constructor(kind, options) {
    super(options);
    this.#kind = kind;
    this.#level = options?.level ?? -1;
  }
  #push(bytes, end) {
    this.#native ??= streamNative(kindFor(this.#kind, bytes), this.#level);
    this.bytesWritten += bytes.length;
    const out = this.#native.push(bytes, end);
    if (out.length) this.push(Buffer.from(out.buffer, out.byteOffset, out.byteLength));
  }
  _transform(chunk, _encoding, done) {
    try {
      this.#push(chunk, false);
      done();
    } catch (error) {
      done(error);
    }
  }
  _flush(done) {
    try {
      this.#push(new Uint8Array(0), true);
      done();
    } catch (error) {
      done(error);
    }
  }
  close(callback) {
    if (callback) this.once("close", callback);
    this.destroy();
  }
}

const kindClass = (kind) => class extends Zlib {
  constructor(options) {
    super(kind, options);
  }
};

export const gzipSync = sync("gzip");
export const gunzipSync = sync("gunzip");
export const deflateSync = sync("deflate");
export const inflateSync = sync("inflate");
export const deflateRawSync = sync("deflateRaw");
export const inflateRawSync = sync("inflateRaw");
export const unzipSync = sync("unzip");
export const brotliCompressSync = sync("brotliCompress");
export const brotliDecompressSync = sync("brotliDecompress");
export const gzip = withCallback(gzipSync);
export const gunzip = withCallback(gunzipSync);
export const deflate = withCallback(deflateSync);
export const inflate = withCallback(inflateSync);
export const deflateRaw = withCallback(deflateRawSync);
export const inflateRaw = withCallback(inflateRawSync);
export const unzip = withCallback(unzipSync);
export const brotliCompress = withCallback(brotliCompressSync);
export const brotliDecompress = withCallback(brotliDecompressSync);
export const Gzip = kindClass("gzip");
export const Gunzip = kindClass("gunzip");
export const Deflate = kindClass("deflate");
export const Inflate = kindClass("inflate");
export const DeflateRaw = kindClass("deflateRaw");
export const InflateRaw = kindClass("inflateRaw");
export const Unzip = kindClass("unzip");
export const BrotliCompress = kindClass("brotliCompress");
export const BrotliDecompress = kindClass("brotliDecompress");
export const createGzip = (options) => new Gzip(options);
export const createGunzip = (options) => new Gunzip(options);
export const createDeflate = (options) => new Deflate(options);
export const createInflate = (options) => new Inflate(options);
export const createDeflateRaw = (options) => new DeflateRaw(options);
export const createInflateRaw = (options) => new InflateRaw(options);
export const createUnzip = (options) => new Unzip(options);
export const createBrotliCompress = (options) => new BrotliCompress(options);
export const createBrotliDecompress = (options) => new BrotliDecompress(options);

/** The checksum of gzip and PNG. */
export const crc32 = (data, start = 0) => crc32Native(bytesOf(data), start);

export default {
  BrotliCompress, BrotliDecompress, Deflate, DeflateRaw, Gunzip, Gzip, Inflate, InflateRaw, Unzip, brotliCompress, brotliCompressSync,
  brotliDecompress, brotliDecompressSync, constants, crc32, createBrotliCompress, createBrotliDecompress, createDeflate, createDeflateRaw,
  createGunzip, createGzip, createInflate, createInflateRaw, createUnzip, deflate, deflateRaw, deflateRawSync, deflateSync, gunzip, gunzipSync,
  gzip, gzipSync, inflate, inflateRaw, inflateRawSync, inflateSync, unzip, unzipSync,
};
