import { expect, test } from "vitest";
import { sleepMs } from "./sleep-time.ts";

test.each([
  [["5"], 5000],
  [["0.1"], 100],
  [[".5"], 500],
  [["2m"], 120_000],
  [["1h", "30m", "1"], 5_401_000],
  [["1d"], 86_400_000],
  [["infinity"], Infinity],
  [["1", "inf"], Infinity],
  [[], undefined],
  [["2 m"], undefined],
  [["1", "soon"], undefined],
  [["-1"], undefined],
  [["."], undefined],
])("sleep %j takes %s milliseconds", (args, ms) => {
  expect(sleepMs(args)).toBe(ms);
});
