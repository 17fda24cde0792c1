import { describe, expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { parseFeatureGates } from "../../src/component-base/features/feature-gates.ts";
import { parseRuntimeConfig } from "../../src/component-base/versions/runtime-config.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { readLines, recordedPaths } from "../conformance/recorded-files.ts";
import { compareAnswers } from "./compare-sequence.ts";
import { runSequence } from "./run-sequence.ts";
import type { RecordedSequence } from "./sequence.ts";
import { featureGates, pause, runtimeConfig } from "./servers.ts";

const recorded = recordedPaths("e2e/differential/recorded")
  .flatMap(readLines)
  .map((line) => JSON.parse(line) as RecordedSequence);

/** What is observed with a delay is asked for so often. */
const patience = { attempts: 6000, pause: () => pause(10) };

describe("sequences that were once answered differently are answered as by the reference server", () => {
  test.each(recorded)("$name", async ({ steps, answers }) => {
    const server = await createApiServer({
      backend: createMemoryBackend(),
      clock: createSystemClock(),
      random: createSystemRandom(),
      featureGates: parseFeatureGates(featureGates),
      runtimeConfig: parseRuntimeConfig(runtimeConfig),
    });
    const actual = await runSequence(steps, server.fetch, "run0", patience).finally(() => server.close());
    const { difference, exchanges } = compareAnswers(steps, new Map(Object.entries(answers)), actual, []);
    expect(difference).toBeUndefined();
    expect(exchanges).toBe(Object.keys(answers).length);
  });
});
