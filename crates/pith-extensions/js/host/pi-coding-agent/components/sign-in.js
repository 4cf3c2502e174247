// Signing in: which provider, and the steps of it.

import { spawn } from "../../../node/child_process.js";
import { Container } from "../../pi-tui/components/container.js";
import { Input } from "../../pi-tui/components/input.js";
import { visibleRange } from "../../pi-tui/components/select-list.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { fuzzyFilter } from "../../pi-tui/fuzzy.js";
import { getKeybindings, getSelectPageIndex } from "../../pi-tui/keybindings.js";
import { keyHint } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { DynamicBorder } from "./frames.js";

const ROOM = 8;
const link = (address, words = address) => `\u001b]8;;${address}\u001b\\${words}\u001b]8;;\u001b\\`;
const kindOf = ({ authType, subscription }) => (authType === "api_key" ? "API key" : subscription === false ? "account" : "subscription");

export class OAuthSelectorComponent extends Container {
  capturesViewportInput = true;
  #input = new Input();
  #list = new Container();
  #providers;
  #shown;
  #selected = 0;
  #onSelect;
  #onCancel;

  constructor(mode, providers, onSelect, onCancel, initialSearchInput = undefined, _tui = undefined) {
    super();
    this.#providers = providers;
    this.#onSelect = onSelect;
    this.#onCancel = onCancel;
    if (initialSearchInput) this.#input.setValue(initialSearchInput);
    const title = mode === "login" ? "Which provider do you sign in to?" : "Which provider do you sign out of?";
    const parts = [
      new DynamicBorder(), new Spacer(1), new Text(themeNow().fg("accent", themeNow().bold(title)), 1, 0), new Spacer(1), this.#input, new Spacer(1), this.#list,
      new Spacer(1), new DynamicBorder(),
    ];
    parts.forEach((part) => this.addChild(part));
    this.#filter();
  }
  get focused() {
    return this.#input.focused;
  }
  set focused(value) {
    this.#input.focused = value;
  }
  dispose() {}
  #filter() {
    const query = this.#input.getValue();
    this.#shown = query ? fuzzyFilter(this.#providers, query, (one) => `${one.name} ${one.id} ${kindOf(one)}`) : this.#providers;
    this.#selected = 0;
    this.#show();
  }
  #show() {
    const theme = themeNow();
    this.#list.clear();
    const [start, end] = visibleRange(this.#selected, this.#shown.length, ROOM);
    this.#shown.slice(start, end).forEach((one, i) => {
      const isSelected = start + i === this.#selected;
      const state = one.status ? theme.fg("success", " ✓ set up") : theme.fg("muted", " • not set up");
      const name = isSelected ? theme.fg("accent", `→ ${one.name}`) : `  ${theme.fg("text", one.name)}`;
      this.#list.addChild(new Text(`${name}${theme.fg("muted", ` [${kindOf(one)}]`)}${state}`, 1, 0));
    });
    if (this.#shown.length === 0) this.#list.addChild(new Text(theme.fg("muted", "No provider is called that"), 3, 0));
    if (end - start < this.#shown.length) this.#list.addChild(new Text(theme.fg("muted", `(${this.#selected + 1}/${this.#shown.length})`), 2, 0));
  }
  handleInput(data) {
    const keys = getKeybindings();
    const last = Math.max(0, this.#shown.length - 1);
    const page = getSelectPageIndex(keys, data, this.#selected, this.#shown.length, ROOM);
    const one = this.#shown[this.#selected];
    const move = (to) => {
      this.#selected = Math.max(0, Math.min(last, to));
      this.#show();
    };
    if (keys.matches(data, "tui.select.up")) move(this.#selected - 1);
    else if (keys.matches(data, "tui.select.down")) move(this.#selected + 1);
    else if (page !== undefined) move(page);
    else if (keys.matches(data, "tui.select.confirm")) {
      if (one) this.#onSelect(one.id, one.authType);
    } else if (keys.matches(data, "tui.select.cancel")) this.#onCancel();
    else {
      this.#input.handleInput(data);
      this.#filter();
    }
  }
}

const CANCELLED = "Login cancelled";

export class LoginDialogComponent extends Container {
  #tui;
  #content = new Container();
  #input = new Input();
  #abort = new AbortController();
  #onComplete;
  #waiting;
  #open;
  #focused = false;

  constructor(tui, providerId, onComplete, providerNameOverride = undefined, titleOverride = undefined) {
    super();
    this.#tui = tui;
    this.#onComplete = onComplete;
    const title = titleOverride ?? `Sign in to ${providerNameOverride ?? providerId}`;
    const parts = [new DynamicBorder(), new Text(themeNow().fg("accent", themeNow().bold(title)), 1, 0), this.#content, new DynamicBorder()];
    parts.forEach((part) => this.addChild(part));
  }
  get focused() {
    return this.#focused;
  }
  set focused(value) {
    this.#focused = value;
    this.#input.focused = value;
  }
  get signal() {
    return this.#abort.signal;
  }

  #say(...lines) {
    for (const line of lines) this.#content.addChild(typeof line === "string" ? new Text(line, 1, 0) : line);
    this.#tui?.requestRender?.();
  }
  #leave() {
    return `(${keyHint("tui.select.cancel", "leaves")})`;
  }
  #address(url) {
    const theme = themeNow();
    return [new Spacer(1), theme.fg("accent", link(url)), theme.fg("dim", link(url, "Ctrl-click opens it"))];
  }
  showAuth(url, instructions) {
    this.#content.clear();
    this.#say(...this.#address(url), ...(instructions ? [new Spacer(1), themeNow().fg("warning", instructions)] : []));
    open(url);
  }
  showDeviceCode({ userCode, verificationUri, verificationUriComplete }) {
    this.#content.clear();
    const url = verificationUriComplete ?? verificationUri;
    this.#open = () => open(url);
    this.#say(...this.#address(verificationUri), new Spacer(1), themeNow().fg("warning", `Code: ${userCode}`), `(${keyHint("tui.select.confirm", "opens the browser")})`);
  }
  /** Asks for a line; what was typed stands there afterwards. */
  #asked(...lines) {
    this.#input = new Input();
    this.#input.focused = this.#focused;
    this.#say(new Spacer(1), ...lines.slice(0, -1), this.#input, lines.at(-1));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }
  showManualInput(prompt) {
    return this.#asked(themeNow().fg("dim", prompt), this.#leave());
  }
  showPrompt(message, placeholder) {
    const example = placeholder ? [themeNow().fg("dim", `for example ${placeholder}`)] : [];
    return this.#asked(themeNow().fg("text", message), ...example, `(${keyHint("tui.select.cancel", "leaves,")} ${keyHint("tui.select.confirm", "answers")})`);
  }
  showDetails(lines) {
    this.#content.clear();
    this.#say(new Spacer(1), ...lines);
  }
  showInfo(message, links = [], showCloseHint = false) {
    const theme = themeNow();
    const shown = links.map(({ label, url }) => theme.fg("accent", link(url, label ? `${label}: ${url}` : url)));
    this.#say(new Spacer(1), theme.fg("text", message), ...shown, ...(showCloseHint ? [new Spacer(1), this.#leave()] : []));
  }
  showWaiting(message) {
    this.#say(new Spacer(1), themeNow().fg("dim", message), this.#leave());
  }
  showProgress(message) {
    this.#say(themeNow().fg("dim", message));
  }

  handleInput(data) {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.cancel")) {
      this.#abort.abort();
      this.#take()?.reject(new Error(CANCELLED));
      this.#onComplete(false, CANCELLED);
    } else if (!this.#waiting) {
      if (keys.matches(data, "tui.select.confirm")) this.#open?.();
    } else if (keys.matches(data, "tui.select.confirm") || data === "\n") {
      const value = this.#input.getValue();
      const at = this.#content.children.indexOf(this.#input);
      if (at >= 0) this.#content.children[at] = new Text(`> ${value}`, 0, 0);
      this.#take().resolve(value);
    } else this.#input.handleInput(data);
  }
  #take() {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }
}

/** In the person's browser, where the system knows one; the address is there to read in any case. */
function open(url) {
  if (!/^https?:/.test(url)) return;
  const { platform, env } = globalThis.process;
  if (platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  const [program, ...args] = platform === "darwin" ? ["open", url] : platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler", url] : ["xdg-open", url];
  try {
    spawn(program, args, { stdio: "ignore", detached: true }).on("error", () => {});
  } catch {
    // One that may not be started opens nothing.
  }
}
