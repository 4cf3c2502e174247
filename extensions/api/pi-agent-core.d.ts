/** `@earendil-works/pi-agent-core`: the loop of a model and its tools. */
import type { ImageContent, Message, TextContent, Usage } from "./ai/types";

export type ThinkingLevel = "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/** A message of the conversation: one that models get, or one of the program's own kinds. */
export type AgentMessage = Message | CustomMessage | BashExecutionMessage | SummaryMessage;

/** A message of an extension (`pi.sendMessage`). */
export interface CustomMessage {
  role: "custom";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display: boolean;
  details?: any;
  timestamp: number;
}

/** A command that the person ran with `!`. */
export interface BashExecutionMessage {
  role: "bashExecution";
  command: string;
  output: string;
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
  excludeFromContext?: boolean;
  timestamp: number;
}

/** What stands for a part of the conversation that was summed up. */
export interface SummaryMessage {
  role: "compactionSummary" | "branchSummary";
  summary: string;
  tokensBefore?: number;
  fromId?: string;
  timestamp: number;
}

export interface AgentToolResult<Details = any> {
  /** What the model gets. */
  content: (TextContent | ImageContent)[];
  /** What renderers and the session get besides. */
  details: Details;
  structuredContent?: unknown;
  usage?: Usage;
  /** Ends the run behind this turn. */
  terminate?: boolean;
  isError?: boolean;
}

export type AgentToolUpdateCallback<Details = any> = (partial: AgentToolResult<Details>) => void;
export type ToolExecutionMode = "sequential" | "parallel";
export type AgentEvent = { type: string; [field: string]: any };
export type AgentTool<Params = any, Details = any> = { name: string; label: string; description: string; parameters: Params; execute(...given: any[]): Promise<AgentToolResult<Details>>; [field: string]: any };
export type AgentState = { [field: string]: any };
export type StreamFn = (...given: any[]) => any;

export class Agent {
  constructor(...given: any[]);
  [member: string]: any;
}
export const DEFAULT_AGENT_IDENTITY: any;
export const agentLoop: any;
export const agentLoopContinue: any;
export const runAgentLoop: any;
export const runAgentLoopContinue: any;
export const runToolCall: any;
export const setDefaultStreamFn: any;
export const streamProxy: any;
