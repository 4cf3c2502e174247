// `node:constants`: the numbers of `fs` and `os` in one place.

import { constants as files } from "./fs/constants.js";
import { constants as system } from "./os.js";

export default { ...files, ...system.signals, ...system.errno };
