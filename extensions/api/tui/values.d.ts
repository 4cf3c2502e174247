/** Functions and constants of `@earendil-works/pi-tui`: widths, keys, colors, pictures, completion. */
import type { AutocompleteItem, AutocompleteSuggestions, BaseKey, CellDimensions, Color, ColorMixSpace, Component, Focusable, FuzzyMatch, ImageDimensions, ImageRenderOptions, IndexedColor, KeyId, Keybinding, KeybindingConflict, KeybindingDefinition, KeybindingDefinitions, KeybindingsConfig, NativeClipboard, OkhslChannels, OklchChannels, OklchColorValue, ProgramStatus, RenderLatexOptions, RgbColor, RgbColorValue, SlashCommand, StdinBufferOptions, TUI, TerminalCapabilities, TerminalColorMode, TerminalColorScheme, TextAttributes, TextStyle, ViewportTUI } from "./types";

export class CombinedAutocompleteProvider {
  constructor(commands: (SlashCommand | AutocompleteItem)[] | undefined, basePath: string, fdPath?: string | null);
  getSuggestions(lines: string[], cursorLine: number, cursorCol: number, options: {
    signal: AbortSignal;
    force?: boolean;
  }): Promise<AutocompleteSuggestions | null>;
  applyCompletion(lines: string[], cursorLine: number, cursorCol: number, item: AutocompleteItem, prefix: string): {
    lines: string[];
    cursorLine: number;
    cursorCol: number;
  };
  shouldTriggerFileCompletion(lines: string[], cursorLine: number, cursorCol: number): boolean;
}
export function backgroundAnsi(color: Color, mode: TerminalColorMode): string;
export function colorToHex(color: Color): string;
export function colorToOkhsl(color: Color): OkhslChannels;
export function colorToOklch(color: Color): OklchChannels;
export function colorToRgb(color: Color): RgbColor;
export function foregroundAnsi(color: Color, mode: TerminalColorMode): string;
export function indexedColor(index: number): IndexedColor;
export function mixColors(first: Color, second: Color, amount: number, space?: ColorMixSpace): Color;
export function okhslColor(h: number, s: number, l: number): RgbColorValue;
export function oklchColor(l: number, c: number, h: number): OklchColorValue;
export function parseColor(value: string | number): Color;
export function rgbColor(r: number, g: number, b: number): RgbColorValue;
export function styleText(text: string, options: TextStyle, mode: TerminalColorMode): string;
export function styleTextWithAnsi(text: string, fgAnsi: string | undefined, bgAnsi: string | undefined, options: TextAttributes): string;
/** Items that every word of the query matches, the best first. */
export function fuzzyFilter<T>(items: T[], query: string, getText: (item: T) => string): T[];
export function fuzzyMatch(query: string, text: string): FuzzyMatch;
export function getKeybindings(): KeybindingsManager;
/** The selection after a page key, or undefined when the key is none. */
export function getSelectPageIndex(keybindings: KeybindingsManager, data: string, selectedIndex: number, itemCount: number, pageSize: number): number | undefined;
export class KeybindingsManager {
  constructor(definitions: KeybindingDefinitions, userBindings?: KeybindingsConfig);
  matches(data: string, keybinding: Keybinding): boolean;
  getKeys(keybinding: Keybinding): KeyId[];
  getDefinition(keybinding: Keybinding): KeybindingDefinition;
  /** Keys that the person gave to several actions. */
  getConflicts(): KeybindingConflict[];
  setUserBindings(userBindings: KeybindingsConfig): void;
  getUserBindings(): KeybindingsConfig;
  getResolvedBindings(): KeybindingsConfig;
}
export function setKeybindings(keybindings: KeybindingsManager): void;
export const TUI_KEYBINDINGS: { readonly [action in Keybinding]: KeybindingDefinition };
export function decodeKittyPrintable(data: string): string | undefined;
export function isKeyRelease(data: string): boolean;
export function isKeyRepeat(data: string): boolean;
export function isKittyProtocolActive(): boolean;
/** Names of keys, and functions that put modifiers before them. */
export const Key: {
  readonly escape: "escape";
  readonly esc: "esc";
  readonly enter: "enter";
  readonly return: "return";
  readonly tab: "tab";
  readonly space: "space";
  readonly backspace: "backspace";
  readonly delete: "delete";
  readonly insert: "insert";
  readonly clear: "clear";
  readonly home: "home";
  readonly end: "end";
  readonly pageUp: "pageUp";
  readonly pageDown: "pageDown";
  readonly up: "up";
  readonly down: "down";
  readonly left: "left";
  readonly right: "right";
  readonly f1: "f1";
  readonly f2: "f2";
  readonly f3: "f3";
  readonly f4: "f4";
  readonly f5: "f5";
  readonly f6: "f6";
  readonly f7: "f7";
  readonly f8: "f8";
  readonly f9: "f9";
  readonly f10: "f10";
  readonly f11: "f11";
  readonly f12: "f12";
  readonly backtick: "`";
  readonly hyphen: "-";
  readonly equals: "=";
  readonly leftbracket: "[";
  readonly rightbracket: "]";
  readonly backslash: "\\";
  readonly semicolon: ";";
  readonly quote: "'";
  readonly comma: ",";
  readonly period: ".";
  readonly slash: "/";
  readonly exclamation: "!";
  readonly at: "@";
  readonly hash: "#";
  readonly dollar: "$";
  readonly percent: "%";
  readonly caret: "^";
  readonly ampersand: "&";
  readonly asterisk: "*";
  readonly leftparen: "(";
  readonly rightparen: ")";
  readonly underscore: "_";
  readonly plus: "+";
  readonly pipe: "|";
  readonly tilde: "~";
  readonly leftbrace: "{";
  readonly rightbrace: "}";
  readonly colon: ":";
  readonly lessthan: "<";
  readonly greaterthan: ">";
  readonly question: "?";
  readonly ctrl: <K extends BaseKey>(key: K) => `ctrl+${K}`;
  readonly shift: <K extends BaseKey>(key: K) => `shift+${K}`;
  readonly alt: <K extends BaseKey>(key: K) => `alt+${K}`;
  readonly super: <K extends BaseKey>(key: K) => `super+${K}`;
  readonly ctrlShift: <K extends BaseKey>(key: K) => `ctrl+shift+${K}`;
  readonly shiftCtrl: <K extends BaseKey>(key: K) => `shift+ctrl+${K}`;
  readonly ctrlAlt: <K extends BaseKey>(key: K) => `ctrl+alt+${K}`;
  readonly altCtrl: <K extends BaseKey>(key: K) => `alt+ctrl+${K}`;
  readonly shiftAlt: <K extends BaseKey>(key: K) => `shift+alt+${K}`;
  readonly altShift: <K extends BaseKey>(key: K) => `alt+shift+${K}`;
  readonly ctrlSuper: <K extends BaseKey>(key: K) => `ctrl+super+${K}`;
  readonly superCtrl: <K extends BaseKey>(key: K) => `super+ctrl+${K}`;
  readonly shiftSuper: <K extends BaseKey>(key: K) => `shift+super+${K}`;
  readonly superShift: <K extends BaseKey>(key: K) => `super+shift+${K}`;
  readonly altSuper: <K extends BaseKey>(key: K) => `alt+super+${K}`;
  readonly superAlt: <K extends BaseKey>(key: K) => `super+alt+${K}`;
  readonly ctrlShiftAlt: <K extends BaseKey>(key: K) => `ctrl+shift+alt+${K}`;
  readonly ctrlShiftSuper: <K extends BaseKey>(key: K) => `ctrl+shift+super+${K}`;
};
export function matchesKey(data: string, keyId: KeyId): boolean;
export function parseKey(data: string): string | undefined;
export function setKittyProtocolActive(active: boolean): void;
export function renderLatex(source: string, options?: RenderLatexOptions): string | undefined;
export function getNativeClipboard(): NativeClipboard | undefined;
/** Lightness as OKHSL counts it, from that of Oklab. */
export const oklabToOkhslLightness: (lightness: number) => number;
export function formatProgramStatus(status: ProgramStatus): string;
export class StdinBuffer {
  constructor(options?: StdinBufferOptions);
  process(data: string | Buffer): void;
  flush(): string[];
  clear(): void;
  getBuffer(): string;
  destroy(): void;
  on(event: "data" | "paste", listener: (text: string) => void): this;
}
export function isAppleTerminalSession(): boolean;
export class ProcessTerminal {
  constructor(...given: unknown[]);
}
export function parseTerminalColorSchemeReport(data: string): TerminalColorScheme | undefined;
export function allocateImageId(): number;
export function calculateImageRows(imageDimensions: ImageDimensions, targetWidthCells: number, cellDimensions?: CellDimensions): number;
export function deleteAllKittyImages(): string;
export function deleteKittyImage(imageId: number): string;
/** From the environment alone: true color and nothing else is certain. */
export function detectCapabilities(tmuxForwardsHyperlink?: () => boolean): TerminalCapabilities;
export function encodeITerm2(base64Data: string, options?: {
  width?: number | string;
  height?: number | string;
  name?: string;
  preserveAspectRatio?: boolean;
  inline?: boolean;
}): string;
/** Kitty takes the data in pieces of 4096 characters. */
export function encodeKitty(base64Data: string, options?: { columns?: number; rows?: number; imageId?: number; moveCursor?: boolean }): string;
export function getCapabilities(): TerminalCapabilities;
export function getCellDimensions(): CellDimensions;
export function getGifDimensions(base64Data: string): ImageDimensions | null;
export function getImageDimensions(base64Data: string, mimeType: string): ImageDimensions | null;
export function getJpegDimensions(base64Data: string): ImageDimensions | null;
export function getPngDimensions(base64Data: string): ImageDimensions | null;
export function getTerminalColorMode(capabilities?: TerminalCapabilities): TerminalColorMode;
export function getWebpDimensions(base64Data: string): ImageDimensions | null;
export function hyperlink(text: string, url: string): string;
export function imageFallback(mimeType: string, dimensions?: ImageDimensions, filename?: string): string;
export function renderImage(base64Data: string, imageDimensions: ImageDimensions, options?: ImageRenderOptions): {
  sequence: string;
  columns: number;
  rows: number;
  imageId?: number;
} | null;
export function resetCapabilitiesCache(): void;
export function setCapabilities(caps: TerminalCapabilities): void;
export function setCapabilityOverrides(overrides: Partial<TerminalCapabilities>): void;
export function setCellDimensions(dims: CellDimensions): void;
export const CURSOR_MARKER: "\u001B_pi:c\u0007";
/** Lays one line over another from a column on. */
export function compositeTuiLine(baseLine: string, overlayLine: string, startCol: number, overlayWidth: number, totalWidth: number): string;
export function isFocusable(component: Component | null): component is Component & Focusable;
export function isViewportTUI(tui: TUI): tui is ViewportTUI;
export function renderFakeCursor(text: string): string;
export class TuiAltScreen {
  constructor(...given: unknown[]);
}
export class TuiMainScreen {
  constructor(...given: unknown[]);
}
export function getOsc8LinkAtColumn(line: string, column: number): string | undefined;
/** Each run of control characters becomes one space. */
export function replaceControlCharacters(str: string): string;
export function sliceByColumn(line: string, startCol: number, length: number, strict?: boolean): string;
export function stripTerminalSequences(str: string): string;
export function truncateToWidth(text: string, maxWidth: number, ellipsis?: string, pad?: boolean): string;
export function visibleWidth(str: string): number;
/** Lines of at most `width` cells, broken between words; styles go on in the next line. */
export function wrapTextWithAnsi(text: string, width: number): string[];

/** A piece of Markdown, as its parser would give it. */
export interface Token {
  type: string;
  raw: string;
  text?: string;
  tokens?: Token[];
}
export type Tokens = Record<string, Token>;
/** Throws when it is used: the parser of Markdown is the program's own; `Markdown` draws. */
export class Marked {
  constructor(...given: unknown[]);
}
