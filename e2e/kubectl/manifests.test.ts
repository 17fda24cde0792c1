import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemClock } from "../../src/apimachinery/system-clock.ts";
import { createSystemRandom } from "../../src/apimachinery/system-random.ts";
import { createMemoryBackend } from "../../src/apiserver/storage/backend/memory.ts";
import { createApiServer } from "../../src/kube-apiserver/server.ts";
import { listObjects, sharedObjects } from "../../src/share/collect-objects.ts";
import { createObjects } from "../../src/share/create-objects.ts";
import { formatManifests, parseManifests } from "../../src/share/manifests.ts";
import { definitionWithThreeObjects, ownershipState } from "../../src/share/testing/worlds.ts";
import { asKubeObject } from "../../src/apimachinery/meta.ts";
import { startKubectlClient, type KubectlClient } from "./kubectl-client.ts";

let client: KubectlClient;

beforeAll(async () => {
  client = await startKubectlClient();
}, 240_000);

afterAll(() => client.close());

/** The manifests of a server with a namespace, a deployment, a definition and objects of it. */
async function exportedManifests(): Promise<string> {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  const options = { handle: server.handle, userAgent: "test/1" };
  const made = [...ownershipState.slice(0, 2), ...definitionWithThreeObjects];
  const reports = await createObjects(
    options,
    made.map(({ body }) => asKubeObject(body)),
  );
  expect(reports.filter(({ outcome }) => outcome !== "created")).toEqual([]);
  const all = await listObjects(options);
  const text = await formatManifests(sharedObjects(all));
  await server.close();
  return text;
}

test("kubectl applies exported manifests, and what it prints is read back", { timeout: 60_000 }, async () => {
  const text = await exportedManifests();
  const apply = ["apply", "--validate=strict", "-f", "-"];
  const first = await client.run(apply, { stdin: text });
  expect(first.stdout.split("\n")).toEqual([
    "namespace/shop created",
    "customresourcedefinition.apiextensions.k8s.io/lamps.lights.example.com created",
    "deployment.apps/frontend created",
    "",
  ]);
  expect(first.stderr).toContain('no matches for kind "Lamp" in version "lights.example.com/v1"');
  const second = await client.run(apply, { stdin: text });
  expect([second.status, second.stderr]).toEqual([0, ""]);
  expect(second.stdout).toContain("lamp.lights.example.com/garden created");
  expect(second.stdout).toContain("deployment.apps/frontend unchanged");
  const printed = await client.run(["get", "lamps", "-o", "yaml"]);
  expect((await parseManifests(printed.stdout)).map(({ metadata }) => metadata.name)).toEqual([
    "bedroom",
    "garden",
    "kitchen",
  ]);
});
