// Makes the files of this folder anew: `npm i typebox@VERSION esbuild`, then `node bundle.mjs` beside `node_modules`.
//
// Every entry of the package becomes a file, what they share becomes parts; beside them `common.js` has by itself what nearly
// every schema is made of, and the list of the root's names is written to `typebox.js`, which belongs into `js/host`. The
// changes: a language of messages other than English is loaded when it is used for the first time; together they are more
// than half of the package. Schemas are copied by `clone.mjs`, which has to lie beside this file, and once where the package
// copies what it has just copied.

import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const OUT = "out";
const NAMES = ["compile", "error", "format", "guard", "index", "schema", "system", "type", "value"];
const WITHOUT_DEFAULT = new Set(["error", "type"]);
const LOCALES = "node_modules/typebox/build/system/locale";

/** What `common.js` has: makers that need little, and what tells their schemas apart. */
const MAKERS =
  "Any Array BigInt Boolean Enum Immutable Integer Intersect Literal Never Null Number Object Optional Readonly Ref String " +
  "Symbol Tuple Undefined Union Unknown Unsafe Void";
const TESTS = MAKERS.replaceAll(/\w+/g, "Is$&") + " IsKind IsSchema";
const COMMON = `${MAKERS} ${TESTS}`.split(" ").sort();

/** What is set while it runs, and must be there once: it stays in `common.js`. */
const STATE = { "system/settings/settings.mjs": ["Get", "Reset", "Set"], "system/memory/metrics.mjs": ["Metrics"] };

/** What the parts hold, by their size, the largest first. */
const PARTS = ["type", "schema", "value", "format", "guard", "system", "base", "nothing"];

const CLONE = readFileSync(new URL("clone.mjs", import.meta.url), "utf8");

/** The text of a file of the package as it is bundled. */
function source(path) {
  const file = path.replaceAll("\\", "/");
  if (file.endsWith("/memory/clone.mjs")) return CLONE;
  const text = readFileSync(path, "utf8");
  if (!file.endsWith("/instantiate_add.mjs")) return text;
  // `Update` copies; what the operation before it gives is a copy that nobody else has.
  const changed = text.replace(/Memory\.Update\(Add\w+Operation\(type\), \{\}, options\)/, () => {
    const [, hidden] = /Memory\.Update\(type, (\{ '~\w+': true \}), \{\}\)/.exec(text);
    return `Memory.Update(type, ${hidden}, options)`;
  });
  if (changed === text) throw new Error(`${path} is not what it was; look whether it still copies twice`);
  return changed;
}

const others = readdirSync(LOCALES)
  .filter((file) => /^[a-z]+_[A-Z0-9a-z]+\.mjs$/.test(file) && file !== "en_US.mjs")
  .map((file) => file.slice(0, -4));

const lazy = `
export * from "./_config.mjs";
export * from "./en_US.mjs";
import { requireHost } from "pith:native/loader";
const later = (name) => ({ [name]: (error) => requireHost("pith:js/vendor/typebox/locales.js")[name](error) })[name];
${others.map((name) => `export const ${name} = later("${name}");`).join("\n")}
`;

const entry = (name) => {
  const from = name === "index" ? "typebox" : `typebox/${name}`;
  return `export * from "${from}";` + (WITHOUT_DEFAULT.has(name) ? "" : ` export { default } from "${from}";`);
};

const commonEntry =
  `export { ${COMMON.join(", ")} } from "typebox";\n` +
  Object.entries(STATE)
    .map(([file, names]) => `export { ${names.map((name) => `${name} as state${name}`).join(", ")} } from "./node_modules/typebox/build/${file}";`)
    .join("\n");

const options = {
  bundle: true,
  splitting: true,
  format: "esm",
  minify: true,
  target: "es2022",
  chunkNames: "part-[hash]",
  outdir: OUT,
  external: ["pith:*"],
};

rmSync(OUT, { recursive: true, force: true });
await build({
  ...options,
  splitting: false,
  outdir: undefined,
  outfile: `${OUT}/common.js`,
  stdin: { contents: commonEntry, resolveDir: process.cwd() },
  plugins: [
    {
      name: "only what is used",
      setup(build) {
        // A namespace that another file passes on would be made whole, with a function for each of its members.
        build.onLoad({ filter: /typebox[\\/]build[\\/].*\.mjs$/ }, ({ path }) => ({
          contents: source(path).replaceAll(/^import \{([^}]*)\} from '(.*)\/(guard|memory|settings)\/index\.mjs';$/gm, (_, names, from, folder) =>
            names
              .split(",")
              .map((name) => `import * as ${name.trim()} from '${from}/${folder}/${name.includes("Globals") ? "globals" : folder}.mjs';`)
              .join(" "),
          ),
        }));
        // Nothing of it does anything when it is loaded.
        build.onResolve({ filter: /^\.|^typebox/ }, async ({ path, kind, resolveDir, pluginData }) => {
          if (pluginData === "resolved") return undefined;
          const found = await build.resolve(path, { kind, resolveDir, pluginData: "resolved" });
          return { ...found, sideEffects: false };
        });
      },
    },
  ],
});
const virtual = {
  name: "entries",
  setup(build) {
    build.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice(6), namespace: "entry" }));
    build.onLoad({ filter: /.*/, namespace: "entry" }, ({ path }) => ({ contents: entry(path), resolveDir: process.cwd() }));
    build.onResolve({ filter: /^common:/ }, () => ({ path: "./common.js", external: true }));
    build.onLoad({ filter: /settings[\\/]settings\.mjs$|memory[\\/]metrics\.mjs$/ }, ({ path }) => {
      const [, names] = Object.entries(STATE).find(([file]) => path.replaceAll("\\", "/").endsWith(file));
      return { contents: `export { ${names.map((name) => `state${name} as ${name}`).join(", ")} } from "common:";` };
    });
    build.onLoad({ filter: /memory[\\/]clone\.mjs$|instantiate_add\.mjs$/ }, ({ path }) => ({ contents: source(path) }));
    build.onLoad({ filter: /locale[\\/]_locale\.mjs$/ }, () => ({ contents: lazy, resolveDir: LOCALES }));
  },
};
await build({ ...options, plugins: [virtual], entryPoints: NAMES.map((name) => ({ in: `entry:${name}`, out: name })) });
const all = others.map((name) => `export { ${name} } from "./${LOCALES}/${name}.mjs";`).join("\n");
await build({ ...options, splitting: false, outdir: undefined, outfile: `${OUT}/locales.js`, stdin: { contents: all, resolveDir: process.cwd() } });
nameParts();
await listNames();

/** Which file of ours has each name of the root. */
async function listNames() {
  const root = await import("typebox");
  const rest = Object.keys(root).filter((name) => name !== "Type" && name !== "default" && !COMMON.includes(name));
  const list = (names) => names.join(" ").replaceAll(/.{1,110}( |$)/g, "  $&\n").replaceAll(/ ?\n/g, ",\n").replaceAll(/(\w) (?=\w)/g, "$1, ");
  const text = `// The package \`typebox\`: most schemas need little of it, so that comes by itself; the rest is loaded for who names it.
//
// Written by \`vendor/typebox/bundle.mjs\`.

export { default, Type } from "./typebox/type.js";
export {
${list(COMMON)}} from "../vendor/typebox/common.js";
export {
${list(rest)}} from "../vendor/typebox/index.js";
`;
  writeFileSync(`${OUT}/typebox.js`, text);
}

/** Gives the parts the names of what they hold, in place of hashes. */
function nameParts() {
  const text = (file) => readFileSync(`${OUT}/${file}`, "utf8");
  const files = readdirSync(OUT);
  const parts = files.filter((file) => file.startsWith("part-")).sort((a, b) => text(b).length - text(a).length);
  if (parts.length !== PARTS.length) throw new Error(`there are ${parts.length} parts; look what is in them`);
  for (const file of files) {
    const code = parts.reduce((code, part, at) => code.replaceAll(part, `part-${PARTS[at]}.js`), text(file));
    const at = parts.indexOf(file);
    rmSync(`${OUT}/${file}`);
    writeFileSync(`${OUT}/${at < 0 ? file : `part-${PARTS[at]}.js`}`, code);
  }
}
