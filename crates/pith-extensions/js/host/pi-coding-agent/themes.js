// The colors of the program's theme in the forms that components ask for.

import { themeNow } from "./theme-now.js";

const fg = (token) => (text) => themeNow().fg(token, text);

export function getMarkdownTheme() {
  return {
    heading: fg("mdHeading"), link: fg("mdLink"), linkUrl: fg("mdLinkUrl"), code: fg("mdCode"), codeBlock: fg("mdCodeBlock"),
    codeBlockBorder: fg("mdCodeBlockBorder"), quote: fg("mdQuote"), quoteBorder: fg("mdQuoteBorder"), hr: fg("mdHr"), listBullet: fg("mdListBullet"),
    bold: (text) => themeNow().bold(text),
    italic: (text) => themeNow().italic(text),
    underline: (text) => themeNow().underline(text),
    strikethrough: (text) => themeNow().strikethrough(text),
    highlightCode,
  };
}

/** Lines of code in one color: highlighting belongs to the program's own screen. */
export const highlightCode = (code) => code.split("\n").map(fg("mdCodeBlock"));

export const getSelectListTheme = () => ({
  selectedPrefix: fg("accent"), selectedText: fg("accent"), description: fg("muted"), scrollInfo: fg("muted"), noMatch: fg("muted"),
});

export const getSettingsListTheme = () => ({
  label: (text, selected) => (selected ? themeNow().fg("accent", text) : text),
  value: (text, selected) => themeNow().fg(selected ? "accent" : "muted", text),
  description: fg("dim"),
  cursor: themeNow().fg("accent", "→ "),
  hint: fg("dim"),
});

/** The program has set the theme before an extension runs. */
export const initTheme = () => {};

