// Images: their sizes, the protocols of terminals that can show them, and words where none can.

import { getCapabilities, getCellDimensions } from "./capabilities.js";
import { Buffer } from "../../node/buffer.js";

const bytesOf = (base64) => Buffer.from(base64.slice(0, 262144), "base64");

export function getPngDimensions(base64) {
  const b = bytesOf(base64);
  if (b.length < 24 || b.toString("latin1", 1, 4) !== "PNG") return null;
  return { widthPx: b.readUInt32BE(16), heightPx: b.readUInt32BE(20) };
}

export function getGifDimensions(base64) {
  const b = bytesOf(base64);
  if (b.length < 10 || !/^GIF8[79]a$/.test(b.toString("latin1", 0, 6))) return null;
  return { widthPx: b.readUInt16LE(6), heightPx: b.readUInt16LE(8) };
}

export function getJpegDimensions(base64) {
  const b = bytesOf(base64);
  if (b.length < 4 || b[0] !== 0xff || b[1] !== 0xd8) return null;
  for (let at = 2; at + 9 < b.length; ) {
    if (b[at] !== 0xff) at += 1;
    else if (b[at + 1] >= 0xc0 && b[at + 1] <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(b[at + 1])) {
      return { widthPx: b.readUInt16BE(at + 7), heightPx: b.readUInt16BE(at + 5) };
    } else at += b[at + 1] === 0xff ? 1 : 2 + b.readUInt16BE(at + 2);
  }
  return null;
}

export function getWebpDimensions(base64) {
  const b = bytesOf(base64);
  if (b.length < 30 || b.toString("latin1", 0, 4) !== "RIFF" || b.toString("latin1", 8, 12) !== "WEBP") return null;
  const kind = b.toString("latin1", 12, 16);
  if (kind === "VP8 ") return { widthPx: b.readUInt16LE(26) & 0x3fff, heightPx: b.readUInt16LE(28) & 0x3fff };
  if (kind === "VP8L") {
    const bits = b.readUInt32LE(21);
    return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >> 14) & 0x3fff) + 1 };
  }
  return kind === "VP8X" ? { widthPx: b.readUIntLE(24, 3) + 1, heightPx: b.readUIntLE(27, 3) + 1 } : null;
}

export function getImageDimensions(base64, mimeType) {
  const readers = { "image/png": getPngDimensions, "image/jpeg": getJpegDimensions, "image/gif": getGifDimensions, "image/webp": getWebpDimensions };
  return readers[mimeType]?.(base64) ?? null;
}

export function calculateImageRows(dimensions, targetWidthCells, cell = getCellDimensions()) {
  const scale = (targetWidthCells * cell.widthPx) / dimensions.widthPx;
  return Math.max(1, Math.ceil((dimensions.heightPx * scale) / cell.heightPx));
}

export const allocateImageId = () => Math.floor(Math.random() * 0xfffffffe) + 1;

/** Kitty takes the data in pieces of 4096 characters. */
export function encodeKitty(base64, { columns, rows, imageId, moveCursor = true } = {}) {
  const settings = ["a=T", "f=100", "q=2"];
  if (!moveCursor) settings.push("C=1");
  if (columns) settings.push(`c=${columns}`);
  if (rows) settings.push(`r=${rows}`);
  if (imageId) settings.push(`i=${imageId}`);
  const pieces = base64.match(/.{1,4096}/gs) ?? [""];
  return pieces.map((piece, i) => {
    const more = i < pieces.length - 1 ? 1 : 0;
    const head = i === 0 ? [...settings, ...(pieces.length > 1 ? ["m=1"] : [])].join(",") : `m=${more}`;
    return `\u001b_G${head};${piece}\u001b\\`;
  }).join("");
}
export const deleteKittyImage = (imageId) => `\u001b_Ga=d,d=I,i=${imageId},q=2\u001b\\`;
export const deleteAllKittyImages = () => "\u001b_Ga=d,d=A,q=2\u001b\\";

export function encodeITerm2(base64, { width, height, name, preserveAspectRatio = true, inline = true } = {}) {
  const settings = [`inline=${inline ? 1 : 0}`];
  if (width !== undefined) settings.push(`width=${width}`);
  if (height !== undefined) settings.push(`height=${height}`);
  if (name) settings.push(`name=${Buffer.from(name).toString("base64")}`);
  if (!preserveAspectRatio) settings.push("preserveAspectRatio=0");
  return `\u001b]1337;File=${settings.join(";")}:${base64}\u0007`;
}

export function renderImage(base64, dimensions, options = {}) {
  const { images } = getCapabilities();
  if (!images) return null;
  const cell = getCellDimensions();
  const columns = Math.max(1, Math.min(options.maxWidthCells ?? 80, Math.ceil(dimensions.widthPx / cell.widthPx)));
  const rows = Math.min(options.maxHeightCells ?? Number.POSITIVE_INFINITY, calculateImageRows(dimensions, columns));
  if (images === "kitty") {
    const { imageId, moveCursor } = options;
    return { sequence: encodeKitty(base64, { columns, rows, imageId, moveCursor }), columns, rows, imageId };
  }
  return { sequence: encodeITerm2(base64, { width: columns, height: "auto", preserveAspectRatio: options.preserveAspectRatio }), columns, rows };
}

export const hyperlink = (text, url) => `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;

export function imageFallback(mimeType, dimensions, filename) {
  const size = dimensions ? `${dimensions.widthPx}x${dimensions.heightPx}` : "";
  return `[Image: ${[filename, `[${mimeType}]`, size].filter(Boolean).join(" ")}]`;
}
