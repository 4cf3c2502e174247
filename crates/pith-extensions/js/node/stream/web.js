// `node:stream/web`: the web's streams under Node's name.

export * from "../../globals/streams/readable.js";
export * from "../../globals/streams/writable.js";
export * from "../../globals/streams/transform.js";
export { ByteLengthQueuingStrategy, CountQueuingStrategy } from "../../globals/streams/strategy.js";
import * as readable from "../../globals/streams/readable.js";
import * as strategy from "../../globals/streams/strategy.js";
import * as transform from "../../globals/streams/transform.js";
import * as writable from "../../globals/streams/writable.js";

const { ByteLengthQueuingStrategy, CountQueuingStrategy } = strategy;
export default { ...readable, ...writable, ...transform, ByteLengthQueuingStrategy, CountQueuingStrategy };
