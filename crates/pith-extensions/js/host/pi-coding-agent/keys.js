// Keys as hints: which key does what, in words.

import { themeNow } from "./theme-now.js";
import { appKeybindings } from "./app-keys.js";

export const keyText = (action) => appKeybindings().getKeys(action).join("/");
export const rawKeyHint = (key, description) => themeNow().fg("dim", key) + themeNow().fg("muted", ` ${description}`);
export const keyHint = (action, description) => rawKeyHint(keyText(action), description);
