// `node:stream/consumers`: the whole of a stream in one form.

import { Blob } from "../../globals/blob.js";
import { Buffer } from "../buffer.js";

export async function buffer(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}
export async function text(stream) {
  return (await buffer(stream)).toString();
}
export async function json(stream) {
  return JSON.parse(await text(stream));
}
export async function arrayBuffer(stream) {
  const bytes = await buffer(stream);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
export async function blob(stream) {
  return new Blob([await buffer(stream)]);
}
export default { arrayBuffer, blob, buffer, json, text };
