import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { Client } from "../client/client.ts";
import type { WorldTime } from "../component-base/world-clock.ts";
import { openApiServer, type OpenedApiServer, type OpenOptions } from "./open-api-server.ts";

let folder: string;
const servers: OpenedApiServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kubepad-time-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(folder, { recursive: true });
});

const admin = { name: "admin", uid: "", groups: ["system:masters"], extra: {} };

async function open(worldTime?: { readonly speed: number }, more: Partial<OpenOptions> = {}) {
  const tokens = new Map([["admin", admin]]);
  const storage = { folder };
  const options = { storage, tokens, tokenAuthFile: undefined, unsafeNoFsync: true, ...more };
  const server = await openApiServer({ ...options, ...(worldTime && { worldTime }) });
  servers.push(server);
  const headers = { Authorization: "Bearer admin" };
  const client = new Client({ handle: server.handle, userAgent: "test", headers });
  const time = (change?: object): Promise<WorldTime> =>
    client.json(change === undefined ? "GET" : "POST", "/kubepad/time", change);
  const close = () => (servers.splice(servers.indexOf(server), 1), server.close());
  return { time, close, client };
}

it("the time of a folder's world goes on where it was, paused and at its speed; options come first", async () => {
  const first = await open();
  await first.time({ paused: true, speed: 10 });
  const { now } = await first.time({ advance: "2h" });
  expect(now).toBeGreaterThan(Date.now() + 7_000_000);
  await first.close();
  const second = await open();
  expect(await second.time()).toMatchObject({ now, paused: true, speed: 10 });
  const maps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };
  const late: KubeObject = { metadata: { name: "late" } };
  const { metadata } = await second.client.create(maps, late);
  expect(Date.parse(metadata.creationTimestamp ?? "")).toBe(Math.floor(now / 1000) * 1000);
  await second.close();
  const third = await open({ speed: 100 });
  expect(await third.time()).toMatchObject({ now, paused: true, speed: 100 });
});

const hostTimers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("a server with all controllers, whose world has lived, leaves no timer behind", async () => {
  const before = hostTimers();
  const { client, close } = await open({ speed: 100 }, { controllers: ["*"], simulatedNodes: 2 });
  const inDefault = (group: string, resource: string) => ({ group, version: "v1", resource, namespace: "default" });
  const app = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "app:1" }] } };
  const spec = { replicas: 3, selector: { matchLabels: { app: "a" } }, template: app };
  const deployments = inDefault("apps", "deployments");
  await client.create<KubeObject>(deployments, { metadata: { name: "a" }, spec });
  const jobTemplate = { spec: { template: { spec: { ...app.spec, restartPolicy: "Never" } } } };
  const cronJob = { metadata: { name: "b" }, spec: { schedule: "* * * * *", jobTemplate } };
  await client.create<KubeObject>(inDefault("batch", "cronjobs"), cronJob);
  await expect
    .poll(async () => (await client.get(deployments, "a"))["status"], { timeout: 60_000 })
    .toMatchObject({ readyReplicas: 3 });
  await expect.poll(async () => (await client.list(inDefault("batch", "jobs"))).items.length).toBeGreaterThan(0);
  await close();
  await expect.poll(hostTimers).toBeLessThanOrEqual(before);
}, 120_000);

it("a new storage with all controllers gets the default account and two nodes, and they do not come back", async () => {
  const nodes = { group: "", version: "v1", resource: "nodes" };
  const accounts = { group: "", version: "v1", resource: "serviceaccounts", namespace: "default" };
  const first = await open(undefined, { controllers: ["*"], nodesOfNewStorage: 2 });
  await first.client.get(accounts, "default");
  const { items } = await first.client.list(nodes);
  expect(items).toHaveLength(2);
  await first.client.delete(nodes, items[0]?.metadata.name ?? "");
  await first.close();
  const second = await open(undefined, { controllers: ["*"], nodesOfNewStorage: 2 });
  expect((await second.client.list(nodes)).items).toHaveLength(1);
  await second.close();
});

it("a new storage with the controllers of the API server only has no nodes", async () => {
  const { client, close } = await open();
  expect((await client.list({ group: "", version: "v1", resource: "nodes" })).items).toEqual([]);
  await close();
});

it("a world whose time nobody changed has the machine's", async () => {
  const first = await open();
  await first.close();
  const second = await open();
  expect(Math.abs((await second.time()).now - Date.now())).toBeLessThan(60_000);
});
