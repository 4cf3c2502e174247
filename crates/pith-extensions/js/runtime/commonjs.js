// CommonJS: `require`, `module`, `exports`, and what an `import` of such a module gives.

import { resolve, evaluate, compile, text } from "pith:native/modules";
import { missing } from "./missing.js";

/** Modules by path; also those that are being evaluated, so that circles see what is there so far. */
const loaded = new Map();

class CommonJsModule {
  constructor(filename) {
    this.id = filename;
    this.path = folderOf(filename);
    this.filename = filename;
    this.exports = {};
    this.loaded = false;
    this.children = [];
    this.paths = [];
    this.require = makeRequire(filename);
  }
}

function folderOf(filename) {
  const end = filename.lastIndexOf("/");
  return end > 0 ? filename.slice(0, end) : "/";
}

/**
 * `require` for the code of one file.
 * @param {string} importer its path
 */
export function makeRequire(importer) {
  const require = (specifier) => {
    if (typeof specifier !== "string") {
      throw new TypeError('The "id" argument must be of type string');
    }
    return take(...resolve(importer, specifier));
  };
  require.resolve = (specifier) => {
    const [kind, name, asked] = resolve(importer, specifier);
    return kind === "builtin" || kind === "absent" ? asked : name;
  };
  require.cache = {};
  require.extensions = {};
  require.main = undefined;
  return require;
}

/** The value of a module, whatever its kind. */
function take(kind, name, asked) {
  switch (kind) {
    case "builtin": {
      const namespace = evaluate(name);
      return namespace.default ?? namespace;
    }
    case "absent":
      return missing(asked);
    case "json":
    case "commonjs":
      return load(name);
    default: {
      const namespace = evaluate(name);
      return "module.exports" in namespace ? namespace["module.exports"] : namespace;
    }
  }
}

/**
 * Evaluates a CommonJS or JSON file once; gives its `module.exports`.
 * @param {string} filename
 */
export function load(filename) {
  const known = loaded.get(filename);
  if (known) return known.exports;
  const module = new CommonJsModule(filename);
  loaded.set(filename, module);
  try {
    if (filename.endsWith(".json")) {
      module.exports = JSON.parse(text(filename));
    } else {
      const body = compile(filename);
      body.call(module.exports, module.exports, module.require, module, filename, module.path);
    }
  } catch (error) {
    loaded.delete(filename);
    throw error;
  }
  module.loaded = true;
  return module.exports;
}

/**
 * What `import` sees of a CommonJS file: its default, and an object for its names.
 * @param {string} filename
 * @param {boolean} compiled whether the importer was written as TypeScript, where `default` means the `default` that a
 * compiler wrote
 */
export function imported(filename, compiled) {
  const exports = load(filename);
  const names = Object(exports);
  const marked = compiled && names.__esModule && "default" in names;
  return [marked ? names.default : exports, names];
}
