// The line below everything: where, on which branch of Git, how much was used, with which model; and what extensions say.

import { homedir } from "../../../node/os.js";
import { truncateToWidth, visibleWidth } from "../../pi-tui/columns.js";
import { themeNow } from "../theme-now.js";

function short(count) {
  if (count < 1000) return `${count}`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

export class FooterComponent {
  #session;
  #data;
  #compacts = true;

  constructor(session, footerData) {
    this.#session = session;
    this.#data = footerData;
  }
  setSession(session) {
    this.#session = session;
  }
  setAutoCompactEnabled(enabled) {
    this.#compacts = enabled;
  }
  invalidate() {}
  dispose() {}

  #place() {
    const { sessionManager } = this.#session;
    const home = homedir();
    const cwd = sessionManager.getCwd();
    const folder = home && (cwd === home || cwd.startsWith(`${home}/`)) ? `~${cwd.slice(home.length)}` : cwd;
    const branch = this.#data.getGitBranch();
    const name = sessionManager.getSessionName?.();
    return `${folder}${branch ? ` (${branch})` : ""}${name ? ` • ${name}` : ""}`;
  }
  #used() {
    const usages = this.#session.sessionManager.getEntries().flatMap((entry) => (entry.type === "message" && entry.message.usage ? [entry.message.usage] : entry.usage ? [entry.usage] : []));
    const sum = (of) => usages.reduce((total, usage) => total + (of(usage) ?? 0), 0);
    const parts = [["↑", sum((one) => one.input)], ["↓", sum((one) => one.output)], ["R", sum((one) => one.cacheRead)], ["W", sum((one) => one.cacheWrite)]];
    const cost = sum((one) => one.cost?.total);
    return [...parts.filter(([, count]) => count > 0).map(([mark, count]) => `${mark}${short(count)}`), ...(cost > 0 ? [`$${cost.toFixed(3)}`] : [])];
  }
  /** How full the context is, in a warning color where it is nearly full. */
  #context() {
    const usage = this.#session.getContextUsage?.();
    const window = usage?.contextWindow ?? this.#model()?.contextWindow ?? 0;
    const percent = usage?.percent;
    const words = `${typeof percent === "number" ? `${percent.toFixed(1)}%` : "?"}/${short(window)}${this.#compacts ? " (auto)" : ""}`;
    if (percent > 90) return themeNow().fg("error", words);
    return percent > 70 ? themeNow().fg("warning", words) : themeNow().fg("dim", words);
  }
  #model() {
    return this.#session.model ?? this.#session.state?.model;
  }
  #asked() {
    const model = this.#model();
    if (!model) return "no model";
    const provider = this.#data.getAvailableProviderCount() > 1 ? `(${model.provider}) ` : "";
    const level = this.#session.thinkingLevel ?? this.#session.state?.thinkingLevel ?? "off";
    return `${provider}${model.id}${model.reasoning ? ` • ${level === "off" ? "no thinking" : level}` : ""}`;
  }

  render(width) {
    const theme = themeNow();
    const left = [...this.#used().map((part) => theme.fg("dim", part)), this.#context()].join(" ");
    const right = this.#asked();
    const gap = Math.max(2, width - visibleWidth(left) - visibleWidth(right));
    const lines = [theme.fg("dim", truncateToWidth(this.#place(), width)), truncateToWidth(`${left}${" ".repeat(gap)}${theme.fg("dim", right)}`, width)];
    const said = [...this.#data.getExtensionStatuses()].sort(([one], [other]) => one.localeCompare(other)).map(([, text]) => text.replace(/[\r\n\t]+/g, " ").trim());
    if (said.length > 0) lines.push(truncateToWidth(said.join(" "), width));
    return lines;
  }
}
