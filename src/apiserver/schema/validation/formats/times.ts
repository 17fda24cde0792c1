import { durationOf } from "../../../../apimachinery/duration.ts";

const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeOfDay = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$/;

/** A valid calendar date in the form `2006-01-02`. */
export function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] = date.exec(text) ?? [];
  if (year === "" || Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return false;
  return Number(day) <= daysIn(Number(year), Number(month));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** An RFC 3339 date-time with a zone (strfmt.IsDateTime). */
export function isDateTime(text: string): boolean {
  if (text.length < 4) return false;
  const [day = "", time] = text.toLowerCase().split("t");
  if (time === undefined || !isDate(day)) return false;
  const [, hours = "", minutes = "", seconds = ""] = timeOfDay.exec(time) ?? [];
  return hours !== "" && hours <= "23" && minutes <= "59" && seconds <= "59";
}

// a number without a unit matches too, so that the search goes on behind it and not at its second digit
const amounts = /(\d+)(?:\s*([A-Za-zµ]+))?/g;
const units: readonly (readonly string[])[] = [
  ["ns", "nano"],
  ["us", "µs", "micro"],
  ["ms", "milli"],
  ["s", "sec"],
  ["m", "min"],
  ["h", "hr", "hour"],
  ["d", "day"],
  ["w", "wk", "week"],
];

/** Whether a string is a unit. The longest form of a unit matches as a prefix. */
const isUnit = (text: string): boolean =>
  units.some((names) => names.includes(text) || text.startsWith(names.at(-1) ?? ""));

/** Accepts Go's time.ParseDuration, or amounts with units anywhere in the text, as in Scala (strfmt.IsDuration). */
export function isDuration(text: string): boolean {
  if (typeof durationOf(text) === "bigint") return true;
  let found = false;
  for (const [, amount = "", unit = ""] of text.matchAll(amounts)) {
    if (unit === "") continue;
    if (BigInt(amount) > 9223372036854775807n) return false;
    found ||= isUnit(unit.toLowerCase());
  }
  return found;
}
