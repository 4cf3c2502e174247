/** The session: its entries, how they are read, written and summed up, and the messages of the program's own. */
import type { AgentMessage, StreamFn, ThinkingLevel } from "../pi-agent-core";
import type { AssistantMessage, ImageContent, Message, Model, SystemMessage, TextContent, ToolResultMessage, Usage, UserMessage } from "../ai/types";
import type { RetryCallbacks, RetryPolicy } from "../ai/values";

export interface BranchPreparation {
  messages: AgentMessage[];
  fileOps: FileOperations;
  totalTokens: number;
}
export interface BranchSummaryResult {
  summary?: string;
  usage?: Usage;
  readFiles?: string[];
  modifiedFiles?: string[];
  aborted?: boolean;
  error?: string;
}
export interface CollectEntriesResult {
  entries: SessionEntry[];
  commonAncestorId: string | null;
}
export interface CompactionResult<T = unknown> {
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  estimatedTokensAfter?: number;
  usage?: Usage;
  details?: T;
}
export interface CutPointResult {
  firstKeptEntryIndex: number;
  turnStartIndex: number;
  isSplitTurn: boolean;
}
export function calculateContextTokens(usage: Usage): number;
/** The entries from the old leaf back to what it has in common with the target, oldest first. */
export function collectEntriesForBranchSummary(session: ReadonlySessionManager, oldLeafId: string | null, targetId: string): CollectEntriesResult;
/** The summary that a prepared compaction needs. */
export function compact(preparation: CompactionPreparation, model: Model<any>, apiKey: string | undefined, headers?: Record<string, string>, customInstructions?: string, signal?: AbortSignal, thinkingLevel?: ThinkingLevel, streamFn?: StreamFn, env?: Record<string, string>, retry?: RetryPolicy, callbacks?: RetryCallbacks, sessionId?: string): Promise<CompactionResult>;
export const DEFAULT_COMPACTION_SETTINGS: CompactionLimits;
/** Four characters to a token, an image for 1200. */
export function estimateTokens(message: AgentMessage): number;
export interface FileOperations {
  read: Set<string>;
  written: Set<string>;
  edited: Set<string>;
}
/** The entry from which on about so many tokens stay. What states something and says nothing goes with what follows it. */
export function findCutPoint(entries: SessionEntry[], startIndex: number, endIndex: number, keepRecentTokens: number): CutPointResult;
/** The entry that began the turn which an entry is part of; -1 without one. */
export function findTurnStartIndex(entries: SessionEntry[], entryIndex: number, startIndex: number): number;
export interface GenerateBranchSummaryOptions {
  model: Model<any>;
  apiKey?: string;
  headers?: Record<string, string>;
  env?: Record<string, string>;
  signal: AbortSignal;
  thinkingLevel?: ThinkingLevel;
  customInstructions?: string;
  replaceInstructions?: boolean;
  reserveTokens?: number;
  streamFn?: StreamFn;
  retry?: RetryPolicy;
  callbacks?: RetryCallbacks;
}
/** The summary of a branch that is left; what fails is told and not thrown. */
export function generateBranchSummary(entries: SessionEntry[], options: GenerateBranchSummaryOptions): Promise<BranchSummaryResult>;
export function generateSummary(currentMessages: AgentMessage[], model: Model<any>, _reserveTokens: number | undefined, apiKey: string | undefined, headers?: Record<string, string>, signal?: AbortSignal, customInstructions?: string, previousSummary?: string, thinkingLevel?: ThinkingLevel, streamFn?: StreamFn, env?: Record<string, string>, retry?: RetryPolicy, callbacks?: RetryCallbacks, sessionId?: string): Promise<string>;
export function generateSummaryWithUsage(currentMessages: AgentMessage[], model: Model<any>, _reserveTokens: number | undefined, apiKey: string | undefined, headers?: Record<string, string>, signal?: AbortSignal, customInstructions?: string, previousSummary?: string, thinkingLevel?: ThinkingLevel, streamFn?: StreamFn, env?: Record<string, string>, retry?: RetryPolicy, callbacks?: RetryCallbacks, sessionId?: string): Promise<{
  text: string;
  usage: Usage;
}>;
export function getLastAssistantUsage(entries: SessionEntry[]): Usage | undefined;
/** The newest messages that there is room for, without results of tools; a summary may go over a little where much room is left. */
export function prepareBranchEntries(entries: SessionEntry[], tokenBudget?: number): BranchPreparation;
export function serializeConversation(messages: Message[]): string;
export function shouldCompact(contextTokens: number, contextWindow: number, settings: CompactionLimits): boolean;
/** Kinds of the program's own become user messages; what the model shall not see is left out. */
export function convertToLlm(messages: AgentMessage[]): Message[];
export interface BranchSummaryEntry<T = unknown> extends SessionEntryBase {
  type: "branch_summary";
  fromId: string;
  summary: string;
  details?: T;
  usage?: Usage;
  fromHook?: boolean;
}
/** Edits replace or remove. */
export function buildContextEntries(entries: SessionEntry[], leafId?: string | null, byId?: Map<string, SessionEntry>): SessionEntry[];
export function buildSessionContext(entries: SessionEntry[], leafId?: string | null, byId?: Map<string, SessionEntry>): SessionContext;
/** The same, and which entry each message comes from. Of a branch that is nowhere (`null`) there is nothing. */
export function buildSessionProjection(entries: SessionEntry[], leafId?: string | null, byId?: Map<string, SessionEntry>): SessionProjection;
export interface CompactionEntry<T = unknown> extends SessionEntryBase {
  type: "compaction";
  summary: string;
  firstKeptEntryId: string;
  tokensBefore: number;
  details?: T;
  usage?: Usage;
  fromHook?: boolean;
  systemMessage?: SystemMessage;
}
export type ContextEditableContent = UserMessage["content"] | AssistantMessage["content"] | ToolResultMessage["content"] | CustomMessage["content"];
export interface ContextEditEntry extends SessionEntryBase {
  type: "context_edit";
  targetId: string;
  replacement: { content: ContextEditableContent } | null;
}
export const CURRENT_SESSION_VERSION: 3;
export interface CustomEntry<T = unknown> extends SessionEntryBase {
  type: "custom";
  customType: string;
  data?: T;
}
export interface CustomMessageEntry<T = unknown> extends SessionEntryBase {
  type: "custom_message";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  details?: T;
  display: boolean;
}
export type FileEntry = SessionHeader | SessionEntry;
export function getLatestCompactionEntry(entries: SessionEntry[]): CompactionEntry | null;
export interface ModelChangeEntry extends SessionEntryBase {
  type: "model_change";
  provider: string;
  modelId: string;
}
/** Changes the entries in place. */
export function migrateSessionEntries(entries: FileEntry[]): void;
export interface NewSessionOptions {
  id?: string;
  parentSession?: string;
}
export interface ProjectedSessionEntry {
  sourceEntry: SessionEntry;
  messages: AgentMessage[];
}
export function parseSessionEntries(content: string): FileEntry[];
export interface SessionContext {
  messages: AgentMessage[];
  thinkingLevel: string;
  model: { provider: string; modelId: string } | null;
}
export type SessionEntry = SessionMessageEntry | ThinkingLevelChangeEntry | ModelChangeEntry | UsageEntry | CompactionEntry | BranchSummaryEntry | CustomEntry | CustomMessageEntry | ContextEditEntry | LabelEntry | SessionInfoEntry;
export interface SessionEntryBase {
  type: string;
  id: string;
  parentId: string | null;
  timestamp: string;
}
export interface SessionHeader {
  type: "session";
  version?: number;
  id: string;
  timestamp: string;
  cwd: string;
  parentSession?: string;
}
export interface SessionInfo {
  path: string;
  id: string;
  cwd: string;
  name?: string;
  parentSessionPath?: string;
  created: Date;
  modified: Date;
  messageCount: number;
  firstMessage: string;
  allMessagesText: string;
}
export interface SessionInfoEntry extends SessionEntryBase {
  type: "session_info";
  name?: string;
}
/** A session and its file. */
export class SessionManager {
  /** Goes on in another file. */
  setSessionFile(sessionFile: string): void;
  /** Begins anew, in a file of its own. */
  newSession(options?: NewSessionOptions): string | undefined;
  isPersisted(): boolean;
  getCwd(): string;
  getSessionDir(): string;
  usesDefaultSessionDir(): boolean;
  getSessionId(): string;
  getSessionFile(): string | undefined;
  appendMessage(message: Message | CustomMessage | BashExecutionMessage): string;
  appendThinkingLevelChange(thinkingLevel: string): string;
  appendModelChange(provider: string, modelId: string): string;
  appendUsage(kind: string, provider: string, model: string, usage: Usage, note?: string): UsageEntry;
  appendCompaction<T = unknown>(summary: string, firstKeptEntryId: string | null, tokensBefore: number, details?: T, fromHook?: boolean, usage?: Usage): string;
  appendCustomEntry(customType: string, data?: unknown): string;
  appendSessionInfo(name: string): string;
  getSessionName(): string | undefined;
  appendCustomMessageEntry<T = unknown>(customType: string, content: string | (TextContent | ImageContent)[], display: boolean, details?: T): string;
  appendContextEdit(targetId: string, replacement: ContextEditEntry["replacement"]): string;
  getLeafId(): string | null;
  getLeafEntry(): SessionEntry | undefined;
  getEntry(id: string): SessionEntry | undefined;
  getChildren(parentId: string): SessionEntry[];
  getLabel(id: string): string | undefined;
  appendLabelChange(targetId: string, label: string | undefined): string;
  getBranch(fromId?: string): SessionEntry[];
  buildContextEntries(): SessionEntry[];
  buildSessionProjection(): SessionProjection;
  buildSessionContext(): SessionContext;
  getHeader(): SessionHeader | null;
  getEntryCount(): number;
  getEntries(): SessionEntry[];
  /** Every entry with those that follow it; entries whose parent is lost begin trees. */
  getTree(): SessionTreeNode[];
  branch(branchFromId: string): void;
  resetLeaf(): void;
  /** Goes on from another entry, with a summary of the branch that is left. */
  branchWithSummary(branchFromId: string | null, summary: string, details?: unknown, fromHook?: boolean, usage?: Usage): string;
  /** A file of its own with the entries up to a leaf; this object goes on there. */
  createBranchedSession(leafId: string): string | undefined;
  static create(cwd: string, sessionDir?: string, options?: NewSessionOptions): SessionManager;
  static open(path: string, sessionDir?: string, cwdOverride?: string): SessionManager;
  static continueRecent(cwd: string, sessionDir?: string): SessionManager;
  static inMemory(cwd?: string, options?: NewSessionOptions, entries?: FileEntry[]): SessionManager;
  static forkFrom(sourcePath: string, targetCwd: string, sessionDir?: string, options?: NewSessionOptions): SessionManager;
  static list(cwd: string, sessionDir?: string, onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
  static listAll(onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
  static listAll(sessionDir?: string, onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
}
export interface SessionMessageEntry extends SessionEntryBase {
  type: "message";
  message: AgentMessage;
}
export interface SessionProjection {
  entries: ProjectedSessionEntry[];
  messages: AgentMessage[];
  thinkingLevel: string;
  model: { provider: string; modelId: string } | null;
}
export interface SessionTreeNode {
  entry: SessionEntry;
  children: SessionTreeNode[];
  label?: string;
  labelTimestamp?: string;
}
export function sessionEntryToContextMessages(entry: SessionEntry): AgentMessage[];
export interface ThinkingLevelChangeEntry extends SessionEntryBase {
  type: "thinking_level_change";
  thinkingLevel: string;
}
/** A message of an extension (`pi.sendMessage`). */
export interface CustomMessage<T = unknown> {
  role: "custom";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display: boolean;
  details?: T;
  timestamp: number;
}
/** Reads the session, as it is when it is asked. */
export type ReadonlySessionManager = Pick<SessionManager, "getCwd" | "getSessionDir" | "getSessionId" | "getSessionFile" | "getLeafId" | "getLeafEntry" | "getEntry" | "getLabel" | "getBranch" | "buildContextEntries" | "buildSessionProjection" | "getHeader" | "getEntries" | "getTree" | "getSessionName">;
export interface CompactionPreparation {
  firstKeptEntryId: string;
  messagesToSummarize: AgentMessage[];
  turnPrefixMessages: AgentMessage[];
  isSplitTurn: boolean;
  tokensBefore: number;
  previousSummary?: string;
  fileOps: FileOperations;
  settings: CompactionLimits;
}
export interface CompactionLimits {
  enabled: boolean;
  reserveTokens: number;
  keepRecentTokens: number;
}
export interface UsageEntry extends SessionEntryBase {
  type: "usage";
  kind: string;
  provider: string;
  model: string;
  usage: Usage;
  note?: string;
}
export interface LabelEntry extends SessionEntryBase {
  type: "label";
  targetId: string;
  label: string | undefined;
}
/** A command that the person ran with `!`. */
export interface BashExecutionMessage {
  role: "bashExecution";
  command: string;
  output: string;
  exitCode: number | undefined;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
  timestamp: number;
  excludeFromContext?: boolean;
}
export type SessionListProgress = (loaded: number, total: number, partialSessions?: readonly SessionInfo[]) => void;
export interface BranchSummaryMessage {
  role: "branchSummary";
  summary: string;
  fromId: string | null;
  timestamp: number;
}
export interface CompactionSummaryMessage {
  role: "compactionSummary";
  summary: string;
  tokensBefore: number;
  timestamp: number;
}
