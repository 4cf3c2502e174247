// The package `@earendil-works/pi-coding-agent` as extensions see it: which file has which name. Only the files of the names
// that an extension imports are evaluated, so nothing else stands here.

export { AgentSession, createAgentSession } from "./pi-coding-agent/agent/session.js";
export { buildContextEntries, buildSessionContext, buildSessionProjection, sessionEntryToContextMessages } from "./pi-coding-agent/agent/session-context.js";
export { SessionManager } from "./pi-coding-agent/agent/session-manager.js";
export { discoverAndLoadExtensions } from "./pi-coding-agent/agent/discover.js";
export { createExtensionRuntime } from "./pi-coding-agent/agent/inline.js";
export { ExtensionRunner } from "./pi-coding-agent/agent/runner.js";
export { ModelRegistry, ModelRuntime, resolveCliModel, resolveModelScopeWithDiagnostics } from "./pi-coding-agent/agent/model-runtime.js";
export { wrapRegisteredTool, wrapRegisteredTools } from "./pi-coding-agent/agent/wrap.js";
export { DefaultResourceLoader } from "./pi-coding-agent/agent/resource-loader.js";
export { AgentSessionRuntime, createAgentSessionRuntime } from "./pi-coding-agent/agent/runtime.js";
export { createAgentSessionFromServices, createAgentSessionServices } from "./pi-coding-agent/agent/services.js";
export { SettingsManager } from "./pi-coding-agent/agent/settings.js";
export { parseArgs } from "./pi-coding-agent/cli-args.js";
export { copyToClipboard } from "./pi-coding-agent/clipboard.js";
export { BashExecutionComponent } from "./pi-coding-agent/components/bash-execution.js";
export { ShowImagesSelectorComponent, ThemeSelectorComponent, ThinkingSelectorComponent } from "./pi-coding-agent/components/choices.js";
export { CustomEditor } from "./pi-coding-agent/components/custom-editor.js";
export { BorderedLoader, DynamicBorder, truncateToVisualLines } from "./pi-coding-agent/components/frames.js";
export { FooterComponent } from "./pi-coding-agent/components/footer.js";
export { ModelSelectorComponent } from "./pi-coding-agent/components/model-selector.js";
export { SessionSelectorComponent } from "./pi-coding-agent/components/session-selector.js";
export { SettingsSelectorComponent } from "./pi-coding-agent/components/settings-selector.js";
export { LoginDialogComponent, OAuthSelectorComponent } from "./pi-coding-agent/components/sign-in.js";
export { TreeSelectorComponent } from "./pi-coding-agent/components/tree-selector.js";
export { AssistantMessageComponent, UserMessageComponent } from "./pi-coding-agent/components/messages.js";
export {
  BranchSummaryMessageComponent, CompactionSummaryMessageComponent, CustomMessageComponent, SkillInvocationMessageComponent,
} from "./pi-coding-agent/components/notes.js";
export { ExtensionEditorComponent, ExtensionInputComponent, ExtensionSelectorComponent } from "./pi-coding-agent/components/questions.js";
export { ToolExecutionComponent } from "./pi-coding-agent/components/tool-execution.js";
export { UserMessageSelectorComponent } from "./pi-coding-agent/components/user-message-selector.js";
export { renderDiff } from "./pi-coding-agent/diff.js";
export { createEventBus } from "./pi-coding-agent/event-bus.js";
export { parseFrontmatter, stripFrontmatter } from "./pi-coding-agent/frontmatter.js";
export { convertToPng, detectSupportedImageMimeTypeFromFile, formatDimensionNote, resizeImage } from "./pi-coding-agent/images.js";
export { keyHint, keyText, rawKeyHint } from "./pi-coding-agent/keys.js";
export { convertToLlm, serializeConversation } from "./pi-coding-agent/messages.js";
export { CONFIG_DIR_NAME, getAgentDir, getLanguageFromPath, VERSION } from "./pi-coding-agent/paths.js";
export { withFileMutationQueue } from "./pi-coding-agent/queue.js";
export { RpcClient } from "./pi-coding-agent/rpc-client.js";
export { loadProjectContextFiles } from "./pi-coding-agent/resources/context-files.js";
export { CredentialSynchronizationError, readStoredCredential } from "./pi-coding-agent/resources/credentials.js";
export { getDocsPath, getExamplesPath, getPackageDir, getReadmePath } from "./pi-coding-agent/resources/package-paths.js";
export { formatSkillsForPrompt, loadSkills, loadSkillsFromDir } from "./pi-coding-agent/resources/skills.js";
export { hasTrustRequiringProjectResources, ProjectTrustStore } from "./pi-coding-agent/resources/trust.js";
export { collectEntriesForBranchSummary, prepareBranchEntries } from "./pi-coding-agent/session/branch.js";
export { compact, generateBranchSummary, generateSummary, generateSummaryWithUsage } from "./pi-coding-agent/session/summaries.js";
export { findCutPoint, findTurnStartIndex } from "./pi-coding-agent/session/cut.js";
export { migrateSessionEntries } from "./pi-coding-agent/session/migrate.js";
export {
  calculateContextTokens, createSyntheticSourceInfo, CURRENT_SESSION_VERSION, DEFAULT_COMPACTION_SETTINGS, estimateTokens, getLastAssistantUsage,
  getLatestCompactionEntry, parseSessionEntries, parseSkillBlock, shouldCompact, VIRTUAL_MODEL_STATE_ENTRY,
} from "./pi-coding-agent/sessions.js";
export { Theme } from "../api/theme.js";
export { getMarkdownTheme, getSelectListTheme, getSettingsListTheme, highlightCode, initTheme } from "./pi-coding-agent/themes.js";
export {
  createBashTool, createBashToolDefinition, createCodingTools, createEditTool, createEditToolDefinition, createFindTool, createFindToolDefinition,
  createGrepTool, createGrepToolDefinition, createLsTool, createLsToolDefinition, createPowerShellTool, createPowerShellToolDefinition, createReadOnlyTools,
  createReadTool, createReadToolDefinition, createWriteTool, createWriteToolDefinition,
} from "./pi-coding-agent/tools.js";
export { generateDiffString, generateUnifiedPatch } from "./pi-coding-agent/tools/edits.js";
export {
  defineTool, isBashToolResult, isEditToolResult, isFindToolResult, isGrepToolResult, isLsToolResult, isPowerShellToolResult, isReadToolResult,
  isToolCallEventType, isWriteToolResult,
} from "./pi-coding-agent/tools/kinds.js";
export { formatReadLineRange } from "./pi-coding-agent/tools/render.js";
export { createLocalBashOperations, createLocalPowerShellOperations, getPowerShellConfig, getShellConfig } from "./pi-coding-agent/tools/shell.js";
export { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, formatSize, truncateHead, truncateLine, truncateTail } from "./pi-coding-agent/truncate.js";
export {
  ArminComponent, createCodemodeExtension, createMcpExtension, createToolSearchExtension, DefaultPackageManager, InteractiveMode, main, runPrintMode,
  runRpcMode,
} from "./pi-coding-agent/absent.js";
