import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../client/client.ts";
import { createFetch } from "../../client/fetch-adapter.ts";
import { type StorageVersion, storageVersionsResource } from "../../client/storage-versions.ts";
import { apiServerOptions } from "../flags/api-server-options.ts";
import { flagTable } from "../flags/flag-table.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { openApiServer, type OpenedApiServer } from "../open-api-server.ts";
import { EtcdClient } from "./etcd-client.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "./testing/run-etcd.ts";

const endpoints = { group: "", version: "v1", resource: "endpoints", namespace: "default" };
const slices = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices", namespace: "default" };
const events = { group: "", version: "v1", resource: "events", namespace: "default" };
const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };

describe.skipIf(!hasEtcd())("leases in etcd", { timeout: 120_000 }, () => {
  let etcd: RunningEtcd;
  let raw: EtcdClient;
  const servers: OpenedApiServer[] = [];
  beforeAll(async () => {
    etcd = await runEtcd();
    raw = new EtcdClient({ servers: [etcd.url] });
  });
  afterAll(async () => {
    raw.close();
    await etcd.remove();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function open(...flags: readonly string[]) {
    const options = apiServerOptions(parseFlags(["--etcd-servers", etcd.url, ...flags], flagTable));
    const server = await openApiServer({ ...options, tokens: new Map([["admin", admin]]) });
    servers.push(server);
    const headers = { Authorization: "Bearer admin" };
    return { server, client: new Client({ handle: server.handle, userAgent: "test", headers }) };
  }

  const addressesOf = async (client: Client): Promise<readonly string[]> => {
    const [{ subsets }, slice] = [await client.get(endpoints, "kubernetes"), await client.get(slices, "kubernetes")];
    const listed = ((subsets ?? []) as { addresses: { ip: string }[] }[]).flatMap(({ addresses }) => addresses);
    const inSlice = (slice["endpoints"] as { addresses: string[] }[] | null) ?? [];
    return inSlice.length === listed.length ? listed.map(({ ip }) => ip) : [];
  };

  it("tell of the servers that are there, which are the endpoints of the Service kubernetes", async () => {
    const one = await open("--advertise-address", "192.0.2.11", "--etcd-prefix", "/a");
    await expect.poll(() => addressesOf(one.client), { timeout: 60_000 }).toEqual(["192.0.2.11"]);
    const two = await open("--advertise-address", "192.0.2.12", "--etcd-prefix", "/a", "--secure-port", "6444");
    const none = ["--endpoint-reconciler-type", "none"];
    const three = await open("--advertise-address", "192.0.2.13", "--etcd-prefix", "/a", ...none);
    await expect.poll(() => addressesOf(three.client), { timeout: 60_000 }).toEqual(["192.0.2.11", "192.0.2.12"]);
    const [key] = (await raw.range({ key: "/a/masterleases/192.0.2.11" })).kvs;
    expect(Buffer.from(key?.value ?? []).toString("latin1")).toContain("Endpoints");
    expect(key?.lease).not.toBe(0n);
    two.server.startShutdown();
    await expect.poll(() => addressesOf(three.client), { timeout: 60_000 }).toEqual(["192.0.2.11"]);
    expect((await raw.range({ key: "/a/masterleases/192.0.2.12" })).kvs).toEqual([]);
  });

  it("end events, of which watches are told", async () => {
    const { client, server } = await open("--event-ttl", "2s", "--etcd-prefix", "/b");
    const kept = await open("--event-ttl", "0s", "--etcd-prefix", "/b", "--secure-port", "6444");
    const involvedObject = { kind: "Pod", namespace: "default", name: "a" };
    const { resourceVersion } = await client.list(events);
    for (const name of ["a", "b", "c"]) await client.create(events, { metadata: { name }, involvedObject });
    await kept.client.create(events, { metadata: { name: "kept" }, involvedObject });
    expect((await client.list(events)).items).toHaveLength(4);
    const metrics = await createFetch(server.handle)("/metrics", { headers: { Authorization: "Bearer admin" } });
    expect(await metrics.text()).toMatch(/^etcd_lease_object_counts_bucket\{le="10"\} [1-9]/m);
    const ended: string[] = [];
    for await (const notice of client.watch(events, { resourceVersion }, AbortSignal.timeout(60_000))) {
      if (notice.type === "DELETED") ended.push(notice.object.metadata.name ?? "");
      if (ended.length === 3) break;
    }
    expect(ended.sort()).toEqual(["a", "b", "c"]);
    expect((await client.list(events)).items.map(({ metadata }) => metadata.name)).toEqual(["kept"]);
  });

  it("are named by StorageVersions, whose writes other servers wait for", async () => {
    const flags = ["--etcd-prefix", "/c", "--feature-gates", "StorageVersionAPI=true"];
    const served = ["--runtime-config", "internal.apiserver.k8s.io/v1alpha1=true"];
    const one = await open(...flags, ...served);
    const two = await open(...flags, ...served, "--secure-port", "6444");
    const serversOf = async (name: string): Promise<number | undefined> =>
      (await one.client.get<StorageVersion>(storageVersionsResource, name).catch(() => undefined))?.status
        ?.storageVersions?.length;
    await expect.poll(() => serversOf("storage.k8s.io.volumeattributesclasses"), { timeout: 60_000 }).toBe(2);
    expect((await one.client.list(storageVersionsResource)).items).toHaveLength(57);
    const [value] = (await raw.range({ key: "/c/storageversions/apps.deployments" })).kvs;
    expect(Buffer.from(value?.value ?? []).toString("latin1")).toContain("StorageVersion");
    await two.client.create({ ...endpoints, resource: "configmaps" }, { metadata: { name: "a" } });
  });
});
