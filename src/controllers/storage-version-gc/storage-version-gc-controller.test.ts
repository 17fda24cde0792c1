import { afterEach, beforeEach, expect, it } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import { type StorageVersion, storageVersionsResource, withServers } from "../../client/storage-versions.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "../../kube-apiserver/server.ts";
import { createControllerManager } from "../controller-manager.ts";

const leases = { group: "coordination.k8s.io", version: "v1", resource: "leases", namespace: "kube-system" };
let server: ApiServer;
let client: Client;
let stop: () => void;

beforeEach(async () => {
  const clock = new FakeClock();
  const random = createSystemRandom();
  const featureGates = { StorageVersionAPI: true };
  const gates = createFeatureGates(featureGates);
  const manager = createControllerManager(clock, () => random.uuid(), ["storage-version-gc"], { gates });
  const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random,
    featureGates,
    identity: "apiserver-a",
    runtimeConfig: new Map([["internal.apiserver.k8s.io/v1alpha1", "true"]]),
    loopbackTokens: new Map([["admin", admin], ...manager.tokens]),
  });
  client = new Client({ handle: server.handle, userAgent: "test", headers: { Authorization: "Bearer admin" } });
  await createLease("apiserver-a");
  server.storageVersions?.keep({ client, clock, serverId: "apiserver-a", report: () => undefined });
  await server.storageVersions?.tried;
  stop = manager.start(server.handle);
  clock.advance(50);
  await manager.started();
});

afterEach(async () => {
  stop();
  await server.close();
});

const createLease = (name: string) =>
  client.create(leases, { metadata: { name, labels: { "apiserver.kubernetes.io/identity": "kube-apiserver" } } });

const serversOf = async (name: string): Promise<readonly string[] | undefined> => {
  const found = await client.get<StorageVersion>(storageVersionsResource, name).catch(() => undefined);
  return found?.status?.storageVersions?.map(({ apiServerID }) => apiServerID);
};

async function join(name: string, id: string): Promise<void> {
  const object = await client.get<StorageVersion>(storageVersionsResource, name);
  const [first] = object.status?.storageVersions ?? [];
  if (first === undefined) throw new Error("no server");
  const servers = [first, { ...first, apiServerID: id, encodingVersion: "other/v1", decodableVersions: ["other/v1"] }];
  const joined = servers.map((one) => (one.apiServerID === id ? { ...one, servedVersions: [] } : one));
  await client.update(storageVersionsResource, withServers(object, joined, "2026-01-01T00:00:00Z"), "status");
}

it("servers whose Lease is deleted are taken out of StorageVersions, which agree again without them", async () => {
  await createLease("apiserver-b");
  await join("core.pods", "apiserver-b");
  const common = async () => {
    const { status } = await client.get<StorageVersion>(storageVersionsResource, "core.pods");
    return [status?.commonEncodingVersion, status?.conditions?.[0]?.status, status?.conditions?.[0]?.reason];
  };
  expect(await common()).toEqual([undefined, "False", "CommonEncodingVersionUnset"]);
  await client.delete(leases, "apiserver-b");
  await expect.poll(() => serversOf("core.pods"), { timeout: 60_000 }).toEqual(["apiserver-a"]);
  expect(await common()).toEqual(["v1", "True", "CommonEncodingVersionSet"]);
});

it("a server without a Lease is taken out at once, and a StorageVersion without servers is deleted", async () => {
  await join("core.pods", "apiserver-gone");
  await expect.poll(() => serversOf("core.pods"), { timeout: 60_000 }).toEqual(["apiserver-a"]);
  await client.delete(leases, "apiserver-a");
  await expect
    .poll(() => client.list(storageVersionsResource).then(({ items }) => items.length), { timeout: 60_000 })
    .toBe(0);
});
