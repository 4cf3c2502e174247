// `node:dns`: the same with callbacks.

import promises from "./dns/promises.js";

export { promises };

function withCallback(call, spread) {
  return (hostname, ...rest) => {
    const done = rest.pop();
    call(hostname, ...rest).then((value) => (spread && !Array.isArray(value) ? done(null, value.address, value.family) : done(null, value)), done);
  };
}
export const lookup = withCallback(promises.lookup, true);
Object.defineProperty(lookup, Symbol.for("nodejs.util.promisify.custom"), { value: promises.lookup });
export const resolve = withCallback(promises.resolve);
export const resolve4 = withCallback(promises.resolve4);
export const resolve6 = withCallback(promises.resolve6);
export const { reverse, resolveMx, resolveTxt } = promises;
export const setDefaultResultOrder = () => {};
export const getDefaultResultOrder = () => "verbatim";
export default { lookup, promises, resolve, resolve4, resolve6, resolveMx, resolveTxt, reverse, setDefaultResultOrder, getDefaultResultOrder };
