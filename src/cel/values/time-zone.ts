import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { EvalError } from "./eval-error.ts";
import { atoi, NumberParseError } from "../../apimachinery/strconv.ts";
import type { Timestamp } from "./timestamp.ts";

/** Returns the offset from UTC in seconds, at a given time. */
type ZoneOffset = (seconds: number) => number;

/** The zones of recent calls. Expressions may name any text as a zone, so their number is bounded. */
const zones = new BoundedMap<string, ZoneOffset | EvalError>(600);

/** Returns a date whose UTC fields are the local time in a zone, or an error for an unknown zone. */
export function inTimeZone(time: Timestamp, zone: string): Date | EvalError {
  const offset = zoneOffset(zone);
  return offset instanceof EvalError ? offset : new Date((time.seconds + offset(time.seconds)) * 1000);
}

function zoneOffset(zone: string): ZoneOffset | EvalError {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  const made = zone.includes(":") ? fixedOffset(zone) : namedOffset(zone);
  zones.set(zone, made);
  return made;
}

function fixedOffset(zone: string): ZoneOffset | EvalError {
  const colon = zone.indexOf(":");
  try {
    const hours = Number(atoi(zone.slice(0, colon)));
    const minutes = Number(atoi(zone.slice(colon + 1)));
    const offset = (zone.startsWith("-") ? hours * 60 - minutes : hours * 60 + minutes) * 60;
    return () => offset;
  } catch (error) {
    if (error instanceof NumberParseError) return new EvalError(error.message);
    throw error;
  }
}

function namedOffset(zone: string): ZoneOffset | EvalError {
  if (zone === "" || zone === "UTC" || zone === "Local") return () => 0;
  const formatter = zoneFormatter(zone);
  return formatter === undefined
    ? new EvalError(`unknown time zone ${zone}`)
    : (seconds) => clockAt(formatter, seconds) - seconds;
}

function zoneFormatter(zone: string): Intl.DateTimeFormat | undefined {
  try {
    const formatter = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    return isNameAsWritten(zone, formatter.resolvedOptions().timeZone) ? formatter : undefined;
  } catch {
    return undefined;
  }
}

/** Reports whether a zone name has the right case. Go reads zones from files, so `utc` does not exist. */
function isNameAsWritten(zone: string, canonical: string): boolean {
  if (zone === canonical) return true;
  return zone.toLowerCase() !== canonical.toLowerCase() && /^[A-Z]/.test(zone);
}

function clockAt(formatter: Intl.DateTimeFormat, seconds: number): number {
  const parts = new Map(formatter.formatToParts(new Date(seconds * 1000)).map(({ type, value }) => [type, value]));
  const field = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get("era") === "BC" ? 1 - field("year") : field("year");
  const date = new Date(0);
  date.setUTCFullYear(year, field("month") - 1, field("day"));
  date.setUTCHours(field("hour"), field("minute"), field("second"));
  return date.getTime() / 1000;
}
