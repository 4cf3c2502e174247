// `node:readline`: lines out of a stream, and cursor movements into one.

import { ask, Interface } from "./readline/interface.js";
import promises from "./readline/promises.js";

export { Interface, promises };
export const createInterface = (input, output) => new Interface(input, output);
Interface.prototype.question[Symbol.for("nodejs.util.promisify.custom")] = function (query, options) {
  return ask(this, query, options);
};

function send(stream, text, callback) {
  callback?.();
  return text === "" || stream.write(text);
}
export const clearLine = (stream, dir, callback) => send(stream, `\u001b[${dir < 0 ? 1 : dir > 0 ? 0 : 2}K`, callback);
export const clearScreenDown = (stream, callback) => send(stream, "\u001b[0J", callback);
export function cursorTo(stream, x, y, callback) {
  const done = typeof y === "function" ? y : callback;
  return send(stream, typeof y === "number" ? `\u001b[${y + 1};${x + 1}H` : `\u001b[${x + 1}G`, done);
}
export function moveCursor(stream, dx, dy, callback) {
  const across = dx ? `\u001b[${Math.abs(dx)}${dx > 0 ? "C" : "D"}` : "";
  const down = dy ? `\u001b[${Math.abs(dy)}${dy > 0 ? "B" : "A"}` : "";
  return send(stream, across + down, callback);
}
export const emitKeypressEvents = () => {};

export default { Interface, clearLine, clearScreenDown, createInterface, cursorTo, emitKeypressEvents, moveCursor, promises };
