// Text measured and cut by terminal cells. Escape sequences take none; wide characters are never halved.

import { cells as nativeCells, width as nativeWidth } from "pith:native/text";
import { ActiveStyle, getOsc8LinkAtColumn as linkAt, pieces } from "./escapes.js";

const plain = /^[\x20-\x7e]*$/;

export function visibleWidth(text) {
  return plain.test(text) ? text.length : nativeWidth(text.toWellFormed());
}

/** The graphemes of a text without escapes, each followed by its cells, flat. */
export function cells(text) {
  if (!plain.test(text)) return nativeCells(text.toWellFormed());
  const out = new Array(text.length * 2);
  for (let i = 0; i < text.length; i += 1) {
    out[i * 2] = text[i];
    out[i * 2 + 1] = 1;
  }
  return out;
}

/** The longest beginning that fits, with its escapes, and its width. */
function head(text, width) {
  if (plain.test(text)) return { text: text.slice(0, width), width: Math.min(text.length, width) };
  let out = "";
  let used = 0;
  for (const piece of pieces(text)) {
    if (piece.escape) {
      out += piece.escape;
      continue;
    }
    const flat = cells(piece.text);
    for (let i = 0; i < flat.length; i += 2) {
      if (used + flat[i + 1] > width) return { text: out, width: used };
      out += flat[i];
      used += flat[i + 1];
    }
  }
  return { text: out, width: used };
}

export function truncateToWidth(text, maxWidth, ellipsis = "...", pad = false) {
  if (maxWidth <= 0) return "";
  const width = visibleWidth(text);
  const fill = (used) => (pad && used < maxWidth ? " ".repeat(maxWidth - used) : "");
  if (width <= maxWidth) return text + fill(width);
  const mark = head(ellipsis, maxWidth);
  const kept = head(text, maxWidth - mark.width);
  const end = mark.text ? `\u001b[0m${mark.text}\u001b[0m` : "\u001b[0m";
  return kept.text + end + fill(kept.width + mark.width);
}

/** The text between two columns, with the styles that are on there. `strict` leaves out a character that would reach past the end. */
export function sliceWithWidth(line, startCol, length, strict = false) {
  let out = "";
  let used = 0;
  let at = 0;
  let begun = false;
  const style = [];
  const end = startCol + length;
  if (length <= 0) return { text: "", width: 0 };
  for (const piece of pieces(line)) {
    if (piece.escape) {
      if (at < end) {
        if (begun) out += piece.escape;
        else style.push(piece.escape);
      }
      continue;
    }
    const flat = cells(piece.text);
    for (let i = 0; i < flat.length; i += 2) {
      const width = flat[i + 1];
      if (at >= startCol && at < end && (!strict || at + width <= end)) {
        if (!begun) {
          out += style.join("");
          begun = true;
        }
        out += flat[i];
        used += width;
      }
      at += width;
      if (at >= end && begun && !line.includes("\u001b")) return { text: out, width: used };
    }
  }
  return { text: out, width: used };
}

export function sliceByColumn(line, startCol, length, strict = false) {
  return sliceWithWidth(line, startCol, length, strict).text;
}

export function getOsc8LinkAtColumn(line, column) {
  return linkAt(line, column, visibleWidth);
}

const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Words, spaces and single wide characters of a text, each with the escapes before it. */
function tokens(line) {
  const out = [];
  let pending = "";
  let word = null;
  const flush = () => {
    if (word) out.push(word);
    word = null;
  };
  for (const piece of pieces(line)) {
    if (piece.escape) {
      if (word) word.text += piece.escape;
      else pending += piece.escape;
      continue;
    }
    for (const part of piece.text.match(/\s+|[^\s]+/g) ?? []) {
      const space = part.trim() === "";
      const units = space || !wide.test(part) ? [part] : part.match(new RegExp(`${wide.source}|(?:(?!${wide.source})[^])+`, "g"));
      for (const unit of units) {
        const alone = wide.test(unit);
        if (word && (word.space !== space || alone || word.alone)) flush();
        word ??= { text: pending, space, alone, width: 0 };
        pending = "";
        word.text += unit;
        word.width += visibleWidth(unit);
      }
    }
  }
  flush();
  if (pending) {
    if (out.length) out[out.length - 1].text += pending;
    else out.push({ text: pending, space: false, alone: false, width: 0 });
  }
  return out;
}

function takeAll(style, text) {
  if (!text.includes("\u001b")) return;
  for (const piece of pieces(text)) if (piece.escape) style.take(piece.escape);
}

function trimmed(line) {
  return line.replace(/[ \t]+((?:\u001b\[[\d;:]*m)*)$/, "$1");
}

function wrapOne(line, width, style, out) {
  let current = style.start();
  let used = 0;
  const next = () => {
    out.push(trimmed(current) + style.pause());
    current = style.start();
    used = 0;
  };
  const all = tokens(line);
  for (const token of all) {
    if (used + token.width <= width) {
      current += token.text;
      used += token.width;
      takeAll(style, token.text);
      continue;
    }
    if (token.space) {
      takeAll(style, token.text);
      if (token !== all.at(-1)) next();
      continue;
    }
    if (used > 0) next();
    if (token.width <= width) {
      current += token.text;
      used = token.width;
      takeAll(style, token.text);
      continue;
    }
    for (const piece of pieces(token.text)) {
      if (piece.escape) {
        current += piece.escape;
        style.take(piece.escape);
        continue;
      }
      const flat = cells(piece.text);
      for (let i = 0; i < flat.length; i += 2) {
        if (used > 0 && used + flat[i + 1] > width) next();
        current += flat[i];
        used += flat[i + 1];
      }
    }
  }
  out.push(trimmed(current) + style.pause());
}

/** Lines of at most `width` cells, broken between words; styles go on in the next line. */
export function wrapTextWithAnsi(text, width) {
  if (!text) return [""];
  const out = [];
  const style = new ActiveStyle();
  for (const line of text.split("\n")) {
    if (!line.includes("\u001b") && style.start() === "" && visibleWidth(line) <= width) out.push(line);
    else wrapOne(line, Math.max(1, width), style, out);
  }
  return out;
}

/** A line with a background over its whole width. */
export function applyBackgroundToLine(line, width, background) {
  return background(line + " ".repeat(Math.max(0, width - visibleWidth(line))));
}

const reset = "\u001b[0m\u001b]8;;\u0007";

/** Lays one line over another from a column on. */
export function compositeTuiLine(base, overlay, startCol, overlayWidth, totalWidth) {
  const before = sliceWithWidth(base, 0, startCol, true);
  const middle = sliceWithWidth(overlay, 0, overlayWidth, true);
  const afterStart = startCol + overlayWidth;
  const after = sliceWithWidth(base, afterStart, Math.max(0, totalWidth - afterStart), true);
  const gap = (n) => " ".repeat(Math.max(0, n));
  return (
    before.text + gap(startCol - before.width) + reset + middle.text + gap(overlayWidth - middle.width) + reset + after.text +
    gap(totalWidth - afterStart - after.width)
  );
}
