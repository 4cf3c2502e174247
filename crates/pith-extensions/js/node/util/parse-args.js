// `util.parseArgs`: long and short options, their values, and what is left.

import { coded } from "../errors.js";

function unknown(option, strict, positionals) {
  const hint = positionals ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- "${option}"` : "";
  if (strict) throw coded(TypeError, "ERR_PARSE_ARGS_UNKNOWN_OPTION", `Unknown option '${option}'${hint}`);
}

function invalidValue(text) {
  return coded(TypeError, "ERR_PARSE_ARGS_INVALID_OPTION_VALUE", text);
}

export function parseArgs({ args, options = {}, strict = true, allowPositionals = !strict, allowNegative = false, tokens: wanted = false } = {}) {
  const list = args ?? globalThis.process.argv.slice(2);
  const values = Object.create(null);
  const positionals = [];
  const tokens = [];
  const shorts = Object.fromEntries(Object.entries(options).filter(([, o]) => o.short).map(([name, o]) => [o.short, name]));

  const store = (name, value, raw) => {
    const option = options[name];
    if (!option) unknown(raw, strict, allowPositionals);
    else if (strict && option.type === "string" && typeof value !== "string") {
      throw invalidValue(`Option '${option.short ? `-${option.short}, ` : ""}--${name} <value>' argument missing`);
    } else if (strict && option.type === "boolean" && typeof value === "string") {
      throw invalidValue(`Option '${option.short ? `-${option.short}, ` : ""}--${name}' does not take an argument`);
    }
    const given = value ?? true;
    if (option?.multiple) (values[name] ??= []).push(given);
    else values[name] = given;
  };

  for (let i = 0; i < list.length; i += 1) {
    const arg = list[i];
    if (arg === "--") {
      tokens.push({ kind: "option-terminator", index: i });
      for (let j = i + 1; j < list.length; j += 1) {
        positionals.push(list[j]);
        tokens.push({ kind: "positional", index: j, value: list[j] });
      }
      break;
    }
    if (arg.startsWith("--")) {
      const eq = arg.indexOf("=", 3);
      let name = eq < 0 ? arg.slice(2) : arg.slice(2, eq);
      let value = eq < 0 ? undefined : arg.slice(eq + 1);
      const inlineValue = eq < 0 ? undefined : true;
      const rawName = `--${name}`;
      const index = i;
      if (allowNegative && !options[name] && name.startsWith("no-") && options[name.slice(3)]) {
        name = name.slice(3);
        value = false;
      } else if (options[name]?.type === "string" && value === undefined && i + 1 < list.length && (!strict || !list[i + 1].startsWith("-") || list[i + 1] === "-")) {
        i += 1;
        value = list[i];
      }
      tokens.push({ kind: "option", name, rawName, index, value: value === false ? undefined : value, inlineValue: inlineValue ?? (value === undefined ? undefined : false) });
      store(name, value, rawName);
    } else if (arg.startsWith("-") && arg !== "-") {
      for (let at = 1; at < arg.length; at += 1) {
        const name = shorts[arg[at]] ?? arg[at];
        const index = i;
        let value;
        let inlineValue;
        if (options[name]?.type === "string") {
          if (at + 1 < arg.length) {
            value = arg.slice(at + 1);
            inlineValue = true;
          } else if (i + 1 < list.length) {
            i += 1;
            value = list[i];
            inlineValue = false;
          }
        }
        tokens.push({ kind: "option", name, rawName: `-${arg[at]}`, index, value, inlineValue });
        store(name, value, `-${arg[at]}`);
        if (value !== undefined) break;
      }
    } else {
      if (!allowPositionals) {
        throw coded(TypeError, "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL", `Unexpected argument '${arg}'. This command does not take positional arguments`);
      }
      positionals.push(arg);
      tokens.push({ kind: "positional", index: i, value: arg });
    }
  }
  for (const [name, option] of Object.entries(options)) {
    if (option.default !== undefined && values[name] === undefined) values[name] = option.default;
  }
  return wanted ? { values, positionals, tokens } : { values, positionals };
}
