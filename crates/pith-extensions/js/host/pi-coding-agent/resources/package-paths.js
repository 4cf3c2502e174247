// Where the program is. It has no package of files beside it: what these lead to is there where somebody put it, or where
// `PI_PACKAGE_DIR` says.

import * as path from "../../../node/path.js";

export const getPackageDir = () => globalThis.process.env.PI_PACKAGE_DIR || path.dirname(globalThis.process.execPath);
export const getReadmePath = () => path.join(getPackageDir(), "README.md");
export const getDocsPath = () => path.join(getPackageDir(), "docs");
export const getExamplesPath = () => path.join(getPackageDir(), "examples");
