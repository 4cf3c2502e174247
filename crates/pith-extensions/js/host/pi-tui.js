// The package `@earendil-works/pi-tui`: components, keys and the measuring of text.
//
// The terminal itself belongs to the program, so what would open one throws when it is used.

import { missing } from "../runtime/missing.js";

export { CombinedAutocompleteProvider } from "./pi-tui/autocomplete.js";
export {
  detectCapabilities, getCapabilities, getCellDimensions, getTerminalColorMode, resetCapabilitiesCache, setCapabilities, setCapabilityOverrides,
  setCellDimensions,
} from "./pi-tui/capabilities.js";
export {
  backgroundAnsi, colorToHex, colorToOkhsl, colorToOklch, colorToRgb, foregroundAnsi, indexedColor, mixColors, oklabToOkhslLightness, okhslColor,
  oklchColor, parseColor, rgbColor, styleText, styleTextWithAnsi,
} from "./pi-tui/colors.js";
export { compositeTuiLine, getOsc8LinkAtColumn, sliceByColumn, truncateToWidth, visibleWidth, wrapTextWithAnsi } from "./pi-tui/columns.js";
export { Box } from "./pi-tui/components/box.js";
export { Container } from "./pi-tui/components/container.js";
export { Editor } from "./pi-tui/components/editor.js";
export { Image, setImageTranscoder } from "./pi-tui/components/image.js";
export { Input } from "./pi-tui/components/input.js";
export { CancellableLoader, Loader } from "./pi-tui/components/loader.js";
export { Markdown } from "./pi-tui/components/markdown.js";
export { SelectList } from "./pi-tui/components/select-list.js";
export { SettingsList } from "./pi-tui/components/settings-list.js";
export { MouseRegion, Spacer, TruncatedText } from "./pi-tui/components/small.js";
export { HStack, ScrollView, VStack } from "./pi-tui/components/stacks.js";
export { Text } from "./pi-tui/components/text.js";
export { CURSOR_MARKER, isFocusable, renderFakeCursor } from "./pi-tui/cursor.js";
export { replaceControlCharacters, stripTerminalSequences } from "./pi-tui/escapes.js";
export { fuzzyFilter, fuzzyMatch } from "./pi-tui/fuzzy.js";
export {
  allocateImageId, calculateImageRows, deleteAllKittyImages, deleteKittyImage, encodeITerm2, encodeKitty, getGifDimensions, getImageDimensions,
  getJpegDimensions, getPngDimensions, getWebpDimensions, hyperlink, imageFallback, renderImage,
} from "./pi-tui/images.js";
export { getKeybindings, getSelectPageIndex, KeybindingsManager, setKeybindings, TUI_KEYBINDINGS } from "./pi-tui/keybindings.js";
export {
  decodeKittyPrintable, isKeyRelease, isKeyRepeat, isKittyProtocolActive, Key, matchesKey, parseKey, setKittyProtocolActive,
} from "./pi-tui/keys.js";
export { renderLatex } from "./pi-tui/latex.js";
export { StdinBuffer } from "./pi-tui/stdin-buffer.js";

export const formatProgramStatus = ({ state, message }) => `\u001b]7501;state=${state}${message ? `;message=${message}` : ""}\u001b\\`;
export const isAppleTerminalSession = () => globalThis.process.env.TERM_PROGRAM === "Apple_Terminal";
export const isViewportTUI = () => false;
export const parseTerminalColorSchemeReport = (data) => ({ "\u001b[?997;1n": "dark", "\u001b[?997;2n": "light" })[data];
export const getNativeClipboard = () => undefined;
export const Marked = missing("@earendil-works/pi-tui", "Marked");
export const ProcessTerminal = missing("@earendil-works/pi-tui", "ProcessTerminal");
export const TuiMainScreen = missing("@earendil-works/pi-tui", "TuiMainScreen");
export const TuiAltScreen = missing("@earendil-works/pi-tui", "TuiAltScreen");
