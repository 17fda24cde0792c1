import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Client } from "../../client/client.ts";
import { fooDefinition } from "../../apiextensions/testing/foo-definition.ts";
import { createFetch } from "../../client/fetch-adapter.ts";
import { openApiServer, type OpenedApiServer } from "../open-api-server.ts";
import { compact } from "./compactor.ts";
import { EtcdClient } from "./etcd-client.ts";
import { hasEtcd, runEtcd, type RunningEtcd } from "./testing/run-etcd.ts";

const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };
const maps = "/api/v1/namespaces/default/configmaps";

describe.skipIf(!hasEtcd())("a server over an etcd", { timeout: 120_000 }, () => {
  let etcd: RunningEtcd;
  const servers: OpenedApiServer[] = [];

  beforeAll(async () => void (etcd = await runEtcd()));
  afterAll(() => etcd.remove());
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  const open = (url: string, prefix: string, gates: Readonly<Record<string, boolean>> = {}): Promise<OpenedApiServer> =>
    openApiServer({
      featureGates: gates,
      storage: {
        etcd: {
          servers: [url],
          caFile: undefined,
          certFile: undefined,
          keyFile: undefined,
          prefix,
          compactionIntervalMs: 0,
          mediaType: "application/vnd.kubernetes.protobuf",
          overrides: [],
          eventTtlSeconds: 3600,
          leaseReuseSeconds: 60,
        },
      },
      tokens: new Map([["admin", admin]]),
      tokenAuthFile: undefined,
    });

  /** Opens a server, and returns what asks it. */
  async function asking(url: string, prefix: string, gates?: Readonly<Record<string, boolean>>) {
    const server = await open(url, prefix, gates);
    servers.push(server);
    const send = createFetch(server.handle);
    return async (path: string, body?: object): Promise<{ status: number; text: string }> => {
      const headers = { Authorization: "Bearer admin", "Content-Type": "application/json" };
      const method = body === undefined ? "GET" : "POST";
      const answer = await send(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
      return { status: answer.status, text: await answer.text() };
    };
  }

  it("leaves no connection where it cannot start", async () => {
    const full = await runEtcd(["--quota-backend-bytes", "1"]);
    const sockets = new Set<Socket>();
    const proxy = createServer((socket) => {
      sockets.add(socket);
      const target = connect(Number(new URL(full.url).port), "127.0.0.1");
      socket.pipe(target).pipe(socket);
      target.on("error", () => socket.destroy());
      socket.on("error", () => target.destroy()).on("close", () => sockets.delete(socket));
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo; // a TCP server has one
    await expect(open(`http://127.0.0.1:${port}`, "/registry")).rejects.toThrow("database space exceeded");
    await expect.poll(() => sockets.size, { timeout: 60_000 }).toBe(0);
    proxy.close();
    await full.remove();
  });

  it("counts requests by resource, and tells the size of the database", async () => {
    const ask = await asking(etcd.url, "/counted");
    await ask(maps, { metadata: { name: "a" } });
    expect((await ask(maps, { metadata: { name: "a" } })).status).toBe(409);
    await ask(`${maps}/a`);
    await ask(maps);
    await ask(`${maps}?watch=1&timeoutSeconds=1&resourceVersion=0`);
    const { text } = await ask("/metrics");
    const told = text.split("\n").filter((line) => /^etcd_requests_total.*"(configmaps|)"}/.test(line));
    // that there is one already is known, and confirmed by a read
    expect(told).toContain('etcd_requests_total{group="",operation="create",resource="configmaps"} 1');
    expect(told.join("\n")).toMatch(/operation="get",resource="configmaps"} [1-9]/);
    expect(told).toContain('etcd_requests_total{group="",operation="list",resource=""} 1');
    const numberOf = (name: string): number =>
      Number(new RegExp(`^${name}{group="",resource="configmaps"} ([0-9]+)$`, "m").exec(text)?.[1]);
    expect(numberOf("apiserver_watch_cache_read_wait_seconds_count")).toBeGreaterThan(0);
    expect(numberOf("apiserver_init_events_total")).toBeGreaterThan(0);
    const size = /apiserver_storage_size_bytes\{storage_cluster_id="etcd-0"\} (\d+)/.exec(text)?.[1];
    expect(Number(size)).toBeGreaterThan(10_000);
  });

  it("finds values that cannot be decoded, of protobuf and JSON, and serves the others", async () => {
    const ask = await asking(etcd.url, "/broken");
    await ask(maps, { metadata: { name: "whole" } });
    const client = new EtcdClient({ servers: [etcd.url] });
    const values = { protobuf: "k8s\u0000\n\u0005broken", json: '{"kind":"ConfigMap","apiVersion":"v1","data":3}' };
    for (const [name, text] of Object.entries(values))
      await client.swap({
        key: `/broken/configmaps/default/${name}`,
        expected: 0,
        value: new TextEncoder().encode(text),
      });
    client.close();
    const again = await asking(etcd.url, "/broken");
    for (const each of [ask, again]) {
      expect((await each(`${maps}/whole`)).status).toBe(200);
      for (const name of Object.keys(values)) expect((await each(`${maps}/${name}`)).status).toBe(500);
      expect((await each(`${maps}?limit=500`)).status).toBe(500);
      expect((await each(maps)).status).toBe(429);
      expect((await each("/metrics")).text).toContain(
        'apiserver_storage_decode_errors_total{group="",resource="configmaps"} 2\n',
      );
    }
  });

  it("writes custom resources as CBOR behind the feature gate, and reads both forms with and without it", async () => {
    const foos = "/apis/g.io/v1/namespaces/default/foos";
    const foo = (name: string) => ({
      apiVersion: "g.io/v1",
      kind: "Foo",
      metadata: { name },
      n: 1.5,
      z: { b: [1], a: "é" },
    });
    const withGate = (isOn: boolean) => asking(etcd.url, "/cbor", { CBORServingAndStorage: isOn });
    const client = new EtcdClient({ servers: [etcd.url] });
    const beginning = async (name: string): Promise<string> => {
      const { kvs } = await client.range({ key: `/cbor/g.io/foos/default/${name}` });
      return Buffer.from(kvs[0]?.value ?? [])
        .subarray(0, 3)
        .toString("hex");
    };
    const without = await withGate(false);
    const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    await without("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", fooDefinition(schema));
    await expect.poll(async () => (await without(foos, foo("json"))).status, { timeout: 60_000 }).toBe(201);
    const within = await withGate(true);
    await expect.poll(async () => (await within(foos, foo("cbor"))).status, { timeout: 60_000 }).toBe(201);
    expect([await beginning("json"), await beginning("cbor")]).toEqual(["7b2261", "d9d9f7"]);
    client.close();
    for (const ask of [within, without, await withGate(false), await withGate(true)])
      for (const name of ["json", "cbor"])
        await expect.poll(async () => JSON.parse((await ask(`${foos}/${name}`)).text)).toMatchObject(foo(name));
  });

  it("is not ready while etcd does not answer, in the words of kube-apiserver", async () => {
    const own = await runEtcd();
    const ask = await asking(own.url, "/registry");
    expect(await ask("/readyz/etcd")).toEqual({ status: 200, text: "ok" });
    await own.stop();
    const wanted = {
      status: 500,
      text: expect.stringMatching(/^internal server error: error getting data from etcd: /),
    };
    for (const path of ["/readyz/etcd", "/readyz/etcd-readiness", "/livez/etcd"])
      await expect.poll(() => ask(path), { timeout: 60_000 }).toEqual(wanted);
    expect((await ask("/readyz")).text).toContain("[-]etcd failed: reason withheld\n");
    const { status, text } = await ask(maps, { metadata: { name: "a" } });
    expect([status, JSON.parse(text).message]).toEqual([500, expect.stringContaining("rpc error: code = Unavailable")]);
    await own.start();
    await expect.poll(async () => (await ask("/readyz")).status, { timeout: 60_000 }).toBe(200);
    await own.remove();
  });

  it("answers 410 for states that are compacted, and for those before its start in a new database", async () => {
    const own = await runEtcd();
    const ask = await asking(own.url, "/registry");
    const exact = (revision: string) => ask(`${maps}?resourceVersion=${revision}&resourceVersionMatch=Exact`);
    expect((await exact("1")).status).toBe(410);
    await ask(maps, { metadata: { name: "a" } });
    await ask(maps, { metadata: { name: "b" } });
    const page = JSON.parse((await ask(`${maps}?limit=1`)).text);
    const next = `${maps}?limit=1&continue=${encodeURIComponent(page.metadata.continue)}`;
    expect((await ask(next)).status).toBe(200);
    const client = new EtcdClient({ servers: [own.url] });
    await ask(maps, { metadata: { name: "c" } });
    const turn = await compact(client, 0, 0);
    await compact(client, turn.version, turn.revision);
    client.close();
    await expect.poll(async () => (await exact(page.metadata.resourceVersion)).status, { timeout: 60_000 }).toBe(410);
    const gone = await ask(next);
    expect(gone.status).toBe(410);
    expect(JSON.parse(gone.text).metadata.continue).toBeTruthy();
    // what has happened since is still told, as by upstream's watch cache
    const watch = `${maps}?watch=1&timeoutSeconds=1&resourceVersion=${page.metadata.resourceVersion}`;
    expect((await ask(watch)).text).toContain('"name":"c"');
    await own.remove();
  });

  it("leaves managedFields away where etcd would refuse an object with them, but not of what is applied", async () => {
    const server = await open(etcd.url, "/large");
    servers.push(server);
    const client = new Client({ handle: server.handle, userAgent: "test", headers: { Authorization: "Bearer admin" } });
    const target = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
    const data = (from: number, to: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: to - from }, (_, at) => [`${"k".repeat(40)}-${from + at}`, "v"]));
    const fieldsOf = async (name: string) => (await client.get(target, name)).metadata["managedFields"];
    await client.create(target, { metadata: { name: "created" }, data: data(0, 20_000) });
    expect(await fieldsOf("created")).toBeUndefined();
    const small = await client.create<KubeObject>(target, { metadata: { name: "small" }, data: data(0, 1) });
    expect(await fieldsOf("small")).toHaveLength(1);
    const updated = await client.update<KubeObject>(target, { ...small, data: data(0, 20_000) });
    expect(updated.metadata["managedFields"]).toBeUndefined();
    await client.create(target, { metadata: { name: "patched" }, data: data(0, 1) });
    const patched = await client.patch(target, "patched", "merge", { data: data(0, 20_000) });
    expect(patched.metadata["managedFields"]).toBeUndefined();
    const configuration = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "applied" }, data: data(0, 20_000) };
    await expect(
      client.patch(target, "applied", "apply", configuration, { query: { fieldManager: "a" } }),
    ).rejects.toThrow(/^etcdserver: request is too large$|trying to send message larger than max/);
    // a value beyond the limit is refused with them and without
    const large = { metadata: { name: "large" }, data: data(0, 40_000) };
    await expect(client.create(target, large)).rejects.toThrow(/too large|larger than max/);
  });
});
