// The theme in force, asked for once in a stretch of code: a drawing has hundreds of colored pieces.

import { currentTheme } from "../../api/theme.js";

let known;

export function themeNow() {
  if (!known) {
    known = currentTheme();
    queueMicrotask(() => {
      known = undefined;
    });
  }
  return known;
}
