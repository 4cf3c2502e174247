/** Components and functions of `@earendil-works/pi-tui`. */

export class Box {
  constructor(paddingX?: number, paddingY?: number, bgFn?: any);
  children: any;
  addChild(component?: any): void;
  removeChild(component?: any): void;
  clear(): void;
  setBgFn(bgFn?: any): void;
  setPaddingX(paddingX?: any): void;
  invalidate(): void;
  handleMouse(event?: any): any;
  render(width: number): string[];
  [member: string]: any;
}
export const CURSOR_MARKER: string;
export class CancellableLoader extends Loader {
  constructor(ui?: any, spinnerColorFn?: any, messageColorFn?: any, message?: string, indicator?: any);
  onAbort: any;
  signal: any;
  aborted: any;
  handleInput(data: string): void;
  dispose(): void;
}
export class CombinedAutocompleteProvider {
  constructor(commands?: any, basePath?: any, fdPath?: any);
  getSuggestions(lines?: any, cursorLine?: any, cursorCol?: any, options?: any): any;
  applyCompletion(lines?: any, cursorLine?: any, cursorCol?: any, item?: any, prefix?: any): any;
  shouldTriggerFileCompletion(lines?: any, cursorLine?: any, cursorCol?: any): boolean;
  [member: string]: any;
}
export class Container {
  constructor();
  children: any;
  addChild(component?: any): void;
  removeChild(component?: any): void;
  clear(): void;
  invalidate(): void;
  handleMouse(event?: any): any;
  render(width: number): string[];
  [member: string]: any;
}
export class Editor {
  constructor(tui?: any, theme?: any, options?: any);
  focused: boolean;
  disableSubmit: boolean;
  onSubmit: any;
  onChange: any;
  borderColor: any;
  tui: any;
  theme: any;
  capturesViewportInput: boolean;
  getPaddingX(): number;
  setPaddingX(padding?: any): void;
  getAutocompleteMaxVisible(): number;
  setAutocompleteMaxVisible(count?: any): void;
  setAutocompleteProvider(provider?: any): void;
  isShowingAutocomplete(): boolean;
  addToHistory(text?: string): void;
  getText(): string;
  getExpandedText(): any;
  getLines(): string[];
  getCursor(): any;
  setText(text?: string): void;
  insertTextAtCursor(text?: string): void;
  invalidate(): void;
  handleInput(data: string): any;
  renderTopBorder(width?: number, hiddenLineCount?: any): any;
  renderBottomBorder(width?: number, hiddenLineCount?: any): any;
  render(width: number): string[];
  handleMouse(event?: any): any;
  [member: string]: any;
}
export class HStack {
  constructor(children?: any, options?: any);
  layoutType: string;
  render(width: number): string[];
  [member: string]: any;
}
export class Image {
  constructor(base64Data?: any, mimeType?: any, theme?: any, options?: any, dimensions?: any);
  getImageId(): any;
  invalidate(): void;
  render(width: number): string[];
  [member: string]: any;
}
export class Input {
  constructor(given?: any);
  focused: boolean;
  onSubmit: any;
  onEscape: any;
  getValue(): string;
  setValue(value?: any): void;
  invalidate(): void;
  handleInput(data: string): void;
  render(width: number): string[];
  handleMouse(event?: any): any;
  [member: string]: any;
}
/** Names of keys: `Key.enter`, `Key.ctrl("c")`. */
/** Names of keys, and functions that put modifiers before them. */
export const Key: any;
export class KeybindingsManager {
  constructor(definitions?: any, userBindings?: any);
  matches(data?: any, action?: any): boolean;
  getKeys(action?: any): any;
  getDefinition(action?: any): any;
  /** Keys that the person gave to several actions. */
  getConflicts(): any;
  setUserBindings(userBindings?: any): void;
  getUserBindings(): any;
  getResolvedBindings(): any;
  [member: string]: any;
}
export class Loader extends Text {
  constructor(ui?: any, spinnerColorFn?: any, messageColorFn?: any, message?: string, indicator?: any);
  render(width: number): string[];
  start(): void;
  stop(): void;
  setMessage(message?: any): void;
  /** Frames given by the caller are shown as they are, with their own colors. */
  setIndicator(indicator?: any): void;
  invalidate(): void;
  getRenderedIndicator(): any;
}
export class Markdown {
  constructor(text?: string, paddingX?: any, paddingY?: any, theme?: any, defaultTextStyle?: any, options?: any);
  setText(text?: string): void;
  invalidate(): void;
  render(width: number): string[];
  [member: string]: any;
}
export class Marked {
  constructor(...given: any[]);
  [member: string]: any;
}
export class MouseRegion {
  constructor(child?: any, onMouse?: any);
  render(width: number): string[];
  handleMouse(event?: any): any;
  invalidate(): void;
  [member: string]: any;
}
export class ProcessTerminal {
  constructor(...given: any[]);
  [member: string]: any;
}
export class ScrollView extends Container {
  constructor(component?: any, options?: any);
  children: any;
  followEnd: any;
  primary: any;
  overscroll: any;
  scrollbarTrackStyle: any;
  scrollbarThumbStyle: any;
  scrollTop: any;
  isFollowingEnd: any;
  viewportHeight: any;
  scrollbar: any;
  isScrollbarVisible: any;
  isScrollbarActive: any;
  setScrollbar(scrollbar?: any): void;
  setScrollbarActive(): void;
  getContentWidth(width?: number): number;
  scrollTo(scrollTop?: any, options?: any): void;
  scrollBy(lines?: any): number;
  scrollToStart(): void;
  scrollToEnd(): void;
  updateLayout(contentHeight?: any, viewportHeight?: any): void;
  addChild(): void;
  removeChild(): void;
  clear(): void;
  /** The whole child until a height is known, then the part in view. */
  render(width: number): string[];
}
export class SelectList {
  constructor(items?: any, maxVisible?: any, theme?: any, layout?: any);
  capturesViewportInput: boolean;
  onSelect: any;
  onCancel: any;
  onSelectionChange: any;
  /** Keeps what begins with the text, without regard to case. */
  setFilter(filter?: any): void;
  setSelectedIndex(index?: any): void;
  getSelectedItem(): any;
  invalidate(): void;
  render(width: number): string[];
  handleInput(data: string): void;
  handleMouse(event?: any): any;
  [member: string]: any;
}
export class SettingsList {
  constructor(items?: any, maxVisible?: any, theme?: any, onChange?: any, onCancel?: any, options?: any);
  capturesViewportInput: boolean;
  updateValue(id?: any, newValue?: any): void;
  selectItem(id?: any): void;
  invalidate(): void;
  render(width: number): string[];
  handleInput(data: string): void;
  handleMouse(event?: any): any;
  [member: string]: any;
}
export class Spacer {
  constructor(lines?: number);
  setLines(lines?: any): void;
  invalidate(): void;
  render(): string[];
  [member: string]: any;
}
export class StdinBuffer {
  constructor(given?: any);
  process(data?: any): void;
  flush(): string[];
  clear(): void;
  getBuffer(): string;
  destroy(): void;
  [member: string]: any;
}
export const TUI_KEYBINDINGS: any;
export class Text {
  constructor(text?: string, paddingX?: number, paddingY?: number, customBgFn?: any);
  setText(text?: string): void;
  setCustomBgFn(customBgFn?: any): void;
  setPaddingX(paddingX?: any): void;
  invalidate(): void;
  render(width: number): string[];
  [member: string]: any;
}
/** The first line of a text, cut at the width. */
export class TruncatedText {
  constructor(text?: string, paddingX?: number, paddingY?: number);
  invalidate(): void;
  render(width: number): string[];
  [member: string]: any;
}
export class TuiAltScreen {
  constructor(...given: any[]);
  [member: string]: any;
}
export class TuiMainScreen {
  constructor(...given: any[]);
  [member: string]: any;
}
export class VStack {
  constructor(children?: any, options?: any);
  layoutType: string;
  render(width: number): string[];
  [member: string]: any;
}
export function allocateImageId(): number;
export function backgroundAnsi(color: any, mode?: any): string;
export function calculateImageRows(dimensions: any, targetWidthCells?: any, cell?: any): number;
export function colorToHex(color: any): string;
export function colorToOkhsl(color: any): any;
export function colorToOklch(color: any): any;
export function colorToRgb(color: any): any;
/** Lays one line over another from a column on. */
export function compositeTuiLine(base: any, overlay?: any, startCol?: any, overlayWidth?: any, totalWidth?: any): string;
export function decodeKittyPrintable(data: any): any;
export function deleteAllKittyImages(): string;
export function deleteKittyImage(imageId: any): string;
/** From the environment alone: true color and nothing else is certain. */
export function detectCapabilities(): any;
export function encodeITerm2(base64: any, options?: any): string;
/** Kitty takes the data in pieces of 4096 characters. */
export function encodeKitty(base64: any, options?: any): any;
export function foregroundAnsi(color: any, mode?: any): string;
export function formatProgramStatus(given: any): string;
/** Items that every word of the query matches, the best first. */
export function fuzzyFilter(items: any, query?: any, getText?: any): any;
export function fuzzyMatch(query: any, text?: string): any;
export function getCapabilities(): any;
export function getCellDimensions(): any;
export function getGifDimensions(base64: any): any;
export function getImageDimensions(base64: any, mimeType?: any): any;
export function getJpegDimensions(base64: any): any;
export function getKeybindings(): any;
export function getNativeClipboard(): any;
export function getOsc8LinkAtColumn(line: any, column?: any): string | undefined;
export function getPngDimensions(base64: any): any;
/** The selection after a page key, or undefined when the key is none. */
export function getSelectPageIndex(keybindings: any, data?: any, selectedIndex?: any, itemCount?: any, pageSize?: any): number | undefined;
export function getTerminalColorMode(given?: any): "truecolor" | "256color";
export function getWebpDimensions(base64: any): any;
export function hyperlink(text: string, url?: any): string;
export function imageFallback(mimeType: any, dimensions?: any, filename?: any): string;
export function indexedColor(index: any): any;
export function isAppleTerminalSession(): boolean;
export function isFocusable(component: any): boolean;
export function isKeyRelease(data: any): boolean;
export function isKeyRepeat(data: any): boolean;
export function isKittyProtocolActive(): boolean;
export function isViewportTUI(): boolean;
export function matchesKey(data: any, id?: any): boolean;
export function mixColors(one: any, other?: any, amount?: any, space?: string): any;
export function okhslColor(h: any, s?: any, l?: any): any;
/** Lightness as OKHSL counts it, from that of Oklab. */
export function oklabToOkhslLightness(l: any): number;
export function oklchColor(l: any, c?: any, h?: any): any;
export function parseColor(value: any): any;
export function parseKey(data: any): any;
export function parseTerminalColorSchemeReport(data: any): any;
export function renderFakeCursor(text: string): string;
export function renderImage(base64: any, dimensions?: any, options?: any): any;
export function renderLatex(source: any): string;
/** Each run of control characters becomes one space. */
export function replaceControlCharacters(text: string): any;
export function resetCapabilitiesCache(): void;
export function rgbColor(r: any, g?: any, b?: any): any;
export function setCapabilities(given: any): void;
export function setCapabilityOverrides(given: any): void;
export function setCellDimensions(dimensions: any): void;
export function setImageTranscoder(given: any): void;
export function setKeybindings(keybindings: any): void;
export function setKittyProtocolActive(active: any): void;
export function sliceByColumn(line: any, startCol?: any, length?: any, strict?: boolean): string;
export function stripTerminalSequences(line: any): any;
export function styleText(text: string, options?: any, mode?: any): string;
export function styleTextWithAnsi(text: string, fgAnsi?: any, bgAnsi?: any, options?: any): string;
export function truncateToWidth(text: string, maxWidth?: any, ellipsis?: string, pad?: boolean): string;
export function visibleWidth(text: string): any;
/** Lines of at most `width` cells, broken between words; styles go on in the next line. */
export function wrapTextWithAnsi(text: string, width?: number): any;
