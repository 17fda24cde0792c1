import { describe, expect, it } from "vitest";
import { Duration } from "../../../cel/values/duration.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import { Timestamp } from "../../../cel/values/timestamp.ts";
import { formattedValue } from "./format-values.ts";

const printed = (text: string, format: string): string => {
  const value = formattedValue(text, format);
  if (value instanceof EvalError) return value.message;
  if (value instanceof Uint8Array) return `[${value.join()}]`;
  return value instanceof Duration
    ? `${value.nanos}ns`
    : value instanceof Timestamp
      ? String(value)
      : JSON.stringify(value);
};

describe("texts of a format", () => {
  // oxfmt-ignore
  it.each([
    ["byte", "aGVsbG8=", "[104,101,108,108,111]"],
    ["byte", "_-8=", "[255,239]"],
    ["byte", "aG\nVs", "[104,101,108]"],
    ["byte", "aGV", "Invalid byte formatted string aGV: illegal base64 data at input byte 0"],
    ["byte", "a+==", "Invalid byte formatted string a+==: illegal base64 data at input byte 1"],
    ["byte", "aG=x", "Invalid byte formatted string aG=x: illegal base64 data at input byte 2"],
    ["byte", "aGV=x", "Invalid byte formatted string aGV=x: illegal base64 data at input byte 4"],
    ["date", "2024-02-29", "2024-02-29T00:00:00Z"],
    ["date", "2023-02-29", 'Invalid date formatted string 2023-02-29: parsing time "2023-02-29": day out of range'],
    ["date", "soon", 'Invalid date formatted string soon: parsing time "soon" as "2006-01-02": cannot parse "soon" as "2006"'],
    ["date", "2024-13-01", 'Invalid date formatted string 2024-13-01: parsing time "2024-13-01": month out of range'],
    ["date-time", "2024-02-29T12:30:45.5Z", "2024-02-29T12:30:45.5Z"],
    ["date-time", "2024-02-29T12:30:45", "2024-02-29T12:30:45Z"],
    ["date-time", "2024-02-29T12:30:45z", 'Invalid date-time formatted string 2024-02-29T12:30:45z: parsing time "2024-02-29T12:30:45z": extra text: "z"'],
    ["duration", "1h30m", "5400000000000ns"],
    ["duration", "2 days", "172800000000000ns"],
    ["duration", "for ever", "Invalid duration for ever: unable to parse for ever as duration"],
  ])("%s %j is %s", (format, text, expected) => expect(printed(text, format)).toBe(expected));
});

it("a million digits without a unit are no duration", () => {
  expect(printed("1".repeat(1_000_000), "duration")).toMatch(/unable to parse/);
});
