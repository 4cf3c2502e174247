// `Intl.NumberFormat`, `PluralRules` and `RelativeTimeFormat`, in American English.

const symbols = { USD: "$", EUR: "€", GBP: "£", JPY: "¥", CNY: "CN¥", INR: "₹", KRW: "₩", BRL: "R$", CAD: "CA$", AUD: "A$" };
const scales = [[1e12, "T", "trillion"], [1e9, "B", "billion"], [1e6, "M", "million"], [1e3, "K", "thousand"]];
const units = { byte: "byte", kilobyte: "kB", megabyte: "MB", gigabyte: "GB", second: "sec", minute: "min", hour: "hr", day: "day", percent: "%", celsius: "°C", kilometer: "km", meter: "m", millisecond: "ms" };

function rounded(value, least, most) {
  // Rounds the decimal digits that are shown for the number, not its binary value.
  const plain = String(value);
  const exact = plain.includes("e") ? value : Number(`${Math.round(Number(`${plain}e${most}`))}e-${most}`);
  let text = plain.includes("e+") ? BigInt(value).toString() : exact.toFixed(Math.min(most, 20));
  if (text.includes(".")) {
    while (text.endsWith("0") && text.length - text.indexOf(".") - 1 > least) text = text.slice(0, -1);
    if (text.endsWith(".")) text = text.slice(0, -1);
  }
  return text;
}

const grouped = (text) => text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

/** What parts thousands and fractions where that is not the comma and the point. */
const separators = [
  [/^(de|es|it|pt|nl|id|tr|da|el)/, ".", ","],
  [/^fr/, "\u202f", ","],
  [/^(ru|pl|cs|sv|nb|nn|no|fi|uk|bg|sk|hu)/, "\u00a0", ","],
];

export class NumberFormat {
  #locale;
  #options;
  constructor(locales, options = {}) {
    this.#locale = (Array.isArray(locales) ? locales[0] : locales) ?? "en-US";
    const money = options.style === "currency" ? (["JPY", "KRW"].includes(options.currency) ? 0 : 2) : undefined;
    const most = money ?? (options.style === "percent" ? 0 : 3);
    const least = options.minimumFractionDigits ?? money ?? 0;
    this.#options = {
      style: "decimal", useGrouping: true, notation: "standard", ...options,
      minimumFractionDigits: least,
      maximumFractionDigits: options.maximumFractionDigits ?? Math.max(least, most),
    };
  }

  resolvedOptions() {
    return { locale: this.#locale, numberingSystem: "latn", ...this.#options };
  }

  #digits(size) {
    const o = this.#options;
    if (o.maximumSignificantDigits || o.minimumSignificantDigits) {
      const text = String(Number(size.toPrecision(o.maximumSignificantDigits ?? 21)));
      const missing = (o.minimumSignificantDigits ?? 1) - text.replace(/\D/g, "").replace(/^0+/, "").length;
      return missing > 0 ? `${text}${text.includes(".") ? "" : "."}${"0".repeat(missing)}` : text;
    }
    return rounded(size, o.minimumFractionDigits, o.maximumFractionDigits);
  }

  #body(value) {
    const o = this.#options;
    let size = Math.abs(value);
    let suffix = "";
    if (o.style === "percent") size *= 100;
    if (o.notation === "compact") {
      const scale = scales.find(([limit]) => size >= limit);
      if (scale) {
        size /= scale[0];
        suffix = o.compactDisplay === "long" ? ` ${scale[2]}` : scale[1];
      }
      return rounded(size, 0, size < 10 ? 1 : 0) + suffix;
    }
    let text = this.#digits(size);
    if (o.minimumIntegerDigits) text = text.replace(/^\d+/, (whole) => whole.padStart(o.minimumIntegerDigits, "0"));
    if (o.useGrouping !== false && o.useGrouping !== "false") text = grouped(text);
    const own = separators.find(([locales]) => locales.test(this.#locale));
    return own ? text.replace(/[,.]/g, (mark) => (mark === "," ? own[1] : own[2])) : text;
  }

  format = (given) => {
    const o = this.#options;
    const value = typeof given === "bigint" ? Number(given) : Number(given);
    if (Number.isNaN(value)) return "NaN";
    let text = Number.isFinite(value) ? this.#body(value) : "∞";
    if (o.style === "percent") text += "%";
    if (o.style === "unit") text += ` ${o.unitDisplay === "long" ? `${o.unit}${Math.abs(value) === 1 ? "" : "s"}` : (units[o.unit] ?? o.unit)}`;
    if (o.style === "currency") {
      const symbol = o.currencyDisplay === "code" ? `${o.currency}\u00a0` : o.currencyDisplay === "name" ? "" : (symbols[o.currency] ?? `${o.currency}\u00a0`);
      text = `${symbol}${text}`;
    }
    const shown = o.signDisplay ?? "auto";
    const negative = value < 0 || Object.is(value, -0);
    if (shown !== "never" && negative) return `-${text}`;
    return shown === "always" || (shown === "exceptZero" && value !== 0) ? `+${text}` : text;
  };

  formatToParts(value) {
    return [{ type: "literal", value: this.format(value) }];
  }
  static supportedLocalesOf(locales) {
    return [locales].flat();
  }
}

export class PluralRules {
  #ordinal;
  constructor(_locales, { type = "cardinal" } = {}) {
    this.#ordinal = type === "ordinal";
  }
  select(n) {
    if (!this.#ordinal) return n === 1 ? "one" : "other";
    const [last, pair] = [n % 10, n % 100];
    if (last === 1 && pair !== 11) return "one";
    if (last === 2 && pair !== 12) return "two";
    return last === 3 && pair !== 13 ? "few" : "other";
  }
  resolvedOptions() {
    return { locale: "en-US", type: this.#ordinal ? "ordinal" : "cardinal" };
  }
}

const near = { "-1 day": "yesterday", "0 day": "today", "1 day": "tomorrow", "0 second": "now", "-1 year": "last year", "1 year": "next year", "-1 month": "last month", "1 month": "next month", "-1 week": "last week", "1 week": "next week" };

export class RelativeTimeFormat {
  #auto;
  constructor(_locales, { numeric = "always" } = {}) {
    this.#auto = numeric === "auto";
  }
  format(value, unit) {
    const one = unit.replace(/s$/, "");
    const word = this.#auto ? near[`${value} ${one}`] : undefined;
    if (word) return word;
    const size = Math.abs(value);
    const text = `${new NumberFormat().format(size)} ${one}${size === 1 ? "" : "s"}`;
    return value < 0 || Object.is(value, -0) ? `${text} ago` : `in ${text}`;
  }
}
