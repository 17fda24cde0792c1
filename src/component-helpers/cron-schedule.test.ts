import { expect, test } from "vitest";
import { formatInZone, missedTimes, parseSchedule, type Schedule } from "./cron-schedule.ts";

// oxfmt-ignore
test.each([
  ["*/15 * * * *", undefined, "2026-01-01T00:01:00Z", "2026-01-01T00:15:00.000Z"],
  ["0 0 29 2 *", undefined, "2026-01-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ["0 12 * * mon-fri", undefined, "2026-01-03T00:00:00Z", "2026-01-05T12:00:00.000Z"],
  ["0 0 13 * 5", undefined, "2026-01-01T00:00:00Z", "2026-01-02T00:00:00.000Z"],
  ["@hourly", undefined, "2026-01-01T00:00:00Z", "2026-01-01T01:00:00.000Z"],
  ["@every 90s", undefined, "2026-01-01T00:00:00Z", "2026-01-01T00:01:30.000Z"],
  ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T00:30:00.000Z"],
  ["0 9 * * *", "America/New_York", "2026-07-01T00:00:00Z", "2026-07-01T13:00:00.000Z"],
  ["TZ=Asia/Tokyo 0 0 * * *", undefined, "2026-01-01T00:00:00Z", "2026-01-01T15:00:00.000Z"],
])("%s in %s runs after %s at %s", (schedule, zone, after, expected) =>
  expect(new Date(parseSchedule(schedule, zone).next(Date.parse(after)) ?? 0).toISOString()).toBe(expected),
);

// oxfmt-ignore
test.each([
  ["0 * * * *", undefined, "2026-01-01T00:00:00Z", "2026-01-01T03:30:00Z", "2026-01-01T03:00:00.000Z", 3],
  ["0 * * * *", undefined, "2026-01-01T00:00:00Z", "2026-01-01T01:30:00Z", "2026-01-01T01:00:00.000Z", 1],
  ["0 * * * *", undefined, "2026-01-01T00:00:00Z", "2026-01-01T00:30:00Z", undefined, 0],
  ["* * * * *", undefined, "1970-01-01T00:00:00Z", "2026-01-01T00:00:30Z", "2026-01-01T00:00:00.000Z", 29_453_760],
  ["* * * * *", "Europe/Berlin", "1970-01-01T00:00:00Z", "2026-03-29T01:00:30Z", "2026-03-29T01:00:00.000Z", 29_579_100],
  ["30 * * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", "2026-03-29T01:40:00Z", "2026-03-29T01:30:00.000Z", 26],
  ["30 2 * * *", "Europe/Berlin", "2026-03-26T12:00:00Z", "2026-03-29T00:45:00Z", "2026-03-28T01:30:00.000Z", 2],
  ["30 6-16/4 * * 1-5", undefined, "2026-01-01T00:00:00Z", "2026-01-02T12:00:00Z", "2026-01-02T10:30:00.000Z", 8],
  ["@every 90s", undefined, "2026-01-01T00:00:00Z", "2026-01-01T00:05:00Z", "2026-01-01T00:04:30.000Z", 3],
  // as upstream, which looks for the latest time in the last two minutes
  ["* * 1 1 *", undefined, "2025-12-31T00:00:00Z", "2026-01-02T12:00:00Z", undefined, 2_161],
])("%s in %s, since %s until %s: the latest time is %s, of about %i", (schedule, zone, since, now, latest, count) => {
  const missed = missedTimes(parseSchedule(schedule, zone), Date.parse(since), Date.parse(now));
  const time = missed.latest === undefined ? undefined : new Date(missed.latest).toISOString();
  expect([time, missed.count]).toEqual([latest, count]);
});

test("the times of 2,000 years that were missed are not looked at one by one", () => {
  const schedule = parseSchedule("* * * * *", "Europe/Berlin");
  let asked = 0;
  const counted: Schedule = {
    next: (after) => (asked++, schedule.next(after)),
    latest: (after, until) => (asked++, schedule.latest(after, until)),
  };
  const now = Date.UTC(2026, 0, 1);
  expect(missedTimes(counted, Date.UTC(26, 0, 1), now).latest).toBe(now);
  expect(asked).toBe(3);
});

test.each([
  ["2026-01-01T00:00:00Z", undefined, "2026-01-01T00:00:00Z"],
  ["2026-01-01T00:00:00Z", "Etc/UTC", "2026-01-01T00:00:00Z"],
  ["2026-07-01T00:00:00Z", "Europe/Berlin", "2026-07-01T02:00:00+02:00"],
  ["2026-01-01T00:00:00Z", "America/St_Johns", "2025-12-31T20:30:00-03:30"],
])("%s in %s is %s", (time, zone, expected) => expect(formatInZone(Date.parse(time), zone)).toBe(expected));

test("a million blanks behind a time zone are walked past once", () => {
  const { next } = parseSchedule(`TZ=UTC${" ".repeat(1_000_000)}0 0 * *\n*`);
  expect(next(0)).toBe(86_400_000);
});
