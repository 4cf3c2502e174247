// `node:querystring`: the query part of an address as an object, and back.

export function unescape(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

export function escape(text) {
  return encodeURIComponent(String(text).toWellFormed());
}

function asText(value) {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "bigint" || typeof value === "boolean" ? String(value) : "";
}

export function stringify(object, separator = "&", equals = "=", options = {}) {
  if (object === null || typeof object !== "object") return "";
  const encode = options?.encodeURIComponent ?? escape;
  const parts = [];
  for (const [key, value] of Object.entries(object)) {
    const name = encode(key);
    for (const one of Array.isArray(value) ? value : [value]) parts.push(`${name}${equals}${encode(asText(one))}`);
  }
  return parts.join(separator);
}

export function parse(text, separator = "&", equals = "=", options = {}) {
  const out = Object.create(null);
  if (typeof text !== "string" || text === "") return out;
  const decode = options?.decodeURIComponent ?? unescape;
  const max = options?.maxKeys ?? 1000;
  for (const part of text.split(separator).slice(0, max > 0 ? max : undefined)) {
    if (part === "") continue;
    const at = part.indexOf(equals);
    const clean = (piece) => decode(piece.replaceAll("+", " "));
    const name = clean(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? "" : clean(part.slice(at + equals.length));
    if (!(name in out)) out[name] = value;
    else if (Array.isArray(out[name])) out[name].push(value);
    else out[name] = [out[name], value];
  }
  return out;
}

export const encode = stringify;
export const decode = parse;
export default { parse, stringify, escape, unescape, encode, decode };
