/** The built-in tools: what they take, what they give besides, and through what they act. */

export interface TruncationResult {
  content: string;
  truncated: boolean;
  truncatedBy: "lines" | "bytes" | null;
  totalLines: number;
  totalBytes: number;
  outputLines: number;
  outputBytes: number;
  [field: string]: any;
}

export interface BashToolDetails { truncation?: TruncationResult; fullOutputPath?: string; [field: string]: any }
export interface ReadToolDetails { truncation?: TruncationResult; [field: string]: any }
export interface EditToolDetails { diff: string; firstChangedLine?: number; [field: string]: any }
export interface WriteToolDetails { [field: string]: any }
export interface GrepToolDetails { truncation?: TruncationResult; matchLimitReached?: number; linesTruncated?: boolean; [field: string]: any }
export interface FindToolDetails { truncation?: TruncationResult; resultLimitReached?: number; [field: string]: any }
export interface LsToolDetails { truncation?: TruncationResult; entryLimitReached?: number; [field: string]: any }

export interface BashToolInput { command: string; timeout?: number }
export interface ReadToolInput { path: string; offset?: number; limit?: number }
export interface WriteToolInput { path: string; content: string }
export interface EditToolInput { path: string; edits: { oldText: string; newText: string }[]; [field: string]: any }
export interface GrepToolInput { pattern: string; path?: string; glob?: string; ignoreCase?: boolean; literal?: boolean; context?: number; limit?: number }
export interface FindToolInput { pattern: string; path?: string; limit?: number }
export interface LsToolInput { path?: string; limit?: number }

/** How `bash` runs a command: give your own to run it elsewhere. */
export interface BashOperations {
  exec(
    command: string,
    cwd: string,
    options: { onData(data: any): void; signal?: AbortSignal; timeout?: number; env?: any; [option: string]: any },
  ): Promise<{ exitCode: number | null }>;
}
export interface ReadOperations { readFile(path: string): Promise<any>; access(path: string): Promise<void>; detectImageMimeType?(path: string): Promise<string | null | undefined> }
export interface WriteOperations { writeFile(path: string, content: string): Promise<void>; mkdir(path: string): Promise<void> }
export interface EditOperations { readFile(path: string): Promise<any>; writeFile(path: string, content: string): Promise<void>; access(path: string): Promise<void> }
export interface FindOperations { exists(path: string): any; glob(pattern: string, cwd: string, options: { ignore: string[]; limit: number }): any }
export interface GrepOperations { isDirectory(path: string): any; readFile(path: string): any }
export interface LsOperations { exists(path: string): any; stat(path: string): any; readdir(path: string): any }

/** A tool that is given to `pi.registerTool` as it is. */
export type AnyTool = any;
export type ToolsOptions = any;
export type Skill = { name: string; description: string; filePath: string; baseDir: string; [field: string]: any };
