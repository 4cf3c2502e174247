// `read`, `write`, `edit` and `ls` over replaceable operations; without replacements, over the extension's own file calls.

import { Buffer } from "../../../node/buffer.js";
import files from "../../../node/fs/promises.js";
import * as path from "../../../node/path.js";
import { toolPath } from "../paths.js";
import { withFileMutationQueue } from "../queue.js";
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, formatSize, truncateHead } from "../truncate.js";
import { applyEdits } from "./edits.js";

const say = (text, details) => ({ content: [{ type: "text", text }], details });

const images = { ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".bmp": "image/bmp" };

export async function read(args, { cwd, operations = {} }, signal) {
  const file = toolPath(args.path, cwd);
  const readFile = operations.readFile ?? files.readFile;
  await (operations.access ?? files.access)(file);
  signal?.throwIfAborted();
  const kind = operations.detectImageMimeType ? await operations.detectImageMimeType(file) : images[path.extname(file).toLowerCase()];
  const bytes = Buffer.from(await readFile(file));
  if (kind) {
    return { content: [{ type: "text", text: `Read image file [${kind}]` }, { type: "image", data: bytes.toString("base64"), mimeType: kind }], details: undefined };
  }
  const lines = bytes.toString("utf8").split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  const first = Math.max(1, Math.trunc(args.offset ?? 1));
  if (first > lines.length) throw new Error(`offset ${first} is beyond the end of \`${args.path}\`, which has ${lines.length} lines`);
  const wanted = args.limit === undefined ? lines.slice(first - 1) : lines.slice(first - 1, first - 1 + args.limit);
  const cut = truncateHead(wanted.join("\n"));
  if (cut.firstLineExceedsLimit) {
    return say(`[Line ${first} is ${formatSize(Buffer.byteLength(wanted[0]))}, over the limit of ${formatSize(DEFAULT_MAX_BYTES)}. See its start: sed -n '${first}p' ${args.path} | head -c ${DEFAULT_MAX_BYTES}]`, { truncation: cut });
  }
  const end = first + cut.outputLines - 1;
  if (cut.truncated) {
    const limit = cut.truncatedBy === "bytes" ? ` (${formatSize(DEFAULT_MAX_BYTES)} limit)` : "";
    return say(`${cut.content}\n\n[Showing lines ${first}-${end} of ${lines.length}${limit}. Use offset=${end + 1} to continue.]`, { truncation: cut });
  }
  const more = lines.length - end;
  return say(more > 0 ? `${cut.content}\n\n[${more} more lines in file. Use offset=${end + 1} to continue.]` : cut.content, undefined);
}

export function write(args, { cwd, operations = {} }, signal) {
  const file = toolPath(args.path, cwd);
  return withFileMutationQueue(file, async () => {
    signal?.throwIfAborted();
    await (operations.mkdir ?? ((folder) => files.mkdir(folder, { recursive: true })))(path.dirname(file));
    await (operations.writeFile ?? files.writeFile)(file, args.content, "utf-8");
    return say(`Wrote ${Buffer.byteLength(args.content)} bytes to ${args.path}`, undefined);
  });
}

export function edit(args, { cwd, operations = {} }, signal) {
  const file = toolPath(args.path, cwd);
  return withFileMutationQueue(file, async () => {
    signal?.throwIfAborted();
    await (operations.access ?? files.access)(file);
    const before = Buffer.from(await (operations.readFile ?? files.readFile)(file)).toString("utf8");
    const { text, diff, patch, firstChangedLine } = applyEdits(before, args.edits, args.path);
    signal?.throwIfAborted();
    await (operations.writeFile ?? files.writeFile)(file, text, "utf-8");
    return say(`Replaced ${args.edits.length} piece${args.edits.length === 1 ? "" : "s"} in ${args.path}`, { diff, patch, firstChangedLine });
  });
}

export async function ls(args, { cwd, operations = {} }) {
  const folder = toolPath(args.path ?? ".", cwd);
  const stat = operations.stat ?? files.stat;
  const exists = operations.exists ?? (async (target) => files.access(target).then(() => true, () => false));
  if (!(await exists(folder))) throw new Error(`there is no \`${folder}\``);
  if (!(await stat(folder)).isDirectory()) throw new Error(`\`${folder}\` is not a folder`);
  const names = [...(await (operations.readdir ?? files.readdir)(folder))].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase()));
  const limit = args.limit ?? 500;
  const shown = [];
  for (const name of names.slice(0, limit)) {
    // A name whose file went away meanwhile is left out.
    const info = await Promise.resolve(stat(path.join(folder, name))).catch(() => null);
    if (info) shown.push(info.isDirectory() ? `${name}/` : name);
  }
  if (shown.length === 0) return say("(empty directory)", undefined);
  const cut = truncateHead(shown.join("\n"), { maxLines: DEFAULT_MAX_LINES });
  const note = names.length > limit ? `\n\n[${limit} entries limit reached. Use limit=${limit * 2} for more]` : "";
  return say(cut.content + note, names.length > limit ? { entryLimitReached: limit } : undefined);
}
