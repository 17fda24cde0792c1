import { describe, expect, it } from "vitest";
import { formatDuration, parseDuration } from "./duration.ts";
import {
  decodeMicroTime,
  decodeTime,
  encodeMicroTime,
  encodeTime,
  formatMicroTime,
  formatTime,
  parseTime,
} from "./time.ts";

describe("Time", () => {
  it("prints whole seconds in UTC", () => {
    expect(formatTime(1704164645678)).toBe("2024-01-02T03:04:05Z");
    expect(formatMicroTime(1704164645678)).toBe("2024-01-02T03:04:05.678000Z");
    expect(parseTime("2024-01-02T05:04:05+02:00")).toBe(1704164645000);
  });

  it("takes null and the year 1 for no time", () => {
    expect(decodeTime(null)).toBeUndefined();
    expect(decodeTime("0001-01-01T00:00:00Z")).toBeUndefined();
  });

  it("prints years outside of four digits as Go does", () => {
    const time = decodeTime("9999-12-31T23:59:59-01:00");
    expect(time && encodeTime(time)).toBe("10000-01-01T00:59:59Z");
  });

  it("wants exactly six decimals in a MicroTime", () => {
    const time = decodeMicroTime("2024-01-02T03:04:05.000001Z");
    expect(time && encodeMicroTime(time)).toBe("2024-01-02T03:04:05.000001Z");
    expect(() => decodeMicroTime("2024-01-02T03:04:05Z")).toThrow('cannot parse "Z" as ".000000"');
  });

  it.each([
    ["2024-13-02T03:04:05Z", "month out of range"],
    ["2023-02-29T00:00:00Z", "day out of range"],
    ["2024-01-02T03:04:05+99:99", "time zone offset minute out of range"],
    ["x", 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
  ])("refuses %s", (text, message) => expect(() => decodeTime(text)).toThrow(message));
});

describe("Duration", () => {
  it.each([
    ["90m", "1h30m0s"],
    ["1.5s", "1.5s"],
    ["-1us", "-1µs"],
    ["0", "0s"],
  ])("reads %s and prints %s", (text, printed) => expect(formatDuration(parseDuration(text))).toBe(printed));

  it("refuses unknown units", () =>
    expect(() => parseDuration("1d")).toThrow('time: unknown unit "d" in duration "1d"'));
});
