import { afterEach, describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend, createMemoryMedium } from "../apiserver/storage/backend/memory.ts";
import { restoreVersions } from "../apiserver/storage/backend/restore.ts";
import { Client } from "../client/client.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { type ApiServer, createApiServer } from "../kube-apiserver/server.ts";
import { listObjects } from "./collect-objects.ts";
import { collectVersions } from "./collect-versions.ts";
import { compareWorlds } from "./compare-worlds.ts";
import { carryOutMerge, mergeManager, planMerge } from "./merge-worlds.ts";

const servers: ApiServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(medium = createMemoryMedium()) {
  const server = await createApiServer({
    backend: createMemoryBackend(medium),
    clock: new FakeClock(),
    random: createSystemRandom(),
  });
  servers.push(server);
  const options = { handle: server.handle, userAgent: "kubectl/1" };
  return { server, options, client: new Client(options) };
}

type World = Awaited<ReturnType<typeof open>>;

async function forkOf({ server }: World): Promise<World> {
  const medium = createMemoryMedium();
  const history = await collectVersions(server.inspect, { objects: [], all: true, secrets: true });
  await restoreVersions(createMemoryBackend(medium), history, { at: 0 });
  return open(medium);
}

const configMaps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
const deployments = { group: "apps", version: "v1", resource: "deployments", namespace: "default" };
const configMap = (name: string, data: object): KubeObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});
const container = (name: string, image: string) => ({ name, image });
const web: KubeObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [container("web", "web:1"), container("proxy", "proxy:1")] },
    },
  },
};

/** A world, and a fork of it in which much was changed. */
async function forked() {
  const world = await open();
  const { client } = world;
  await client.create(configMaps, configMap("settings", { mode: "dark", size: "1", gone: "soon" }));
  await client.create(configMaps, configMap("old", {}));
  await client.create(configMaps, configMap("touched", { a: "1" }));
  await client.create(deployments, web);
  const base = await listObjects(world.options);
  const fork = await forkOf(world);
  await fork.client.patch(configMaps, "settings", "merge", { data: { mode: "light", size: "2", gone: null } });
  await fork.client.patch(deployments, "web", "strategic-merge", {
    spec: { template: { spec: { containers: [container("proxy", "proxy:2")] } } },
  });
  await fork.client.create(configMaps, configMap("new", { b: "1" }));
  await fork.client.delete(configMaps, "old");
  await fork.client.delete(configMaps, "touched");
  return { world, fork, base };
}

describe("two worlds", () => {
  it("differ in objects, and in fields with their managers", async () => {
    const { fork, base } = await forked();
    const difference = await compareWorlds(base, await listObjects(fork.options));
    expect(difference.onlyLeft.map(({ metadata }) => metadata.name)).toEqual(["old", "touched"]);
    expect(difference.onlyRight.map(({ metadata }) => metadata.name)).toEqual(["new"]);
    const told = difference.changed.flatMap(({ fields }) =>
      fields.map(({ path, left, right, leftOwners, rightOwners }) => [
        path,
        left,
        right,
        leftOwners.managers.join(),
        rightOwners.managers.join(),
      ]),
    );
    expect(told).toEqual([
      [".data.gone", "soon", undefined, "kubectl", ""],
      [".data.mode", "dark", "light", "kubectl", "kubectl"],
      [".data.size", "1", "2", "kubectl", "kubectl"],
      ['.spec.template.spec.containers[name="proxy"].image', "proxy:1", "proxy:2", "kubectl", "kubectl"],
    ]);
    expect(await compareWorlds(base, base)).toEqual({
      onlyLeft: [],
      onlyRight: [],
      changed: [],
      leftEvents: [],
      rightEvents: [],
    });
  });
});

describe("merging a fork back", () => {
  it("applies what it has changed, and tells what both have changed", async () => {
    const { world, fork, base } = await forked();
    await world.client.patch(configMaps, "settings", "merge", { data: { size: "3" } });
    await world.client.patch(configMaps, "touched", "merge", { data: { a: "2" } });
    await world.client.patch(deployments, "web", "merge", { spec: { replicas: 5 } });
    const before = world.server.store.revision;
    const plan = await planMerge(world.options, { base, fork: await listObjects(fork.options) });
    expect(world.server.store.revision).toBe(before);
    const here = { managers: ["kubectl"], time: expect.any(String) as string };
    expect(plan.map(({ kind, object, conflicts }) => [kind, object.metadata.name, conflicts])).toEqual([
      ["create", "new", []],
      ["apply", "settings", [{ path: ".data.size", message: ".data.size was changed meanwhile", here }]],
      ["apply", "web", []],
      ["delete", "old", []],
      ["delete", "touched", [{ path: "", message: "it was changed meanwhile", here }]],
    ]);
    expect(plan[1]?.after).toMatchObject({ data: { mode: "light", size: "2" } });

    const reports = await carryOutMerge(world.options, plan);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["merged", "merged", "merged", "merged", "left"]);
    const settings: KubeObject = await world.client.get(configMaps, "settings");
    expect(settings["data"]).toEqual({ mode: "light", size: "3" });
    expect(settings.metadata.managedFields).toContainEqual(expect.objectContaining({ manager: mergeManager }));
    expect(await world.client.get(deployments, "web")).toMatchObject({
      spec: {
        replicas: 5,
        template: { spec: { containers: [container("web", "web:1"), container("proxy", "proxy:2")] } },
      },
    });
    expect(await world.client.get(configMaps, "new")).toMatchObject({ data: { b: "1" } });
    await expect(world.client.get(configMaps, "old")).rejects.toThrow("not found");
    expect(await world.client.get(configMaps, "touched")).toMatchObject({ data: { a: "2" } });
  });

  it("takes the fork's side of a conflict where it is told to", async () => {
    const { world, fork, base } = await forked();
    await world.client.patch(configMaps, "settings", "merge", { data: { size: "3" } });
    await world.client.patch(configMaps, "touched", "merge", { data: { a: "2" } });
    const plan = await planMerge(world.options, { base, fork: await listObjects(fork.options) });
    const reports = await carryOutMerge(world.options, plan, () => true);
    expect(reports.map(({ outcome, message }) => [outcome, message])).toEqual(reports.map(() => ["merged", undefined]));
    expect(await world.client.get(configMaps, "settings")).toMatchObject({ data: { mode: "light", size: "2" } });
    await expect(world.client.get(configMaps, "touched")).rejects.toThrow("not found");
    expect(await planMerge(world.options, { base, fork: await listObjects(fork.options) })).toEqual([]);
  });

  it("takes all that differs for a conflict where it is not known when the worlds parted, and deletes nothing", async () => {
    const { world, fork } = await forked();
    const shares: number[] = [];
    const worlds = { base: [], fork: await listObjects(fork.options) };
    const plan = await planMerge(world.options, worlds, { onProgress: (share) => shares.push(share) });
    expect(
      plan.map(({ kind, object, conflicts }) => [kind, object.metadata.name, conflicts.map(({ path }) => path)]),
    ).toEqual([
      ["create", "new", []],
      ["apply", "settings", [".data.gone", ".data.mode", ".data.size"]],
      ["apply", "web", ['.spec.template.spec.containers[name="proxy"].image']],
    ]);
    expect(shares.at(-1)).toBe(1);
    const reports = await carryOutMerge(world.options, plan);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["merged", "left", "left"]);
  });

  it("begins with the objects of the revision at which the worlds parted", async () => {
    const { world, base } = await forked();
    const { revision } = world.server.store;
    await world.client.patch(configMaps, "settings", "merge", { data: { size: "3" } });
    await world.client.delete(configMaps, "old");
    expect(await listObjects(world.options, { revision })).toEqual(base);
  });

  it("creates what only the fork has with its owners, and anew what was deleted meanwhile if it is told to", async () => {
    const { world, fork, base } = await forked();
    const owner = await fork.client.get(configMaps, "settings");
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "settings", uid: owner.metadata.uid ?? "" }];
    await fork.client.create(configMaps, { ...configMap("owned", {}), metadata: { name: "owned", ownerReferences } });
    await world.client.delete(deployments, "web");
    const plan = await planMerge(world.options, { base, fork: await listObjects(fork.options) });
    expect(plan.find(({ object }) => object.metadata.name === "web")).toMatchObject({
      kind: "create",
      conflicts: [{ path: "", message: "it was deleted meanwhile" }],
    });
    await carryOutMerge(world.options, plan, () => true);
    expect((await world.client.get(configMaps, "owned")).metadata.ownerReferences).toEqual(ownerReferences);
    expect(await world.client.get(deployments, "web")).toMatchObject({ spec: { replicas: 1 } });
  });

  it("tells what the server would refuse", async () => {
    const { world, fork, base } = await forked();
    await world.client.patch(configMaps, "settings", "merge", { immutable: true });
    const plan = await planMerge(world.options, { base, fork: await listObjects(fork.options) });
    const step = plan.find(({ object }) => object.metadata.name === "settings");
    expect(step?.message).toContain("field is immutable when `immutable` is set");
    const reports = await carryOutMerge(world.options, plan);
    expect(reports.find(({ step: { object } }) => object.metadata.name === "settings")?.outcome).toBe("failed");
  });
});
