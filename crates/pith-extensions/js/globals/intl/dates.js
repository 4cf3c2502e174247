// `Intl.DateTimeFormat`: dates as an American reader expects them, or as ISO for the locales that do.

import { localName, offsetMinutes } from "./zones.js";

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const pad = (n) => String(n).padStart(2, "0");
const dateKeys = ["weekday", "year", "month", "day"];
const timeKeys = ["hour", "minute", "second", "fractionalSecondDigits"];
const styles = {
  date: {
    full: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
    long: { year: "numeric", month: "long", day: "numeric" },
    medium: { year: "numeric", month: "short", day: "numeric" },
    short: { year: "2-digit", month: "numeric", day: "numeric" },
  },
  time: {
    full: { hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "long" },
    long: { hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "short" },
    medium: { hour: "numeric", minute: "2-digit", second: "2-digit" },
    short: { hour: "numeric", minute: "2-digit" },
  },
};

function fieldsOf(at, zone) {
  const offset = offsetMinutes(zone, at);
  const moved = new Date(at + offset * 60000);
  return {
    year: moved.getUTCFullYear(), month: moved.getUTCMonth(), day: moved.getUTCDate(), weekday: moved.getUTCDay(),
    hour: moved.getUTCHours(), minute: moved.getUTCMinutes(), second: moved.getUTCSeconds(), ms: moved.getUTCMilliseconds(), offset,
  };
}

function offsetName(offset) {
  if (offset === 0) return "UTC";
  const minutes = Math.abs(offset);
  return `GMT${offset < 0 ? "-" : "+"}${Math.floor(minutes / 60)}${minutes % 60 ? `:${pad(minutes % 60)}` : ""}`;
}

export class DateTimeFormat {
  #options;
  #locale;
  #zone;

  constructor(locales, options = {}) {
    this.#locale = (Array.isArray(locales) ? locales[0] : locales) ?? "en-US";
    const given = { ...options };
    if (given.dateStyle) Object.assign(given, styles.date[given.dateStyle]);
    if (given.timeStyle) Object.assign(given, styles.time[given.timeStyle]);
    if (![...dateKeys, ...timeKeys].some((key) => given[key] !== undefined)) Object.assign(given, { year: "numeric", month: "numeric", day: "numeric" });
    if (given.timeZone !== undefined && offsetMinutes(given.timeZone, 0) === undefined) throw new RangeError(`Invalid time zone specified: ${given.timeZone}`);
    this.#zone = given.timeZone;
    if (given.dateStyle === "short" && this.#locale !== "en-US") Object.assign(given, { year: "numeric", month: "2-digit", day: "2-digit" });
    const british = /^(en-GB|de|fr|es|it|nl|pt|sv|da|nb|fi|pl|ru|ja|zh|ko)/.test(this.#locale);
    given.hour12 ??= given.hourCycle ? given.hourCycle.startsWith("h1") : !british;
    this.#options = given;
  }

  resolvedOptions() {
    return { locale: this.#locale, calendar: "gregory", numberingSystem: "latn", ...this.#options, timeZone: this.#zone ?? localName() };
  }

  formatToParts(date = Date.now()) {
    const at = Number(date);
    if (Number.isNaN(at)) throw new RangeError("Invalid time value");
    const field = fieldsOf(at, this.#zone);
    const o = this.#options;
    const parts = [];
    const literal = (value) => parts.length && parts.push({ type: "literal", value });
    const add = (type, value) => parts.push({ type, value: String(value) });
    const words = o.month === "long" || o.month === "short" || o.month === "narrow";
    if (o.weekday) add("weekday", o.weekday === "long" ? days[field.weekday] : days[field.weekday].slice(0, o.weekday === "narrow" ? 1 : 3));
    const wide = !words && /^(en-GB|en-CA|fr|sv|lt|ru|pt|tr)/.test(this.#locale);
    const numbers = {
      year: () => add("year", o.year === "2-digit" ? pad(field.year % 100) : field.year),
      month: () => add("month", o.month === "long" ? months[field.month] : o.month === "short" ? months[field.month].slice(0, 3) : o.month === "narrow" ? months[field.month][0] : o.month === "2-digit" || wide ? pad(field.month + 1) : field.month + 1),
      day: () => add("day", o.day === "2-digit" || wide ? pad(field.day) : field.day),
    };
    const iso = /^(sv|lt|fr-CA|en-CA)/.test(this.#locale) && !words;
    const dayFirst = /^(en-GB|de|fr|es|it|nl|pt|da|nb|fi|pl|ru)/.test(this.#locale) && !iso;
    const order = (iso ? ["year", "month", "day"] : dayFirst ? ["day", "month", "year"] : ["month", "day", "year"]).filter((key) => o[key]);
    for (const [i, key] of order.entries()) {
      if (i > 0) literal(iso ? "-" : words ? (key === "year" && o.day && !dayFirst ? ", " : " ") : /^(de|ru|pl|fi|nb|da)/.test(this.#locale) ? "." : "/");
      else literal(", ");
      numbers[key]();
    }
    this.#time(parts, field, literal, add);
    if (o.timeZoneName) {
      literal(o.hour ? " " : ", ");
      add("timeZoneName", offsetName(field.offset));
    }
    return parts;
  }

  #time(parts, field, literal, add) {
    const o = this.#options;
    let first = true;
    const next = (separator) => {
      literal(first ? (o.dateStyle === "long" || o.dateStyle === "full" ? " at " : ", ") : separator);
      first = false;
    };
    if (o.hour) {
      next("");
      const hour = o.hour12 ? field.hour % 12 || 12 : field.hour;
      add("hour", o.hour === "2-digit" || !o.hour12 ? pad(hour) : hour);
    }
    if (o.minute) {
      next(":");
      add("minute", o.hour || o.minute === "2-digit" ? pad(field.minute) : field.minute);
    }
    if (o.second) {
      next(":");
      add("second", o.minute || o.second === "2-digit" ? pad(field.second) : field.second);
    }
    if (o.fractionalSecondDigits) {
      next(".");
      add("fractionalSecond", String(field.ms).padStart(3, "0").slice(0, o.fractionalSecondDigits));
    }
    if (o.hour && o.hour12) {
      parts.push({ type: "literal", value: "\u202f" });
      add("dayPeriod", field.hour < 12 ? "AM" : "PM");
    }
  }

  format = (date) => this.formatToParts(date ?? Date.now()).map((part) => part.value).join("");
  formatRange(start, end) {
    return `${this.format(start)} – ${this.format(end)}`;
  }
  static supportedLocalesOf(locales) {
    return [locales].flat();
  }
}
