import { expect, test } from "vitest";
import { createEnvSet } from "./env/kubernetes.ts";
import { re2Engine } from "./library/re2-engine.ts";
import { installRegexEngine } from "./library/regex-engine.ts";
import { runRandom } from "./testing/run-random.ts";

const count = Number(process.env.FUZZ_COUNT ?? 10_000);

test("no expression crashes, hangs or runs beyond its limit", { timeout: 60_000 + count * 2 }, () => {
  installRegexEngine(re2Engine);
  const outcomes = runRandom(createEnvSet().storedExpressions, Number(process.env.FUZZ_SEED ?? 1), count);
  expect(outcomes.overrun).toEqual([]);
  expect(outcomes.compiled).toBeGreaterThan(count / 20);
  expect(outcomes.compiled + outcomes.refused).toBe(count);
});
