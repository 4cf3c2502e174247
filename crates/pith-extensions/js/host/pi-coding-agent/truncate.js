// Texts cut to a number of lines and bytes, from the start or from the end, and what was cut told exactly.

import { encode } from "pith:native/text";

export const DEFAULT_MAX_LINES = 2000;
export const DEFAULT_MAX_BYTES = 50 * 1024;

const bytes = (text) => (/^[\x00-\x7f]*$/.test(text) ? text.length : encode(text.toWellFormed()).length);

export function formatSize(size) {
  if (size < 1024) return `${size}B`;
  return size < 1024 * 1024 ? `${(size / 1024).toFixed(1)}KB` : `${(size / 1024 / 1024).toFixed(1)}MB`;
}

/** A newline at the end ends the last line and begins none. */
function linesOf(content) {
  const lines = content.split("\n");
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines;
}

function cut(content, { maxLines = DEFAULT_MAX_LINES, maxBytes = DEFAULT_MAX_BYTES } = {}, fromEnd) {
  const lines = linesOf(content);
  const totalBytes = bytes(content);
  const result = {
    content, truncated: false, truncatedBy: null, totalLines: lines.length, totalBytes, outputLines: lines.length, outputBytes: totalBytes,
    lastLinePartial: false, firstLineExceedsLimit: false, maxLines, maxBytes,
  };
  if (lines.length <= maxLines && totalBytes <= maxBytes) return result;
  const kept = [];
  let used = 0;
  let by = "lines";
  for (let i = 0; i < lines.length && kept.length < maxLines; i += 1) {
    const line = lines[fromEnd ? lines.length - 1 - i : i];
    const size = bytes(line) + (kept.length > 0 ? 1 : 0);
    if (used + size > maxBytes) {
      by = "bytes";
      if (kept.length === 0 && fromEnd) {
        kept.push(tailOf(line, maxBytes));
        result.lastLinePartial = true;
      } else if (kept.length === 0) result.firstLineExceedsLimit = true;
      break;
    }
    kept.push(line);
    used += size;
  }
  if (fromEnd) kept.reverse();
  const text = kept.join("\n");
  return Object.assign(result, { content: text, truncated: true, truncatedBy: by, outputLines: kept.length, outputBytes: bytes(text) });
}

/** The longest end of a line that fits; no character is halved. */
function tailOf(line, maxBytes) {
  const all = encode(line.toWellFormed());
  let start = Math.max(0, all.length - maxBytes);
  while (start < all.length && (all[start] & 0xc0) === 0x80) start += 1;
  return new TextDecoder().decode(all.subarray(start));
}

export const truncateHead = (content, options) => cut(content, options, false);
export const truncateTail = (content, options) => cut(content, options, true);

export function truncateLine(line, maxChars = 500) {
  return line.length <= maxChars ? { text: line, wasTruncated: false } : { text: `${line.slice(0, maxChars)}... [truncated]`, wasTruncated: true };
}
