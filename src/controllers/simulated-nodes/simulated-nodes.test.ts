import { afterEach, describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { nodes, pods, startSimulatedNode } from "../testing/simulated-node.ts";
import { simulatedNodes } from "./node-status.ts";
import type { KubeletPodStatus } from "./pod-types.ts";
import { createSimulatedNodes } from "./simulated-nodes.ts";

const core = { group: "", version: "v1" };
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

const podMeta = ({ metadata: { name = "", uid = "" } }: KubeObject): string => `${name}_default(${uid})`;

describe("a simulated node", () => {
  it("says what it has and that it is ready, and then nothing for an hour", async () => {
    const { client, seconds, server } = await start();
    await seconds(0);
    const node = await client.get(nodes, "node-1");
    expect(node["status"]).toMatchObject({
      capacity: { cpu: "4", memory: "8Gi", pods: "110" },
      conditions: expect.arrayContaining([expect.objectContaining({ type: "Ready", status: "True" })]) as unknown,
      nodeInfo: { kubeletVersion: "v1.34.0" },
    });
    expect(node.metadata.labels).toMatchObject({ "kubernetes.io/hostname": "node-1" });
    const { revision } = await server.inspect.stats();
    await seconds(3600);
    expect((await server.inspect.stats()).revision).toBe(revision);
  });

  it("has the capacity that its annotations name, and can be down", async () => {
    const { client, seconds, createPod, seen } = await start();
    const annotations = { [`${prefix}capacity.cpu`]: "64", [`${prefix}capacity.example.com__gpu`]: "2" };
    await client.patch(nodes, "node-1", "merge", { metadata: { annotations } });
    await seconds(0);
    expect((await client.get(nodes, "node-1"))["status"]).toMatchObject({
      allocatable: { cpu: "64", "example.com/gpu": "2" },
    });
    await client.patch(nodes, "node-1", "merge", { metadata: { annotations: { [`${prefix}ready`]: "false" } } });
    await createPod("p");
    await seconds(60);
    expect(await seen("p")).toBe("Pending running 0");
    await client.patch(nodes, "node-1", "merge", { metadata: { annotations: { [`${prefix}ready`]: null } } });
    await seconds(60);
    expect(await seen("p")).toBe("Running running 0 ready");
  });
});

describe("a pod", () => {
  it("waits in an init container until the Service is there that its script asks for", async () => {
    const { client, createPod, status, seconds } = await start();
    const command = ["sh", "-c", "until nslookup db; do sleep 2; done"];
    await createPod("p", {}, { initContainers: [{ name: "wait", image: "busybox", command }] });
    await seconds(60);
    const init = async () => (await status("p")).initContainerStatuses?.[0]?.state;
    expect(await init()).toMatchObject({ running: {} });
    await client.create(
      { ...core, resource: "services", namespace: "default" },
      { metadata: { name: "db" }, spec: { ports: [{ port: 80 }] } },
    );
    await seconds(5);
    const { startedAt = "", finishedAt = "" } = (await init())?.terminated ?? {};
    expect(Date.parse(finishedAt) - Date.parse(startedAt)).toBeGreaterThanOrEqual(55_000);
    expect((await status("p")).phase).toBe("Running");
  });

  it("starts, with conditions, addresses and events of a kubelet", async () => {
    const { createPod, status, seen, events, seconds } = await start();
    await createPod("p");
    await seconds(0);
    expect(await seen("p")).toBe("Pending ContainerCreating 0");
    await seconds(2);
    expect(await seen("p")).toBe("Running running 0 ready");
    const { conditions = [], podIP, hostIP } = await status("p");
    expect(conditions.map((one) => `${one.type}=${one.status}`)).toEqual([
      "PodReadyToStartContainers=True",
      "Initialized=True",
      "Ready=True",
      "ContainersReady=True",
      "PodScheduled=True",
    ]);
    expect(conditions.flatMap(({ reason, message }) => [reason, message])).toEqual(Array(10).fill(undefined));
    expect([podIP, hostIP]).toEqual(["10.244.1.2", "192.168.49.3"]);
    expect(await events("p")).toEqual([
      'Normal Pulling Pulling image "nginx:1"',
      expect.stringMatching(/^Normal Pulled Successfully pulled image "nginx:1" in 1s \(1s including waiting\)/),
      "Normal Created Created container: c",
      "Normal Started Started container c",
    ]);
    await createPod("q");
    await seconds(0);
    expect((await events("q"))[0]).toBe('Normal Pulled Container image "nginx:1" already present on machine');
  });

  it("runs its init containers one after the other, and sidecars beside the others", async () => {
    const { createPod, status, seconds } = await start();
    const initContainers = [
      { name: "one", image: "busybox", command: ["sh", "-c", "sleep 5"] },
      { name: "side", image: "proxy", restartPolicy: "Always" },
      { name: "two", image: "busybox", command: ["sleep", "5"] },
    ];
    await createPod("p", {}, { initContainers });
    const states = async (): Promise<string> => {
      const { initContainerStatuses = [], containerStatuses = [] } = await status("p");
      return [...initContainerStatuses, ...containerStatuses]
        .map(({ state }) => Object.keys(state)[0] ?? "")
        .map((state) => state.charAt(0))
        .join("");
    };
    await seconds(3);
    expect(await states()).toBe("rwww");
    await seconds(7);
    expect(await states()).toBe("trrw");
    await seconds(10);
    expect(await states()).toBe("trtr");
    expect((await status("p")).phase).toBe("Running");
  });

  it("stops its sidecars when its work has ended, the last one first, and has ended then", async () => {
    const { createPod, status, events, seconds } = await start();
    const initContainers = ["first", "last"].map((name) => ({ name, image: "proxy", restartPolicy: "Always" }));
    await createPod("p", { command: ["sleep", "5"] }, { restartPolicy: "Never", initContainers });
    const running = async (): Promise<readonly string[]> =>
      ((await status("p")).initContainerStatuses ?? []).filter(({ ready }) => ready).map(({ name }) => name);
    await seconds(5);
    expect(await running()).toEqual(["first", "last"]);
    while ((await running()).length === 2) await seconds(1);
    expect([(await status("p")).phase, await running()]).toEqual(["Running", ["first"]]);
    await seconds(1);
    expect([(await status("p")).phase, await running()]).toEqual(["Succeeded", []]);
    expect((await events("p")).filter((event) => event.includes("Killing"))).toEqual([
      "Normal Killing Stopping container last",
      "Normal Killing Stopping container first",
    ]);
  });

  it("kills a container whose hook after the start fails, and starts it again", async () => {
    const { createPod, seen, events, seconds } = await start();
    const exec = { command: ["sh", "-c", "sleep 2; exit 1"] };
    await createPod("p", { lifecycle: { postStart: { exec } } });
    await seconds(30);
    expect(await seen("p")).toMatch(/ [1-9]$/);
    const told = await events("p");
    expect(told).toContain("Warning FailedPostStartHook PostStartHook failed");
    expect(told).toContain("Normal Killing FailedPostStartHook");
  });

  it("is ready when its probe has succeeded, and never if an annotation says so", async () => {
    const { createPod, seen, events, seconds } = await start();
    const readinessProbe = { httpGet: { port: 80 }, initialDelaySeconds: 20 };
    await createPod("p", { readinessProbe });
    await createPod("q", { readinessProbe }, {}, { [`${prefix}readiness`]: "failure" });
    await seconds(10);
    expect(await seen("p")).toBe("Running running 0");
    await seconds(20);
    expect(await seen("p")).toBe("Running running 0 ready");
    expect(await seen("q")).toBe("Running running 0");
    expect(await events("q")).toContain(
      "Warning Unhealthy Readiness probe failed: HTTP probe failed with statuscode: 503",
    );
  });

  it("is stopped in its time, and gone", async () => {
    const { client, createPod, events, exists, seconds } = await start();
    await createPod("p", {}, {}, { [`${prefix}stop-seconds`]: "20" });
    await seconds(5);
    await client.delete(pods, "p");
    await seconds(19);
    expect(await exists("p")).toBe(true);
    expect(await events("p")).toContain("Normal Killing Stopping container c");
    await seconds(2);
    expect(await exists("p")).toBe(false);
  });
});

describe("a pod that is deleted", () => {
  it.each([
    ["well", {}, "Succeeded Completed 0 0", "PodCompleted"],
    ["by force if its time is over", { [`${prefix}stop-seconds`]: "40" }, "Failed Error 137 0", "PodFailed"],
  ])("has ended %s", async (_how, annotations, expected, reason) => {
    const { client, createPod, status, seen, seconds } = await start();
    await createPod("p", {}, {}, annotations);
    await seconds(5);
    await client.patch(pods, "p", "merge", { metadata: { finalizers: ["example.com/wait"] } });
    await client.delete(pods, "p");
    await seconds(31);
    expect(await seen("p")).toBe(expected);
    expect((await status("p")).conditions?.find(({ type }) => type === "Ready")).toMatchObject({
      status: "False",
      reason,
    });
  });
});

describe("what goes wrong", () => {
  it("crashes: the container is restarted at longer and longer intervals", async () => {
    const { createPod, seen, events, seconds, status } = await start();
    const made = await createPod("p", { command: ["false"] });
    const states: string[] = [];
    for (let second = 0; second < 60; second++) {
      await seconds(1);
      const state = await seen("p");
      if (states.at(-1) !== state) states.push(state);
    }
    expect(states).toEqual(
      [
        "Running running 0 ready",
        "Running Error 1 0",
        "Running running 1 ready",
        "Running CrashLoopBackOff 1",
        "Running running 2 ready",
        "Running CrashLoopBackOff 2",
        "Running running 3 ready",
        "Running CrashLoopBackOff 3",
      ].slice(0, states.length),
    );
    expect(states.length).toBeGreaterThanOrEqual(8);
    const [container] = (await status("p")).containerStatuses ?? [];
    expect(container?.lastState.terminated).toMatchObject({ exitCode: 1, reason: "Error" });
    expect(container?.state.waiting?.message).toBe(`back-off 40s restarting failed container=c pod=${podMeta(made)}`);
    expect(await events("p")).toContain(
      `Warning BackOff Back-off restarting failed container c in pod ${podMeta(made)}`,
    );
  });

  it("an image that cannot exist is not pulled", async () => {
    const { createPod, seen, events, seconds } = await start();
    await createPod("p", { image: "nginx:does-not-exist" });
    await createPod("q", { image: "Nginx" });
    await seconds(1);
    expect([await seen("p"), await seen("q")]).toEqual(["Pending ErrImagePull 0", "Pending InvalidImageName 0"]);
    await seconds(3);
    expect(await seen("p")).toBe("Pending ImagePullBackOff 0");
    const name = "docker.io/library/nginx:does-not-exist";
    expect(await events("p")).toEqual([
      'Normal Pulling Pulling image "nginx:does-not-exist"',
      `Warning Failed Failed to pull image "nginx:does-not-exist": rpc error: code = NotFound desc = failed to pull and unpack image "${name}": failed to resolve reference "${name}": ${name}: not found`,
      "Warning Failed Error: ErrImagePull",
      'Normal BackOff Back-off pulling image "nginx:does-not-exist"',
      "Warning Failed Error: ImagePullBackOff",
    ]);
  });

  it("a missing ConfigMap keeps the container from being created, until it is there", async () => {
    const { client, createPod, seen, events, seconds } = await start();
    await createPod("p", { envFrom: [{ configMapRef: { name: "settings" } }] });
    await seconds(5);
    expect(await seen("p")).toBe("Pending CreateContainerConfigError 0");
    expect(await events("p")).toContain('Warning Failed Error: configmap "settings" not found');
    await client.create({ ...core, resource: "configmaps", namespace: "default" }, { metadata: { name: "settings" } });
    await seconds(0);
    expect(await seen("p")).toBe("Running running 0 ready");
  });

  it("a missing Secret of a volume keeps the pod from starting", async () => {
    const { createPod, seen, events, seconds } = await start();
    await createPod("p", {}, { volumes: [{ name: "v", secret: { secretName: "keys" } }] });
    await seconds(5);
    expect(await seen("p")).toBe("Pending ContainerCreating 0");
    expect(await events("p")).toEqual([
      'Warning FailedMount MountVolume.SetUp failed for volume "v" : secret "keys" not found',
    ]);
  });

  it.each([
    [{ exec: { command: ["check"] } }, ""],
    [{ tcpSocket: { port: 5432 } }, "dial tcp 10.244.1.2:5432: connect: connection refused"],
    [{ grpc: { port: 9 } }, 'service unhealthy (responded with "NOT_SERVING")'],
  ])("the failure of a probe is told by what it does: %j", async (readinessProbe, problem) => {
    const { createPod, events, seconds } = await start();
    await createPod("p", { readinessProbe }, {}, { [`${prefix}readiness`]: "failure" });
    await seconds(20);
    expect(await events("p")).toContain(`Warning Unhealthy Readiness probe failed: ${problem}`);
  });

  it("a container that uses more memory than its limit is killed", async () => {
    const { createPod, status, seconds } = await start();
    const resources = { limits: { memory: "64Mi" } };
    await createPod("p", { resources }, {}, { [`${prefix}memory`]: "200Mi" });
    await seconds(5);
    const [container] = (await status("p")).containerStatuses ?? [];
    expect(container?.lastState.terminated ?? container?.state.terminated).toMatchObject({
      exitCode: 137,
      reason: "OOMKilled",
    });
  });

  it("a failing liveness probe restarts the container", async () => {
    const { createPod, seen, events, seconds } = await start();
    const livenessProbe = { httpGet: { port: 80 }, periodSeconds: 5, failureThreshold: 2 };
    await createPod("p", { livenessProbe }, {}, { [`${prefix}liveness`]: "failure" });
    await seconds(14);
    expect(await seen("p")).toBe("Running running 1 ready");
    expect(await events("p")).toContain("Normal Killing Container c failed liveness probe, will be restarted");
  });
});

describe("a pod that ends", () => {
  // oxfmt-ignore
  it.each<readonly [string, readonly string[], string, string]>([
    ["well", ["sh", "-c", "echo hi; sleep 3"], "Never", "Succeeded Completed 0 0"],
    ["badly", ["sh", "-c", "sleep 1 && exit 3"], "Never", "Failed Error 3 0"],
    ["well under OnFailure", ["true"], "OnFailure", "Succeeded Completed 0 0"],
    ["badly under OnFailure", ["sh", "-c", "exit 1"], "OnFailure", "Running CrashLoopBackOff 1"],
  ])("%s", async (_name, command, restartPolicy, expected) => {
    const { createPod, seen, seconds } = await start();
    await createPod("p", { command }, { restartPolicy });
    await seconds(8);
    expect(await seen("p")).toBe(expected);
  });

  it("by its deadline", async () => {
    const { createPod, events, status, seconds } = await start();
    await createPod("p", {}, { activeDeadlineSeconds: 10 });
    await seconds(11);
    expect(await status("p")).toMatchObject({ phase: "Failed", reason: "DeadlineExceeded" });
    expect((await status("p")).conditions?.find(({ type }) => type === "Ready")?.reason).toBe("PodFailed");
    expect((await events("p")).slice(-2)).toEqual([
      "Normal DeadlineExceeded Pod was active on the node longer than the specified deadline",
      "Normal Killing Stopping container c",
    ]);
  });
});

it("a PodBehavior scripts what pods do, and is validated", async () => {
  const { client, createPod, seen, seconds } = await start();
  await seconds(1);
  const behaviors = { group: "simulation.kubepad.dev", version: "v1alpha1", resource: "podbehaviors" };
  const target = { ...behaviors, namespace: "default" };
  const behavior = (spec: object): KubeObject => ({
    apiVersion: "simulation.kubepad.dev/v1alpha1",
    kind: "PodBehavior",
    metadata: { name: "b" },
    spec,
  });
  await expect(client.create(target, behavior({ containers: [{ exitCode: 300 }] }))).rejects.toThrow("or equal to 255");
  await client.create(target, behavior({ containers: [{ name: "c", runSeconds: 2, exitCode: 7 }] }));
  await expect
    .poll(async () => {
      await createPod("p", {}, { restartPolicy: "Never" }).catch(() => undefined);
      await seconds(5);
      return seen("p");
    })
    .toBe("Failed Error 7 0");
});
