// The cursor inside rendered lines: a mark where the terminal's own goes, and marks around the one that is drawn.

export const CURSOR_MARKER = "\u001b_pi:c\u0007";
export const renderFakeCursor = (text) => `\u001b_pi:fc\u0007${text}\u001b_pi:/fc\u0007`;

export const isFocusable = (component) => component !== null && component !== undefined && "focused" in component;
