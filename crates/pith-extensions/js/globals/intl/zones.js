// What the clock shows in a time zone. The host knows the zones; without it, universal time and the local one.

import { envGet } from "pith:native/process";
import { zoneOffset } from "pith:native/text";

/** Minutes to add to universal time at an instant, or undefined for an unknown zone. */
export function offsetMinutes(zone, at) {
  if (zone === undefined) return -new Date(at).getTimezoneOffset();
  if (/^(utc|gmt|etc\/utc|etc\/gmt)$/i.test(zone)) return 0;
  const fixed = /^([+-])(\d{2}):?(\d{2})$/.exec(zone);
  if (fixed) return (fixed[1] === "-" ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]));
  return zoneOffset(zone, at) ?? undefined;
}

export const localName = () => envGet("TZ") || "UTC";
