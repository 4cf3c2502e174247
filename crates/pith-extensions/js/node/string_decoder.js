// `node:string_decoder`: bytes that arrive in pieces as text, without cutting a character.

import { incompleteTail } from "../globals/encoding.js";
import { Buffer } from "./buffer.js";
import { codec, normalizedName } from "./buffer/encodings.js";
import { coded } from "./errors.js";

export class StringDecoder {
  #rest = Buffer.alloc(0);
  #codec;

  constructor(encoding = "utf8") {
    this.#codec = codec(encoding);
    if (!this.#codec) throw coded(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
    this.encoding = normalizedName(encoding);
  }

  #keep(bytes) {
    switch (this.encoding) {
      case "utf8":
        return incompleteTail(bytes);
      case "utf16le": {
        const odd = bytes.length % 2;
        const at = bytes.length - odd - 1;
        return at >= 0 && (bytes[at] & 0xfc) === 0xd8 ? odd + 2 : odd;
      }
      case "base64":
      case "base64url":
        return bytes.length % 3;
      default:
        return 0;
    }
  }

  write(chunk) {
    if (typeof chunk === "string") return chunk;
    const bytes = this.#rest.length ? Buffer.concat([this.#rest, chunk]) : chunk;
    const keep = this.#keep(bytes);
    this.#rest = Buffer.from(bytes.subarray(bytes.length - keep));
    return this.#codec.decode(bytes.subarray(0, bytes.length - keep));
  }

  end(chunk) {
    const text = chunk === undefined ? "" : this.write(chunk);
    const rest = this.#rest.length ? this.#codec.decode(this.#rest) : "";
    this.#rest = Buffer.alloc(0);
    return text + rest;
  }

  get lastNeed() {
    return this.#rest.length ? 1 : 0;
  }
}
export default { StringDecoder };
