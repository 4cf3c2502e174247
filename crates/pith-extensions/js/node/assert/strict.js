// `node:assert/strict`.

import { strict } from "../assert.js";

export const {
  AssertionError, ok, fail, match, doesNotMatch, ifError, throws, rejects, doesNotThrow, doesNotReject, partialDeepStrictEqual, equal, notEqual,
  strictEqual, notStrictEqual, deepEqual, notDeepEqual, deepStrictEqual, notDeepStrictEqual,
} = strict;
export { strict };
export default strict;
