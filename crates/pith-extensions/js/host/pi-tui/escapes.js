// Escape sequences in text: cutting them out, and knowing which styles are on.

// CSI to its final byte; OSC, APC, DCS and PM to BEL or ST; else ESC and one character.
const sequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]_P^][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|[^[\]_P^]|\[[^@-~]*$|$)/y;

/** Splits a text into `{escape}` and `{text}` pieces, in order. */
export function pieces(line) {
  const out = [];
  let at = 0;
  for (;;) {
    const next = line.indexOf("\u001b", at);
    if (next < 0) break;
    if (next > at) out.push({ text: line.slice(at, next) });
    sequence.lastIndex = next;
    const escape = sequence.exec(line)?.[0] || "\u001b";
    out.push({ escape });
    at = next + escape.length;
  }
  if (at < line.length) out.push({ text: line.slice(at) });
  return out;
}

export function stripTerminalSequences(line) {
  if (!line.includes("\u001b")) return line;
  return pieces(line).map((piece) => piece.text ?? "").join("");
}

/** Each run of control characters becomes one space. */
export function replaceControlCharacters(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
}

const attributes = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 5: "blink", 7: "inverse", 8: "hidden", 9: "strikethrough" };
const ends = { 22: ["bold", "dim"], 23: ["italic"], 24: ["underline"], 25: ["blink"], 27: ["inverse"], 28: ["hidden"], 29: ["strikethrough"], 39: ["fg"], 49: ["bg"] };

/** Which styles and which link are on after the sequences it was given. */
export class ActiveStyle {
  #on = new Map();
  #link = "";

  take(escape) {
    if (escape.startsWith("\u001b]8;")) {
      const target = escape.slice(4).replace(/(?:\u0007|\u001b\\)$/, "");
      this.#link = target === ";" || target.endsWith(";") ? "" : escape;
      return;
    }
    const body = /^\u001b\[([\d;:]*)m$/.exec(escape)?.[1];
    if (body === undefined) return;
    const codes = body === "" ? ["0"] : body.split(";");
    for (let i = 0; i < codes.length; i += 1) {
      const code = Number(codes[i].split(":")[0] || 0);
      if (code === 0) this.#on.clear();
      else if (attributes[code]) this.#on.set(attributes[code], codes[i]);
      else if (ends[code]) for (const name of ends[code]) this.#on.delete(name);
      else if (code === 38 || code === 48) {
        const length = codes[i].includes(":") ? 1 : codes[i + 1] === "5" ? 3 : codes[i + 1] === "2" ? 5 : 1;
        this.#on.set(code === 38 ? "fg" : "bg", codes.slice(i, i + length).join(";"));
        i += length - 1;
      } else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) this.#on.set("fg", codes[i]);
      else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) this.#on.set("bg", codes[i]);
    }
  }

  /** What turns all of it on again at the start of a line. */
  start() {
    const codes = [...this.#on.values()];
    return (codes.length ? `\u001b[${codes.join(";")}m` : "") + this.#link;
  }

  /** What must not run on to the end of a padded line: the underline and the link. */
  pause() {
    return (this.#on.has("underline") ? "\u001b[24m" : "") + (this.#link ? "\u001b]8;;\u0007" : "");
  }
}

/** The target of the link at a column, or undefined. */
export function getOsc8LinkAtColumn(line, column, widthOf) {
  let at = 0;
  let link;
  for (const piece of pieces(line)) {
    if (piece.escape) {
      const match = /^\u001b\]8;[^;]*;([^\u0007\u001b]*)/.exec(piece.escape);
      if (match) link = match[1] || undefined;
      continue;
    }
    const width = widthOf(piece.text);
    if (column < at + width) return column >= at ? link : undefined;
    at += width;
  }
  return undefined;
}
