import { afterEach, describe, expect, it } from "vitest";
import { nodes, pods, startSimulatedNode } from "../testing/simulated-node.ts";
import { simulatedNodes } from "./node-status.ts";
import type { KubeletPodStatus } from "./pod-types.ts";
import { createSimulatedNodes } from "./simulated-nodes.ts";

const prefix = "simulation.kubepad.dev/";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start() {
  const node = await startSimulatedNode<KubeletPodStatus>({
    createKubelets: createSimulatedNodes,
    node: simulatedNodes(1)[0] ?? { metadata: {} },
  });
  closing.push(node.close);
  return node;
}

describe("a pod that its node does not take", () => {
  // oxfmt-ignore
  it.each<readonly [string, object, object, string, string]>([
    ["CPU", { resources: { requests: { cpu: "2500m" } } }, {}, "OutOfcpu", "Node didn't have enough resource: cpu, requested: 2500, used: 2000, capacity: 4000"],
    ["memory", { resources: { requests: { memory: "16Gi" } } }, {}, "OutOfmemory", "Node didn't have enough resource: memory, requested: 17179869184, used: 0, capacity: 8589934592"],
    ["its port", { ports: [{ containerPort: 80, hostPort: 80 }] }, {}, "NodePorts", "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports"],
    ["its selector", {}, { nodeSelector: { disk: "ssd" } }, "NodeAffinity", "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector"],
    ["its system", {}, { os: { name: "windows" } }, "PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"],
  ])("for %s has failed", async (_why, container, spec, reason, message) => {
    const { createPod, status, events, seconds } = await start();
    const ports = [{ containerPort: 80, hostPort: 80 }];
    await createPod("first", { ports, resources: { requests: { cpu: "2" } } });
    await seconds(0);
    await createPod("p", container, spec);
    await seconds(2);
    expect(await status("p")).toMatchObject({ phase: "Failed", reason, message: `Pod was rejected: ${message}` });
    expect((await status("p")).containerStatuses).toBeUndefined();
    expect(await events("p")).toEqual([`Warning ${reason} ${message}`]);
  });

  it("for a taint has failed", async () => {
    const { client, createPod, status, seconds } = await start();
    const taints = [{ key: "gone", effect: "NoExecute" }];
    await client.patch(nodes, "node-1", "merge", { spec: { taints } });
    await createPod("p");
    await seconds(2);
    expect(await status("p")).toMatchObject({
      reason: "TaintToleration",
      message: "Pod was rejected: Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
    });
  });
});

describe("a running pod", () => {
  it("gets another container when its image is changed, even if it is not to be restarted", async () => {
    const { client, createPod, seen, status, events, seconds } = await start();
    await createPod("p", {}, { restartPolicy: "Never" });
    await seconds(5);
    await client.patch(pods, "p", "strategic-merge", { spec: { containers: [{ name: "c", image: "nginx:2" }] } });
    await seconds(1);
    expect(await seen("p")).toBe("Running running 0 ready");
    await seconds(3);
    expect(await seen("p")).toBe("Running running 1 ready");
    const [container] = (await status("p")).containerStatuses ?? [];
    expect(container).toMatchObject({ image: "nginx:2", lastState: { terminated: { exitCode: 0 } } });
    expect(await events("p")).toContain("Normal Killing Container c definition changed, will be restarted");
  });

  it("starts an ephemeral container beside the others, which does not count for it", async () => {
    const { client, createPod, status, seconds } = await start();
    await createPod("p");
    await seconds(5);
    const ephemeralContainers = [{ name: "debug", image: "busybox", command: ["sh", "-c", "exit 3"] }];
    const options = { subresource: "ephemeralcontainers" };
    await client.patch(pods, "p", "strategic-merge", { spec: { ephemeralContainers } }, options);
    await seconds(5);
    const { phase, ephemeralContainerStatuses = [], conditions = [] } = await status("p");
    expect([phase, conditions.find(({ type }) => type === "Ready")?.status]).toEqual(["Running", "True"]);
    expect(ephemeralContainerStatuses).toMatchObject([
      { name: "debug", ready: false, restartCount: 0, state: { terminated: { exitCode: 3, reason: "Error" } } },
    ]);
    expect(ephemeralContainerStatuses[0]).not.toHaveProperty("started");
  });

  const resized = { requests: { cpu: "2", memory: "1Gi" } };
  const resize = { subresource: "resize" };
  const asked = (resources: object) => ({ spec: { containers: [{ name: "c", resources }] } });
  const types = (status: Awaited<ReturnType<Awaited<ReturnType<typeof start>>["status"]>>) =>
    (status.conditions ?? []).flatMap(({ type, reason }) =>
      type.startsWith("PodResize") ? [`${type} ${reason}`] : [],
    );

  it("is resized in place a second after its node has agreed", async () => {
    const { client, createPod, status, events, seconds } = await start();
    await createPod("p", { resources: { requests: { cpu: "1", memory: "1Gi" } } });
    await seconds(5);
    await client.patch(pods, "p", "strategic-merge", asked(resized), resize);
    await seconds(0);
    expect(types(await status("p"))).toEqual(["PodResizeInProgress undefined"]);
    expect((await status("p")).containerStatuses?.[0]?.resources?.requests).toEqual({ cpu: "1", memory: "1Gi" });
    await seconds(1);
    expect(types(await status("p"))).toEqual([]);
    expect((await status("p")).containerStatuses?.[0]).toMatchObject({ restartCount: 0, resources: resized });
    expect((await events("p")).at(-1)).toBe(
      `Normal ResizeCompleted Pod resize completed: ${JSON.stringify({ containers: [{ name: "c", resources: resized }] })}`,
    );
  });

  it("is restarted by a resize if its policy says so", async () => {
    const { client, createPod, seen, status, events, seconds } = await start();
    const resizePolicy = [{ resourceName: "cpu", restartPolicy: "RestartContainer" }];
    await createPod("p", { resources: { requests: { cpu: "1", memory: "1Gi" } }, resizePolicy });
    await seconds(5);
    await client.patch(pods, "p", "strategic-merge", asked(resized), resize);
    await seconds(5);
    expect(await seen("p")).toBe("Running running 1 ready");
    expect((await status("p")).containerStatuses?.[0]?.resources).toEqual(resized);
    expect(await events("p")).toContain("Normal Killing Container c resize requires restart");
    expect(types(await status("p"))).toEqual([]);
  });

  it("waits for room for its resize, and does not wait for what its node can never give", async () => {
    const { client, createPod, status, seconds } = await start();
    await createPod("other", { resources: { requests: { cpu: "3" } } });
    await createPod("p", { resources: { requests: { cpu: "1", memory: "1Gi" } } });
    await seconds(5);
    await client.patch(pods, "p", "strategic-merge", asked({ requests: { cpu: "5", memory: "1Gi" } }), resize);
    await seconds(5);
    expect((await status("p")).conditions?.find(({ type }) => type === "PodResizePending")).toMatchObject({
      reason: "Infeasible",
      message: "Node didn't have enough capacity: cpu, requested: 5000, capacity: 4000",
    });
    await client.patch(pods, "p", "strategic-merge", asked(resized), resize);
    await seconds(5);
    expect((await status("p")).conditions?.find(({ type }) => type === "PodResizePending")).toMatchObject({
      reason: "Deferred",
      message: "Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000",
    });
    await client.delete(pods, "other", { gracePeriodSeconds: 0 });
    await seconds(5);
    expect((await status("p")).containerStatuses?.[0]?.resources).toEqual(resized);
  });
});

describe("what a container says as it ends", () => {
  // oxfmt-ignore
  it.each<readonly [string, object, object, string | undefined]>([
    ["its file", { command: ["sh", "-c", "echo -n OK > /dev/termination-log"] }, {}, "OK"],
    ["an annotation", { command: ["true"] }, { [`${prefix}termination-message.c`]: "done" }, "done"],
    ["its log if it has failed", { command: ["sh", "-c", "echo -n DONE; exit 1"], terminationMessagePolicy: "FallbackToLogsOnError" }, {}, "DONE"],
    ["nothing if it has ended well", { command: ["sh", "-c", "echo DONE"], terminationMessagePolicy: "FallbackToLogsOnError" }, {}, undefined],
  ])("is that of %s", async (_where, container, annotations, message) => {
    const { createPod, status, seconds } = await start();
    await createPod("p", container, { restartPolicy: "Never" }, annotations);
    await seconds(5);
    expect((await status("p")).containerStatuses?.[0]?.state.terminated?.message).toBe(message);
  });
});

describe("a path inside a volume", () => {
  // oxfmt-ignore
  it.each([
    ["/tmp", "error SubPath `/tmp/x` must not be an absolute path"],
    ["..", "unable to provision SubPath `../x`: must not contain '..'"],
    ["", "missing value for PART"],
  ])("of %j keeps the container from being created until it is mended", async (value, message) => {
    const { client, createPod, seen, status, seconds } = await start();
    const env = [{ name: "PART", valueFrom: { fieldRef: { fieldPath: "metadata.annotations['part']" } } }];
    const volumeMounts = [{ name: "v", mountPath: "/v", subPathExpr: "$(PART)/x" }];
    await createPod("p", { env, volumeMounts }, { volumes: [{ name: "v", emptyDir: {} }] }, { part: value });
    await seconds(5);
    expect((await status("p")).containerStatuses?.[0]?.state.waiting).toEqual({
      reason: "CreateContainerConfigError",
      message,
    });
    await client.patch(pods, "p", "merge", { metadata: { annotations: { part: "good" } } });
    await seconds(1);
    expect(await seen("p")).toBe("Running running 0 ready");
    expect((await status("p")).containerStatuses?.[0]).toMatchObject({ volumeMounts: [{ name: "v", mountPath: "/v" }] });
  });
});

it("a preStop hook takes its time before a container stops", async () => {
  const { client, createPod, exists, seconds } = await start();
  await createPod("p", { lifecycle: { preStop: { sleep: { seconds: 10 } } } });
  await seconds(5);
  await client.delete(pods, "p");
  await seconds(10);
  expect(await exists("p")).toBe(true);
  await seconds(2);
  expect(await exists("p")).toBe(false);
});
