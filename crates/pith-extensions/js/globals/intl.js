// `Intl`: the parts that programs call without thinking of languages. Everything is English; other locales fall back to it.

import { graphemes, words } from "pith:native/text";
import { DateTimeFormat } from "./intl/dates.js";
import { NumberFormat, PluralRules, RelativeTimeFormat } from "./intl/numbers.js";

class Segments {
  #text;
  #granularity;
  constructor(text, granularity) {
    this.#text = text.toWellFormed();
    this.#granularity = granularity;
  }
  *[Symbol.iterator]() {
    let index = 0;
    if (this.#granularity === "grapheme") {
      for (const segment of graphemes(this.#text)) {
        yield { segment, index, input: this.#text };
        index += segment.length;
      }
      return;
    }
    const flat = this.#granularity === "word" ? words(this.#text) : (this.#text.match(/[^.!?]+[.!?]*\s*|[.!?]+\s*/g) ?? []).flatMap((part) => [part, false]);
    for (let i = 0; i < flat.length; i += 2) {
      const segment = flat[i];
      const found = { segment, index, input: this.#text };
      yield this.#granularity === "word" ? { ...found, isWordLike: flat[i + 1] } : found;
      index += segment.length;
    }
  }
  containing(at = 0) {
    for (const found of this) if (at < found.index + found.segment.length) return found;
    return undefined;
  }
}

class Segmenter {
  #granularity;
  constructor(_locales, { granularity = "grapheme" } = {}) {
    this.#granularity = granularity;
  }
  segment(text) {
    return new Segments(String(text), this.#granularity);
  }
  resolvedOptions() {
    return { locale: "en-US", granularity: this.#granularity };
  }
  static supportedLocalesOf(locales) {
    return [locales].flat();
  }
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");

class Collator {
  #options;
  constructor(_locales, options = {}) {
    this.#options = { usage: "sort", sensitivity: "variant", numeric: false, caseFirst: "false", ...options };
  }
  #pieces(text) {
    return this.#options.numeric ? text.split(/(\d+)/).filter((piece) => piece !== "") : [text];
  }
  #order(a, b) {
    if (this.#options.numeric && /^\d/.test(a) && /^\d/.test(b)) return Math.sign(Number(a) - Number(b));
    const [x, y] = [plain(a).toLowerCase(), plain(b).toLowerCase()];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  compare = (a, b) => {
    const [left, right] = [this.#pieces(String(a)), this.#pieces(String(b))];
    for (let i = 0; i < Math.min(left.length, right.length); i += 1) {
      const order = this.#order(left[i], right[i]);
      if (order) return order;
    }
    if (left.length !== right.length) return left.length < right.length ? -1 : 1;
    const { sensitivity } = this.#options;
    if (sensitivity === "base" || a === b) return 0;
    const marks = (text) => text.normalize("NFD").toLowerCase();
    if (sensitivity !== "case" && marks(a) !== marks(b)) return marks(a) < marks(b) ? -1 : 1;
    if (sensitivity === "accent") return 0;
    // Lower case stands before upper case.
    return a > b ? -1 : 1;
  };
  resolvedOptions() {
    return { locale: "en-US", ...this.#options };
  }
  static supportedLocalesOf(locales) {
    return [locales].flat();
  }
}

class ListFormat {
  #word;
  constructor(_locales, { type = "conjunction" } = {}) {
    this.#word = { conjunction: "and ", disjunction: "or ", unit: "" }[type];
  }
  format(list) {
    const items = [...list];
    if (items.length < 2) return items.join("");
    if (items.length === 2) return this.#word ? `${items[0]} ${this.#word}${items[1]}` : items.join(", ");
    return `${items.slice(0, -1).join(", ")}, ${this.#word}${items.at(-1)}`;
  }
}

class DisplayNames {
  of(code) {
    return code;
  }
}

class Locale {
  constructor(tag) {
    const [language, ...rest] = String(tag).split("-");
    Object.assign(this, { baseName: String(tag), language, region: rest.find((part) => /^([A-Z]{2}|\d{3})$/.test(part)), script: rest.find((part) => /^[A-Z][a-z]{3}$/.test(part)) });
  }
  toString() {
    return this.baseName;
  }
}

/** The three that are older than classes are also called without `new`. */
const callable = (Class) => new Proxy(Class, { apply: (target, _this, given) => new target(...given) });

export const Intl = {
  Collator: callable(Collator), DateTimeFormat: callable(DateTimeFormat), NumberFormat: callable(NumberFormat),
  DisplayNames, ListFormat, Locale, PluralRules, RelativeTimeFormat, Segmenter,
  getCanonicalLocales: (locales) => [locales ?? []].flat(),
  supportedValuesOf: (key) => (key === "timeZone" ? ["UTC"] : []),
};
