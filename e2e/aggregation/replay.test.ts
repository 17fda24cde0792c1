import { isIP } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { parseTokenFile } from "../../src/apiserver/auth/token-file.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import type { CallExtension } from "../../src/component-base/extension-server.ts";
import { FakeClock } from "../../src/component-base/testing/fake-clock.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { createExtensionClient } from "../../src/node/extension-client.ts";
import { openHttpHost } from "../../src/node/http-host.ts";
import { tokenFile } from "../conformance/token-file.ts";
import { compared } from "./accepted-differences.ts";
import { createAuthority } from "./certificates.ts";
import { startExtensionServer, type Extension } from "./extension-server.ts";
import { readRecord } from "./records.ts";
import { issuerFor, runScenario, variablesOf, type Target } from "./run-scenario.ts";
import { replayingExtension, sampleNames } from "./sample-api-server.ts";
import type { Scenario, Step } from "./scenario.ts";
import { sampleSteps } from "./scenarios/sample.ts";
import { scenarios } from "./scenarios.ts";

/** Addresses of Services lead nowhere, at once: what a machine's own network does with them differs. */
const onThisMachineOnly =
  (call: CallExtension): CallExtension =>
  async (asked) => {
    const { host, port } = asked.address;
    if (isIP(host) !== 0 && !isLoopback(host))
      throw new Error(`dial tcp ${host}:${port}: connect: network is unreachable`);
    return call(asked);
  };
const isLoopback = (host: string): boolean => host.startsWith("127.") || host === "::1";

/** Starts Kubepad on a fake clock, and an extension server. */
async function start(extension: Extension, scenario: Pick<Scenario, "names" | "chained">): Promise<Target> {
  const authority = createAuthority("proxy-ca");
  const issuer = issuerFor(scenario, authority);
  const server = await startExtensionServer(extension, issuer, scenario.names);
  const client = createExtensionClient(authority.client("front-proxy-client"));
  const clock = new FakeClock();
  const kubepad = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    tokens: parseTokenFile(tokenFile, "tokens.csv"),
    callExtension: onThisMachineOnly(client.call),
  });
  const host = await openHttpHost({ handle: kubepad.handle, port: 0 });
  onTestFinished(async () => {
    await host.close();
    await kubepad.close();
    client.close();
    await server.close();
  });
  return {
    url: host.url,
    extension: server,
    variables: await variablesOf(server.port, authority, issuer),
    async pause() {
      clock.advance(500);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

/** Runs steps and returns, of what came of them and of the record, the steps that differ and all else. */
async function comparison(name: string, steps: readonly Step[], target: Target) {
  const actual = compared(await runScenario({ name }, steps, target));
  const expected = compared(readRecord(name));
  const differs = (at: number): boolean => !isDeepStrictEqual(actual.steps[at], expected.steps[at]);
  const [answered, wanted] = [actual, expected].map(({ steps: all, own }) => ({
    ids: all.map(({ id }) => id),
    differing: all.filter((_, at) => differs(at)),
    own,
  }));
  return { answered, wanted };
}

it.each(scenarios)("is answered as by kube-apiserver 1.34: $name", async (scenario) => {
  const { steps, extension } = scenario.open();
  const { answered, wanted } = await comparison(scenario.name, steps, await start(extension, scenario));
  expect(answered).toEqual(wanted);
});

it("passes the conformance test of the aggregator with what sample-apiserver 1.34 answered", async () => {
  const { extension, onStep } = replayingExtension(readRecord("sample").answers ?? {});
  const target = await start(extension, { names: [`${sampleNames.service}.${sampleNames.namespace}.svc`] });
  const { answered, wanted } = await comparison("sample", sampleSteps, { ...target, onStep });
  expect(answered).toEqual(wanted);
});
