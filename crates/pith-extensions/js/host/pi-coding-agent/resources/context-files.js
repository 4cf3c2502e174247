// The context files that a session in a folder would be given.

import { ask } from "../../../api/bridge.js";

export const loadProjectContextFiles = ({ cwd, agentDir }) => ask("context.files", { cwd, agentDir });
