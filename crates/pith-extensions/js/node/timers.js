// `node:timers`.

import { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from "../globals/timers.js";
import promises from "./timers/promises.js";

const custom = Symbol.for("nodejs.util.promisify.custom");
setTimeout[custom] ??= promises.setTimeout;
setImmediate[custom] ??= promises.setImmediate;

export { clearImmediate, clearInterval, clearTimeout, promises, setImmediate, setInterval, setTimeout };
export default { clearImmediate, clearInterval, clearTimeout, promises, setImmediate, setInterval, setTimeout };
