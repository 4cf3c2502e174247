// What the terminal can show. The host says so; an extension may override it for itself.

let capabilities = null;
let overrides = {};
let cell = { widthPx: 9, heightPx: 18 };

/** From the environment alone: true color and nothing else is certain. */
export function detectCapabilities() {
  const env = globalThis.process?.env ?? {};
  const trueColor = /^(truecolor|24bit)$/.test(env.COLORTERM ?? "");
  return { images: null, trueColor, hyperlinks: false };
}
export function getCapabilities() {
  capabilities ??= { ...detectCapabilities(), ...overrides };
  return capabilities;
}
export const resetCapabilitiesCache = () => {
  capabilities = null;
};
export function setCapabilityOverrides(given) {
  overrides = { ...given };
  capabilities = null;
}
export const setCapabilities = (given) => {
  capabilities = given;
};
export const getTerminalColorMode = (given = getCapabilities()) => (given.trueColor ? "truecolor" : "256color");
export const getCellDimensions = () => ({ ...cell });
export const setCellDimensions = (dimensions) => {
  cell = dimensions;
};
