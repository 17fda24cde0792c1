import { afterEach, describe, expect, test } from "vitest";
import { definitionOf } from "../apiextensions/testing/definition-of.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { createTestServer, type TestServer, type TestServerOptions } from "./test-server.ts";

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const kept = <T extends TestServer>(server: T): T => {
  servers.push(server);
  return server;
};
const start = async (options?: TestServerOptions): Promise<TestServer> => kept(await createTestServer(options));
const fork = async (server: TestServer, revision?: number): Promise<TestServer> =>
  kept(await server.fork(revision === undefined ? {} : { revision }));

const settings = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { mode: "dark" } };
const other = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "other" } };
const path = "/api/v1/namespaces/default/configmaps";

const patch = (server: TestServer, data: object): Promise<Response> =>
  server.fetch(`${path}/settings`, {
    method: "PATCH",
    headers: { "Content-Type": "application/merge-patch+json" },
    body: JSON.stringify({ data }),
  });

/** Everything that a server has, by its paths, as texts. */
async function everything(server: TestServer): Promise<ReadonlyMap<string, string>> {
  const { objects } = await readAll(server);
  return new Map(objects.map(({ key, text }) => [key, text]));
}

async function readAll(server: TestServer) {
  const newest = new Map<string, string>();
  let after: string | undefined;
  do {
    const portion = await server.inspect.versions({ after });
    for (const { key, text } of portion.versions) {
      if (text === null) newest.delete(key);
      else newest.set(key, text);
    }
    after = portion.next;
  } while (after !== undefined);
  return { objects: [...newest].map(([key, text]) => ({ key, text })) };
}

describe("a fork", () => {
  test("has the same objects, uids and revisions, and goes on by itself", async () => {
    const server = await start({ seed: [settings, other] });
    const copy = await fork(server);
    expect(await everything(copy)).toEqual(await everything(server));
    const { revision } = await server.inspect.stats();
    expect((await copy.inspect.stats()).revision).toBe(revision);

    await patch(copy, { mode: "light" });
    await copy.delete(other);
    expect((await copy.get(settings)).metadata).toMatchObject({
      resourceVersion: String(revision + 1),
      uid: (await server.get(settings)).metadata.uid,
    });
    expect((await server.get(settings)).data.mode).toBe("dark");
    expect((await server.inspect.stats()).revision).toBe(revision);
    await server.create({ ...other, metadata: { name: "third" } });
    expect((await copy.fetch(`${path}/third`)).status).toBe(404);
  });

  test("goes on from an earlier revision, as long as that is not compacted", async () => {
    const server = await start({ seed: [settings, other] });
    const [then, { revision }] = [await everything(server), await server.inspect.stats()];
    await patch(server, { mode: "light" });
    await server.delete(other);
    await server.create({ ...other, metadata: { name: "third" } });

    const copy = await fork(server, revision);
    expect(await everything(copy)).toEqual(then);
    const listed = await (await copy.fetch(path)).json();
    expect(listed.metadata.resourceVersion).toBe(String(revision));
    const created = await copy.create({ ...other, metadata: { name: "fourth" } });
    expect(created.metadata.resourceVersion).toBe(String(revision + 1));

    await expect(server.fork({ revision: revision + 100 })).rejects.toThrow(
      `there is no revision ${revision + 100} yet; the newest is ${revision + 3}`,
    );
    await expect(copy.fork({ revision: revision - 1 })).rejects.toThrow(
      `the state of revision ${revision - 1} is compacted; history begins at ${revision}`,
    );
    const expired = await copy.fetch(`${path}?resourceVersion=${revision - 1}&resourceVersionMatch=Exact`);
    expect(expired.status).toBe(410);
  });

  test("takes watches from its revision on", async () => {
    const server = await start({ seed: [settings] });
    const { revision } = await server.inspect.stats();
    const copy = await fork(server);
    await patch(copy, { mode: "light" });
    const watch = await copy.fetch(`${path}?watch=1&timeoutSeconds=1&resourceVersion=${revision}`);
    expect(JSON.parse((await watch.text()).split("\n")[0] ?? "")).toMatchObject({ type: "MODIFIED" });
  });

  test("has definitions and their objects as they were", async () => {
    const definition = definitionOf("Foo", "example.com");
    const server = await start({ seed: [definition] });
    const foo = { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "a", namespace: "default" } };
    await server.create(foo);
    const { revision } = await server.inspect.stats();
    await server.delete(foo);
    await server.delete(definition);
    const copy = await fork(server, revision);
    await expect.poll(async () => (await copy.fetch("/apis/example.com/v1")).status).toBe(200);
    await copy.waitFor(foo, ({ metadata }) => metadata.name === "a");
  });

  test("keeps what was deleted of the bootstrap objects away", async () => {
    const server = await start();
    const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "view" } };
    await server.delete(role);
    const { revision } = await server.inspect.stats();
    const copy = await fork(server);
    expect((await copy.inspect.stats()).revision).toBe(revision);
    expect((await copy.fetch("/apis/rbac.authorization.k8s.io/v1/clusterroles/view")).status).toBe(404);
  });

  test("has the controllers, and the time of the world at its revision", async () => {
    const world = { start: Date.UTC(2030, 0, 1), paused: true, inTurns: true };
    const server = await start({ world, controllers: ["*"] });
    const before = await server.create({ ...settings, metadata: { name: "before" } });
    await server.inspect.advanceWorld(60_000);
    const { revision } = await server.inspect.stats();
    const after = await server.create({ ...settings, metadata: { name: "after" } });
    expect(after.metadata.creationTimestamp).toBe("2030-01-01T00:01:00Z");

    const now = await fork(server);
    expect(await now.inspect.worldTime()).toMatchObject({ now: Date.UTC(2030, 0, 1, 0, 1), paused: true });
    const then = await fork(server, Number(before.metadata.resourceVersion));
    expect((await then.inspect.worldTime()).now).toBe(Date.UTC(2030, 0, 1));
    expect(revision).toBeGreaterThanOrEqual(Number(before.metadata.resourceVersion));

    const replicas = { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "web" }, spec: replicaSetSpec };
    await now.create(replicas);
    await now.inspect.advanceWorld(5_000);
    expect(((await now.get(replicas)) as KubeObject & { status?: object }).status).toMatchObject({ replicas: 2 });
    expect((await server.inspect.worldTime()).now).toBe(Date.UTC(2030, 0, 1, 0, 1));
  });

  test("gives the same names and uids in every run, and others than the server", async () => {
    const names = async (server: TestServer) => {
      const { metadata } = await server.create({ ...other, metadata: { generateName: "o-" } });
      return [metadata.name, metadata.uid];
    };
    const server = await start({ seed: [settings] });
    const [first, second] = [await names(await fork(server)), await names(await fork(server))];
    expect(first).toEqual(second);
    expect(await names(server)).not.toEqual(first);
  });

  test("lives on when the server is closed", async () => {
    const server = await createTestServer({ seed: [settings] });
    const copy = await fork(server);
    await server.close();
    expect((await copy.get(settings)).data.mode).toBe("dark");
  });
});

const replicaSetSpec = {
  replicas: 2,
  selector: { matchLabels: { app: "web" } },
  template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "web" }] } },
};
