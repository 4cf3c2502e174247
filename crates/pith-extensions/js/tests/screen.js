import assert from "node:assert/strict";
import {
  Box, Container, CURSOR_MARKER, Editor, fuzzyFilter, Input, isKeyRelease, Key, Markdown, matchesKey, parseKey, SelectList, SettingsList, sliceByColumn,
  Text, truncateToWidth, visibleWidth, wrapTextWithAnsi,
} from "@earendil-works/pi-tui";
import { corner, room } from "../api/screen/overlay.js";
import { failures } from "./run.js";

const plain = (text) => text;
const listTheme = { selectedPrefix: plain, selectedText: plain, description: plain, scrollInfo: plain, noMatch: plain };
const tui = { requestRender() {}, terminal: { rows: 24, columns: 80 } };
const editor = () => new Editor(tui, { borderColor: plain, selectList: listTheme });
const type = (target, text) => {
  for (const key of text) target.handleInput(key);
};
const bare = (lines) => lines.map((line) => line.replace(/\u001b_[^\u0007]*\u0007/g, "").trimEnd());
const markdownTheme = Object.fromEntries(
  ["heading", "link", "linkUrl", "code", "codeBlock", "codeBlockBorder", "quote", "quoteBorder", "hr", "listBullet", "bold", "italic", "strikethrough", "underline"].map((name) => [name, plain]),
);

export default () => failures({
  "widths count cells: wide, combined, pictures, escapes and tabs"() {
    const widths = ["abc", "\u65e5\u672c", "e\u0301", "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}", "\u{1f1e9}\u{1f1ea}", "\u001b[31mx\u001b[0m", "a\tb", "\u2764\ufe0f", "\u200b"].map(visibleWidth);
    assert.deepEqual(widths, [3, 4, 1, 2, 2, 1, 5, 2, 0]);
  },

  "text is cut and wrapped without losing its styles"() {
    assert.equal(truncateToWidth("hello world", 8), "hello\u001b[0m...\u001b[0m");
    assert.equal(truncateToWidth("\u65e5\u672c\u8a9e", 5, "\u2026", true), "\u65e5\u672c\u001b[0m\u2026\u001b[0m");
    assert.deepEqual(wrapTextWithAnsi("\u001b[1;31mhello world\u001b[0m foo", 7), ["\u001b[1;31mhello", "\u001b[1;31mworld\u001b[0m", "foo"]);
    assert.deepEqual(wrapTextWithAnsi("abcdefghij", 4), ["abcd", "efgh", "ij"]);
    assert.equal(sliceByColumn("\u001b[31mhello\u001b[0m world", 3, 4), "\u001b[31mlo\u001b[0m w");
  },

  "keys are told from what terminals send"() {
    const names = ["\r", "\u001b[A", "\u001b[1;5C", "\u001b[97;5u", "\u001b[27;2;13~", "\u001bb", "\u0003", "\u001b[Z", "A", "\u001b[3~"].map(parseKey);
    assert.deepEqual(names, ["enter", "up", "ctrl+right", "ctrl+a", "shift+enter", "alt+left", "ctrl+c", "shift+tab", "A", "delete"]);
    assert.ok(matchesKey("\u001b[112;6u", Key.ctrlShift("p")) && matchesKey("\t", "ctrl+i") && matchesKey("A", "shift+a"));
    assert.ok(isKeyRelease("\u001b[97;5:3u") && !isKeyRelease("a"));
    assert.ok(!matchesKey("\u0010", "ctrl+shift+p"));
  },

  "components stand below each other, padded and boxed"() {
    const box = new Box(1, 1, (line) => `[${line}]`);
    box.addChild(new Text("hello there", 0, 0));
    assert.deepEqual(box.render(9), ["[         ]", "[ hello   ]", "[ there   ]", "[         ]"]);
    const container = new Container();
    container.addChild(new Text("a", 0, 0));
    container.addChild(new Text("b", 0, 0));
    assert.deepEqual(container.render(3), ["a  ", "b  "]);
    assert.deepEqual(new Text("  ").render(5), []);
  },

  "a list is moved through, filtered and chosen from"() {
    const list = new SelectList(["one", "two", "three"].map((value) => ({ value, label: value })), 2, listTheme);
    let chosen;
    list.onSelect = (item) => {
      chosen = item.value;
    };
    list.handleInput("\u001b[B");
    list.handleInput("\r");
    assert.equal(chosen, "two");
    list.handleInput("\u001b[A");
    list.handleInput("\u001b[A");
    assert.deepEqual(list.render(30), ["  two", "\u2192 three", "  (3/3)"]);
    list.setFilter("t");
    assert.equal(list.getSelectedItem().value, "two");
  },

  "settings go to their next value"() {
    const changes = [];
    const theme = { label: plain, value: plain, description: plain, cursor: "> ", hint: plain };
    const list = new SettingsList([{ id: "x", label: "X", currentValue: "on", values: ["on", "off"] }], 5, theme, (...change) => changes.push(change), () => changes.push("cancel"));
    list.handleInput("\r");
    list.handleInput("\u001b");
    assert.deepEqual(changes, [["x", "off"], "cancel"]);
    assert.equal(list.render(40)[0], "> X  off");
  },

  "a line is written, cut and brought back"() {
    const input = new Input();
    input.focused = true;
    type(input, "hello world");
    input.handleInput("\u0017");
    assert.equal(input.getValue(), "hello ");
    input.handleInput("\u0019");
    assert.equal(input.getValue(), "hello world");
    input.handleInput("\u001f");
    assert.equal(input.getValue(), "hello ");
    assert.ok(input.render(20)[0].includes(CURSOR_MARKER));
  },

  "the editor wraps, remembers, undoes and sends"() {
    const target = editor();
    const sent = [];
    target.onSubmit = (text) => sent.push(text);
    type(target, "hello world this is long");
    assert.deepEqual(bare(target.render(20)).slice(1, -1), ["hello world this", "is long"]);
    target.handleInput("\u001b[13;2u");
    type(target, "x");
    assert.deepEqual(target.getLines(), ["hello world this is long", "x"]);
    target.handleInput("\r");
    assert.deepEqual([sent, target.getText()], [["hello world this is long\nx"], ""]);
    target.addToHistory(sent[0]);
    target.handleInput("\u001b[A");
    assert.equal(target.getText(), sent[0]);
    target.setText("foo bar");
    target.handleInput("\u0017");
    assert.equal(target.getText(), "foo ");
    target.handleInput("\u001f");
    assert.equal(target.getText(), "foo bar");
    target.setText("two\\");
    target.handleInput("\r");
    assert.equal(target.getText(), "two\n");
  },

  "a long paste stands as a mark until it is sent"() {
    const target = editor();
    let sent;
    target.onSubmit = (text) => {
      sent = text;
    };
    const paste = Array.from({ length: 12 }, (_, i) => `l${i}`).join("\n");
    target.handleInput(`\u001b[200~${paste}\u001b[201~`);
    assert.equal(target.getText(), "[paste #1 +12 lines]");
    target.handleInput("\r");
    assert.equal(sent, paste);
  },

  "markdown is laid out for a width"() {
    const lines = (text, width = 30) => new Markdown(text, 0, 0, markdownTheme).render(width).map((line) => line.trimEnd());
    assert.deepEqual(lines("# T\n\npara **b** `c` [l](http://x)\n\n- a\n  - b\n1. c"), ["T", "", "para b c l (http://x)", "", "- a", "    - b", "1. c"]);
    assert.deepEqual(lines("> q\n\n```js\nx\n```"), ["\u2502 q", "", "```js", "  x", "```"]);
    assert.deepEqual(lines("|a|b|\n|-|-|\n|1|long|"), ["\u250c\u2500\u2500\u2500\u252c\u2500\u2500\u2500\u2500\u2500\u2500\u2510", "\u2502 a \u2502 b    \u2502", "\u251c\u2500\u2500\u2500\u253c\u2500\u2500\u2500\u2500\u2500\u2500\u2524", "\u2502 1 \u2502 long \u2502", "\u2514\u2500\u2500\u2500\u2534\u2500\u2500\u2500\u2500\u2500\u2500\u2518"]);
  },

  "what is shown over others is placed by its options"() {
    const at = (options, width = 20, height = 4) => [room(options, 80, 24).width, ...corner(options, 80, 24, width, height)];
    assert.deepEqual(at({}), [80, 10, 30]);
    assert.deepEqual(at({ width: "50%", anchor: "top-left", margin: 2 }), [40, 2, 2]);
    assert.deepEqual(at({ width: 20, minWidth: 30, anchor: "bottom-right", offsetX: -3 }), [30, 20, 57]);
    assert.deepEqual(at({ width: 200, row: "50%", col: 70 }), [80, 10, 60]);
    assert.deepEqual(room({ maxHeight: "25%" }, 80, 24).height, 6);
  },

  "fuzzy search puts whole words first"() {
    assert.deepEqual(fuzzyFilter(["barfoo", "foo bar", "zzz"], "foo", plain), ["foo bar", "barfoo"]);
  },
});
