// Keys as hints: which key does what, in words.

import { ask } from "../../api/bridge.js";
import { themeNow } from "./theme-now.js";
import { getKeybindings } from "../pi-tui/keybindings.js";

export const keyText = (action) => (ask("ui.keys", { id: action }) ?? getKeybindings().getKeys(action)).join("/");
export const rawKeyHint = (key, description) => themeNow().fg("dim", key) + themeNow().fg("muted", ` ${description}`);
export const keyHint = (action, description) => rawKeyHint(keyText(action), description);
