/** Types of `@earendil-works/pi-tui`: components, overlays, mouse, keys and colors. */
import type { AppKeybindings } from "../agent/values";

export interface AutocompleteItem {
  value: string;
  label: string;
  description?: string;
}
export interface AutocompleteProvider {
  triggerCharacters?: string[];
  getSuggestions(lines: string[], cursorLine: number, cursorCol: number, options: {
    signal: AbortSignal;
    force?: boolean;
  }): Promise<AutocompleteSuggestions | null>;
  applyCompletion(lines: string[], cursorLine: number, cursorCol: number, item: AutocompleteItem, prefix: string): {
    lines: string[];
    cursorLine: number;
    cursorCol: number;
  };
  shouldTriggerFileCompletion?(lines: string[], cursorLine: number, cursorCol: number): boolean;
}
export interface AutocompleteSuggestions {
  items: AutocompleteItem[];
  prefix: string;
}
/** A command that completion offers. */
export interface SlashCommand {
  name: string;
  description?: string;
  argumentHint?: string;
  getArgumentCompletions?(argumentPrefix: string): Awaitable<AutocompleteItem[] | null>;
}
/** A color in one of three spaces. */
export type Color = IndexedColor | RgbColorValue | OklchColorValue;
export type ColorMixSpace = "oklch" | "srgb";
export interface IndexedColor {
  readonly kind: "indexed";
  readonly index: number;
}
export interface OkhslChannels {
  h: number;
  s: number;
  l: number;
}
export interface OklchChannels {
  l: number;
  c: number;
  h: number;
}
export interface OklchColorValue {
  readonly kind: "oklch";
  readonly l: number;
  readonly c: number;
  readonly h: number;
}
export interface RgbColorValue {
  readonly kind: "rgb";
  readonly r: number;
  readonly g: number;
  readonly b: number;
}
export type TerminalColorMode = "256color" | "truecolor";
export interface TextAttributes {
  bold?: boolean;
  dim?: boolean;
  italic?: boolean;
  underline?: boolean;
  inverse?: boolean;
  strikethrough?: boolean;
}
export interface TextStyle extends TextAttributes {
  fg?: Color;
  bg?: Color;
}
/** What stands in the place of the line. */
export interface EditorComponent extends Component {
  getText(): string;
  setText(text: string): void;
  handleInput(data: string): void;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  addToHistory?(text: string): void;
  insertTextAtCursor?(text: string): void;
  getExpandedText?(): string;
  setAutocompleteProvider?(provider: AutocompleteProvider): void;
  borderColor?: (str: string) => string;
  setPaddingX?(padding: number): void;
  setAutocompleteMaxVisible?(maxVisible: number): void;
}
export interface FuzzyMatch {
  matches: boolean;
  score: number;
}
/** What keys do in components. */
export type Keybinding = keyof Keybindings;
export interface KeybindingConflict {
  key: KeyId;
  keybindings: string[];
}
export interface KeybindingDefinition {
  defaultKeys: KeyId | KeyId[];
  description?: string;
}
export type KeybindingDefinitions = Record<string, KeybindingDefinition>;
export interface Keybindings {
  "tui.editor.cursorUp": true;
  "tui.editor.cursorDown": true;
  "tui.editor.historyPrevious": true;
  "tui.editor.historyNext": true;
  "tui.editor.cursorLeft": true;
  "tui.editor.cursorRight": true;
  "tui.editor.cursorWordLeft": true;
  "tui.editor.cursorWordRight": true;
  "tui.editor.cursorLineStart": true;
  "tui.editor.cursorLineEnd": true;
  "tui.editor.jumpForward": true;
  "tui.editor.jumpBackward": true;
  "tui.editor.pageUp": true;
  "tui.editor.pageDown": true;
  "tui.editor.deleteCharBackward": true;
  "tui.editor.deleteCharForward": true;
  "tui.editor.deleteWordBackward": true;
  "tui.editor.deleteWordForward": true;
  "tui.editor.deleteToLineStart": true;
  "tui.editor.deleteToLineEnd": true;
  "tui.editor.yank": true;
  "tui.editor.yankPop": true;
  "tui.editor.undo": true;
  "tui.input.newLine": true;
  "tui.input.submit": true;
  "tui.input.tab": true;
  "tui.input.copy": true;
  "tui.select.up": true;
  "tui.select.down": true;
  "tui.select.pageUp": true;
  "tui.select.pageDown": true;
  "tui.select.confirm": true;
  "tui.select.cancel": true;
  "tui.altScreen.pageUp": true;
  "tui.altScreen.pageDown": true;
  "tui.altScreen.halfPageUp": true;
  "tui.altScreen.halfPageDown": true;
  "tui.altScreen.lineUp": true;
  "tui.altScreen.lineDown": true;
  "tui.altScreen.previousPrompt": true;
  "tui.altScreen.nextPrompt": true;
  "tui.altScreen.search": true;
  "tui.altScreen.searchNext": true;
  "tui.altScreen.searchPrevious": true;
  "tui.altScreen.searchClose": true;
  "tui.altScreen.top": true;
  "tui.altScreen.bottom": true;
}
export interface Keybindings extends AppKeybindings {
}
export type KeybindingsConfig = Record<string, KeyId | KeyId[] | undefined>;
export type KeyEventType = "press" | "repeat" | "release";
/** A key by its name: `ctrl+c`, `shift+tab`, `alt+enter`. */
export type KeyId = BaseKey | ModifiedKeyId<BaseKey>;
export interface RenderLatexOptions {
  display?: boolean;
}
export interface NativeClipboard {
  getText(): Promise<string | null | undefined>;
  getImage(): Promise<Uint8Array | null | undefined>;
  getFilePaths?(): Promise<string[] | null | undefined>;
  setText?(text: string): Promise<void>;
}
export interface ProgramStatus {
  state: "idle" | "working" | "blocked" | "done" | "error" | "clear";
  app?: string;
  kind?: "permission" | "question" | "auth";
  message?: string;
}
export type StdinBufferEventMap = { data: [string]; paste: [string] };
export type StdinBufferOptions = { timeout?: number; escapeTimeout?: number };
/** The terminal; components ask it for its size. */
export interface Terminal {
  start(onInput: (data: string) => void, onResize: () => void): void;
  stop(): void;
  restoreOnExit?(before: string, after: string): void;
  drainInput(maxMs?: number, idleMs?: number): Promise<void>;
  write(data: string): void;
  get columns(): number;
  get rows(): number;
  get kittyProtocolActive(): boolean;
  moveBy(lines: number): void;
  hideCursor(): void;
  showCursor(): void;
  clearLine(): void;
  clearFromCursor(): void;
  clearScreen(): void;
  setTitle(title: string): void;
  setProgress(active: boolean): void;
  setProgramStatus(status: ProgramStatus): void;
}
export interface RgbColor {
  r: number;
  g: number;
  b: number;
}
export type TerminalColorScheme = "dark" | "light";
export interface TerminalColors {
  foreground?: RgbColor;
  background?: RgbColor;
  palette?: RgbColor[];
}
export interface CellDimensions {
  widthPx: number;
  heightPx: number;
}
export interface ImageDimensions {
  widthPx: number;
  heightPx: number;
}
export type ImageProtocol = "kitty" | "iterm2" | null;
export interface ImageRenderOptions {
  maxWidthCells?: number;
  maxHeightCells?: number;
  preserveAspectRatio?: boolean;
  imageId?: number;
  moveCursor?: boolean;
}
/** What the terminal can show. */
export interface TerminalCapabilities {
  images: ImageProtocol;
  trueColor: boolean;
  hyperlinks: boolean;
}
/** Something that draws. A line that is wider than `width` is cut, and who made it is named. */
export interface Component {
  render(width: number): readonly string[];
  /** Keys, as the terminal sent them; `matchesKey` reads them. */
  handleInput?(data: string): void;
  handleMouse?(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  wantsKeyRelease?: boolean;
  capturesViewportInput?: boolean;
  /** Forgets what was kept of an earlier drawing. */
  invalidate(): void;
}
export interface Focusable {
  focused: boolean;
}
export type OverlayAnchor = "center" | "top-left" | "top-right" | "bottom-left" | "bottom-right" | "top-center" | "bottom-center" | "left-center" | "right-center";
export interface OverlayBounds {
  row: number;
  col: number;
  width: number;
  height: number;
}
/** An overlay that is shown. */
export interface OverlayHandle {
  hide(): void;
  setHidden(hidden: boolean): void;
  isHidden(): boolean;
  focus(): void;
  unfocus(options?: OverlayUnfocusOptions): void;
  isFocused(): boolean;
  getBounds(): OverlayBounds | undefined;
}
export interface OverlayMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
}
/** Sizes are columns and rows, or parts of the screen (`"50%"`). */
export interface OverlayOptions {
  width?: SizeValue;
  minWidth?: number;
  maxHeight?: SizeValue;
  anchor?: OverlayAnchor;
  offsetX?: number;
  offsetY?: number;
  row?: SizeValue;
  col?: SizeValue;
  margin?: OverlayMargin | number;
  visible?: (termWidth: number, termHeight: number) => boolean;
  nonCapturing?: boolean;
}
export interface OverlayUnfocusOptions {
  target: Component | null;
}
export type SizeValue = number | `${number}%`;
/** The screen, as components see it. */
export interface TUI extends Component {
  readonly mode: TuiMode;
  children: Component[];
  terminal: Terminal;
  onDebug?: () => void;
  readonly fullRedraws: number;
  addChild(component: Component): void;
  removeChild(component: Component): void;
  clear(): void;
  getShowHardwareCursor(): boolean;
  setShowHardwareCursor(enabled: boolean): void;
  getClearOnShrink(): boolean;
  setClearOnShrink(enabled: boolean): void;
  setFocus(component: Component | null): void;
  showOverlay(component: Component, options?: OverlayOptions): OverlayHandle;
  hideOverlay(): void;
  hasOverlay(): boolean;
  start(): void;
  stop(options?: TuiStopOptions): void;
  renderNow(force?: boolean): void;
  /** Asks for a drawing; several asked for at once are one. */
  requestRender(force?: boolean): void;
  addInputListener(listener: TuiInputListener): () => void;
  removeInputListener(listener: TuiInputListener): void;
  onTerminalColorSchemeChange(listener: (scheme: TerminalColorScheme) => void): () => void;
  setTerminalColorSchemeNotifications(enabled: boolean): void;
  setSuspendSignalHandler(handler: (() => void) | undefined): void;
  queryTerminalColors(options: { timeoutMs: number; onLateReply?: (colors: TerminalColors) => void }): Promise<TerminalColors>;
}
export type TuiInputListener = (data: string) => TuiInputListenerResult;
export type TuiInputListenerResult = { consume?: boolean; data?: string } | undefined;
export type TuiMode = "regular" | "fullscreen";
export type TuiMouseButton = "left" | "middle" | "right" | "none";
/** What a mouse did; `x` and `y` count from the component's own corner. */
export interface TuiMouseEvent {
  type: TuiMouseEventType;
  button: TuiMouseButton;
  x: number;
  y: number;
  screenX: number;
  screenY: number;
  width: number;
  height: number;
  shift: boolean;
  alt: boolean;
  ctrl: boolean;
  wheelDelta?: number;
  clickCount?: number;
}
/** What a component wants after a mouse: to be the one that has it, the keys, a drawing. */
export interface TuiMouseEventResult {
  handled?: boolean;
  capture?: boolean;
  focus?: boolean;
  render?: boolean;
}
export type TuiMouseEventType = "press" | "release" | "move" | "drag" | "click" | "wheel";
export interface TuiStopOptions {
  preserveScreen?: boolean;
}
export interface ViewportTUI extends TUI {
  setLayoutRoot(component: Component | undefined): void;
}
export interface TuiAltScreenOptions {
  wheelScrollLines?: WheelScrollLines;
  mouse?: boolean;
  searchMatchStyle?: (text: string) => string;
  searchCurrentMatchStyle?: (text: string) => string;
  searchNavigationButtonStyle?: (text: string, hovered: boolean) => string;
  scrollToEndIndicator?: () => string;
  openUrl?: (url: string) => void;
  onRightClickPaste?: () => void;
  copyOnSelect?: boolean;
  copySelection?: (text: string) => Promise<boolean | string>;
}
export interface TuiMainScreenRenderState {
  previousLines: string[];
  previousWidth: number;
  previousHeight: number;
  cursorRow: number;
  hardwareCursorRow: number;
  maxLinesRendered: number;
  previousViewportTop: number;
}
export type WheelScrollLines = number | "auto";
export type Awaitable<T> = T | Promise<T>;
export interface TuiMouseDispatchResult extends TuiMouseEventResult {
  handled: true;
  target: TuiMouseDispatchTarget;
  focusTarget?: Component;
}
export interface LayoutViewport {
  width: number;
  height: number;
}
export type BaseKey = Letter | Digit | SymbolKey | SpecialKey;
export type ModifiedKeyId<Key extends string, RemainingModifiers extends ModifierName = ModifierName> = {
  [M in RemainingModifiers]: `${M}+${Key}` | `${M}+${ModifiedKeyId<Key, Exclude<RemainingModifiers, M>>}`;
}[RemainingModifiers];
export interface TuiMouseDispatchTarget {
  component: Component;
  originX: number;
  originY: number;
  width: number;
  height: number;
}
export type Letter = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z";
export type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
export type SymbolKey = "`" | "-" | "=" | "[" | "]" | "\\" | ";" | "'" | "," | "." | "/" | "!" | "@" | "#" | "$" | "%" | "^" | "&" | "*" | "(" | ")" | "_" | "+" | "|" | "~" | "{" | "}" | ":" | "<" | ">" | "?";
export type SpecialKey = "escape" | "esc" | "enter" | "return" | "tab" | "space" | "backspace" | "delete" | "insert" | "clear" | "home" | "end" | "pageUp" | "pageDown" | "up" | "down" | "left" | "right" | "f1" | "f2" | "f3" | "f4" | "f5" | "f6" | "f7" | "f8" | "f9" | "f10" | "f11" | "f12";
export type ModifierName = "ctrl" | "shift" | "alt" | "super";
