import { afterEach, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { Client, type ClientOptions } from "../client/client.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "../kube-apiserver/server.ts";
import { listObjects, sharedObjects } from "./collect-objects.ts";
import { createObjects, foreseeObjects, loadWorld } from "./create-objects.ts";
import { readKubepadFile } from "./kubepad-file.ts";
import { decodeLink, encodeLink } from "./link-codec.ts";
import { formatManifests, parseManifests } from "./manifests.ts";
import { oldFile } from "./testing/old-files.ts";
import { definitionWithThreeObjects, ownershipState, type MakingRequest } from "./testing/worlds.ts";
import type { KubeObject } from "../apimachinery/meta.ts";

const servers: ApiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(requests: readonly MakingRequest[] = []): Promise<ClientOptions> {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: new FakeClock(),
    random: createSystemRandom(),
  });
  servers.push(server);
  const options = { handle: server.handle, userAgent: "test/1" };
  const client = new Client(options);
  for (const { method, target, type, body } of requests) {
    await client.request(method, target, body, { contentType: type });
    if (target.includes("customresourcedefinitions")) await untilServed(client);
  }
  return options;
}

const untilServed = async (client: Client): Promise<void> => {
  for (;;) {
    const found = await client.json<object>("GET", "/apis", undefined);
    if (JSON.stringify(found).includes("lights.example.com")) return;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

const shared = async (options: ClientOptions): Promise<readonly KubeObject[]> => {
  const all = await listObjects(options);
  return sharedObjects(all);
};

const configMaps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
const configMap = (name: string, data: Readonly<Record<string, string>>, metadata: object = {}): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", ...metadata },
  data,
});

it.each([
  ["an ownership state", ownershipState, "#/objects/apps/v1/deployments/shop/frontend?tab=ownership"],
  ["a definition with three objects", definitionWithThreeObjects, "#/objects/lights.example.com/v1/lamps"],
])("%s fits into a link of 600 characters and comes out as it was", async (_, requests, address) => {
  const source = await shared(await start(requests));
  const link = `https://kubepad.example.org/#/shared/${await encodeLink({ objects: source, view: { address, state: {} } })}`;
  expect(link.length).toBeLessThanOrEqual(600);
  const { objects } = await decodeLink(link.slice(link.indexOf("#/shared/") + 9));
  expect(objects).toEqual(source);
  const target = await start();
  expect((await createObjects(target, objects)).map(({ outcome }) => outcome)).toEqual(source.map(() => "created"));
  expect(await shared(target)).toEqual(source);
});

it("objects that exist are left unless they are to be replaced", async () => {
  const options = await start();
  await createObjects(options, [configMap("same", { a: "1" }), configMap("other", { a: "1" })]);
  const brought = [configMap("same", { a: "1" }), configMap("other", { a: "2" }), configMap("new", {})];
  const expected = (other: string): readonly string[] => ["unchanged", other, "created"];
  const foreseen = await foreseeObjects(options, brought);
  expect(foreseen.map(({ outcome }) => outcome)).toEqual(expected("left"));
  expect(foreseen.map(({ change }) => change && [change.before["data"], change.after["data"]])).toEqual([
    undefined,
    [{ a: "1" }, { a: "2" }],
    undefined,
  ]);
  expect((await createObjects(options, brought)).map(({ outcome }) => outcome)).toEqual(expected("left"));
  const client = new Client(options);
  expect((await client.get(configMaps, "other"))["data"]).toEqual({ a: "1" });
  const reports = await createObjects(options, brought, { existing: "replace" });
  expect(reports.map(({ outcome }) => outcome)).toEqual(["unchanged", "replaced", "unchanged"]);
  expect((await client.get(configMaps, "other"))["data"]).toEqual({ a: "2" });
});

it("each object that exists is left or replaced as its name says", async () => {
  const options = await start();
  await createObjects(options, [configMap("mine", { a: "1" }), configMap("theirs", { a: "1" })]);
  const reports = await createObjects(options, [configMap("mine", { a: "2" }), configMap("theirs", { a: "2" })], {
    existing: ({ metadata }) => (metadata.name === "theirs" ? "replace" : "leave"),
  });
  expect(reports.map(({ outcome }) => outcome)).toEqual(["left", "replaced"]);
});

it("what will be created is told before anything is", async () => {
  const source = await shared(await start(definitionWithThreeObjects));
  const options = await start();
  expect((await foreseeObjects(options, source)).map(({ outcome }) => outcome)).toEqual(source.map(() => "created"));
  expect(await shared(options)).toEqual([]);
});

it("an object that is rejected does not keep the others out", async () => {
  const reports = await createObjects(await start(), [
    configMap("Not A Name", {}),
    { apiVersion: "none.example.com/v1", kind: "None", metadata: { name: "a" } },
    configMap("good", {}),
  ]);
  expect(reports.map(({ outcome, message }) => [outcome, message])).toEqual([
    ["failed", expect.stringContaining('ConfigMap "Not A Name" is invalid')],
    ["created", undefined],
    ["failed", 'no matches for kind "None" in version "none.example.com/v1"'],
  ]);
});

it("of owners in a circle, one reference is left out, and those of others are kept", async () => {
  const owner = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid: name });
  const owned = (name: string, by: string) => configMap(name, {}, { uid: name, ownerReferences: [owner(by)] });
  const options = await start();
  await createObjects(options, [owned("child", "a"), owned("a", "b"), owned("b", "a"), owned("apart", "child")]);
  const client = new Client(options);
  const ownerOf = async (name: string) => (await client.get(configMaps, name)).metadata.ownerReferences?.[0]?.name;
  const names = ["child", "a", "b", "apart"];
  expect(await Promise.all(names.map(ownerOf))).toEqual(["a", undefined, "a", "child"]);
});

it("references to owners lead to the new owners, and to none that are left behind", async () => {
  const owner = (name: string, uid: string) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid });
  const options = await start();
  await createObjects(options, [
    configMap("child", {}, { ownerReferences: [owner("parent", "p"), owner("stranger", "s")] }),
    configMap("orphan", {}, { ownerReferences: [owner("stranger", "s")] }),
    configMap("parent", {}, { uid: "p" }),
  ]);
  const client = new Client(options);
  const parent = await client.get(configMaps, "parent");
  expect((await client.get(configMaps, "child")).metadata.ownerReferences).toEqual([
    owner("parent", parent.metadata.uid ?? ""),
  ]);
  expect((await client.get(configMaps, "orphan")).metadata.ownerReferences).toBeUndefined();
});

it("a status that a client has written comes along", async () => {
  const lamp = { group: "lights.example.com", version: "v1", resource: "lamps", namespace: "default" };
  const source = await start(definitionWithThreeObjects);
  const live = await new Client(source).get(lamp, "garden");
  await new Client(source).update(lamp, { ...live, status: { on: true } }, "status");
  const target = await start();
  const brought = await shared(source);
  await createObjects(target, brought);
  expect((await new Client(target).get(lamp, "garden"))["status"]).toEqual({ on: true });
  expect(await shared(target)).toEqual(brought);
  const garden = await new Client(target).get(lamp, "garden");
  await new Client(target).update(lamp, { ...garden, status: { on: false } }, "status");
  expect((await foreseeObjects(target, brought)).map(({ outcome }) => outcome)).toContain("left");
  await createObjects(target, brought, { existing: "replace" });
  expect(await shared(target)).toEqual(brought);
});

it("earlier states of a file of version 1 are written in their turn", async () => {
  const read = await readKubepadFile(oldFile);
  const target = await start();
  const from = (await servers.at(-1)?.inspect.stats())?.revision ?? 0;
  const world = read.kind === "world" ? read.world : { objects: [] };
  expect((await loadWorld(target, world)).filter(({ outcome }) => outcome === "failed")).toEqual([]);
  const { versions } = (await servers.at(-1)?.inspect.versions({})) ?? { versions: [] };
  const texts = versions.flatMap(({ key, revision, text }) =>
    key.endsWith("/configmaps/default/a") && revision > from ? [/"text":"([^"]+)"/.exec(text ?? "")?.[1]] : [],
  );
  expect([...new Set(texts)]).toEqual(["first", "größer ☸"]);
});

it("manifests of a server make the same objects on another", async () => {
  const source = await start([...ownershipState, ...definitionWithThreeObjects]);
  const target = await start();
  const text = await formatManifests(await shared(source));
  const reports = await createObjects(target, await parseManifests(text));
  expect(reports.filter(({ outcome }) => outcome !== "created")).toEqual([]);
  expect(await formatManifests(await shared(target))).toBe(text);
});
