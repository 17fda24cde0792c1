import { isDeepStrictEqual } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { parseTokenFile } from "../../src/apiserver/auth/token-file.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { FakeClock } from "../../src/component-base/testing/fake-clock.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { createExtensionClient } from "../../src/node/extension-client.ts";
import { openHttpHost } from "../../src/node/http-host.ts";
import { freePort } from "../child-program.ts";
import { tokenFile } from "../conformance/token-file.ts";
import { compared } from "./accepted-differences.ts";
import { createAuthority } from "./certificates.ts";
import { startExtensionServer } from "./extension-server.ts";
import { readRecord } from "./records.ts";
import { runScenario, type Target } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios.ts";

/** Starts Kubepad on a fake clock, and the extension server of a scenario. */
async function start({ names, open }: Scenario): Promise<Target & Pick<ReturnType<Scenario["open"]>, "steps">> {
  const authority = createAuthority("proxy-ca");
  const { steps, extension } = open();
  const server = await startExtensionServer(extension, authority, names);
  const client = createExtensionClient(authority.client("front-proxy-client"));
  const clock = new FakeClock();
  const kubepad = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    tokens: parseTokenFile(tokenFile, "tokens.csv"),
    callExtension: client.call,
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
    steps,
    variables: { port: String(server.port), closed: String(await freePort()) },
    async pause() {
      clock.advance(500);
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

it.each(scenarios)("is answered as by kube-apiserver 1.34: $name", async (scenario) => {
  const target = await start(scenario);
  const actual = compared(await runScenario(scenario, target.steps, target));
  const expected = compared(readRecord(scenario.name));
  expect(actual.steps.map(({ id }) => id)).toEqual(expected.steps.map(({ id }) => id));
  const differing = expected.steps.flatMap((wanted, at) =>
    isDeepStrictEqual(wanted, actual.steps[at]) ? [] : [{ wanted, answered: actual.steps[at] }],
  );
  expect(differing.map(({ answered }) => answered)).toEqual(differing.map(({ wanted }) => wanted));
  expect(actual.own).toEqual(expected.own);
});
