import { afterEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { loopbackUser } from "../../apiserver/auth/authenticators.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createApiServer, type ApiServer } from "../../kube-apiserver/server.ts";
import { seedServer } from "./seed-server.ts";
import { definitionOf } from "../../apiextensions/testing/definition-of.ts";

const servers: ApiServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(): Promise<ApiServer> {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    tokens: new Map(),
    loopbackTokens: new Map([["secret", loopbackUser]]),
  });
  servers.push(server);
  return server;
}

const seed = ({ handle, inspect }: ApiServer, content: Uint8Array | readonly KubeObject[]): Promise<void> =>
  seedServer({ handle, inspect, token: "secret" }, content);

async function read(server: ApiServer, path: string): Promise<unknown> {
  const answer = await server.fetch(path, { headers: { Authorization: "Bearer secret" } });
  return answer.status === 200 ? answer.json() : answer.status;
}

const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", namespace: "shop" },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "c", image: "nginx" }] } },
  },
};
const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { a: "1" } };
/** A definition whose names conflict with those of the one of lamps. */
const lights = {
  ...definitionOf("Lamp", "example.com", undefined, { names: { plural: "lights", kind: "Lamp" } }),
  metadata: { name: "lights.example.com" },
};
const lamp = { apiVersion: "example.com/v1", kind: "Lamp", metadata: { name: "one", namespace: "shop" } };

describe("a seed of objects", () => {
  it("is created in its order: namespaces, objects in them, definitions and their resources", async () => {
    const server = await start();
    await seed(server, [namespace, deployment, settings, definitionOf("Lamp", "example.com"), lamp]);
    const found = await Promise.all(
      [
        "/apis/apps/v1/namespaces/shop/deployments/web",
        "/api/v1/namespaces/default/configmaps/settings",
        "/apis/example.com/v1/namespaces/shop/lamps/one",
      ].map((path) => read(server, path)),
    );
    expect(found).toMatchObject([
      { spec: { replicas: 1 } },
      { data: { a: "1" }, metadata: { managedFields: [{ manager: "kubepad-seed" }] } },
      { kind: "Lamp" },
    ]);
  });

  it.each<[string, readonly KubeObject[]]>([
    ['namespaces "shop" not found', [deployment]],
    ['configmaps "settings" already exists', [settings, settings]],
    ['no matches for kind "Lamp" in version "example.com/v1"', [namespace, lamp]],
    ['no matches for kind "" in version ""', [{ metadata: { name: "x" } }]],
    ["lights.example.com: ", [definitionOf("Lamp", "example.com"), lights]],
  ])("is refused with the server's words: %s", async (message, objects) => {
    await expect(seed(await start(), objects)).rejects.toThrow(message);
  });
});

it("an export file is what the other server held", async () => {
  const [from, to] = [await start(), await start()];
  await seed(from, [namespace, deployment]);
  await seed(to, await from.inspect.export());
  expect(await read(to, "/apis/apps/v1/namespaces/shop/deployments/web")).toMatchObject({ spec: { replicas: 1 } });
  await expect(seed(await start(), new Uint8Array([1, 2, 3]))).rejects.toThrow("This file is not an export of Kubepad");
});
