import { afterEach, expect, test } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { type ApiServer, createApiServer } from "../../kube-apiserver/server.ts";
import { type ApiServerLeaseOptions, deleteExpiredLeases, keepApiServerLease, renewLease } from "./api-server-lease.ts";

const opened: ApiServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

const leases = { group: "coordination.k8s.io", version: "v1", resource: "leases", namespace: "kube-system" };

async function open() {
  const clock = new FakeClock();
  const server = await createApiServer({ backend: createMemoryBackend(), clock, random: createSystemRandom() });
  opened.push(server);
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const of = (name: string): ApiServerLeaseOptions => ({ client, clock, name, hostname: "host", holder: `${name}_1` });
  const names = async () => (await client.list(leases)).items.map(({ metadata }) => metadata.name);
  return { clock, client, of, names };
}

test("a server keeps a Lease with upstream's labels, and renews it", async () => {
  const { clock, client, of } = await open();
  const stop = keepApiServerLease(of("apiserver-a"));
  await expect
    .poll(() => client.get(leases, "apiserver-a").catch(() => undefined))
    .toMatchObject({
      metadata: { labels: { "apiserver.kubernetes.io/identity": "kube-apiserver", "kubernetes.io/hostname": "host" } },
      spec: { holderIdentity: "apiserver-a_1", leaseDurationSeconds: 3600, renewTime: "2026-01-01T00:00:00.000000Z" },
    });
  await expect.poll(() => clock.pending).toBeGreaterThan(1);
  clock.advance(10_000);
  await expect
    .poll(() => client.get(leases, "apiserver-a"))
    .toMatchObject({ spec: { renewTime: "2026-01-01T00:00:10.000000Z" } });
  stop();
});

test("Leases of servers that are gone are deleted, and others stay", async () => {
  const { clock, client, of, names } = await open();
  await renewLease(of("apiserver-gone"));
  await client.create(leases, { metadata: { name: "other" } });
  clock.advance(3_000_000);
  await renewLease(of("apiserver-a"));
  await deleteExpiredLeases(of("apiserver-a"));
  expect(await names()).toEqual(["apiserver-a", "apiserver-gone", "other"]);
  clock.advance(1_000_000);
  await deleteExpiredLeases(of("apiserver-a"));
  expect(await names()).toEqual(["apiserver-a", "other"]);
});
