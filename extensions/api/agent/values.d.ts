/** Functions and constants of `@earendil-works/pi-coding-agent`. What is `any` here is told apart when it runs. */

export class ArminComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(...given: any[]);
  [member: string]: any;
}
export const CONFIG_DIR_NAME: string;
export const CURRENT_SESSION_VERSION: number;
export const DEFAULT_COMPACTION_SETTINGS: any;
export const DEFAULT_MAX_BYTES: number;
export const DEFAULT_MAX_LINES: number;
export class DefaultPackageManager {
  constructor(...given: any[]);
  [member: string]: any;
}
export class InteractiveMode {
  constructor(...given: any[]);
  [member: string]: any;
}
export const VERSION: string;
export const VIRTUAL_MODEL_STATE_ENTRY: string;
/** Edits replace or remove. */
export function buildContextEntries(entries: any, leafId?: any): any;
export function buildSessionContext(entries: any, leafId?: any): any;
/** The same, and which entry each message comes from. Of a branch that is nowhere (`null`) there is nothing. */
export function buildSessionProjection(entries: any, leafId?: any): any;
export function calculateContextTokens(usage: any): any;
/** The entries from the old leaf back to what it has in common with the target, oldest first. */
export function collectEntriesForBranchSummary(session: any, oldLeafId?: any, targetId?: any): any;
/** The summary that a prepared compaction needs. */
export function compact(preparation: any, model?: any, apiKey?: any, headers?: any, customInstructions?: any, signal?: any, thinkingLevel?: any, streamFn?: any, env?: any, retry?: any, callbacks?: any, sessionId?: any): any;
/** Kinds of the program's own become user messages; what the model shall not see is left out. */
export function convertToLlm(messages: any): any;
export function convertToPng(base64Data: any, mimeType?: any): any;
export function copyToClipboard(text: string): Promise<void>;
/** Sets an agent up; what is not given is the program's. */
export function createAgentSession(options?: any): any;
export function createAgentSessionFromServices(given: any): any;
/** Makes the first session; the function that made it makes those that replace it. */
export function createAgentSessionRuntime(createRuntime: any, options?: any): any;
export function createAgentSessionServices(given: any): any;
export function createBashTool(cwd: string, options?: any): any;
export function createBashToolDefinition(cwd: string, options?: any): any;
export const createCodemodeExtension: any;
export function createCodingTools(cwd: string): any;
export function createEditTool(cwd: string, options?: any): any;
export function createEditToolDefinition(cwd: string, options?: any): any;
/** Channels inside one extension; `pi.events` reaches the others. */
export function createEventBus(): any;
export function createExtensionRuntime(): any;
export function createFindTool(cwd: string, options?: any): any;
export function createFindToolDefinition(cwd: string, options?: any): any;
export function createGrepTool(cwd: string, options?: any): any;
export function createGrepToolDefinition(cwd: string, options?: any): any;
export function createLocalBashOperations(given?: any): any;
export function createLocalPowerShellOperations(): any;
export function createLsTool(cwd: string, options?: any): any;
export function createLsToolDefinition(cwd: string, options?: any): any;
export const createMcpExtension: any;
export function createPowerShellTool(cwd: string, options?: any): any;
export function createPowerShellToolDefinition(cwd: string, options?: any): any;
export function createReadOnlyTools(cwd: string): any;
export function createReadTool(cwd: string, options?: any): any;
export function createReadToolDefinition(cwd: string, options?: any): any;
export function createSyntheticSourceInfo(path: string, options?: any): any;
export const createToolSearchExtension: any;
export function createWriteTool(cwd: string, options?: any): any;
export function createWriteToolDefinition(cwd: string, options?: any): any;
/** The tool as it is given, with the types of its arguments. */
export function defineTool<Parameters extends import("typebox").TSchema, Details = any, State = any>(tool: import("./api").ToolDefinition<Parameters, Details, State>): import("./api").ToolDefinition<Parameters, Details, State>;
export function detectSupportedImageMimeTypeFromFile(file: any): any;
export function discoverAndLoadExtensions(configuredPaths: any, cwd?: string, agentDir?: any, eventBus?: any): any;
/** Four characters to a token, an image for 1200. */
export function estimateTokens(message: any): number;
/** The entry from which on about so many tokens stay. What states something and says nothing goes with what follows it. */
export function findCutPoint(entries: any, startIndex?: any, endIndex?: any, keepRecentTokens?: any): any;
/** The entry that began the turn which an entry is part of; -1 without one. */
export function findTurnStartIndex(entries: any, entryIndex?: any, startIndex?: any): any;
/** For the model: how its coordinates lead to those of the picture that was. */
export function formatDimensionNote(given: any): string | undefined;
/** `:3-7` behind a path; nothing when all of the file is read. */
export function formatReadLineRange(offset: any, limit?: any): string;
export function formatSize(size: any): string;
/** A part of a prompt; nothing without a skill that a model may open itself. */
export function formatSkillsForPrompt(skills: any, fileReadTool?: string): string;
/** The summary of a branch that is left; what fails is told and not thrown. */
export function generateBranchSummary(entries: any, options?: any): any;
/** Signs, line numbers and texts; what is far from a change is left out as dots. */
export function generateDiffString(before: any, after?: any, around?: number): any;
export function generateSummary(...args: any[]): any;
export function generateSummaryWithUsage(currentMessages: any, model?: any, reserveTokens?: any, apiKey?: any, headers?: any, signal?: any, customInstructions?: any, previousSummary?: any, thinkingLevel?: any, streamFn?: any, env?: any, retry?: any, callbacks?: any, sessionId?: any): any;
export function generateUnifiedPatch(file: any, before?: any, after?: any, around?: number): string;
export function getAgentDir(): any;
export function getDocsPath(): string;
export function getExamplesPath(): string;
export function getLanguageFromPath(file: any): any;
export function getLastAssistantUsage(entries: any): any;
export function getLatestCompactionEntry(entries: any): any;
export function getMarkdownTheme(): any;
export function getPackageDir(): any;
export function getPowerShellConfig(): any;
export function getReadmePath(): string;
export function getSelectListTheme(): any;
export function getSettingsListTheme(): any;
export function getShellConfig(shellPath: any): any;
export function hasTrustRequiringProjectResources(cwd: string): any;
/** Lines of code in one color: highlighting belongs to the program's own screen. */
export function highlightCode(code: any): any;
/** The program has set the theme before an extension runs. */
export function initTheme(): void;
export function isBashToolResult(event: any): boolean;
export function isEditToolResult(event: any): boolean;
export function isFindToolResult(event: any): boolean;
export function isGrepToolResult(event: any): boolean;
export function isLsToolResult(event: any): boolean;
export function isPowerShellToolResult(event: any): boolean;
export function isReadToolResult(event: any): boolean;
export function isToolCallEventType(name: any, event?: any): boolean;
export function isWriteToolResult(event: any): boolean;
export function keyHint(action: any, description?: any): any;
export function keyText(action: any): any;
export function loadProjectContextFiles(given: any): any;
export function loadSkills(given: any): any;
export function loadSkillsFromDir(given: any): any;
export const main: any;
/** Changes the entries in place. */
export function migrateSessionEntries(entries: any): void;
export function parseArgs(given: any): any;
/** The head of a Markdown file, and what follows it. */
export function parseFrontmatter<Head extends Record<string, unknown> = Record<string, any>>(text: string): { frontmatter: Head; body: string };
export function parseSessionEntries(content: any): any;
export function parseSkillBlock(text: string): any;
/** The newest messages that there is room for, without results of tools; a summary may go over a little where much room is left. */
export function prepareBranchEntries(entries: any, tokenBudget?: number): any;
export function rawKeyHint(key: any, description?: any): any;
export function readStoredCredential(providerId: any, authPath?: string): any;
export function renderDiff(diff: any, options?: any, theme?: any): string;
/** Made to fit; `null` when it is no picture or cannot be made small enough. `maxBytes` is meant of the base64. */
export function resizeImage(inputBytes: any, mimeType?: any, options?: any): any;
/** Which model is meant: `provider/id`, an id, a part of one; a thinking level may stand behind a colon. */
export function resolveCliModel(given: any): any;
/** Which models patterns mean: globs over `provider/id` and id, or one model as `resolveCliModel` has it; a level may stand behind. */
export function resolveModelScopeWithDiagnostics(patterns: any, modelRuntime?: any): any;
export const runPrintMode: any;
export const runRpcMode: any;
export function serializeConversation(messages: any): string;
export function sessionEntryToContextMessages(entry: any): any;
export function shouldCompact(tokens: any, contextWindow?: any, settings?: any): any;
export function stripFrontmatter(content: any): any;
/** The beginning of a text, in whole lines. */
export function truncateHead(text: string, options?: { maxLines?: number; maxBytes?: number }): import("./tools").TruncationResult;
export function truncateLine(line: string, maxChars?: number): { text: string; wasTruncated: boolean };
/** The end of a text, in whole lines. */
export function truncateTail(text: string, options?: { maxLines?: number; maxBytes?: number }): import("./tools").TruncationResult;
/** The rows of a text at its start or end, and how many are left out. */
export function truncateToVisualLines(text: string, maxVisualLines?: any, width?: number, paddingX?: number, keep?: string): any;
/** Runs the function when nobody else changes that file. */
export function withFileMutationQueue<Result>(path: string, work: () => Promise<Result>): Promise<Result>;
export function wrapRegisteredTool(given: any, runner?: any): any;
export function wrapRegisteredTools(tools: any, runner?: any): any;
