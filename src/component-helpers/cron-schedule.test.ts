import { expect, test } from "vitest";
import { formatInZone, missedTimes, parseSchedule } from "./cron-schedule.ts";

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

test("the latest of missed times is told, and how many there are", () => {
  const [since, now] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 3, 30)];
  expect(missedTimes(parseSchedule("0 * * * *"), since, now)).toEqual({ latest: Date.UTC(2026, 0, 1, 3), count: 3 });
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
