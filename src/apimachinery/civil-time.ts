import { trimRight } from "./trim.ts";

/** A point in time: seconds since the epoch (negative before it) plus nanoseconds. */
export interface Time {
  readonly seconds: number;
  readonly nanos: number;
}

/** Returns the days from 1970-01-01 to a day of the proleptic Gregorian calendar. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719468;
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Go's zero time, the first second of the year 1; it denotes an absent time. */
const zeroSeconds = -62135596800;

export const isZeroTime = ({ seconds, nanos }: Time): boolean => seconds === zeroSeconds && nanos === 0;

const pad = (value: number, width: number): string => String(value).padStart(width, "0");

/** Formats nanoseconds as the fraction of a second: `.5`, or nothing for none. */
export const printFraction = (nanos: number): string => (nanos === 0 ? "" : `.${trimRight(pad(nanos, 9), "0")}`);

/** The last formatted second; most calls format the same one again. */
let last = { seconds: 0, text: "1970-01-01T00:00:00" };

/** Formats date and time without a zone: `2006-01-02T15:04:05`. */
export function formatCivil(seconds: number): string {
  if (seconds !== last.seconds) last = { seconds, text: printCivil(seconds) };
  return last.text;
}

function printCivil(seconds: number): string {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  if (year >= 0 && year <= 9999) return date.toISOString().slice(0, 19);
  return `${year < 0 ? "-" : ""}${pad(Math.abs(year), 4)}${date.toISOString().slice(7, 22)}`;
}
