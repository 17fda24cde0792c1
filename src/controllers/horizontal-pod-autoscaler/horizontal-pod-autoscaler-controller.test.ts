import { afterEach, describe, expect, it } from "vitest";
import type { HorizontalPodAutoscaler } from "../../api/autoscaling/v2.ts";
import { apiServerObjects } from "../../client/api-server-objects.ts";
import { type ControlledServer, startControlled } from "../testing/controlled-server.ts";

const servers: ControlledServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const target = { group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers", namespace: "default" };
const cpuAt = (averageUtilization: number) => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});
const autoscaler = (spec: object, annotations: Record<string, string> = {}) => ({
  metadata: { name: "h", annotations },
  spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "ReplicaSet", name: "r" }, maxReplicas: 10, ...spec },
});
const replicaSet = (replicas: number, annotations: Record<string, string> = {}) => ({
  metadata: { name: "r" },
  spec: {
    replicas,
    selector: { matchLabels: { app: "a" } },
    template: {
      metadata: { labels: { app: "a" }, annotations },
      spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "100m" } } }] },
    },
  },
});

interface Autoscaled extends ControlledServer {
  /** Lets time pass until an autoscaler reads its scale. */
  sync(): Promise<void>;
  hpa(name?: string): Promise<HorizontalPodAutoscaler>;
  condition(type: string): Promise<unknown>;
  replicas(): Promise<unknown>;
  /** Lets a second pass first. */
  replicasLater(): Promise<unknown>;
  /** Makes all pods ready since long ago. */
  runPods(): Promise<void>;
}

const metricsApis = ["v1beta1.metrics.k8s.io", "v1beta2.custom.metrics.k8s.io", "v1beta1.external.metrics.k8s.io"];

async function start(apis: readonly string[] = []): Promise<Autoscaled> {
  const server = await startControlled([
    "horizontal-pod-autoscaler-controller",
    "replicaset-controller",
    "metrics-server",
  ]);
  servers.push(server);
  for (const api of apis) await serveApi(server, api);
  const hpa = (name = "h") => server.client.get<HorizontalPodAutoscaler>(target, name);
  const replicas = async () => (await server.get("replicasets", "r", "apps"))["spec"];
  return {
    ...server,
    hpa,
    async sync() {
      const scales = () => server.read.filter((path) => path.endsWith("/scale")).length;
      const before = scales();
      const advanced = async () => (server.clock.advance(1000), scales());
      await expect.poll(advanced, { interval: 20 }).toBeGreaterThan(before);
    },
    condition: async (type) => (await hpa()).status?.conditions?.find((one) => one.type === type),
    replicas,
    replicasLater: () => (server.clock.advance(1000), replicas()),
    async runPods() {
      const startTime = "2025-01-01T00:00:00Z";
      const conditions = [{ type: "Ready", status: "True", lastTransitionTime: "2025-01-01T00:01:00Z" }];
      for (const { metadata } of await server.list("pods"))
        await server.patchStatus("pods", metadata.name ?? "", { phase: "Running", startTime, conditions });
    },
  };
}

/** Registers the metrics server for an APIService, and waits until requests reach it. */
async function serveApi({ client }: ControlledServer, name: string): Promise<void> {
  const [service, apiService] = apiServerObjects(name);
  await client.create({ group: "", version: "v1", resource: "services", namespace: "kube-system" }, service);
  await client.create(apiServices, apiService);
  await expect
    .poll(async () => (await client.get(apiServices, name))["status"])
    .toMatchObject({ conditions: [{ type: "Available", status: "True" }] });
}

const apiServices = { group: "apiregistration.k8s.io", version: "v1", resource: "apiservices" };

const withPods = async (
  replicas: number,
  annotations: Record<string, string>,
  apis: readonly string[] = [],
): Promise<Autoscaled> => {
  const server = await start(apis);
  await server.create("replicasets", replicaSet(replicas, annotations), "apps");
  await expect.poll(async () => (await server.list("pods")).length).toBe(replicas);
  await server.runPods();
  return server;
};

describe("without a metrics API", () => {
  it("tells in conditions and events that there are no metrics, as upstream does", async () => {
    const server = await withPods(2, {});
    await server.client.create(target, autoscaler({ metrics: [cpuAt(50)] }));
    await server.sync();
    const text =
      "failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource " +
      "metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)";
    await expect
      .poll(async () => (await server.hpa()).status)
      .toMatchObject({
        currentReplicas: 2,
        desiredReplicas: 0,
        currentMetrics: [{ type: "" }],
        conditions: [
          {
            type: "AbleToScale",
            status: "True",
            reason: "SucceededGetScale",
            message: "the HPA controller was able to get the target's current scale",
          },
          {
            type: "ScalingActive",
            status: "False",
            reason: "FailedGetResourceMetric",
            message: `the HPA was unable to compute the replica count: ${text}`,
          },
        ],
      });
    await expect
      .poll(async () => (await server.events()).filter((event) => event.startsWith("Failed")).toSorted())
      .toEqual([
        "FailedComputeMetricsReplicas invalid metrics (1 invalid out of 1), first error is: " +
          `failed to get cpu resource metric value: ${text}`,
        `FailedGetResourceMetric ${text}`,
      ]);
  });

  it.each([
    [
      { type: "Pods", pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue: "1" } } },
      "FailedGetPodsMetric",
      "unable to get metric rps: unable to fetch metrics from custom metrics API: " +
        "no custom metrics API (custom.metrics.k8s.io) registered",
    ],
    [
      {
        type: "External",
        external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "1" } },
      },
      "FailedGetExternalMetric",
      "unable to get external metric default/queue/nil: unable to fetch metrics from external metrics API: " +
        "the server could not find the requested resource (get queue.external.metrics.k8s.io)",
    ],
    [
      {
        type: "Object",
        object: {
          metric: { name: "hits" },
          describedObject: { apiVersion: "v1", kind: "Service", name: "s" },
          target: { type: "Value", value: "1" },
        },
      },
      "FailedGetObjectMetric",
      "unable to get metric hits: Service on default s/unable to fetch metrics from custom metrics API: " +
        "no custom metrics API (custom.metrics.k8s.io) registered",
    ],
  ])("tells about a metric of the type of %o", async (metric, reason, text) => {
    const server = await withPods(1, {});
    await server.client.create(target, autoscaler({ metrics: [metric] }));
    await server.sync();
    await expect
      .poll(() => server.condition("ScalingActive"))
      .toMatchObject({ reason, message: `the HPA was unable to compute the replica count: ${text}` });
    expect(await server.events()).toContain(`${reason} ${text}`);
  });
});

describe("the scale", () => {
  it("cannot be read of what is not there, and of unknown kinds", async () => {
    const server = await start();
    await server.client.create(target, autoscaler({}));
    await server.sync();
    await expect
      .poll(() => server.condition("AbleToScale"))
      .toMatchObject({
        status: "False",
        reason: "FailedGetScale",
        message: `the HPA controller was unable to get the target's current scale: replicasets/scale.apps "r" not found`,
      });
    await server.client.patch(target, "h", "merge", { spec: { scaleTargetRef: { kind: "Thing" } } });
    await expect
      .poll(async () => (server.clock.advance(1000), server.condition("AbleToScale")))
      .toMatchObject({
        message: `the HPA controller was unable to get the target's current scale: no matches for kind "Thing" in group "apps"`,
      });
  });

  it("is brought between the limits without any metrics; zero switches the autoscaler off", async () => {
    const server = await withPods(2, {});
    await server.client.create(target, autoscaler({ minReplicas: 3, metrics: [cpuAt(50)] }));
    await server.sync();
    await expect.poll(() => server.replicas()).toMatchObject({ replicas: 3 });
    await expect
      .poll(async () => (await server.hpa()).status)
      .toMatchObject({
        currentReplicas: 2,
        desiredReplicas: 3,
        lastScaleTime: expect.stringMatching(/^2026-01-01T00:00:/),
      });
    expect(await server.events()).toContain(
      "SuccessfulRescale New size: 3; reason: Current number of replicas below Spec.MinReplicas",
    );
    await server.patch("replicasets", "r", { spec: { replicas: 0 } }, "apps");
    await server.sync();
    await expect
      .poll(() => server.condition("ScalingActive"))
      .toMatchObject({
        status: "False",
        reason: "ScalingDisabled",
        message: "scaling is disabled since the replica count of the target is zero",
      });
  });

  it("is left alone where two autoscalers have the same pods", async () => {
    const server = await withPods(1, { "simulation.kubepad.dev/cpu": "90m" });
    await server.client.create(target, autoscaler({ metrics: [cpuAt(50)] }));
    await server.client.create(target, { ...autoscaler({ metrics: [cpuAt(50)] }), metadata: { name: "other" } });
    await server.sync();
    await server.sync();
    await expect
      .poll(() => server.condition("ScalingActive"))
      .toMatchObject({
        reason: "AmbiguousSelector",
        message: "pods by selector app=a are controlled by multiple HPAs: [default/h default/other]",
      });
  });
});

describe("metrics of the metrics APIs", () => {
  it("scale up by the usage of the pods, within the rate of the default", async () => {
    const server = await withPods(2, { "simulation.kubepad.dev/cpu": "200m" }, metricsApis);
    await server.client.create(target, autoscaler({ metrics: [cpuAt(50)] }));
    await server.sync();
    await expect.poll(() => server.replicas()).toMatchObject({ replicas: 4 });
    await expect
      .poll(async () => (await server.hpa()).status)
      .toMatchObject({
        currentReplicas: 2,
        desiredReplicas: 4,
        currentMetrics: [
          {
            type: "Resource",
            resource: { name: "cpu", current: { averageUtilization: 200, averageValue: "200m" } },
          },
        ],
      });
    expect(await server.condition("ScalingActive")).toMatchObject({
      status: "True",
      reason: "ValidMetricFound",
      message:
        "the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
    });
    expect(await server.condition("ScalingLimited")).toMatchObject({ status: "True", reason: "ScaleUpLimit" });
    expect(await server.events()).toContain(
      "SuccessfulRescale New size: 4; reason: cpu resource utilization (percentage of request) above target",
    );
  });

  it("share a load of the autoscaler, which is within the tolerance when it has enough pods", async () => {
    const server = await withPods(1, {}, metricsApis);
    const load = { "simulation.kubepad.dev/load.cpu": "190m" };
    await server.client.create(target, autoscaler({ metrics: [cpuAt(50)] }, load));
    await server.sync();
    await expect.poll(() => server.replicas()).toMatchObject({ replicas: 4 });
    await expect.poll(async () => (await server.list("pods")).length).toBe(4);
    await server.runPods();
    await server.sync();
    await expect
      .poll(() => server.condition("AbleToScale"))
      .toMatchObject({ reason: "ReadyForNewScale", message: "recommended size matches current size" });
    expect(await server.replicas()).toMatchObject({ replicas: 4 });
  });

  it("scale down when nothing higher was recommended for five minutes", async () => {
    const server = await withPods(4, { "simulation.kubepad.dev/cpu": "10m" }, metricsApis);
    await server.client.create(target, autoscaler({ metrics: [cpuAt(50)] }));
    await server.sync();
    await expect
      .poll(() => server.condition("AbleToScale"))
      .toMatchObject({
        reason: "ScaleDownStabilized",
        message: "recent recommendations were higher than current one, applying the highest recent recommendation",
      });
    server.clock.advance(300_000);
    await expect.poll(() => server.replicasLater()).toMatchObject({ replicas: 1 });
    expect(await server.events()).toContain("SuccessfulRescale New size: 1; reason: All metrics below target");
  });

  it("of one container, of pods, of objects and of the outside count as upstream counts them", async () => {
    const server = await withPods(
      2,
      {
        "simulation.kubepad.dev/cpu.c": "60m",
        "simulation.kubepad.dev/metric.rps": "30",
      },
      metricsApis,
    );
    await server.client.create({ group: "", version: "v1", resource: "services", namespace: "default" }, {
      metadata: { name: "s", annotations: { "simulation.kubepad.dev/metric.hits": "20" } },
      spec: { ports: [{ port: 80 }] },
    } as never);
    const metrics = [
      {
        type: "ContainerResource",
        containerResource: { name: "cpu", container: "c", target: { type: "Utilization", averageUtilization: 60 } },
      },
      { type: "Pods", pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue: "30" } } },
      {
        type: "Object",
        object: {
          metric: { name: "hits" },
          describedObject: { apiVersion: "v1", kind: "Service", name: "s" },
          target: { type: "Value", value: "20" },
        },
      },
      {
        type: "External",
        external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
      },
    ];
    const queue = { "simulation.kubepad.dev/metric.queue": "15" };
    await server.client.create(target, autoscaler({ metrics }, queue));
    await server.sync();
    await expect.poll(() => server.replicas()).toMatchObject({ replicas: 3 });
    expect((await server.hpa()).status?.currentMetrics).toEqual([
      {
        type: "ContainerResource",
        containerResource: { name: "cpu", container: "c", current: { averageUtilization: 60, averageValue: "60m" } },
      },
      { type: "Pods", pods: { metric: { name: "rps" }, current: { averageValue: "30" } } },
      {
        type: "Object",
        object: {
          metric: { name: "hits" },
          current: { value: "20" },
          describedObject: { apiVersion: "v1", kind: "Service", name: "s" },
        },
      },
      { type: "External", external: { metric: { name: "queue" }, current: { averageValue: "7500m" } } },
    ]);
    expect(await server.events()).toContain(
      "SuccessfulRescale New size: 3; reason: external metric queue(nil) above target",
    );
  });
});

describe("behavior", () => {
  it("limits how many pods a period adds", async () => {
    const server = await withPods(2, { "simulation.kubepad.dev/cpu": "400m" }, metricsApis);
    const policies = [{ type: "Pods", value: 1, periodSeconds: 60 }];
    await server.client.create(target, autoscaler({ metrics: [cpuAt(50)], behavior: { scaleUp: { policies } } }));
    await server.sync();
    await expect.poll(() => server.replicas()).toMatchObject({ replicas: 3 });
    await server.sync();
    await expect
      .poll(() => server.condition("ScalingLimited"))
      .toMatchObject({
        status: "True",
        reason: "ScaleUpLimit",
        message: "the desired replica count is increasing faster than the maximum scale rate",
      });
    expect(await server.replicas()).toMatchObject({ replicas: 3 });
    server.clock.advance(60_000);
    await expect.poll(() => server.replicasLater()).toMatchObject({ replicas: 4 });
  });

  it("can forbid a direction", async () => {
    const server = await withPods(4, { "simulation.kubepad.dev/cpu": "10m" }, metricsApis);
    const behavior = { scaleDown: { selectPolicy: "Disabled", stabilizationWindowSeconds: 0 } };
    await server.client.create(target, autoscaler({ metrics: [cpuAt(50)], behavior }));
    await server.sync();
    await expect
      .poll(() => server.condition("ScalingLimited"))
      .toMatchObject({ status: "True", reason: "ScaleDownLimit" });
    expect(await server.replicas()).toMatchObject({ replicas: 4 });
  });
});
