// `util.format`: a template with `%s`, `%d`, `%j` and the like, and values after it.

import { inspect } from "./inspect.js";

/** What is shown as `inspect` shows it although it has a `toString`. */
const plainly = [Object, Array, Date, Number, String, Boolean, BigInt, Symbol, RegExp, Function];

function asString(value) {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (typeof value === "object") {
    const own = Object.hasOwn(value, "toString") || (value.constructor && Object.hasOwn(value.constructor.prototype ?? {}, "toString") && !plainly.includes(value.constructor));
    if (own || value instanceof Error) return String(value);
  }
  return inspect(value, { depth: 0, colors: false, compact: 3 });
}

function asJson(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (/circular/i.test(String(error?.message))) return "[Circular]";
    throw error;
  }
}

const directives = {
  s: asString,
  d: (value) => (typeof value === "bigint" ? `${value}n` : typeof value === "symbol" ? "NaN" : asString(Number(value))),
  i: (value) => (typeof value === "bigint" ? `${value}n` : typeof value === "symbol" ? "NaN" : asString(Number.parseInt(value, 10))),
  f: (value) => (typeof value === "symbol" ? "NaN" : asString(Number.parseFloat(value))),
  j: asJson,
  o: (value, options) => inspect(value, { ...options, showHidden: true, depth: 4 }),
  O: (value, options) => inspect(value, options),
  c: () => "",
};

export function formatWithOptions(options, ...args) {
  let at = 0;
  let out = "";
  if (typeof args[0] === "string") {
    at = 1;
    out = args.length === 1 ? args[0] : args[0].replace(/%([sdifjoOc%])/g, (whole, letter) => {
      if (letter === "%") return "%";
      if (at >= args.length) return whole;
      const text = directives[letter](args[at], options);
      at += 1;
      return text;
    });
  }
  const rest = args.slice(at).map((value) => (typeof value === "string" ? value : inspect(value, options)));
  if (typeof args[0] === "string") return [out, ...rest].join(" ");
  return rest.join(" ");
}

export function format(...args) {
  return formatWithOptions({}, ...args);
}
