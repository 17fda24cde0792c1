import { expect, it } from "vitest";
import { humanDuration } from "./human-duration.ts";

it.each([
  [-2000, "<invalid>"],
  [-1500, "0s"],
  [0, "0s"],
  [119_999, "119s"],
  [120_000, "2m"],
  [270_000, "4m30s"],
  [600_000, "10m"],
  [179 * 60_000, "179m"],
  [3 * 3_600_000, "3h"],
  [7.5 * 3_600_000, "7h30m"],
  [47 * 3_600_000, "47h"],
  [51 * 3_600_000, "2d3h"],
  [8 * 86_400_000, "8d"],
  [729 * 86_400_000, "729d"],
  [731 * 86_400_000, "2y1d"],
  [730 * 86_400_000, "2y"],
  [8 * 365 * 86_400_000, "8y"],
])("prints %d milliseconds as %s", (ms, text) => expect(humanDuration(ms)).toBe(text));
