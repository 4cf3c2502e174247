/** Components, overlays, lists and editors, as types. */

/** Something that draws. A line that is wider than `width` is cut, and who made it is named. */
export interface Component {
  render(width: number): string[];
  /** Keys, as the terminal sent them; `matchesKey` reads them. */
  handleInput?(data: string): void;
  wantsKeyRelease?: boolean;
  /** Forgets what was kept of an earlier drawing. */
  invalidate(): void;
}

export interface Focusable {
  focused: boolean;
}

/** A key by its name: `ctrl+c`, `shift+tab`, `alt+enter`. */
export type KeyId = string;

export type OverlayAnchor =
  | "center"
  | "top-left"
  | "top-right"
  | "bottom-left"
  | "bottom-right"
  | "top-center"
  | "bottom-center"
  | "left-center"
  | "right-center";

/** Sizes are columns and rows, or parts of the screen (`"50%"`). */
export interface OverlayOptions {
  width?: number | `${number}%`;
  minWidth?: number;
  maxHeight?: number | `${number}%`;
  anchor?: OverlayAnchor;
  offsetX?: number;
  offsetY?: number;
  row?: number | `${number}%`;
  col?: number | `${number}%`;
  margin?: number | { top?: number; right?: number; bottom?: number; left?: number };
  visible?(columns: number, rows: number): boolean;
  nonCapturing?: boolean;
}

export interface OverlayHandle {
  hide(): void;
  setHidden(hidden: boolean): void;
  isHidden(): boolean;
  focus(): void;
  unfocus(options?: any): void;
  isFocused(): boolean;
}

export interface SelectItem {
  value: string;
  label: string;
  description?: string;
}

export interface SelectListTheme {
  selectedPrefix(text: string): string;
  selectedText(text: string): string;
  description(text: string): string;
  scrollInfo(text: string): string;
  noMatch(text: string): string;
}

export interface SettingItem {
  id: string;
  label: string;
  description?: string;
  currentValue: string;
  values?: string[];
  submenu?(currentValue: string, done: (selected?: string) => void): Component;
}

export interface AutocompleteItem {
  value: string;
  label: string;
  description?: string;
}

export interface AutocompleteSuggestions {
  items: AutocompleteItem[];
  prefix: string;
}

export interface AutocompleteProvider {
  triggerCharacters?: string[];
  getSuggestions(lines: string[], cursorLine: number, cursorCol: number, options: { signal: AbortSignal; force?: boolean }): Promise<AutocompleteSuggestions | null>;
  applyCompletion(lines: string[], cursorLine: number, cursorCol: number, item: AutocompleteItem, prefix: string): { lines: string[]; cursorLine: number; cursorCol: number };
  shouldTriggerFileCompletion?(lines: string[], cursorLine: number, cursorCol: number): boolean;
}

export interface EditorTheme {
  borderColor(text: string): string;
  selectList: SelectListTheme;
}

/** What stands in the place of the line. */
export interface EditorComponent extends Component {
  getText(): string;
  setText(text: string): void;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  [member: string]: any;
}

export type MarkdownTheme = any;
export type SettingsListTheme = any;
export type Terminal = any;
export type SlashCommand = any;
export type ImageTheme = any;
export type DefaultTextStyle = any;

/** The screen, as components see it. */
export interface TUI {
  /** Asks for a drawing; several asked for at once are one. */
  requestRender(force?: boolean): void;
  readonly terminal: { columns: number; rows: number; write(data: string): void; [member: string]: any };
  [member: string]: any;
}
