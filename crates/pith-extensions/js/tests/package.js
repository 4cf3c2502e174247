import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fs from "node:fs";
import {
  buildSessionProjection, collectEntriesForBranchSummary, CredentialSynchronizationError, findCutPoint, findTurnStartIndex, formatDimensionNote,
  formatSkillsForPrompt, getDocsPath, getPackageDir, migrateSessionEntries, parseArgs, prepareBranchEntries, readStoredCredential,
  resolveModelScopeWithDiagnostics, SessionManager, Theme, wrapRegisteredTools,
} from "@earendil-works/pi-coding-agent";
import { failures } from "./run.js";

const timestamp = "2026-01-01T00:00:00.000Z";
const forty = "x".repeat(40);
/** A line of entries: what each is, in order. */
function line(...parts) {
  return parts.map((part, i) => ({ id: `${i}`, parentId: i === 0 ? null : `${i - 1}`, timestamp, ...part }));
}
const said = (role, content) => ({ type: "message", message: { role, content, timestamp: 1 } });
const user = said("user", forty);
const answer = said("assistant", [{ type: "text", text: forty }]);
const call = (name, path) => said("assistant", [{ type: "toolCall", id: "c", name, arguments: { path } }]);
const result = { type: "message", message: { role: "toolResult", toolCallId: "c", toolName: "read", content: [{ type: "text", text: forty }], timestamp: 1 } };
const custom = { type: "custom_message", customType: "x", content: forty, display: true };
const model = { type: "model_change", provider: "p", modelId: "m" };
const left = { type: "branch_summary", summary: "old branch", fromId: "q", details: { readFiles: ["z"], modifiedFiles: ["y"] } };
const session = line(user, call("read", "a.txt"), result, answer, user, call("edit", "b.txt"), result, answer, model, custom, left, said("user", "hi"));
const place = ({ firstKeptEntryIndex, turnStartIndex, isSplitTurn }) => [firstKeptEntryIndex, turnStartIndex, isSplitTurn];

export default () => failures({
  "a session is cut where about as much stays as is wanted, and no call loses its result"() {
    const cut = (keep) => place(findCutPoint(session, 0, session.length, keep));
    assert.deepEqual([1, 5, 20, 35, 45, 60, 80, 1000].map(cut), [
      [11, -1, false], [8, 4, true], [7, 4, true], [5, 4, true], [4, -1, false], [3, 0, true], [0, -1, false], [0, -1, false],
    ]);
    assert.deepEqual(place(findCutPoint(session, 3, 7, 10)), [5, 4, true]);
    assert.deepEqual(place(findCutPoint([], 0, 0, 10)), [0, -1, false]);
    const other = line(user, answer, custom, answer, said("custom", forty), answer);
    assert.deepEqual([10, 20, 40].map((keep) => place(findCutPoint(other, 0, 6, keep))), [[5, 4, true], [4, -1, false], [2, -1, false]]);
    assert.deepEqual([1, 7, 9, 10].map((at) => findTurnStartIndex(session, at, 0)), [0, 4, 9, 10]);
    assert.equal(findTurnStartIndex(session, 3, 1), -1);
  },

  "a branch that is left gives its newest messages and all its files"() {
    const prepared = (budget) => {
      const { messages, fileOps, totalTokens } = prepareBranchEntries(session, budget);
      return [messages.map((message) => message.role).join(" "), totalTokens, [...fileOps.read].join(), [...fileOps.edited].join()];
    };
    assert.deepEqual(prepared(), ["user assistant assistant user assistant assistant custom branchSummary user", 64, "z,a.txt", "y,b.txt"]);
    assert.deepEqual(prepared(20), ["custom branchSummary user", 14, "z", "y"]);
    const manager = SessionManager.inMemory("/w");
    const first = manager.appendMessage(user.message);
    const old = [manager.appendMessage(answer.message), manager.appendMessage(user.message)];
    manager.branch(first);
    const target = manager.appendMessage(answer.message);
    const { entries, commonAncestorId } = collectEntriesForBranchSummary(manager, old[1], target);
    assert.deepEqual([entries.map((entry) => entry.id), commonAncestorId], [old, first]);
    assert.deepEqual(collectEntriesForBranchSummary(manager, null, target), { entries: [], commonAncestorId: null });
  },

  "every message of a context is told with its entry"() {
    const whole = line(user, answer, model, custom, { type: "compaction", summary: "S", firstKeptEntryId: "1", tokensBefore: 1 }, { type: "context_edit", targetId: "1", replacement: null });
    const { entries, messages, model: now } = buildSessionProjection(whole);
    assert.deepEqual(entries.map(({ sourceEntry, messages: own }) => `${sourceEntry.id}:${own.length}`), ["4:1", "1:0", "2:0", "3:1", "5:0"]);
    assert.deepEqual([messages.map((message) => message.role), now.modelId], [["compactionSummary", "custom"], "m"]);
    assert.deepEqual(buildSessionProjection(whole, null).entries, []);
  },

  "entries of older files get ids and today's names"() {
    const old = [{ type: "session", id: "s" }, said("user", "a"), said("hookMessage", "b"), { type: "compaction", firstKeptEntryIndex: 2 }];
    migrateSessionEntries(old);
    const [header, one, two, three] = old;
    assert.deepEqual([header.version, one.parentId, two.parentId, two.message.role], [3, null, one.id, "custom"]);
    assert.deepEqual([three.firstKeptEntryId, "firstKeptEntryIndex" in three], [two.id, false]);
  },

  "a command line is read as data"() {
    const args = parseArgs(["-p", "hello", "@f.txt", "--model", "m", "--mode", "json", "--thinking", "huge", "-t", "a, b", "--foo", "bar", "--baz=1", "-e", "x", "-e", "y", "-na", "-z", "--", "-p"]);
    assert.deepEqual([args.print, args.messages, args.fileArgs, args.model, args.mode, args.tools], [true, ["hello", "-p"], ["f.txt"], "m", "json", ["a", "b"]]);
    assert.deepEqual([[...args.unknownFlags], args.extensions, args.projectTrustOverride], [[["foo", "bar"], ["baz", "1"]], ["x", "y"], false]);
    assert.deepEqual(args.diagnostics.map((one) => one.type), ["warning", "error"]);
    assert.equal(parseArgs(["--list-models"]).listModels, true);
  },

  "patterns choose models, and what is doubtful is told"() {
    const models = [{ provider: "a", id: "m1" }, { provider: "b", id: "m1" }, { provider: "b", id: "z:9" }];
    const scoped = async (pattern) => {
      const { scopedModels, diagnostics } = await resolveModelScopeWithDiagnostics([pattern], { getAvailable: async () => models });
      return [scopedModels.map((one) => `${one.model.provider}/${one.model.id}${one.thinkingLevel ? ` ${one.thinkingLevel}` : ""}`).join(), diagnostics.map((one) => one.code).join()];
    };
    return Promise.all(["a/*", "m1", "z:9:high", "b/z*:low", "nope", "a/m1:huge"].map(scoped)).then((found) =>
      assert.deepEqual(found, [["a/m1", ""], ["a/m1,b/m1", "ambiguous"], ["b/z:9 high", ""], ["b/z:9 low", ""], ["", "no-match"], ["a/m1", "invalid-thinking-level"]]));
  },

  async "a tool of an extension runs with the context of its runner"() {
    const definition = { name: "n", label: "N", description: "", parameters: {}, execute: async (id, _params, _signal, _update, ctx) => `${id} ${ctx.cwd}`, renderCall() {} };
    const [tool] = wrapRegisteredTools([{ definition }], { createToolContext: () => ({ cwd: "/w" }) });
    assert.equal(await tool.execute("1", {}), "1 /w");
    assert.ok(!("renderCall" in tool));
  },

  "a theme is made of colors, for terminals with many and with few"() {
    const many = new Theme({ accent: "#ff0000" }, { selectedBg: "#00ff00" }, "truecolor", { name: "mine" });
    assert.deepEqual([many.name, many.fg("accent", "x"), many.bg("selectedBg", "y")], ["mine", "\u001b[38;2;255;0;0mx\u001b[39m", "\u001b[48;2;0;255;0my\u001b[49m"]);
    const few = new Theme({ accent: "#ff0000", dim: "#808080" }, {}, "256color");
    assert.deepEqual([few.getFgAnsi("accent"), few.getFgAnsi("dim"), few.getColorMode()], ["\u001b[38;5;196m", "\u001b[38;5;244m", "256color"]);
  },

  "skills, pictures, keys and places are told"() {
    const skill = { name: "a", description: "d <&", filePath: "/x/SKILL.md" };
    const text = formatSkillsForPrompt([skill, { ...skill, name: "hidden", disableModelInvocation: true }]);
    assert.ok(text.startsWith("\n\n") && text.includes("<description>d &lt;&amp;</description>") && !text.includes("hidden"));
    assert.equal(formatSkillsForPrompt([]), "");
    assert.match(formatDimensionNote({ wasResized: true, originalWidth: 4000, originalHeight: 2000, width: 2000, height: 1000 }), /by 2\.00 to map/);
    assert.equal(formatDimensionNote({ wasResized: false }), undefined);
    assert.equal(getDocsPath(), join(getPackageDir(), "docs"));
    const file = join(fs.mkdtempSync(join(tmpdir(), "auth-")), "auth.json");
    assert.equal(readStoredCredential("x", file), undefined);
    fs.writeFileSync(file, JSON.stringify({ x: { type: "api_key", key: "$K" } }));
    assert.deepEqual([readStoredCredential("x", file), readStoredCredential("constructor", file)], [{ type: "api_key", key: "$K" }, undefined]);
    const error = new CredentialSynchronizationError("p", "login", { key: "secret" }, { cause: "why" });
    assert.deepEqual([error.name, error.operation, error.cause, error.message.includes("secret")], ["CredentialSynchronizationError", "login", "why", false]);
  },
});
