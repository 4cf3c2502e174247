// `bash` and `powershell` over a replaceable `exec`; without one, over a program of the extension's own.

import { spawn } from "../../../node/child_process.js";
import { existsSync, mkdtempSync, writeFileSync } from "../../../node/fs/sync.js";
import { tmpdir } from "../../../node/os.js";
import * as path from "../../../node/path.js";
import { Buffer } from "../../../node/buffer.js";
import { DEFAULT_MAX_BYTES, formatSize, truncateTail } from "../truncate.js";

export function getShellConfig(shellPath) {
  if (shellPath) return { shell: shellPath, args: ["-c"] };
  return existsSync("/bin/bash") ? { shell: "/bin/bash", args: ["-c"] } : { shell: "sh", args: ["-c"] };
}
export const getPowerShellConfig = () => ({ shell: "pwsh", args: ["-NoProfile", "-NonInteractive", "-Command"] });

/** Ends a program and all that it started. */
function killGroup(child) {
  try {
    globalThis.process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group is gone already, or was never one.
    child.kill("SIGKILL");
  }
}

function localOperations(config) {
  return {
    exec: (command, cwd, { onData, signal, timeout, env }) => new Promise((resolve, reject) => {
      const { shell, args } = config();
      if (!existsSync(cwd)) {
        reject(new Error(`the working directory \`${cwd}\` does not exist`));
        return;
      }
      const child = spawn(shell, [...args, command], { cwd, env: env ?? globalThis.process.env, stdio: ["ignore", "pipe", "pipe"], detached: true });
      let ended;
      const stop = (why) => () => {
        ended ??= why;
        killGroup(child);
      };
      const timer = timeout > 0 ? setTimeout(stop(`timeout:${timeout}`), timeout * 1000) : undefined;
      const onAbort = stop("aborted");
      if (signal?.aborted) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
      child.stdout.on("data", onData);
      child.stderr.on("data", onData);
      const over = (settle) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        settle();
      };
      child.on("error", (error) => over(() => reject(error)));
      child.on("close", (code) => over(() => (ended ? reject(new Error(ended)) : resolve({ exitCode: code }))));
    }),
  };
}
export const createLocalBashOperations = ({ shellPath } = {}) => localOperations(() => getShellConfig(shellPath));
export const createLocalPowerShellOperations = () => localOperations(getPowerShellConfig);

function shown(text) {
  const cut = truncateTail(text);
  if (!cut.truncated) return { text, details: undefined };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "pi-bash-")), "output.log");
  writeFileSync(file, text, { mode: 0o600 });
  const first = cut.totalLines - cut.outputLines + 1;
  const limit = cut.truncatedBy === "bytes" ? ` (${formatSize(DEFAULT_MAX_BYTES)} limit)` : "";
  const note = cut.lastLinePartial
    ? `[Showing the last ${formatSize(cut.outputBytes)} of line ${cut.totalLines}. Full output: ${file}]`
    : `[Showing lines ${first}-${cut.totalLines} of ${cut.totalLines}${limit}. Full output: ${file}]`;
  return { text: `${cut.content}\n\n${note}`, details: { truncation: cut, fullOutputPath: file } };
}

/** Runs a command; what it prints comes as updates and then as the result. */
export async function shell(args, { cwd, operations, commandPrefix, shellPath, spawnHook, powershell }, signal, onUpdate) {
  const command = commandPrefix ? `${commandPrefix}\n${args.command}` : args.command;
  const asked = { command, cwd, env: { ...globalThis.process.env } };
  const { command: line, cwd: folder, env } = spawnHook ? spawnHook(asked) : asked;
  const run = operations ?? (powershell ? createLocalPowerShellOperations() : createLocalBashOperations({ shellPath }));
  const chunks = [];
  const output = () => Buffer.concat(chunks).toString("utf8").replaceAll("\r\n", "\n");
  const onData = (data) => {
    chunks.push(Buffer.from(data));
    onUpdate?.({ content: [{ type: "text", text: truncateTail(output()).content }], details: undefined });
  };
  const began = performance.now();
  let end;
  let failure;
  try {
    end = await run.exec(line, folder, { onData, signal, timeout: args.timeout, env });
  } catch (error) {
    failure = error;
  }
  const { text, details } = shown(output());
  const said = (words) => new Error([text.trimEnd(), words].filter(Boolean).join("\n\n"));
  if (failure) {
    const limit = /^timeout:(.+)$/.exec(failure.message)?.[1];
    if (limit) throw said(`Command timed out after ${limit} seconds`);
    if (signal?.aborted || failure.message === "aborted") throw said("Command aborted");
    throw failure;
  }
  if (end.exitCode !== 0 && end.exitCode !== null) throw said(`Command exited with code ${end.exitCode}`);
  return {
    content: [{ type: "text", text: text.trimEnd() === "" ? "(no output)" : text.trimEnd() }],
    details,
    structuredContent: { output: text, truncated: details !== undefined, exit_code: end.exitCode ?? 0, wall_time_seconds: (performance.now() - began) / 1000 },
  };
}
