import { parseDuration } from "../apimachinery/duration.ts";

/** The times at which a CronJob runs. */
export interface Schedule {
  /** The first time after this one, in milliseconds; undefined if there is none within five years. */
  next(after: number): number | undefined;
  /** The last time after `after` and not after `until`, in milliseconds; undefined if there is none. */
  latest(after: number, until: number): number | undefined;
}

const descriptors: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const numberOf = (text: string, names: readonly string[], first: number): number => {
  const index = names.indexOf(text.toLowerCase());
  return index < 0 ? Number(text) : index + first;
};

/** Returns the values of a field such as `1-5/2,8`. */
function valuesOf(field: string, min: number, max: number, names: readonly string[] = []): ReadonlySet<number> {
  const values = new Set<number>();
  for (const part of field.split(",")) {
    const [range = "", step] = part.split("/");
    const isStar = range === "*" || range === "?";
    const [from = "", to] = range.split("-");
    const first = isStar ? min : numberOf(from, names, min);
    const last = isStar ? max : to !== undefined ? numberOf(to, names, min) : step === undefined ? first : max;
    for (let value = first; value <= last; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}

const isAny = (field: string): boolean => /^[*?]/.test(field);

const minuteMs = 60_000;
const dayMs = 86_400_000;
const mostDays = 5 * 366;

/**
 * Parses a schedule that validation has accepted (cron.ParseStandard). `zone` is an IANA name; UTC without one. Throws
 * RangeError for an unknown zone.
 */
export function parseSchedule(schedule: string, zone = "UTC"): Schedule {
  const [, ownZone, rest] = /^(?:CRON_)?TZ=(\S+)\s+(.*)/s.exec(schedule) ?? ["", undefined, schedule];
  const text = (rest ?? schedule).trim();
  if (text.startsWith("@every ")) return everySchedule(Number(parseDuration(text.slice("@every ".length))) / 1e6);
  const fields = (descriptors[text] ?? text).split(/\s+/);
  const [minute = "*", hour = "*", dayOfMonth = "*", month = "*", dayOfWeek = "*"] = fields;
  const minutes = [...valuesOf(minute, 0, 59)].sort((a, b) => a - b);
  const hours = [...valuesOf(hour, 0, 23)].sort((a, b) => a - b);
  const inDay = hours.flatMap((one) => minutes.map((other) => (one * 60 + other) * minuteMs));
  const [dates, monthSet] = [valuesOf(dayOfMonth, 1, 31), valuesOf(month, 1, 12, months)];
  const weekdays = valuesOf(dayOfWeek, 0, 6, days);
  const matchesDay = (wall: Date): boolean => {
    if (!monthSet.has(wall.getUTCMonth() + 1)) return false;
    const [byDate, byWeekday] = [dates.has(wall.getUTCDate()), weekdays.has(wall.getUTCDay())];
    return isAny(dayOfMonth) || isAny(dayOfWeek) ? byDate && byWeekday : byDate || byWeekday;
  };
  const timesOf = timesInZone(inDay, zoneOffset(ownZone ?? zone));
  return {
    next(after) {
      const firstDay = dayOf(after) - 2 * dayMs; // a zone may be a day ahead
      for (let day = firstDay; day < firstDay + mostDays * dayMs; day += dayMs) {
        if (!matchesDay(new Date(day))) continue;
        const found = timesOf(day).find((time) => time > after);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    latest(after, until) {
      for (let day = dayOf(until) + dayMs; day >= dayOf(after) - dayMs; day -= dayMs) {
        if (!matchesDay(new Date(day))) continue;
        const found = timesOf(day).findLast((time) => time <= until);
        if (found !== undefined) return found > after ? found : undefined;
      }
      return undefined;
    },
  };
}

const dayOf = (ms: number): number => Math.floor(ms / dayMs) * dayMs;

/**
 * Returns the times of days by the wall times in each, in milliseconds from its start; wall times that a change
 * of the clock leaves out are skipped. Offsets are asked for each time only where the clock changes.
 */
function timesInZone(inDay: readonly number[], offsetAt: (ms: number) => number): (day: number) => readonly number[] {
  return (day) => {
    const start = day - offsetAt(day - dayMs);
    if (start === day - offsetAt(day + 2 * dayMs)) return inDay.map((ms) => start + ms);
    return inDay.flatMap((ms) => {
      const wall = day + ms;
      const time = wall - offsetAt(wall - offsetAt(wall));
      return time + offsetAt(time) === wall ? [time] : [];
    });
  };
}

/** A schedule of an interval, which is counted from the full second of a time. */
function everySchedule(ms: number): Schedule {
  const step = Math.max(1000, Math.floor(ms / 1000) * 1000);
  const secondOf = (time: number): number => Math.floor(time / 1000) * 1000;
  return {
    next: (after) => secondOf(after) + step,
    latest(after, until) {
      const count = Math.floor((until - secondOf(after)) / step);
      return count > 0 ? secondOf(after) + count * step : undefined;
    },
  };
}

/** Returns a function of the offset of a zone from UTC at a time, in milliseconds. */
function zoneOffset(zone: string): (ms: number) => number {
  if (zone === "UTC" || zone === "") return () => 0;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
}

/** Whether a schedule is one of a time zone that it names itself, which is not supported. */
export const namesZone = (schedule: string): boolean => schedule.includes("TZ");

/** Formats a time with the offset of a zone, as Go's RFC 3339: `2026-01-01T02:00:00+02:00`, and `Z` for UTC. */
export function formatInZone(ms: number, zone = ""): string {
  const minutes = zoneOffset(zone)(ms) / minuteMs;
  const isUtc = zone === "" || zone === "UTC";
  const two = (count: number): string => String(Math.trunc(count)).padStart(2, "0");
  const wall = new Date(ms + minutes * minuteMs).toISOString().slice(0, "2026-01-01T00:00:00".length);
  const size = Math.abs(minutes);
  return isUtc || minutes === 0 ? `${wall}Z` : `${wall}${minutes < 0 ? "-" : "+"}${two(size / 60)}:${two(size % 60)}`;
}

/** What a schedule has missed since a time. */
export interface MissedTimes {
  /** The latest time that has come; undefined if none is known. */
  readonly latest: number | undefined;
  /** How many times have come, by the interval between the first two. */
  readonly count: number;
}

/**
 * Returns the latest scheduled time after `since` and not after `now`, and about how many there are
 * (cronjob.mostRecentScheduleTime). The latest is looked for in the last two intervals of the length of the first, so
 * that one of a schedule with longer intervals may not be found.
 */
export function missedTimes(schedule: Schedule, since: number, now: number): MissedTimes {
  const first = schedule.next(since);
  if (first === undefined || first > now) return { latest: undefined, count: 0 };
  const second = schedule.next(first);
  if (second === undefined) return { latest: undefined, count: 0 };
  if (second > now) return { latest: first, count: 1 };
  const count = Math.floor((now - first) / (second - first)) + 1;
  return { latest: schedule.latest(first + (count - 2) * (second - first), now), count };
}
