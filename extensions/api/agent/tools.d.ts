/** The built-in tools: what they take, what they give besides, through what they act, and how they are made. */
import type { Static, TSchema } from "typebox";
import type { AgentTool, AgentToolResult, AgentToolUpdateCallback } from "../pi-agent-core";
import type { Box, MarkdownTheme } from "../tui/components";
import type { MarkdownTransformer } from "./runner";
import type { ModelImageResizeOptions } from "../ai/models";
import type { ParsedSkillBlock } from "./agents";
import type { SourceInfo } from "./values";
import type { ToolDefinition } from "./api";

export function createBashTool(cwd: string, options?: BashToolOptions): TypeBoxAgentTool<TSchema>;
export function createCodingTools(cwd: string, options?: ToolsOptions): Tool[];
export function createEditTool(cwd: string, options?: EditToolOptions): TypeBoxAgentTool<TSchema>;
export function createFindTool(cwd: string, options?: FindToolOptions): TypeBoxAgentTool<TSchema>;
export function createGrepTool(cwd: string, options?: GrepToolOptions): TypeBoxAgentTool<TSchema>;
export function createLsTool(cwd: string, options?: LsToolOptions): TypeBoxAgentTool<TSchema>;
export function createPowerShellTool(cwd: string, options?: PowerShellToolOptions): ReturnType<typeof createBashTool>;
export function createReadOnlyTools(cwd: string, options?: ToolsOptions): Tool[];
export function createReadTool(cwd: string, options?: ReadToolOptions): TypeBoxAgentTool<TSchema>;
export function createWriteTool(cwd: string, options?: WriteToolOptions): TypeBoxAgentTool<TSchema>;
export interface Skill {
  name: string;
  description: string;
  filePath: string;
  baseDir: string;
  sourceInfo: SourceInfo;
  disableModelInvocation: boolean;
}
export interface SkillFrontmatter {
  name?: string;
  description?: string;
  "disable-model-invocation"?: boolean;
  [key: string]: unknown;
}
export interface EditDiffResult {
  diff: string;
  firstChangedLine: number | undefined;
}
/** Signs, line numbers and texts; what is far from a change is left out as dots. */
export function generateDiffString(oldContent: string, newContent: string, contextLines?: number): {
  diff: string;
  firstChangedLine: number | undefined;
};
export function generateUnifiedPatch(path: string, oldContent: string, newContent: string, contextLines?: number): string;
/** How `bash` runs a command: give your own to run it elsewhere. */
export interface BashOperations {
  exec: (command: string, cwd: string, options: {
    onData: (data: Buffer) => void;
    signal?: AbortSignal;
    timeout?: number;
    env?: NodeJS.ProcessEnv;
  }) => Promise<{ exitCode: number | null }>;
}
export interface BashSpawnContext {
  command: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
}
/** Changes a command, its folder or its variables before it runs. */
export type BashSpawnHook = (context: BashSpawnContext) => BashSpawnContext;
export interface BashToolDetails {
  truncation?: TruncationResult;
  fullOutputPath?: string;
}
export type BashToolInput = { timeout?: number; command: string };
export interface BashToolOptions {
  operations?: BashOperations;
  commandPrefix?: string;
  shellPath?: string;
  exposeSessionEnvironment?: boolean;
  spawnHook?: BashSpawnHook;
}
export function createBashToolDefinition(cwd: string, options?: BashToolOptions): ToolDefinition<TSchema, BashToolDetails | undefined, BashRenderState>;
export function createEditToolDefinition(cwd: string, options?: EditToolOptions): ToolDefinition<TSchema, EditToolDetails | undefined, EditRenderState>;
export function createFindToolDefinition(cwd: string, options?: FindToolOptions): ToolDefinition<TSchema, FindToolDetails | undefined>;
export function createGrepToolDefinition(cwd: string, options?: GrepToolOptions): ToolDefinition<TSchema, GrepToolDetails | undefined>;
export function createLocalBashOperations(options?: { shellPath?: string }): BashOperations;
export function createLocalPowerShellOperations(): PowerShellOperations;
export function createLsToolDefinition(cwd: string, options?: LsToolOptions): ToolDefinition<TSchema, LsToolDetails | undefined>;
export function createPowerShellToolDefinition(cwd: string, options?: PowerShellToolOptions): ReturnType<typeof createShellToolDefinition>;
export function createReadToolDefinition(cwd: string, options?: ReadToolOptions): ToolDefinition<TSchema, ReadToolDetails | undefined>;
export function createWriteToolDefinition(cwd: string, options?: WriteToolOptions): ToolDefinition<TSchema, undefined>;
export const DEFAULT_MAX_BYTES: number;
export const DEFAULT_MAX_LINES: 2000;
export interface EditOperations {
  readFile: (absolutePath: string) => Promise<Buffer>;
  writeFile: (absolutePath: string, content: string) => Promise<void>;
  access: (absolutePath: string) => Promise<void>;
}
export interface EditToolDetails {
  diff: string;
  patch: string;
  firstChangedLine?: number;
}
export type EditToolInput = { path: string; edits: { oldText: string; newText: string }[] };
export interface EditToolOptions {
  operations?: EditOperations;
}
export interface FindOperations {
  exists: (absolutePath: string) => Promise<boolean> | boolean;
  glob: (pattern: string, cwd: string, options: { ignore: string[]; limit: number }) => Promise<string[]> | string[];
}
export interface FindToolDetails {
  truncation?: TruncationResult;
  resultLimitReached?: number;
}
export type FindToolInput = { path?: string; limit?: number; pattern: string };
export interface FindToolOptions {
  operations?: FindOperations;
}
export function formatSize(bytes: number): string;
export interface GrepOperations {
  isDirectory: (absolutePath: string) => Promise<boolean> | boolean;
  readFile?: (absolutePath: string) => Promise<string> | string;
}
export interface GrepToolDetails {
  truncation?: TruncationResult;
  matchLimitReached?: number;
  linesTruncated?: boolean;
}
export type GrepToolInput = {
  path?: string;
  limit?: number;
  glob?: string;
  ignoreCase?: boolean;
  literal?: boolean;
  context?: number;
  pattern: string;
};
export interface GrepToolOptions {
  operations?: GrepOperations;
}
export interface LsOperations {
  exists: (absolutePath: string) => Promise<boolean> | boolean;
  stat: (absolutePath: string) => Promise<{ isDirectory: () => boolean }> | { isDirectory: () => boolean };
  readdir: (absolutePath: string) => Promise<string[]> | string[];
}
export interface LsToolDetails {
  truncation?: TruncationResult;
  entryLimitReached?: number;
}
export type LsToolInput = { path?: string; limit?: number };
export interface LsToolOptions {
  operations?: LsOperations;
}
export type PowerShellOperations = BashOperations;
export type PowerShellSpawnContext = BashSpawnContext;
export type PowerShellSpawnHook = BashSpawnHook;
export type PowerShellToolDetails = BashToolDetails;
export type PowerShellToolInput = BashToolInput;
export interface PowerShellToolOptions extends Pick<BashToolOptions, "operations" | "exposeSessionEnvironment" | "spawnHook"> {
}
export interface ReadOperations {
  readFile: (absolutePath: string) => Promise<Buffer>;
  access: (absolutePath: string) => Promise<void>;
  detectImageMimeType?: (absolutePath: string) => Promise<string | null | undefined>;
  createReadStream?: (absolutePath: string, options: { signal?: AbortSignal }) => AsyncIterable<Uint8Array>;
}
export interface ReadToolDetails {
  truncation?: TruncationResult;
  imageUnsupportedByModel?: string;
}
export type ReadToolInput = { limit?: number; offset?: number; path: string };
export interface ReadToolOptions {
  autoResizeImages?: boolean;
  resizeOptions?: ModelImageResizeOptions;
  operations?: ReadOperations;
}
export interface ToolsOptions {
  read?: ReadToolOptions;
  bash?: BashToolOptions;
  powershell?: PowerShellToolOptions;
  write?: WriteToolOptions;
  edit?: EditToolOptions;
  grep?: GrepToolOptions;
  find?: FindToolOptions;
  ls?: LsToolOptions;
}
export interface TruncationOptions {
  maxLines?: number;
  maxBytes?: number;
}
/** The built-in tools: what they take, what they give besides, and through what they act. */
export interface TruncationResult {
  content: string;
  truncated: boolean;
  truncatedBy: "lines" | "bytes" | null;
  totalLines: number;
  totalBytes: number;
  outputLines: number;
  outputBytes: number;
  lastLinePartial: boolean;
  firstLineExceedsLimit: boolean;
  maxLines: number;
  maxBytes: number;
}
/** The beginning of a text, in whole lines. */
export function truncateHead(content: string, options?: TruncationOptions): TruncationResult;
export function truncateLine(line: string, maxChars?: number): { text: string; wasTruncated: boolean };
/** The end of a text, in whole lines. */
export function truncateTail(content: string, options?: TruncationOptions): TruncationResult;
export interface WriteOperations {
  writeFile: (absolutePath: string, content: string) => Promise<void>;
  mkdir: (dir: string) => Promise<void>;
}
export type WriteToolInput = { path: string; content: string };
export interface WriteToolOptions {
  operations?: WriteOperations;
}
/** Runs the function when nobody else changes that file. */
export function withFileMutationQueue<T>(filePath: string, fn: () => Promise<T>): Promise<T>;
/** `:3-7` behind a path; nothing when all of the file is read. */
export function formatReadLineRange(offset: unknown, limit: unknown): string;
export class SkillInvocationMessageComponent extends Box {
  constructor(skillBlock: ParsedSkillBlock, markdownTheme?: MarkdownTheme, outputPad?: number, markdownTransformers?: readonly MarkdownTransformer[], messageId?: string, timestamp?: string);
  setExpanded(expanded: boolean): void;
  setOutputPad(outputPad: number): void;
  invalidate(): void;
}
export type TypeBoxAgentTool<TParams extends TSchema = TSchema, TDetails = any> = Omit<AgentTool<TParams, TDetails>, "prepareArguments" | "execute"> & {
  prepareArguments?: (args: unknown) => Static<TParams>;
  execute: (toolCallId: string, params: Static<TParams>, signal?: AbortSignal, onUpdate?: AgentToolUpdateCallback<TDetails>) => Promise<AgentToolResult<TDetails>>;
};
export type Tool = AgentTool<any>;
export type BashRenderState = { startedAt: number | undefined; endedAt: number | undefined; interval: NodeJS.Timeout | undefined };
export type EditRenderState = { callComponent?: EditCallRenderComponent };
export function createShellToolDefinition(cwd: string, config: ShellToolConfig, options?: BashToolOptions): ToolDefinition<TSchema, BashToolDetails | undefined, BashRenderState>;
export type EditCallRenderComponent = Box & { preview?: EditPreview; previewArgsKey?: string; previewPending?: boolean; settledError?: boolean };
export interface ShellToolConfig {
  name: string;
  label: string;
  shellName: string;
  prompt: string;
  promptSnippet: string;
  promptGuidelines?: readonly string[];
  tempFilePrefix: string;
}
export type EditPreview = EditDiffResult | EditDiffError;
export interface EditDiffError {
  error: string;
}
