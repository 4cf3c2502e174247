// `util.inspect`: any value as text for a person, in Node's form.
// Comes in: a value and options; goes out: text. Getters are not run; a cycle is marked.

import { unread } from "../../runtime/held.js";
import * as types from "./types.js";

export const custom = Symbol.for("nodejs.util.inspect.custom");

export const defaultOptions = {
  showHidden: false, depth: 2, colors: false, customInspect: true, showProxy: false, maxArrayLength: 100, maxStringLength: 10000,
  breakLength: 80, compact: 3, sorted: false, getters: false, numericSeparator: false,
};

export const colors = {
  reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], blink: [5, 25], inverse: [7, 27], hidden: [8, 28],
  strikethrough: [9, 29], doubleunderline: [21, 24], black: [30, 39], red: [31, 39], green: [32, 39], yellow: [33, 39], blue: [34, 39],
  magenta: [35, 39], cyan: [36, 39], white: [37, 39], bgBlack: [40, 49], bgRed: [41, 49], bgGreen: [42, 49], bgYellow: [43, 49],
  bgBlue: [44, 49], bgMagenta: [45, 49], bgCyan: [46, 49], bgWhite: [47, 49], framed: [51, 54], overlined: [53, 55], gray: [90, 39],
  grey: [90, 39], blackBright: [90, 39], redBright: [91, 39], greenBright: [92, 39], yellowBright: [93, 39], blueBright: [94, 39],
  magentaBright: [95, 39], cyanBright: [96, 39], whiteBright: [97, 39], bgGray: [100, 49], bgGrey: [100, 49], bgBlackBright: [100, 49],
  bgRedBright: [101, 49], bgGreenBright: [102, 49], bgYellowBright: [103, 49], bgBlueBright: [104, 49], bgMagentaBright: [105, 49],
  bgCyanBright: [106, 49], bgWhiteBright: [107, 49],
};

export const styles = {
  special: "cyan", number: "yellow", bigint: "yellow", boolean: "yellow", undefined: "grey", null: "bold", string: "green",
  symbol: "green", date: "magenta", regexp: "red", module: "underline",
};

function styled(text, kind, options) {
  const style = options.colors ? colors[styles[kind]] : undefined;
  return style ? `\u001b[${style[0]}m${text}\u001b[${style[1]}m` : text;
}

/** A string in the quotes that need the fewest escapes. */
export function quote(text) {
  const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") && !text.includes("${") ? "`" : "'";
  let out = "";
  for (const c of text) {
    const code = c.codePointAt(0);
    if (c === "\\" || c === mark) out += `\\${c}`;
    else if (c === "\n") out += "\\n";
    else if (c === "\t") out += "\\t";
    else if (c === "\r") out += "\\r";
    else if (c === "\b") out += "\\b";
    else if (c === "\f") out += "\\f";
    else if (c === "\v") out += "\\v";
    else if (code < 0x20 || (code >= 0x7f && code < 0xa0)) out += `\\x${code.toString(16).toUpperCase().padStart(2, "0")}`;
    else if (code >= 0xd800 && code <= 0xdfff) out += `\\u${code.toString(16).toUpperCase()}`;
    else out += c;
  }
  return mark + out + mark;
}

function separated(text) {
  const [whole, fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, "_");
  return fraction === undefined ? grouped : `${grouped}.${fraction.replace(/(\d{3})(?=\d)/g, "$1_")}`;
}

function number(value, options) {
  if (Object.is(value, -0)) return "-0";
  return options.numericSeparator && Number.isFinite(value) ? separated(String(value)) : String(value);
}

function primitive(value, context) {
  const { options } = context;
  switch (typeof value) {
    case "string": {
      const limit = options.maxStringLength ?? Number.POSITIVE_INFINITY;
      const more = value.length - limit;
      const shown = more > 0 ? value.slice(0, limit) : value;
      const rest = more > 0 ? `... ${more} more character${more > 1 ? "s" : ""}` : "";
      if (options.compact !== true && shown.length > 16 && shown.length > options.breakLength - context.indent - 4 && shown.includes("\n")) {
        const lines = shown.split(/(?<=\n)/).map((line) => styled(quote(line), "string", options));
        return lines.join(` +\n${" ".repeat(context.indent + 2)}`) + rest;
      }
      return styled(quote(shown), "string", options) + rest;
    }
    case "number":
      return styled(number(value, options), "number", options);
    case "bigint":
      return styled(`${options.numericSeparator ? separated(String(value)) : value}n`, "bigint", options);
    case "boolean":
      return styled(String(value), "boolean", options);
    case "undefined":
      return styled("undefined", "undefined", options);
    case "symbol":
      return styled(value.toString(), "symbol", options);
    default:
      return styled("null", "null", options);
  }
}

function constructorName(value) {
  for (let proto = value, depth = 0; proto !== null; proto = Object.getPrototypeOf(proto), depth += 1) {
    const own = Object.getOwnPropertyDescriptor(proto, "constructor");
    if (own && typeof own.value === "function" && own.value.name !== "" && (depth > 0 || value instanceof own.value)) return own.value.name;
  }
  return null;
}

function tagOf(value, name) {
  let tag;
  try {
    tag = value[Symbol.toStringTag];
  } catch {
    return "";
  }
  return typeof tag === "string" && tag !== "" && tag !== name ? ` [${tag}]` : "";
}

function prefix(value, fallback, size) {
  const name = constructorName(value);
  const sized = size === undefined ? "" : `(${size})`;
  if (name === null) return `[${fallback}${sized}: null prototype]${tagOf(value, fallback)} `;
  return `${name}${sized}${tagOf(value, name)} `;
}

function keyText(key, options) {
  if (typeof key === "symbol") return `[${styled(key.toString(), "symbol", options)}]`;
  if (key === "__proto__") return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : styled(quote(key), "string", options);
}

function property(owner, key, context, inArray) {
  const own = Object.getOwnPropertyDescriptor(owner, key) ?? { value: owner[key], enumerable: true };
  const { options } = context;
  let text;
  const isUnread = own.get !== undefined && unread.has(own.get);
  if ("value" in own || isUnread) {
    context.indent += 2;
    text = render(isUnread ? own.get() : own.value, context, context.depth + 1);
    context.indent -= 2;
  } else {
    const kind = own.get ? (own.set ? "Getter/Setter" : "Getter") : own.set ? "Setter" : undefined;
    if (own.get && options.getters) {
      try {
        text = `[${kind}: ${render(own.get.call(owner), context, context.depth + 1)}]`;
      } catch (error) {
        text = `[${kind}: <Inspection threw (${error.message})>]`;
      }
    } else text = styled(kind ? `[${kind}]` : "undefined", kind ? "special" : "undefined", options);
  }
  if (inArray) return text;
  const name = own.enumerable === false ? `[${String(typeof key === "symbol" ? key.toString() : key)}]` : keyText(key, options);
  return `${name}: ${text}`;
}

function keysOf(value, options) {
  let keys = options.showHidden ? Object.getOwnPropertyNames(value) : Object.keys(value);
  const symbols = Object.getOwnPropertySymbols(value).filter((key) => options.showHidden || Object.prototype.propertyIsEnumerable.call(value, key));
  if (symbols.length) keys = keys.concat(symbols);
  return keys;
}

function items(list, length, context, each) {
  const limit = Math.max(0, context.options.maxArrayLength ?? Number.POSITIVE_INFINITY);
  const out = [];
  context.indent += 2;
  for (let i = 0; i < Math.min(length, limit); i += 1) out.push(each(list, i));
  context.indent -= 2;
  if (length > limit) out.push(`... ${length - limit} more item${length - limit > 1 ? "s" : ""}`);
  return out;
}

function arrayItems(value, context) {
  const out = [];
  const limit = Math.max(0, context.options.maxArrayLength ?? Number.POSITIVE_INFINITY);
  let at = 0;
  while (at < value.length && out.length < limit) {
    if (Object.hasOwn(value, at)) {
      out.push(property(value, at, context, true));
      at += 1;
      continue;
    }
    let end = at;
    while (end < value.length && !Object.hasOwn(value, end)) end += 1;
    out.push(styled(`<${end - at} empty item${end - at > 1 ? "s" : ""}>`, "undefined", context.options));
    at = end;
  }
  if (at < value.length) out.push(`... ${value.length - at} more item${value.length - at > 1 ? "s" : ""}`);
  return out;
}

function functionBase(value) {
  const text = Function.prototype.toString.call(value);
  if (text.startsWith("class") && text.endsWith("}")) {
    const parent = Object.getPrototypeOf(value);
    const name = value.name || "(anonymous)";
    return `[class ${name}${parent?.name ? ` extends ${parent.name}` : parent === null ? " extends null" : ""}]`;
  }
  const kind = types.isGeneratorFunction(value)
    ? types.isAsyncFunction(value) ? "AsyncGeneratorFunction" : "GeneratorFunction"
    : types.isAsyncFunction(value) ? "AsyncFunction" : "Function";
  return value.name ? `[${kind}: ${value.name}]` : `[${kind} (anonymous)]`;
}

function errorBase(error) {
  const head = error.message ? `${error.name}: ${error.message}` : String(error.name);
  const stack = typeof error.stack === "string" ? error.stack.trimEnd() : "";
  if (stack === "") return `[${head}]`;
  return stack.startsWith(String(error.name)) ? stack : `${head}\n${stack}`;
}

/** How one kind of object is shown: its brackets, what stands in front, its items, the keys not to repeat. */
function shape(value, context) {
  const { options } = context;
  if (Array.isArray(value)) {
    const name = constructorName(value);
    const head = name === "Array" ? "" : prefix(value, "Array", value.length);
    return { open: `${head}[`, close: "]", items: arrayItems(value, context), skip: /^(0|[1-9]\d*)$|^length$/, list: true };
  }
  if (types.isTypedArray(value)) {
    const list = items(value, value.length, context, (source, i) => primitive(source[i], context));
    return { open: `${prefix(value, "TypedArray", value.length)}[`, close: "]", items: list, skip: /^\d+$/, list: true };
  }
  if (types.isSet(value)) {
    const list = items([...value], value.size, context, (source, i) => render(source[i], context, context.depth + 1));
    return { open: `${prefix(value, "Set", value.size)}{`, close: "}", items: list };
  }
  if (types.isMap(value)) {
    const list = items([...value], value.size, context, ([...pairs], i) =>
      `${render(pairs[i][0], context, context.depth + 1)} => ${render(pairs[i][1], context, context.depth + 1)}`);
    return { open: `${prefix(value, "Map", value.size)}{`, close: "}", items: list };
  }
  if (typeof value === "function") return { base: styled(functionBase(value), "special", options), skip: /^(length|name|prototype)$/ };
  if (types.isRegExp(value)) return { base: styled(String(value), "regexp", options), skip: /^lastIndex$/ };
  if (types.isDate(value)) {
    return { base: styled(Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString(), "date", options) };
  }
  if (types.isNativeError(value)) return { base: errorBase(value), skip: /^(stack|message|name)$/, error: true };
  if (types.isAnyArrayBuffer(value)) {
    const bytes = Array.from(new Uint8Array(value).subarray(0, 50), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const more = value.byteLength > 50 ? ` ... ${value.byteLength - 50} more bytes` : "";
    return { open: `${prefix(value, "ArrayBuffer")}{`, close: "}", items: [`[Uint8Contents]: <${bytes}${more}>`, `byteLength: ${primitive(value.byteLength, context)}`] };
  }
  if (types.isPromise(value)) return { open: `${prefix(value, "Promise")}{`, close: "}", items: [styled("<pending>", "special", options)] };
  if (types.isWeakMap(value) || types.isWeakSet(value)) {
    return { open: `${prefix(value, "WeakSet")}{`, close: "}", items: [styled("<items unknown>", "special", options)] };
  }
  if (types.isBoxedPrimitive(value)) {
    const inner = value.valueOf();
    const kind = inner.constructor.name;
    return { base: styled(`[${kind}: ${primitive(inner, { ...context, options: { ...options, colors: false } })}]`, typeof inner, options), skip: typeof inner === "string" ? /^\d+$|^length$/ : undefined };
  }
  if (types.isModuleNamespaceObject(value)) return { open: "[Module: null prototype] {", close: "}", items: [] };
  if (types.isArgumentsObject(value)) {
    return { open: "[Arguments] [", close: "]", items: arrayItems(Array.from(value), context), skip: /^\d+$/, list: true };
  }
  const name = constructorName(value);
  const head = name === "Object" && tagOf(value, "Object") === "" ? "" : prefix(value, "Object");
  return { open: `${head}{`, close: "}", items: [] };
}

/** Short items of long arrays stand in columns. */
function columns(output, context, value) {
  const extra = output.length > 6 && context.options.compact >= 1 && output.at(-1).startsWith("... ") ? 1 : 0;
  const count = output.length - extra;
  if (count <= 6) return output;
  const plain = output.slice(0, count).map((text) => text.replace(/\u001b\[\d+m/g, ""));
  const widest = Math.max(...plain.map((text) => text.length)) + 2;
  const total = plain.reduce((sum, text) => sum + text.length + 2, 0);
  if (widest * 3 + context.indent >= context.options.breakLength) return output;
  if (!(total / widest > 5 || widest <= 8)) return output;
  // Uneven items make for fewer columns, as the widest decides.
  const wide = Math.max(widest - 2 - Math.sqrt(widest - total / count), 1);
  const number = Math.min(
    Math.round(Math.sqrt(2.5 * wide * count) / wide),
    Math.floor((context.options.breakLength - context.indent) / widest),
    context.options.compact * 4,
    15,
  );
  if (number <= 1) return output;
  const widths = [];
  for (let i = 0; i < number; i += 1) {
    let width = 0;
    for (let j = i; j < count; j += number) width = Math.max(width, plain[j].length);
    widths.push(width + 2);
  }
  const right = value !== undefined && value.every?.((item) => typeof item === "number" || typeof item === "bigint");
  const rows = [];
  for (let i = 0; i < count; i += number) {
    const row = [];
    for (let j = i; j < Math.min(i + number, count); j += 1) {
      const last = j === Math.min(i + number, count) - 1;
      const text = last ? output[j] : `${output[j]}, `;
      const shown = last ? plain[j].length : plain[j].length + 2;
      const room = " ".repeat(Math.max(0, widths[j - i] - (last ? 2 : 0) - shown));
      row.push(right ? room + text : last ? text : text + room);
    }
    rows.push(row.join(""));
  }
  if (extra) rows.push(output.at(-1));
  return rows;
}

function assemble(output, form, context, entries) {
  const { options } = context;
  const base = form.base ? `${form.base} ` : "";
  const open = form.base ? "{" : form.open;
  const close = form.base ? "}" : form.close;
  if (options.compact !== true) {
    const grouped = form.list && entries > 6 ? columns(output, context, form.value) : output;
    const deep = context.deepest - context.depth;
    if (deep < options.compact && grouped.length === output.length) {
      const length = output.reduce((sum, text) => sum + text.length + 2, 0) + open.length + base.length + 10;
      const oneLine = output.join(", ");
      if (length - 12 + context.indent + output.length <= options.breakLength && !oneLine.includes("\n")) return `${base}${open} ${oneLine} ${close}`;
    }
    const gap = `\n${" ".repeat(context.indent)}`;
    return `${base}${open}${gap}  ${grouped.join(`,${gap}  `)}${gap}${close}`;
  }
  return `${base}${open} ${output.join(", ")} ${close}`;
}

function render(value, context, depth) {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return primitive(value, context);
  const { options } = context;
  if (options.customInspect) {
    const own = value[custom];
    if (typeof own === "function" && own !== inspect) {
      const left = options.depth === null || options.depth === undefined ? options.depth : options.depth - depth;
      const shown = own.call(value, left, { ...options, stylize: (text, kind) => styled(text, kind, options) }, inspect);
      if (shown !== value) return typeof shown === "string" ? shown.replaceAll("\n", `\n${" ".repeat(context.indent)}`) : render(shown, context, depth);
    }
  }
  if (context.path.includes(value)) {
    context.circular.set(value, context.circular.get(value) ?? context.circular.size + 1);
    return styled(`[Circular *${context.circular.get(value)}]`, "special", options);
  }
  const limit = options.depth === null ? Number.POSITIVE_INFINITY : options.depth;
  if (depth > limit && !types.isNativeError(value)) {
    const name = Array.isArray(value) ? "Array" : (constructorName(value) ?? "Object: null prototype");
    if (typeof value !== "function" && !types.isRegExp(value) && !types.isDate(value)) return styled(`[${name}]`, "special", options);
  }
  const was = context.depth;
  context.depth = depth;
  context.deepest = Math.max(context.deepest, depth);
  context.path.push(value);
  const form = shape(value, context);
  form.value = value;
  const output = form.items ?? [];
  const entries = output.length;
  let keys = keysOf(value, options);
  if (form.skip) keys = keys.filter((key) => typeof key === "symbol" || !form.skip.test(key));
  if (form.error) {
    for (const key of ["cause", "errors"]) if (Object.hasOwn(value, key) && !keys.includes(key)) keys.push(key);
  }
  if (options.sorted) keys.sort(typeof options.sorted === "function" ? options.sorted : undefined);
  for (const key of keys) output.push(property(value, key, context, false));
  context.path.pop();
  context.depth = depth;
  let text;
  if (output.length === 0) text = form.base ?? `${form.open}${form.close}`;
  else {
    text = assemble(output, form, context, entries);
  }
  context.depth = was;
  const mark = context.circular.get(value);
  return mark === undefined ? text : `${styled(`<ref *${mark}>`, "special", options)} ${text}`;
}

export function inspect(value, given, ...old) {
  let options = given;
  // The old form: inspect(value, showHidden, depth, colors).
  if (typeof given === "boolean") options = { showHidden: given, depth: old[0] === undefined ? 2 : old[0], colors: old[1] ?? false };
  const merged = { ...defaultOptions, ...options };
  if (merged.compact === false) merged.compact = 0;
  const context = { options: merged, depth: 0, deepest: 0, indent: 0, path: [], circular: new Map() };
  return render(value, context, 0);
}

Object.assign(inspect, { custom, defaultOptions, colors, styles });
