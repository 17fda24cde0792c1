import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Clock } from "../../../src/apimachinery/clock.ts";
import { createSystemClock } from "../../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../../src/apimachinery/system-random.ts";
import { parseTokenFile } from "../../../src/apiserver/auth/token-file.ts";
import { createMemoryBackend } from "../../../src/apiserver/storage/backend/memory.ts";
import { parseFeatureGates } from "../../../src/component-base/features/feature-gates.ts";
import { parseRuntimeConfig } from "../../../src/component-base/versions/runtime-config.ts";
import { createApiServer, type ApiServer } from "../../../src/kube-apiserver/server.ts";
import { readLines, recordedPaths } from "../../conformance/recorded-files.ts";
import { tokenFile } from "../../conformance/token-file.ts";
import { runSequence } from "../run-sequence.ts";
import { pause } from "../servers.ts";
import { compareBuiltin, describeDifference } from "./builtin-differences.ts";
import type { RecordedBuiltin } from "./recorded-builtin.ts";
import { featureGates, runtimeConfig } from "./servers.ts";
import { setUpSteps } from "./set-up-steps.ts";

const recorded = recordedPaths("e2e/differential/builtin/recorded")
  .flatMap(readLines)
  .map((line) => JSON.parse(line) as RecordedBuiltin);
const patience = { attempts: 1, pause: () => pause(0) };

/**
 * A clock whose timers never end: what a server does after a second, such as writing the status of a policy, would
 * come between the requests of a sequence on a busy machine.
 */
const clock: Clock = { ...createSystemClock(), after: () => () => undefined };

describe("requests for built-in kinds are answered as by kube-apiserver 1.34.1", { timeout: 120_000 }, () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await createApiServer({
      backend: createMemoryBackend(),
      clock,
      random: createSystemRandom(),
      tokens: parseTokenFile(tokenFile, "the users of the records"),
      featureGates: parseFeatureGates(featureGates),
      runtimeConfig: parseRuntimeConfig(runtimeConfig),
    });
    await runSequence(setUpSteps, server.fetch, "set-up", patience);
  }, 120_000);
  afterAll(() => server.close());

  test.each(recorded.map((sequence, i) => [sequence.name, sequence, `run${i}x`] as const))(
    "%s",
    async (_, { kind, steps, cleanUp, answers }, run) => {
      const actual = await runSequence(steps, server.fetch, run, patience);
      await runSequence(cleanUp, server.fetch, run, patience);
      const { differences, exchanges } = compareBuiltin(steps, new Map(Object.entries(answers)), actual);
      expect(differences.map((difference) => describeDifference(kind, difference))).toEqual([]);
      expect(exchanges).toBe(Object.keys(answers).length);
    },
  );
});
