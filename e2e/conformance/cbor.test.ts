import { expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { parseTokenFile } from "../../src/apiserver/auth/token-file.ts";
import { createApiServer } from "../../src/apiserver/server.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { loadRecorded } from "./recorded-files.ts";
import { runRecorded } from "./run-recorded.ts";
import { tokenFile } from "./token-file.ts";

test("a server with the gate CBORServingAndStorage answers as recorded", async () => {
  const cases = loadRecorded("e2e/conformance/recorded/cbor.jsonl.gz");
  const server = await createApiServer({
    backend: createMemoryBackend(), clock: createSystemClock(), random: createSystemRandom(),
    tokens: parseTokenFile(tokenFile, "tokens.csv"), featureGates: { CBORServingAndStorage: true },
  });
  const reports = await runRecorded(cases, { fetch: (target, init) => server.fetch(target, init), ignore: [], parallel: 4, prefix: "cbor" });
  await server.close();
  expect(reports.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${JSON.stringify(failure)}`))).toEqual([]);
  expect(reports.length).toBe(8);
});
