/** Components of `@earendil-works/pi-tui`, and what they are made with. */
import type { AutocompleteProvider, Component, ImageDimensions, LayoutViewport, TUI, TuiMouseDispatchResult, TuiMouseEvent, TuiMouseEventResult } from "./types";

/** Components and functions of `@earendil-works/pi-tui`. */
export class Box {
  children: Component[];
  constructor(paddingX?: number, paddingY?: number, bgFn?: (text: string) => string);
  addChild(component: Component): void;
  removeChild(component: Component): void;
  clear(): void;
  setBgFn(bgFn?: (text: string) => string): void;
  setPaddingX(paddingX: number): void;
  invalidate(): void;
  handleMouse(event: TuiMouseEvent): TuiMouseDispatchResult | undefined;
  render(width: number): readonly string[];
}
export class CancellableLoader extends Loader {
  onAbort?: () => void;
  readonly signal: AbortSignal;
  readonly aborted: boolean;
  handleInput(data: string): void;
  dispose(): void;
}
export class Editor {
  focused: boolean;
  readonly capturesViewportInput: boolean;
  protected tui: TUI;
  borderColor: (str: string) => string;
  onSubmit?: (text: string) => void;
  onChange?: (text: string) => void;
  disableSubmit: boolean;
  constructor(tui: TUI, theme: EditorTheme, options?: EditorOptions);
  getPaddingX(): number;
  setPaddingX(padding: number): void;
  getAutocompleteMaxVisible(): number;
  setAutocompleteMaxVisible(maxVisible: number): void;
  setAutocompleteProvider(provider: AutocompleteProvider): void;
  addToHistory(text: string): void;
  invalidate(): void;
  protected renderTopBorder(width: number, hiddenLineCount: number): string;
  protected renderBottomBorder(width: number, hiddenLineCount: number): string;
  render(width: number): string[];
  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  handleInput(data: string): void;
  getText(): string;
  getExpandedText(): string;
  getLines(): string[];
  getCursor(): { line: number; col: number };
  setText(text: string): void;
  insertTextAtCursor(text: string): void;
  isShowingAutocomplete(): boolean;
}
export interface EditorOptions {
  paddingX?: number;
  autocompleteMaxVisible?: number;
}
export interface EditorTheme {
  borderColor: (str: string) => string;
  selectList: SelectListTheme;
}
export class HStack {
  protected readonly layoutType: "hstack";
  constructor(children?: StackChild[], options?: StackOptions);
  render(width: number): string[];
  addChild(component: Component, options?: StackEntryOptions): void;
  removeChild(component: Component): void;
  clear(): void;
  children: Component[];
  invalidate(): void;
  handleMouse(event: TuiMouseEvent): TuiMouseDispatchResult | undefined;
}
export class Image {
  constructor(base64Data: string, mimeType: string, theme: ImageTheme, options?: ImageOptions, dimensions?: ImageDimensions);
  getImageId(): number | undefined;
  invalidate(): void;
  render(width: number): readonly string[];
}
export interface ImageOptions {
  maxWidthCells?: number;
  maxHeightCells?: number;
  filename?: string;
  imageId?: number;
}
export interface ImageTheme {
  fallbackColor: (str: string) => string;
}
export type ImageTranscoder = (base64Data: string, mimeType: string) => string | null;
export function setImageTranscoder(transcoder: ImageTranscoder | undefined): void;
export class Input {
  onSubmit?: (value: string) => void;
  onEscape?: () => void;
  focused: boolean;
  constructor(options?: InputOptions);
  getValue(): string;
  setValue(value: string): void;
  handleInput(data: string): void;
  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  invalidate(): void;
  render(width: number): string[];
}
export class Loader extends Text {
  constructor(ui: TUI, spinnerColorFn: (str: string) => string, messageColorFn: (str: string) => string, message?: string, indicator?: LoaderIndicatorOptions);
  render(width: number): string[];
  start(): void;
  stop(): void;
  setMessage(message: string): void;
  invalidate(): void;
  /** Frames given by the caller are shown as they are, with their own colors. */
  setIndicator(indicator?: LoaderIndicatorOptions): void;
  protected getRenderedIndicator(): string;
}
export interface LoaderIndicatorOptions {
  frames?: string[];
  intervalMs?: number;
}
export interface DefaultTextStyle {
  color?: (text: string) => string;
  bgColor?: (text: string) => string;
  bold?: boolean;
  italic?: boolean;
  strikethrough?: boolean;
  underline?: boolean;
}
export class Markdown {
  constructor(text: string, paddingX: number, paddingY: number, theme: MarkdownTheme, defaultTextStyle?: DefaultTextStyle, options?: MarkdownOptions);
  setText(text: string): void;
  invalidate(): void;
  render(width: number): readonly string[];
}
export interface MarkdownOptions {
  preserveOrderedListMarkers?: boolean;
  preserveBackslashEscapes?: boolean;
  transform?: (markdown: string, availableWidth: number) => string;
  renderLatex?: boolean;
}
/** How the parts of Markdown are painted. */
export interface MarkdownTheme {
  heading: (text: string) => string;
  link: (text: string) => string;
  linkUrl: (text: string) => string;
  code: (text: string) => string;
  codeBlock: (text: string) => string;
  codeBlockBorder: (text: string) => string;
  quote: (text: string) => string;
  quoteBorder: (text: string) => string;
  hr: (text: string) => string;
  listBullet: (text: string) => string;
  bold: (text: string) => string;
  italic: (text: string) => string;
  strikethrough: (text: string) => string;
  underline: (text: string) => string;
  highlightCode?: (code: string, lang?: string) => string[];
  codeBlockIndent?: string;
}
export class MouseRegion {
  constructor(child: Component, onMouse: MouseRegionHandler);
  render(width: number): readonly string[];
  handleMouse(event: TuiMouseEvent): TuiMouseDispatchResult | TuiMouseEventResult | undefined;
  invalidate(): void;
}
export type MouseRegionHandler = (event: TuiMouseEvent) => TuiMouseEventResult | undefined;
export class ScrollView extends Container {
  readonly followEnd: boolean;
  readonly primary: boolean;
  readonly overscroll: "chain" | "contain";
  readonly scrollbarTrackStyle: (text: string) => string;
  readonly scrollbarThumbStyle: (text: string) => string;
  constructor(component: Component, options?: ScrollViewOptions);
  readonly scrollTop: number;
  readonly isFollowingEnd: boolean;
  readonly viewportHeight: number;
  readonly scrollbar: ScrollViewScrollbar;
  readonly isScrollbarVisible: boolean;
  readonly isScrollbarActive: boolean;
  setScrollbar(scrollbar: ScrollViewScrollbar): void;
  getContentWidth(width: number): number;
  setScrollbarActive(active: boolean): void;
  scrollTo(scrollTop: number, options?: ScrollViewScrollToOptions): void;
  scrollBy(lines: number): number;
  scrollToStart(): void;
  scrollToEnd(): void;
  updateLayout(contentHeight: number, viewportHeight: number, requestRender: () => void): void;
  addChild(_component: Component): void;
  removeChild(_component: Component): void;
  clear(): void;
  /** The whole child until a height is known, then the part in view. */
  render(width: number): readonly string[];
}
export interface ScrollViewOptions {
  axis?: "vertical";
  follow?: "none" | "end";
  primary?: boolean;
  overscroll?: "chain" | "contain";
  scrollbar?: ScrollViewScrollbar;
  scrollbarTrackStyle?: (text: string) => string;
  scrollbarThumbStyle?: (text: string) => string;
  scrollbarHideDelayMs?: number;
}
export type ScrollViewScrollbar = "hidden" | "auto" | "always";
export interface ScrollViewScrollToOptions {
  disableFollow?: boolean;
}
export interface SelectItem {
  value: string;
  label: string;
  description?: string;
}
export class SelectList {
  readonly capturesViewportInput: boolean;
  onSelect?: (item: SelectItem) => void;
  onCancel?: () => void;
  onSelectionChange?: (item: SelectItem) => void;
  constructor(items: SelectItem[], maxVisible: number, theme: SelectListTheme, layout?: SelectListLayoutOptions);
  /** Keeps what begins with the text, without regard to case. */
  setFilter(filter: string): void;
  setSelectedIndex(index: number): void;
  invalidate(): void;
  render(width: number): string[];
  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  handleInput(keyData: string): void;
  getSelectedItem(): SelectItem | null;
}
export interface SelectListLayoutOptions {
  minPrimaryColumnWidth?: number;
  maxPrimaryColumnWidth?: number;
  truncatePrimary?: (context: SelectListTruncatePrimaryContext) => string;
}
export interface SelectListTheme {
  selectedPrefix: (text: string) => string;
  selectedText: (text: string) => string;
  description: (text: string) => string;
  scrollInfo: (text: string) => string;
  noMatch: (text: string) => string;
}
export interface SelectListTruncatePrimaryContext {
  text: string;
  maxWidth: number;
  columnWidth: number;
  item: SelectItem;
  isSelected: boolean;
}
export interface SettingItem {
  id: string;
  label: string;
  description?: string;
  currentValue: string;
  values?: string[];
  submenu?: (currentValue: string, done: (selectedValue?: string, options?: { navigateTo?: string }) => void) => Component;
}
export class SettingsList {
  readonly capturesViewportInput: boolean;
  constructor(items: SettingItem[], maxVisible: number, theme: SettingsListTheme, onChange: (id: string, newValue: string) => void, onCancel: () => void, options?: SettingsListOptions);
  updateValue(id: string, newValue: string): void;
  selectItem(id: string): void;
  invalidate(): void;
  render(width: number): readonly string[];
  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined;
  handleInput(data: string): void;
}
export interface SettingsListTheme {
  label: (text: string, selected: boolean) => string;
  value: (text: string, selected: boolean) => string;
  description: (text: string) => string;
  cursor: string;
  hint: (text: string) => string;
}
export class Spacer {
  constructor(lines?: number);
  setLines(lines: number): void;
  invalidate(): void;
  render(_width: number): string[];
}
export class Text {
  constructor(text?: string, paddingX?: number, paddingY?: number, customBgFn?: (text: string) => string);
  setText(text: string): void;
  setCustomBgFn(customBgFn?: (text: string) => string): void;
  setPaddingX(paddingX: number): void;
  invalidate(): void;
  render(width: number): readonly string[];
}
/** The first line of a text, cut at the width. */
export class TruncatedText {
  constructor(text: string, paddingX?: number, paddingY?: number);
  invalidate(): void;
  render(width: number): string[];
}
export type StackChild = Component | StackEntry;
export interface StackEntry extends StackEntryOptions {
  component: Component;
}
export interface StackEntryOptions {
  basis?: number | "auto";
  grow?: number;
  shrink?: number;
  minSize?: number;
  maxSize?: number;
  visible?: (viewport: LayoutViewport) => boolean;
}
export interface StackOptions {
  gap?: number;
  align?: "stretch" | "start" | "center" | "end";
}
export class VStack {
  protected readonly layoutType: "vstack";
  constructor(children?: StackChild[], options?: StackOptions);
  render(width: number): string[];
  addChild(component: Component, options?: StackEntryOptions): void;
  removeChild(component: Component): void;
  clear(): void;
  children: Component[];
  invalidate(): void;
  handleMouse(event: TuiMouseEvent): TuiMouseDispatchResult | undefined;
}
export class Container {
  children: Component[];
  addChild(component: Component): void;
  removeChild(component: Component): void;
  clear(): void;
  invalidate(): void;
  handleMouse(event: TuiMouseEvent): TuiMouseDispatchResult | undefined;
  render(width: number): readonly string[];
}
export interface InputOptions {
  prompt?: string;
  placeholder?: string;
  placeholderStyle?: (text: string) => string;
}
export interface SettingsListOptions {
  enableSearch?: boolean;
}
