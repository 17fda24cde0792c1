import { expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createSimulatedNodes } from "./simulated-nodes.ts";

it("makes the definition of PodBehavior once, and mends one of an earlier version", async () => {
  const clock = createSystemClock();
  const random = createSeededRandom(1);
  const server = await createApiServer({ backend: createMemoryBackend(), clock, random });
  const requests: string[] = [];
  const handle: Handle = (exchange) => {
    if (exchange.target.includes("customresourcedefinitions")) requests.push(exchange.method);
    return server.handle(exchange);
  };
  const startOnce = async (): Promise<readonly string[]> => {
    const kubelets = createSimulatedNodes({ handle, clock });
    kubelets.start(new AbortController().signal);
    await kubelets.idle();
    kubelets.close();
    return requests.splice(0);
  };
  expect(await startOnce()).toEqual(["GET", "POST"]);
  expect(await startOnce()).toEqual(["GET"]);
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const definitions = { group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" };
  const name = "podbehaviors.simulation.kubepad.dev";
  const { spec } = (await client.get(definitions, name)) as KubeObject & {
    readonly spec: { readonly versions: object[] };
  };
  const schema = { openAPIV3Schema: { type: "object" } };
  const earlier = { spec: { versions: spec.versions.map((version) => ({ ...version, schema })) } };
  await client.patch(definitions, name, "merge", earlier);
  expect(await startOnce()).toEqual(["GET", "PATCH"]);
  expect((await client.get(definitions, name))["spec"]).toEqual(spec);
  await server.close();
});
