import { afterEach, beforeEach, expect, it } from "vitest";
import { startWorld, type World } from "../testing/start-world.ts";

const core = (resource: string, namespace = "default") => ({ group: "", version: "v1", resource, namespace });
const slices = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices", namespace: "default" };
const ready = (status: string) => [{ type: "Ready", status, lastTransitionTime: "2026-01-01T00:00:00Z" }];

let world: World;
beforeEach(async () => {
  world = await startWorld(["endpointslice-controller", "endpoints-controller", "endpointslice-mirroring-controller"]);
  await world.create(core("nodes", ""), { metadata: { name: "n", labels: { "topology.kubernetes.io/zone": "z" } } });
});
afterEach(() => world.close());

const service = (name: string, spec: object) => world.create(core("services"), { metadata: { name }, spec });
const pod = (name: string, ip: string, isReady = true) =>
  world.create(core("pods"), {
    metadata: { name, labels: { app: "web" } },
    spec: {
      nodeName: "n",
      containers: [{ name: "c", image: "i", ports: [{ name: "http", containerPort: 8080 }] }],
    },
    status: { phase: "Running", podIP: ip, podIPs: [{ ip }], conditions: ready(isReady ? "True" : "False") },
  });
const slicesOf = async (name: string) => {
  const { items } = await world.client.list(slices, { labelSelector: `kubernetes.io/service-name=${name}` });
  return items.map(({ endpoints, ports }) => ({ endpoints: endpoints ?? [], ports: ports ?? [] }));
};
const subsets = async (name: string) => (await world.client.get(core("endpoints"), name))["subsets"];

it("pods of a service are its endpoints, by readiness, until they are gone", async () => {
  await service("web", { selector: { app: "web" }, ports: [{ name: "p", port: 80, targetPort: "http" }] });
  await expect.poll(() => slicesOf("web")).toEqual([{ endpoints: [], ports: [] }]);
  await pod("a", "10.3.0.1");
  await pod("b", "10.3.0.2", false);
  const ports = [{ name: "p", port: 8080, protocol: "TCP" }];
  const endpoint = (ip: string, isReady: boolean) =>
    expect.objectContaining({
      addresses: [ip],
      conditions: { ready: isReady, serving: isReady, terminating: false },
      nodeName: "n",
      zone: "z",
    });
  await expect
    .poll(() => slicesOf("web"))
    .toEqual([{ endpoints: [endpoint("10.3.0.1", true), endpoint("10.3.0.2", false)], ports }]);
  await expect
    .poll(() => subsets("web"))
    .toMatchObject([
      { addresses: [{ ip: "10.3.0.1", nodeName: "n" }], notReadyAddresses: [{ ip: "10.3.0.2" }], ports },
    ]);
  for (const name of ["a", "b"]) await world.client.delete(core("pods"), name, { gracePeriodSeconds: 0 });
  await expect.poll(() => slicesOf("web")).toEqual([{ endpoints: [], ports: [] }]);
  await expect.poll(() => subsets("web")).toBeUndefined();
});

it("what others change in a slice is put right, and then nothing more is written", async () => {
  await service("web", { selector: { app: "web" }, ports: [{ port: 80 }] });
  await pod("a", "10.3.0.1");
  await expect.poll(async () => (await slicesOf("web"))[0]?.endpoints).toHaveLength(1);
  const name = (await world.names(slices))[0] ?? "";
  await world.client.patch(slices, name, "merge", { endpoints: [{ addresses: ["10.9.9.9"] }] });
  await expect
    .poll(async () => (await slicesOf("web"))[0]?.endpoints)
    .toMatchObject([{ addresses: ["10.3.0.1"], conditions: { ready: true } }]);
  await expect.poll(() => subsets("web")).toHaveLength(1);
  const count = world.writes.length;
  await world.client.patch(core("pods"), "a", "merge", { metadata: { annotations: { note: "x" } } });
  await service("other", { ports: [{ port: 80 }] });
  world.clock.advance(60_000);
  await service("last", { selector: { app: "none" }, ports: [{ port: 80 }] });
  await expect.poll(() => slicesOf("last")).toHaveLength(1);
  await expect.poll(() => subsets("last").catch(() => "none")).toBeUndefined();
  expect(world.writes.slice(count).sort()).toEqual([
    "POST /api/v1/namespaces/default/endpoints",
    "POST /apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
  ]);
});

it.each([
  ["PreferClose", { forZones: [{ name: "z" }] }],
  ["PreferSameNode", { forZones: [{ name: "z" }], forNodes: [{ name: "n" }] }],
  [undefined, undefined],
])("with the traffic distribution %s, endpoints that are ready have hints", async (trafficDistribution, hints) => {
  const ports = [{ port: 80 }];
  await service("web", { selector: { app: "web" }, ports, ...(trafficDistribution && { trafficDistribution }) });
  await pod("a", "10.3.0.1");
  await pod("b", "10.3.0.2", false);
  const hintsByAddress = async () =>
    ((await slicesOf("web")).flatMap(({ endpoints }) => endpoints) as { addresses: string[]; hints?: object }[])
      .map(({ addresses: [address = ""], hints: found }): [string, object | undefined] => [address, found])
      .sort(([a], [b]) => a.localeCompare(b));
  await expect.poll(hintsByAddress).toEqual([
    ["10.3.0.1", hints],
    ["10.3.0.2", undefined],
  ]);
});

it("a hundred endpoints fit into a slice", async () => {
  await service("web", { selector: { app: "web" }, ports: [{ port: 80 }] });
  for (let i = 1; i <= 100; i++) await pod(`p${i}`, `10.3.1.${i}`);
  const total = async () =>
    (await slicesOf("web")).map(({ endpoints }) => (endpoints as unknown[]).length).sort((a, b) => a - b);
  await expect.poll(total).toEqual([100]);
  await pod("p101", "10.3.1.101");
  await expect.poll(total).toEqual([1, 100]);
});

it("Endpoints of a service without a selector are mirrored, unless a label says otherwise", async () => {
  await service("own", { ports: [{ name: "e", port: 80 }] });
  const endpoints = (ip: string) => [{ addresses: [{ ip }], ports: [{ name: "e", port: 80 }] }];
  await world.create(core("endpoints"), { metadata: { name: "own" }, subsets: endpoints("10.1.2.3") });
  const ports = [{ name: "e", port: 80, protocol: "TCP" }];
  await expect
    .poll(() => slicesOf("own"))
    .toEqual([{ endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: true } }], ports }]);
  await world.client.patch(core("endpoints"), "own", "merge", { subsets: endpoints("10.2.3.4") });
  await expect.poll(() => slicesOf("own")).toMatchObject([{ endpoints: [{ addresses: ["10.2.3.4"] }] }]);
  const labels = { "endpointslice.kubernetes.io/skip-mirror": "true" };
  await world.client.patch(core("endpoints"), "own", "merge", { metadata: { labels } });
  await expect.poll(() => slicesOf("own")).toEqual([]);
});

it("Endpoints with too many addresses are mirrored in part, and an event tells how many are left out", async () => {
  await service("own", { ports: [{ port: 80 }] });
  const addresses = Array.from({ length: 1003 }, (_none, i) => ({ ip: `10.9.${i >> 8}.${i & 255}` }));
  const made = { metadata: { name: "own" }, subsets: [{ addresses, ports: [{ port: 80 }] }] };
  await world.client.create(core("endpoints"), made);
  await expect.poll(async () => (await slicesOf("own")).flatMap(({ endpoints }) => endpoints).length).toBe(1000);
  const told = async () =>
    (await world.client.list(core("events"))).items.map(
      ({ reason, message }) => `${String(reason)} ${String(message)}`,
    );
  await expect
    .poll(told)
    .toContain(
      "TooManyAddressesToMirror A max of 1000 addresses can be mirrored to EndpointSlices per Endpoints subset. " +
        "3 addresses were skipped",
    );
});
