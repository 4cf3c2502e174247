// Pictures: told by their first bytes, made to fit, turned into PNG by the program.

import { later } from "../../api/bridge.js";
import { Buffer } from "../../node/buffer.js";
import { readFileSync } from "../../node/fs/sync.js";

const marks = [["image/png", [0x89, 0x50, 0x4e, 0x47]], ["image/jpeg", [0xff, 0xd8, 0xff]], ["image/gif", [0x47, 0x49, 0x46, 0x38]]];
export async function detectSupportedImageMimeTypeFromFile(file) {
  const bytes = readFileSync(file).subarray(0, 16);
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP") return "image/webp";
  return marks.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0] ?? null;
}

/** Made to fit; `null` when it is no picture or cannot be made small enough. `maxBytes` is meant of the base64. */
export async function resizeImage(inputBytes, _mimeType, { maxWidth, maxHeight, maxBytes, jpegQuality } = {}) {
  const data = Buffer.from(inputBytes).toString("base64");
  return (await later("image.fit", { data, maxWidth, maxHeight, maxBytes, jpegQuality })) ?? null;
}

export async function convertToPng(base64Data, _mimeType) {
  return (await later("image.png", { data: String(base64Data) })) ?? null;
}

/** For the model: how its coordinates lead to those of the picture that was. */
export function formatDimensionNote({ wasResized, originalWidth, originalHeight, width, height }) {
  if (!wasResized) return undefined;
  const scale = (originalWidth / width).toFixed(2);
  return `[Image: original ${originalWidth}x${originalHeight}, displayed at ${width}x${height}. Multiply coordinates by ${scale} to map to original image.]`;
}
