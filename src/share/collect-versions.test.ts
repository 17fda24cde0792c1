import { afterEach, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend, createMemoryMedium } from "../apiserver/storage/backend/memory.ts";
import { restoreVersions } from "../apiserver/storage/backend/restore.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { Client } from "../client/client.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import { listObjects, sharedObjects } from "./collect-objects.ts";
import { collectVersions } from "./collect-versions.ts";
import { readKubepadFile, writeKubepadFile } from "./kubepad-file.ts";
import type { WorldHistory } from "./world.ts";

const servers: ApiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Starts a server, on the history of another one if there is any. */
async function start(history?: WorldHistory) {
  const medium = createMemoryMedium();
  if (history !== undefined) await restoreVersions(createMemoryBackend(medium), history, { at: 0 });
  const clock = new FakeClock();
  const server = await createApiServer({
    backend: createMemoryBackend(medium),
    clock,
    random: createSystemRandom(),
  });
  servers.push(server);
  const options = { handle: server.handle, userAgent: "test/1" };
  return { server, options, client: new Client(options) };
}

const configMaps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
const secrets = { ...configMaps, resource: "secrets" };
const configMap = (name: string, a: string, metadata = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", ...metadata },
  data: { a },
});

/** A server on which objects were changed, deleted and made anew. */
async function changed() {
  const source = await start();
  const { client } = source;
  await client.create(configMaps, configMap("x", "1"));
  await client.patch(configMaps, "x", "merge", { data: { a: "2" } });
  await client.create(configMaps, configMap("gone", "1"));
  await client.delete(configMaps, "gone");
  await client.create(configMaps, configMap("again", "first life"));
  await client.delete(configMaps, "again");
  await client.create(configMaps, configMap("again", "second life"));
  const owner: KubeObject = await client.create(configMaps, configMap("owner", "1"));
  const uid = owner.metadata.uid ?? "";
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
  await client.create(configMaps, configMap("owned", "1", { ownerReferences }));
  await client.patch(configMaps, "owned", "merge", { data: { a: "2" } });
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "key" }, stringData: { password: "hidden" } };
  await client.create(secrets, secret);
  return source;
}

type Source = Awaited<ReturnType<typeof changed>>;

/** Returns the history that a file of some objects, or of all, brings. */
async function throughFile({ server, options }: Source, names: readonly string[] | "all", withSecrets = false) {
  const listed = await listObjects(options);
  const objects = listed.filter(({ kind, metadata }) =>
    names === "all" ? withSecrets || kind !== "Secret" : names.includes(metadata.name ?? ""),
  );
  const versions = await collectVersions(server.inspect, { objects, all: names === "all" });
  const read = await readKubepadFile(await writeKubepadFile({ objects: sharedObjects(objects), versions }));
  if (read.kind !== "world" || read.world.versions === undefined) throw new Error("the file has no history");
  expect(read.world.objects).toHaveLength(objects.length);
  return read.world.versions;
}

/** Returns the events of a watch of config maps from a revision up to a number of them. */
async function eventsFrom({ client }: Pick<Source, "client">, revision: number, count: number) {
  const control = new AbortController();
  const events: string[] = [];
  const lines = client.watchLines({ ...configMaps }, { resourceVersion: String(revision) }, control.signal);
  for await (const batch of lines) {
    events.push(...batch);
    if (events.length >= count) break;
  }
  control.abort();
  return events.map((line) => JSON.parse(line)).map(({ type, object }) => [type, object.metadata.name, object.data?.a]);
}

it("a server that begins with a history has the same objects, revisions and watches", async () => {
  const source = await changed();
  const { compactedRevision } = await source.server.inspect.stats();
  const target = await start(await throughFile(source, "all"));
  const of = async ({ client }: Source) => client.json("GET", "/api/v1/namespaces/default/configmaps", undefined);
  const [before, after] = [await of(source), await of(target)];
  expect(Reflect.get(Object(after), "items")).toEqual(Reflect.get(Object(before), "items"));
  const seen = await eventsFrom(target, compactedRevision, 9);
  expect(seen).toEqual(await eventsFrom(source, compactedRevision, 9));
  expect(seen).toContainEqual(["DELETED", "gone", "1"]);
  const made: KubeObject = await target.client.create(configMaps, configMap("new", "1"));
  expect(Number(made.metadata.resourceVersion)).toBeGreaterThan((await source.server.inspect.stats()).revision - 1);
});

it("lists at an old resourceVersion answer what stood then", async () => {
  const source = await changed();
  const x = await source.client.get(configMaps, "x");
  const target = await start(await throughFile(source, "all"));
  const path = `/api/v1/namespaces/default/configmaps?resourceVersionMatch=Exact&resourceVersion=${Number(x.metadata.resourceVersion) - 1}`;
  const names = async ({ client }: Source) =>
    JSON.stringify(Reflect.get(Object(await client.json("GET", path, undefined)), "items"));
  expect(await names(target)).toBe(await names(source));
  expect(await names(target)).toContain('"a":"1"');
});

it("Secrets come along only where they are among the objects, and no other life of an object", async () => {
  const source = await changed();
  const textOf = (history: WorldHistory): string => JSON.stringify(history.versions);
  expect(textOf(await throughFile(source, "all"))).not.toContain("/secrets/");
  expect(textOf(await throughFile(source, "all", true))).toContain("/registry/secrets/default/key");
  const some = await throughFile(source, ["again", "key"]);
  expect(new Set(some.versions.map(({ key }) => key))).toEqual(
    new Set(["/registry/configmaps/default/again", "/registry/secrets/default/key"]),
  );
  expect(textOf(some)).not.toContain("first life");
});

it("references to owners that do not come along are dropped", async () => {
  const source = await changed();
  const target = await start(await throughFile(source, ["owned"]));
  const owned = await target.client.get(configMaps, "owned");
  expect(owned.metadata.ownerReferences).toBeUndefined();
  expect(owned["data"]).toEqual({ a: "2" });
  const both = await start(await throughFile(source, ["owned", "owner"]));
  expect((await both.client.get(configMaps, "owned")).metadata.ownerReferences).toHaveLength(1);
});

it("takes what was written up to a revision, unless that is compacted", async () => {
  const { server, client } = await changed();
  const then = await client.get(configMaps, "x");
  const upTo = Number(then.metadata.resourceVersion);
  await client.patch(configMaps, "x", "merge", { data: { a: "3" } });
  const everything = { objects: [], all: true, secrets: true, upTo };
  const history = await collectVersions(server.inspect, everything);
  const copy = await start(history);
  expect(await copy.client.get(configMaps, "x")).toEqual(then);
  expect(copy.server.store.revision).toBe(upTo);
  await server.store.compact();
  const compacted = server.store.revision;
  await expect(collectVersions(server.inspect, everything)).rejects.toThrow(
    `The state of revision ${upTo} is compacted; history begins at ${compacted}.`,
  );
});
