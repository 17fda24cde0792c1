import { expect, test } from "vitest";
import { createEnvSet } from "./env/kubernetes.ts";
import { re2Engine } from "./library/re2-engine.ts";
import { installRegexEngine } from "./library/regex-engine.ts";
import { runRandom } from "./testing/run-random.ts";

/** `npm run fuzz` does more. */
const count = 3_000;

test(
  "no expression crashes, hangs, runs beyond its limit or depends on how it is evaluated",
  { timeout: 120_000 },
  () => {
    installRegexEngine(re2Engine);
    const outcomes = runRandom(createEnvSet().storedExpressions, 1, count);
    expect(outcomes.overrun).toEqual([]);
    expect(outcomes.unequal).toEqual([]);
    expect(outcomes.exceeded).toBeGreaterThan(count / 1000);
    expect(outcomes.compiled).toBeGreaterThan(count / 10);
    expect(outcomes.compiled + outcomes.refused).toBe(count);
  },
);
