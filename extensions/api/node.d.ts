/**
 * Node's modules and globals for those who have not installed `@types/node`: known by name, and no more. Where those types
 * lie beside an extension they count.
 */
declare module "node:*";
declare module "assert";
declare module "buffer";
declare module "child_process";
declare module "crypto";
declare module "events";
declare module "fs";
declare module "fs/promises";
declare module "http";
declare module "https";
declare module "module";
declare module "net";
declare module "os";
declare module "path";
declare module "perf_hooks";
declare module "process";
declare module "readline";
declare module "stream";
declare module "timers";
declare module "timers/promises";
declare module "url";
declare module "util";
declare module "zlib";
declare const process: any;
declare const Buffer: any;
type Buffer = any;
declare const global: any;
declare const require: any;
declare const __dirname: string;
declare const __filename: string;
declare namespace NodeJS {
  type Timeout = any;
  type Signals = string;
  type ProcessEnv = Record<string, string | undefined>;
  type ErrnoException = Error & { code?: string; errno?: number; path?: string; syscall?: string };
}
interface ImportMeta {
  url: string;
  dirname: string;
  filename: string;
  resolve(specifier: string): string;
}
