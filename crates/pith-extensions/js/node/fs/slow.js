// Pipes, terminals and devices, read without keeping the extension's thread: what they hold may come late.

import * as native from "pith:native/fs";
import { Buffer } from "../buffer.js";
import { abortError } from "../errors.js";
import { closeSync, openSync, pathOf, readFileSync, readSync, textOr } from "./sync.js";

/** Reads it as a whole, like `readFileSync`; a promise. */
export async function readFile(target, options) {
  if (typeof target === "number" ? target <= 2 : !native.waits(pathOf(target))) return readFileSync(target, options);
  const signal = options?.signal;
  const fd = typeof target === "number" ? target : openSync(target, options?.flag ?? "r");
  try {
    const parts = [];
    for (;;) {
      await native.readable(fd);
      if (signal?.aborted) throw abortError(signal.reason);
      const piece = Buffer.alloc(65536);
      const n = readSync(fd, piece);
      if (n === 0) return textOr(Buffer.concat(parts), options);
      parts.push(piece.subarray(0, n));
    }
  } finally {
    if (fd !== target) closeSync(fd);
  }
}
