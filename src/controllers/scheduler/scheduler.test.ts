import { afterEach, describe, expect, it, vi } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createSeededRandom } from "../../apimachinery/seeded-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { Client } from "../../client/client.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { WorldClock } from "../../component-base/world-clock.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { SchedulerCache } from "./scheduler-cache.ts";
import { createScheduler } from "./scheduler.ts";

const core = { group: "", version: "v1" };
const pods = { ...core, resource: "pods", namespace: "default" };
const nodes = { ...core, resource: "nodes" };

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start({ inTurns = true, through = (handle: Handle): Handle => handle } = {}) {
  const clock = createSystemClock();
  const world = new WorldClock({ host: clock, paused: inTurns, inTurns, start: Date.UTC(2030, 0, 1) });
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    world,
    random: createSeededRandom(1),
    tokens: new Map(),
    loopbackTokens: new Map([
      ["s", { name: "system:kube-scheduler", uid: "", groups: [], extra: {} }],
      ["a", { name: "admin", uid: "", groups: ["system:masters"], extra: {} }],
    ]),
  });
  const headers = { Authorization: "Bearer s" };
  const scheduler = createScheduler({ handle: through(server.handle), clock: world, headers });
  scheduler.start(new AbortController().signal);
  closing.push(async () => {
    scheduler.close();
    world.close();
    await server.close();
  });
  const client = new Client({ handle: server.handle, userAgent: "test", headers: { Authorization: "Bearer a" } });
  const createNode = async (name: string, cpu = "4") => {
    await client.create(nodes, { metadata: { name } });
    const status = { allocatable: { cpu, memory: "8Gi", pods: "110" }, capacity: { cpu, memory: "8Gi", pods: "110" } };
    await client.patch(nodes, name, "merge", { status }, { subresource: "status" });
    // new nodes are tainted as not ready until the node controller has seen that they are
    await client.patch(nodes, name, "merge", { spec: { taints: null } });
  };
  const createPod = (name: string, cpu = "1", spec: object = {}) =>
    client.create(pods, {
      metadata: { name },
      spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu } } }], ...spec },
    });
  const nodeOf = async (name: string) => ((await client.get(pods, name))["spec"] as { nodeName?: string }).nodeName;
  const events = async () =>
    (await client.list({ ...core, resource: "events", namespace: "default" })).items.map((event) =>
      [event["type"], event["reason"], event["message"]].join(" "),
    );
  return { client, world, createNode, createPod, nodeOf, events };
}

describe("the scheduler", () => {
  it("binds a pod that was there before its nodes when their taints are taken away, after its back-off", async () => {
    const { client, world, createPod, nodeOf } = await start();
    await createPod("early");
    await world.advance(0);
    await client.create(nodes, { metadata: { name: "a" } });
    const status = { allocatable: { cpu: "4", memory: "8Gi", pods: "110" } };
    await client.patch(nodes, "a", "merge", { status }, { subresource: "status" });
    await world.advance(20_000);
    expect(await nodeOf("early")).toBeUndefined();
    expect(JSON.stringify(await client.get(pods, "early"))).toContain(
      "untolerated taint {node.kubernetes.io/not-ready: }",
    );
    await client.patch(nodes, "a", "merge", { spec: { taints: null } });
    await world.advance(0);
    expect(await nodeOf("early")).toBe("a");
  });

  it("binds pods to nodes with the rights of system:kube-scheduler, and says so", async () => {
    const { client, world, createNode, createPod, nodeOf, events } = await start();
    await createNode("a");
    await createNode("b");
    await createPod("one");
    await createPod("two");
    await world.advance(0);
    expect([await nodeOf("one"), await nodeOf("two")]).toEqual(["a", "b"]);
    expect(await events()).toEqual([
      "Normal Scheduled Successfully assigned default/one to a",
      "Normal Scheduled Successfully assigned default/two to b",
    ]);
    expect((await client.get(pods, "one"))["status"]).toMatchObject({
      conditions: [{ type: "PodScheduled", status: "True" }],
    });
  });

  it("looks at all pods, the most important first and those of a second by name, in whatever order they came", async () => {
    const { client, world, createNode, createPod, events } = await start();
    await client.create({ group: "scheduling.k8s.io", version: "v1", resource: "priorityclasses" }, {
      metadata: { name: "high" },
      value: 10,
    } as KubeObject);
    await createNode("a", "20");
    await world.advance(0);
    for (const name of ["e", "d", "b", "c", "a"])
      await createPod(name, "1", name === "d" ? { priorityClassName: "high" } : {});
    await world.advance(0);
    const assigned = (name: string): string => `Normal Scheduled Successfully assigned default/${name} to a`;
    expect((await events()).toSorted()).toEqual(["a", "b", "c", "d", "e"].map(assigned));
    const { items } = await client.list(pods);
    const bound = items.toSorted((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion));
    expect(bound.map(({ metadata }) => metadata.name)).toEqual(["d", "a", "b", "c", "e"]);
  });

  it("binds no pod to a node that was cordoned since it was chosen", async () => {
    const bound: string[] = [];
    let goOn = (): void => undefined;
    const cordoned = new Promise<void>((resolve) => (goOn = resolve));
    const { client, createNode, createPod, nodeOf } = await start({
      inTurns: false,
      through: (handle) => async (exchange) => {
        if (!exchange.target.endsWith("/binding")) return handle(exchange);
        bound.push(exchange.target);
        await cordoned;
        return handle(exchange);
      },
    });
    await createNode("a", "1000");
    const names = Array.from({ length: 60 }, (_, i) => `p${i}`);
    for (const name of names) await createPod(name);
    // so many are bound at a time; for the others, the node is chosen
    await vi.waitFor(() => expect(bound).toHaveLength(50), 60_000);
    await client.patch(nodes, "a", "merge", { spec: { unschedulable: true } });
    goOn();
    const told = async (): Promise<number> =>
      (await client.list(pods)).items.filter((pod) => JSON.stringify(pod).includes("node(s) were unschedulable"))
        .length;
    await vi.waitFor(async () => expect(await told()).toBe(10), 60_000);
    expect(bound).toHaveLength(50);
    const where = await Promise.all(names.map(nodeOf));
    expect(where.filter((node) => node === "a")).toHaveLength(50);
  });

  it("looks at all pods where more come while others are being bound", async () => {
    const { client, createNode, createPod } = await start({ inTurns: false });
    await createNode("a", "100");
    await createPod("first");
    const unbound = async (): Promise<readonly unknown[]> =>
      (await client.list(pods, { fieldSelector: "spec.nodeName=" })).items.map(({ metadata }) => metadata.name);
    await expect.poll(unbound).toEqual([]);
    await Promise.all(Array.from({ length: 60 }, (_, i) => createPod(`pod-${99 - i}`)));
    await expect.poll(unbound).toEqual([]);
  });

  it("says why a pod does not fit, once, and binds it when there is room", async () => {
    const { client, world, createNode, createPod, nodeOf, events } = await start();
    await createNode("a", "1");
    await createPod("one");
    await createPod("two");
    await world.advance(3_600_000);
    const message =
      "0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.";
    expect((await client.get(pods, "two"))["status"]).toMatchObject({
      phase: "Pending",
      conditions: [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }],
    });
    expect((await events()).filter((text) => text.includes("FailedScheduling"))).toEqual([
      `Warning FailedScheduling ${message}`,
    ]);
    await client.delete(pods, "one", { gracePeriodSeconds: 0 });
    await world.advance(0);
    expect(await nodeOf("two")).toBe("a");
  });

  it("waits for gates, names of other schedulers and nodes", async () => {
    const { client, world, createNode, createPod, nodeOf, events } = await start();
    await createPod("early");
    await createPod("gated", "1", { schedulingGates: [{ name: "example.com/wait" }] });
    await createPod("other", "1", { schedulerName: "mine" });
    await world.advance(0);
    expect(await events()).toEqual(["Warning FailedScheduling no nodes available to schedule pods"]);
    await createNode("a");
    await world.advance(10_000);
    expect([await nodeOf("early"), await nodeOf("gated"), await nodeOf("other")]).toEqual(["a", undefined, undefined]);
    await client.patch(pods, "gated", "merge", { spec: { schedulingGates: null } });
    await world.advance(0);
    expect(await nodeOf("gated")).toBe("a");
  });

  it("waits for the resource claim of a pod, and reserves it before it binds the pod", async () => {
    const { client, world, createNode, createPod, nodeOf, events } = await start();
    const claims = { group: "resource.k8s.io", version: "v1", resource: "resourceclaims", namespace: "default" };
    await createNode("a");
    await createPod("p", "1", { resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }] });
    await world.advance(1000);
    expect(await events()).toEqual([]);
    const devices = { requests: [{ name: "one", exactly: { deviceClassName: "gpu.example.com" } }] };
    await client.create<KubeObject>(claims, { metadata: { name: "gpu" }, spec: { devices } });
    const advanced = async (): Promise<readonly string[]> => (await world.advance(1000), events());
    await expect
      .poll(advanced)
      .toContainEqual(expect.stringContaining("request one: device class gpu.example.com does not exist."));
    const results = [{ request: "one", driver: "gpu.example.com", pool: "a", device: "gpu-0" }];
    const status = { allocation: { devices: { results } } };
    await client.patch(claims, "gpu", "merge", { status }, { subresource: "status" });
    await expect.poll(async () => (await world.advance(10_000), nodeOf("p"))).toBe("a");
    expect((await client.get(claims, "gpu"))["status"]).toMatchObject({
      reservedFor: [{ resource: "pods", name: "p" }],
    });
  });

  it("deletes less important pods for a more important one, which is promised their node", async () => {
    const { client, world, createNode, createPod, nodeOf, events } = await start();
    await client.create(
      { group: "scheduling.k8s.io", version: "v1", resource: "priorityclasses" },
      { metadata: { name: "high" }, value: 1000 },
    );
    await createNode("a", "1");
    await createPod("low");
    await world.advance(0);
    await createPod("high", "1", { priorityClassName: "high" });
    await world.advance(0);
    const low = await client.get(pods, "low");
    expect(low.metadata.deletionTimestamp).toBeDefined();
    expect(low["status"]).toMatchObject({
      conditions: expect.arrayContaining([
        expect.objectContaining({ type: "DisruptionTarget", reason: "PreemptionByScheduler", status: "True" }),
      ]) as unknown,
    });
    const high = await client.get(pods, "high");
    expect(high["status"]).toMatchObject({ nominatedNodeName: "a" });
    expect(await events()).toContain(`Normal Preempted Preempted by pod ${high.metadata.uid ?? ""} on node a`);
    await client.delete(pods, "low", { gracePeriodSeconds: 0 });
    await world.advance(10_000);
    expect(await nodeOf("high")).toBe("a");
  });
});

describe("pods that fit nowhere", () => {
  it("are tried again where they fit nowhere for another reason, and say so", async () => {
    const { client, world, createNode, createPod, events } = await start();
    await createNode("a");
    await client.patch(nodes, "a", "merge", { spec: { unschedulable: true } });
    await createPod("one");
    await world.advance(1000);
    const taints = [{ key: "example.com/k", effect: "NoSchedule" }];
    await client.patch(nodes, "a", "merge", { spec: { unschedulable: null, taints } });
    await world.advance(10_000);
    const ended =
      "no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.";
    const reasons = ["1 node(s) were unschedulable", "1 node(s) had untolerated taint {example.com/k: }"];
    const messages = reasons.map((reason) => `0/1 nodes are available: ${reason}. ${ended}`);
    expect(await events()).toEqual(messages.map((message) => `Warning FailedScheduling ${message}`));
    expect((await client.get(pods, "one"))["status"]).toMatchObject({ conditions: [{ message: messages[1] }] });
  });

  it("are looked at again when a namespace gets labels that their affinity names", async () => {
    const { client, world, createNode, createPod, nodeOf } = await start();
    const namespaces = { ...core, resource: "namespaces" };
    await createNode("a");
    await client.patch(nodes, "a", "merge", { metadata: { labels: { "kubernetes.io/hostname": "a" } } });
    await client.create(namespaces, { metadata: { name: "other" } });
    const spec = { containers: [{ name: "c", image: "i" }] };
    await client.create({ ...pods, namespace: "other" }, { metadata: { name: "friend", labels: { l: "x" } }, spec });
    const term = {
      labelSelector: { matchLabels: { l: "x" } },
      namespaceSelector: { matchLabels: { team: "t" } },
      topologyKey: "kubernetes.io/hostname",
    };
    const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    await createPod("one", "1", { affinity });
    await world.advance(10_000);
    expect(await nodeOf("one")).toBeUndefined();
    await client.patch(namespaces, "other", "merge", { metadata: { labels: { team: "t" } } });
    await world.advance(10_000);
    expect(await nodeOf("one")).toBe("a");
  });

  it("are looked at again a few at a time, and others have their turn in between", async () => {
    const { world, createNode, createPod } = await start();
    await createNode("n1");
    for (let i = 0; i < 101; i++) await createPod(`big-${i}`, "100");
    await world.advance(1000);
    let [task, isOver] = [0, false];
    const countTasks = (): void => void (++task && !isOver && setImmediate(countTasks));
    countTasks();
    const tasks: number[] = [];
    const snapshot = SchedulerCache.prototype.snapshot;
    const spy = vi.spyOn(SchedulerCache.prototype, "snapshot").mockImplementation(function (this: SchedulerCache) {
      tasks.push(task);
      return snapshot.call(this);
    });
    await createNode("n2");
    await world.advance(1000);
    spy.mockRestore();
    isOver = true;
    expect(tasks.length).toBeGreaterThanOrEqual(3);
    expect(new Set(tasks).size).toBeGreaterThanOrEqual(3);
  });
});
