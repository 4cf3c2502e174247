// The methods of numbers, dates and strings that ask for a locale: each goes to `Intl` when it is called.

import { requireHost } from "pith:native/loader";

const intl = () => requireHost("pith:js/globals/intl.js").Intl;

function define(owner, name, value) {
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

/** Replaces the engine's own, which know no options. */
export function installLocaleMethods() {
  const time = { hour: "numeric", minute: "2-digit", second: "2-digit" };
  const day = { year: "numeric", month: "numeric", day: "numeric" };
  const asks = (options, keys) => keys.some((key) => options?.[key] !== undefined);
  const dateKeys = ["weekday", "year", "month", "day", "dateStyle"];
  const timeKeys = ["hour", "minute", "second", "timeStyle", "fractionalSecondDigits"];
  const format = (date, locales, options) => (Number.isNaN(date.getTime()) ? "Invalid Date" : new (intl().DateTimeFormat)(locales, options).format(date));
  define(Date.prototype, "toLocaleString", function (locales, options) {
    return format(this, locales, asks(options, [...dateKeys, ...timeKeys]) ? options : { ...options, ...day, ...time });
  });
  define(Date.prototype, "toLocaleDateString", function (locales, options) {
    return format(this, locales, asks(options, dateKeys) ? options : { ...options, ...day });
  });
  define(Date.prototype, "toLocaleTimeString", function (locales, options) {
    return format(this, locales, asks(options, timeKeys) ? options : { ...options, ...time });
  });
  define(Number.prototype, "toLocaleString", function (locales, options) {
    return new (intl().NumberFormat)(locales, options).format(this.valueOf());
  });
  define(BigInt.prototype, "toLocaleString", function (locales, options) {
    return new (intl().NumberFormat)(locales, options).format(this.valueOf());
  });
  define(String.prototype, "localeCompare", function (other, locales, options) {
    return new (intl().Collator)(locales, options).compare(String(this), String(other));
  });
}
