// `node:console`.

import { Console, console } from "../globals/console.js";

export { Console };
export const { log, info, debug, warn, error, trace, assert, dir, dirxml, table, group, groupCollapsed, groupEnd, count, countReset, time, timeLog, timeEnd } = console;
export default console;
