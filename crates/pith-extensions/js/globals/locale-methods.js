// The methods of numbers, dates and strings that ask for a locale, over `Intl`: the first argument is what they are called of.

import { Intl } from "./intl.js";

const TIME = { hour: "numeric", minute: "2-digit", second: "2-digit" };
const DAY = { year: "numeric", month: "numeric", day: "numeric" };
const DATE_KEYS = ["weekday", "year", "month", "day", "dateStyle"];
const TIME_KEYS = ["hour", "minute", "second", "timeStyle", "fractionalSecondDigits"];

const asks = (options, keys) => keys.some((key) => options?.[key] !== undefined);
const format = (date, locales, options) => (Number.isNaN(date.getTime()) ? "Invalid Date" : new Intl.DateTimeFormat(locales, options).format(date));

export const dateAndTime = (of, locales, options) =>
  format(of, locales, asks(options, [...DATE_KEYS, ...TIME_KEYS]) ? options : { ...options, ...DAY, ...TIME });
export const date = (of, locales, options) => format(of, locales, asks(options, DATE_KEYS) ? options : { ...options, ...DAY });
export const time = (of, locales, options) => format(of, locales, asks(options, TIME_KEYS) ? options : { ...options, ...TIME });
export const number = (of, locales, options) => new Intl.NumberFormat(locales, options).format(of.valueOf());
export const compare = (of, other, locales, options) => new Intl.Collator(locales, options).compare(String(of), String(other));
