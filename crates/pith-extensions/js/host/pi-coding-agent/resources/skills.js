// Skills: found by the program, told to a model.

import { ask } from "../../../api/bridge.js";
import * as path from "../../../node/path.js";
import { CONFIG_DIR_NAME, toolPath } from "../paths.js";

const inside = (folder, file) => file === folder || file.startsWith(folder + path.sep);

/** What lies at these places, in their order; `sourceOf` says who brought a file. */
function load(paths, cwd, sourceOf) {
  const found = ask("skills.at", { paths, cwd });
  const info = (filePath, baseDir) => ({ path: filePath, scope: "temporary", origin: "top-level", baseDir, ...sourceOf(filePath) });
  const clashes = new Set(found.shadowed.map(({ path: loser }) => loser));
  const warnings = found.doubts.filter((doubt) => !clashes.has(doubt.path));
  return {
    skills: found.skills.map((skill) => ({ ...skill, sourceInfo: info(skill.filePath, skill.baseDir) })),
    diagnostics: [
      ...warnings.map(({ message, path: file }) => ({ type: "warning", message, path: file })),
      ...found.shadowed.map(({ name, path: loserPath, by: winnerPath }) => ({
        type: "collision", message: `skill \`${name}\` is there already`, path: loserPath, collision: { resourceType: "skill", name, winnerPath, loserPath },
      })),
    ],
  };
}

export function loadSkills({ cwd, agentDir, skillPaths = [], includeDefaults = true }) {
  const own = [[path.join(agentDir, "skills"), "user"], [path.join(cwd, CONFIG_DIR_NAME, "skills"), "project"]];
  const standard = includeDefaults ? own : [];
  const sourceOf = (file) => ({ source: "local", scope: standard.find(([folder]) => inside(folder, file))?.[1] ?? "temporary" });
  const places = standard.map(([folder]) => folder);
  const known = new Set(places);
  const found = load([...places, ...skillPaths.map((one) => toolPath(one, cwd))], cwd, sourceOf);
  // The usual places need not be there.
  return { ...found, diagnostics: found.diagnostics.filter((one) => !known.has(one.path)) };
}

export const loadSkillsFromDir = ({ dir, source }) => load([dir], dir, () => ({ source }));

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const escaped = (text) => String(text ?? "").replace(/[&<>"']/g, (one) => entities[one]);
const openers = { read: "With the read tool open", bash: "With bash read", indirect: "Open" };

/** A part of a prompt; nothing without a skill that a model may open itself. */
export function formatSkillsForPrompt(skills, fileReadTool = "read") {
  const shown = skills.filter((skill) => !skill.disableModelInvocation);
  if (shown.length === 0) return "";
  const rows = shown.flatMap(({ name, description, filePath }) => [
    "  <skill>", `    <name>${escaped(name)}</name>`, `    <description>${escaped(description)}</description>`, `    <location>${escaped(filePath)}</location>`, "  </skill>",
  ]);
  return [
    "\n\nThese skills hold instructions for particular kinds of work.",
    `${openers[fileReadTool] ?? openers.read} a skill's file before you do work that its description names.`,
    "Paths in a skill start at the folder of its file; give tools absolute paths.",
    "\n<available_skills>", ...rows, "</available_skills>",
  ].join("\n");
}
