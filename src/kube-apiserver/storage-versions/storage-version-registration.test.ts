import { afterEach, expect, it, vi } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import { type StorageVersion, storageVersionsResource } from "../../client/storage-versions.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "../server.ts";
import recorded from "./testing/recorded.json" with { type: "json" };

const maps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
const leases = { group: "coordination.k8s.io", version: "v1", resource: "leases", namespace: "kube-system" };
const servers: ApiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(runtimeConfig: ReadonlyMap<string, string>) {
  const clock = new FakeClock();
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    identity: "apiserver-one",
    featureGates: { StorageVersionAPI: true },
    runtimeConfig,
  });
  servers.push(server);
  const client = new Client({ handle: server.handle, userAgent: "kube-apiserver" });
  const reported: string[] = [];
  const keep = (serverId: string) =>
    server.storageVersions?.keep({ client, clock, serverId, report: (message) => reported.push(message) });
  const ready = async () => (await server.fetch("/readyz?verbose")).text();
  return { clock, server, client, keep, ready, reported };
}

const served = new Map([["internal.apiserver.k8s.io/v1alpha1", "true"]]);

it("writes wait until it is told in which versions a server stores, which others then know", async () => {
  const { clock, server, client, keep, ready } = await open(served);
  const create = (name: string) => client.create(maps, { metadata: { name } });
  await expect(create("early")).rejects.toThrow(
    "wait for storage version registration to complete for resource: configmaps, last seen error: <nil>",
  );
  expect(await ready()).toContain("[-]poststarthook/built-in-resources-storage-version-updater failed");
  expect((await client.list(maps)).items).toEqual([]);
  const review = { metadata: {}, spec: { nonResourceAttributes: { path: "/", verb: "get" } } };
  await client.create({ group: "authorization.k8s.io", version: "v1", resource: "selfsubjectaccessreviews" }, review);
  const stop = keep("apiserver-one");
  await client.create(leases, { metadata: { name: "apiserver-one" } });
  clock.advance(100);
  await server.storageVersions?.tried;
  await expect.poll(ready).toContain("[+]poststarthook/built-in-resources-storage-version-updater ok");
  await create("late");
  const { items } = await client.list<StorageVersion>(storageVersionsResource);
  expect(items.map(({ metadata }) => metadata.name)).toEqual(recorded.default.map(([name]) => name));
  const [first] = items;
  expect(first?.metadata["managedFields"]).toBeUndefined();
  expect(first?.status).toEqual({
    storageVersions: [
      {
        apiServerID: "apiserver-one",
        encodingVersion: "admissionregistration.k8s.io/v1",
        decodableVersions: ["admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"],
        servedVersions: ["admissionregistration.k8s.io/v1"],
      },
    ],
    commonEncodingVersion: "admissionregistration.k8s.io/v1",
    conditions: [
      {
        type: "AllEncodingVersionsEqual",
        status: "True",
        lastTransitionTime: first?.metadata.creationTimestamp,
        reason: "CommonEncodingVersionSet",
        message: "Common encoding version set",
      },
    ],
  });
  stop?.();
});

it("a second server joins the first, and what was deleted is written again, but nothing else", async () => {
  const { clock, client, keep, server } = await open(served);
  for (const name of ["apiserver-one", "apiserver-two"]) await client.create(leases, { metadata: { name } });
  const stops = [keep("apiserver-one")];
  await server.storageVersions?.tried;
  stops.push(keep("apiserver-two"));
  const namesOf = async () =>
    (await client.get<StorageVersion>(storageVersionsResource, "core.pods")).status?.storageVersions?.map(
      ({ apiServerID }) => apiServerID,
    );
  await expect.poll(namesOf).toEqual(["apiserver-one", "apiserver-two"]);
  const last = async () => (await client.get(storageVersionsResource, "storage.k8s.io.volumeattributesclasses")).status;
  await expect.poll(last).toMatchObject({ storageVersions: [{}, {}] });
  await client.delete(storageVersionsResource, "core.nodes");
  const { revision } = server.store.stats();
  const restored = async () => {
    clock.advance(600_000);
    const found = await client.get<StorageVersion>(storageVersionsResource, "core.nodes").catch(() => undefined);
    return found?.status?.storageVersions?.length;
  };
  await expect.poll(restored, { timeout: 60_000 }).toBe(2);
  // the creation and two updates of its status
  expect(server.store.stats().revision).toBe(revision + 3);
  for (const stop of stops) stop?.();
});

it("says why a resource cannot be registered, and goes on refusing its writes", async () => {
  const { clock, client, keep, reported } = await open(new Map());
  await client.create(leases, { metadata: { name: "apiserver-one" } });
  const stop = keep("apiserver-one");
  await expect
    .poll(() => {
      clock.advance(1000);
      return reported[0];
    })
    .toBe("failed to update storage version for configmaps: 404 page not found");
  await expect(client.create(maps, { metadata: { name: "a" } })).rejects.toThrow("last seen error: 404 page not found");
  stop?.();
});

it("asks nothing once it has ended, also while it waits to try a resource again", async () => {
  const { clock, client, keep, reported } = await open(new Map());
  await client.create(leases, { metadata: { name: "apiserver-one" } });
  const before = clock.pending;
  const get = vi.spyOn(client, "get");
  const stop = keep("apiserver-one");
  const answered = () => get.mock.settledResults.filter(({ type }) => type !== "incomplete").length;
  await expect.poll(() => [answered(), clock.pending]).toEqual([2, before + 1]);
  stop?.();
  expect(clock.pending).toBe(before);
  clock.advance(10_000);
  await expect(client.create(maps, { metadata: { name: "a" } })).rejects.toThrow("wait for storage version");
  expect(get).toHaveBeenCalledTimes(2);
  expect(reported).toEqual([]);
});
