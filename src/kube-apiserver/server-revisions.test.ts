import { expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend, createMemoryMedium } from "../apiserver/storage/backend/memory.ts";
import type { RevisionEntry } from "../client/history.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { type ApiServer, createApiServer } from "./server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const definition = {
  metadata: { name: "foos.example.com" },
  spec: {
    group: "example.com",
    names: { plural: "foos", singular: "foo", kind: "Foo", listKind: "FooList" },
    scope: "Cluster",
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

const open = (clock: FakeClock, medium = createMemoryMedium()): Promise<ApiServer> =>
  createApiServer({
    backend: createMemoryBackend(medium),
    clock,
    world: new WorldClock({ host: clock, start: Date.UTC(2030, 0, 1), paused: true }),
    random: createSystemRandom(),
    tokens: new Map([["jane", { name: "jane", uid: "", groups: ["system:masters"], extra: {} }]]),
  });

async function send(server: ApiServer, method: string, path: string, body?: object, type = "application/json") {
  const headers = { Authorization: "Bearer jane", "Content-Type": type, "User-Agent": "kubectl/1.34" };
  const answer = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  expect(answer.status, path).toBeLessThan(300);
  return answer.json();
}

async function line(server: ApiServer, after: number): Promise<readonly RevisionEntry[]> {
  const found: RevisionEntry[] = [];
  let next: number | undefined = after;
  while (next !== undefined) {
    const portion = await server.inspect.revisions({ after: next, limit: 2 });
    found.push(...portion.entries);
    next = portion.next;
  }
  return found;
}

it("tells what was written, when and by whom, in portions", async () => {
  const server = await open(new FakeClock());
  await send(server, "POST", "/api/v1/namespaces", { metadata: { name: "shop" } });
  const { revision: before } = await server.inspect.stats();
  await send(server, "POST", configMaps, { metadata: { name: "a" }, data: { mode: "dark" } });
  await send(server, "PATCH", `${configMaps}/a?fieldManager=editor`, { data: { mode: "light" } }, mergePatch);
  await send(server, "PATCH", `${configMaps}/a?fieldManager=editor`, { data: { mode: "light" } }, mergePatch);
  await send(server, "POST", "/api/v1/namespaces/default/events", { metadata: { name: "e" }, involvedObject: {} });
  await send(server, "DELETE", configMaps);
  await send(server, "DELETE", "/api/v1/namespaces/shop");
  const at = Date.UTC(2030, 0, 1);
  const own = { group: "", namespace: "default", at, user: "jane", managers: ["kubectl"] };
  const found = await line(server, before);
  expect(found).toEqual([
    { ...own, revision: before + 1, kind: "create", resource: "configmaps", name: "a" },
    { ...own, revision: before + 2, kind: "update", resource: "configmaps", name: "a", managers: ["editor"] },
    { ...own, revision: before + 3, kind: "create", resource: "events", name: "e" },
    { ...own, revision: before + 4, kind: "delete", resource: "configmaps", name: "a" },
    { ...own, revision: before + 5, kind: "update", resource: "namespaces", namespace: "", name: "shop" },
  ]);
  expect(await server.inspect.revisions({ after: before + 1, upTo: before + 2 })).toMatchObject({
    entries: [{ revision: before + 2 }],
    next: undefined,
    revision: before + 5,
  });
  await server.close();
});

const mergePatch = "application/merge-patch+json";

it("tells the resources of definitions", async () => {
  const server = await open(new FakeClock());
  const { revision: before } = await server.inspect.stats();
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await send(server, "POST", path, definition);
  await expect.poll(async () => (await server.fetch("/apis/example.com/v1", asJane)).status).toBe(200);
  await send(server, "POST", "/apis/example.com/v1/foos", {
    apiVersion: "example.com/v1",
    kind: "Foo",
    metadata: { name: "x" },
  });
  expect((await line(server, before)).at(-1)).toMatchObject({
    kind: "create",
    group: "example.com",
    resource: "foos",
    name: "x",
    user: "jane",
  });
  await server.close();
});

const asJane = { headers: { Authorization: "Bearer jane" } };

it("reads the managers of writes before the start out of the managed fields", async () => {
  const medium = createMemoryMedium();
  const clock = new FakeClock();
  const first = await open(clock, medium);
  const { revision: before } = await first.inspect.stats();
  await send(first, "POST", configMaps, { metadata: { name: "a" }, data: { mode: "dark" } });
  await send(first, "PATCH", `${configMaps}/a?fieldManager=editor`, { data: { mode: "light" } }, mergePatch);
  await send(first, "DELETE", `${configMaps}/a`);
  await first.close();
  const again = await open(clock, medium);
  const entries = await line(again, before);
  expect(entries.map(({ kind, user, managers }) => [kind, user, managers])).toEqual([
    ["create", undefined, ["kubectl"]],
    ["update", undefined, ["editor"]],
    ["delete", undefined, []],
  ]);
  await again.close();
});

it("begins where history begins", async () => {
  const server = await open(new FakeClock());
  await send(server, "POST", configMaps, { metadata: { name: "a" } });
  await server.store.compact();
  const { entries, compacted } = await server.inspect.revisions({});
  expect(entries).toEqual([]);
  expect(compacted).toBe(server.store.revision);
  await server.close();
});

it("refuses pages of a revision that is compacted meanwhile", async () => {
  const server = await open(new FakeClock());
  for (const name of ["a", "b", "c"]) await send(server, "POST", configMaps, { metadata: { name } });
  const { revision } = server.store;
  await send(server, "DELETE", `${configMaps}/b`);
  const page = await send(
    server,
    "GET",
    `${configMaps}?limit=2&resourceVersion=${revision}&resourceVersionMatch=Exact`,
  );
  expect(page.metadata).toMatchObject({ resourceVersion: String(revision), remainingItemCount: 1 });
  const next = `${configMaps}?limit=2&continue=${page.metadata.continue}`;
  expect(await send(server, "GET", next)).toMatchObject({ items: [{ metadata: { name: "c" } }] });
  await server.store.compact();
  const refused = await server.fetch(next, asJane);
  expect(refused.status).toBe(410);
  expect(await refused.json()).toMatchObject({ reason: "Expired" });
  await server.close();
});
