/** The session as extensions read it. */
import type { AgentMessage } from "../pi-agent-core";

interface EntryBase {
  id: string;
  parentId: string | null;
  /** As in ISO 8601. */
  timestamp: string;
}

export interface SessionMessageEntry extends EntryBase { type: "message"; message: AgentMessage }
export interface ModelChangeEntry extends EntryBase { type: "model_change"; provider: string; modelId: string }
export interface ThinkingLevelChangeEntry extends EntryBase { type: "thinking_level_change"; thinkingLevel: string }
export interface CompactionEntry<Details = any> extends EntryBase { type: "compaction"; summary: string; firstKeptEntryId: string; tokensBefore: number; details?: Details; fromHook?: boolean }
export interface BranchSummaryEntry<Details = any> extends EntryBase { type: "branch_summary"; fromId: string; summary: string; details?: Details; fromHook?: boolean }
export interface CustomEntry<Data = any> extends EntryBase { type: "custom"; customType: string; data?: Data }
export interface CustomMessageEntry<Details = any> extends EntryBase { type: "custom_message"; customType: string; content: any; display: boolean; details?: Details }
export interface LabelEntry extends EntryBase { type: "label"; targetId: string; label: string | undefined }
export interface SessionInfoEntry extends EntryBase { type: "session_info"; name?: string }

export type SessionEntry =
  | SessionMessageEntry
  | ModelChangeEntry
  | ThinkingLevelChangeEntry
  | CompactionEntry
  | BranchSummaryEntry
  | CustomEntry
  | CustomMessageEntry
  | LabelEntry
  | SessionInfoEntry;

export interface SessionHeader { type: "session"; version?: number; id: string; timestamp: string; cwd: string; parentSession?: string }
export interface SessionTreeNode { entry: SessionEntry; children: SessionTreeNode[]; label?: string }

/** Reads the session, as it is when it is asked. */
export interface ReadonlySessionManager {
  getCwd(): string;
  getSessionDir(): string;
  getSessionId(): string;
  /** Nothing for a session that is not kept. */
  getSessionFile(): string | undefined;
  getSessionName(): string | undefined;
  getHeader(): SessionHeader | null;
  getEntries(): SessionEntry[];
  getTree(): SessionTreeNode[];
  getLeafId(): string | null;
  getLeafEntry(): SessionEntry | undefined;
  getEntry(id: string): SessionEntry | undefined;
  getLabel(id: string): string | undefined;
  /** From the first entry to this one, or to the last. */
  getBranch(from?: string): SessionEntry[];
  buildContextEntries(): SessionEntry[];
  buildSessionProjection(): any;
}
