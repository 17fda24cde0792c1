import { describe, expect, it } from "vitest";
import type { MetricSpec } from "../../api/autoscaling/v2.ts";
import { passIn, podMetrics, podOf, type Situation } from "./testing/autoscaler-situation.ts";
import {
  cpuAt,
  cpuOf,
  containerCpu,
  podsMetric,
  objectMetric,
  externalMetric,
  value,
  average,
  two,
  cpu,
  custom,
  hits,
  rps,
  queue,
  forbidden,
  policy,
} from "./testing/metric-answers.ts";

const starting = (name: string) =>
  podOf(name, {
    status: {
      startTime: "2025-12-31T23:59:00Z",
      conditions: [{ type: "Ready", status: "False", lastTransitionTime: "2025-12-31T23:59:10Z" }],
    },
  });
const leaving = podOf("b", {
  metadata: { name: "b", labels: { app: "web" }, deletionTimestamp: "2026-01-01T00:00:00Z" },
});
const failed = podOf("b", { status: { phase: "Failed" } });
const withPodLimit = (name: string) =>
  podOf(name, {
    spec: {
      resources: { limits: { cpu: "1" } },
      containers: [{ name: "c", resources: { requests: { cpu: "100m" } } }],
    },
  });
/** The pod a has the container c, and b has another one. */
const mixedContainers = {
  "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods": {
    items: [
      ["a", "c"],
      ["b", "other"],
    ].map(([name, container]) => ({
      metadata: { name, namespace: "default" },
      timestamp: "2026-01-01T00:00:00Z",
      window: "15s",
      containers: [{ name: container, usage: { cpu: "65m" } }],
    })),
  },
};
const six = ["a", "b", "c", "d", "e", "f"].map((name) => podOf(name));

describe("replicas follow the metrics", () => {
  const rows: readonly (readonly [string, Situation, desired: number])[] = [
    ["up by the utilization", { metrics: [cpuAt(50)], pods: two, answers: cpu("80m", "80m") }, 4],
    ["not within the tolerance of a tenth", { metrics: [cpuAt(50)], pods: two, answers: cpu("55m", "55m") }, 2],
    [
      "not within a tolerance of their own",
      {
        metrics: [cpuAt(50)],
        pods: two,
        answers: cpu("70m", "70m"),
        behavior: { scaleUp: { tolerance: "500m", policies: [policy("Pods", 4)] } },
      },
      2,
    ],
    [
      "beyond a tolerance of zero",
      {
        metrics: [cpuAt(50)],
        pods: two,
        answers: cpu("52m", "52m"),
        behavior: { scaleUp: { tolerance: "0", policies: [policy("Pods", 4)] } },
      },
      3,
    ],
    [
      "up as if pods without metrics used nothing",
      { metrics: [cpuAt(50)], pods: [...two, podOf("c")], answers: cpu("100m", "100m") },
      4,
    ],
    [
      "not at all where pods without metrics make up for it",
      { metrics: [cpuAt(50)], pods: [...two, podOf("c"), podOf("d")], answers: cpu("80m", "80m") },
      4,
    ],
    [
      "down as if pods without metrics used what they request",
      { metrics: [cpuAt(50)], pods: [...two, podOf("c")], answers: cpu("1m", "1m"), recommended: [] },
      3,
    ],
    [
      "up without pods whose CPU says nothing yet",
      { metrics: [cpuAt(50)], pods: [podOf("a"), starting("b")], answers: cpu("100m", "900m") },
      2,
    ],
    [
      "up with the memory of pods that are not ready",
      {
        metrics: [
          { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "100Mi" } } },
        ],
        pods: [podOf("a"), starting("b")],
        answers: podMetrics({ a: { memory: "100Mi" }, b: { memory: "300Mi" } }),
      },
      4,
    ],
    [
      "without pods that are being deleted",
      { metrics: [cpuAt(50)], pods: [podOf("a"), leaving], answers: cpu("100m", "900m") },
      2,
    ],
    [
      "without pods that have failed",
      { metrics: [cpuAt(50)], pods: [podOf("a"), failed], answers: cpu("100m", "900m") },
      2,
    ],
    ["by an average value", { metrics: [cpuOf("50m")], pods: two, answers: cpu("60m", "90m") }, 3],
    ["by one container", { metrics: [containerCpu("c")], pods: two, answers: cpu("75m", "75m") }, 3],
    [
      "by a container that one of the pods has",
      {
        metrics: [containerCpu("c")],
        pods: [podOf("a"), podOf("b", { spec: { containers: [{ name: "other" }] } })],
        answers: mixedContainers,
      },
      3,
    ],
    [
      "by the requests of containers where a pod has limits only",
      { metrics: [cpuAt(50)], pods: [withPodLimit("a"), withPodLimit("b")], answers: cpu("80m", "80m") },
      4,
    ],
    ["by a metric of pods", { metrics: [podsMetric], pods: two, hasCustomMetrics: true, answers: rps("15", "25") }, 4],
    [
      "by a metric of a Service",
      { metrics: [objectMetric(value)], pods: two, hasCustomMetrics: true, answers: hits("30") },
      3,
    ],
    [
      "by a metric of a Service for each pod",
      { metrics: [objectMetric(average)], pods: two, hasCustomMetrics: true, answers: hits("35") },
      4,
    ],
    [
      "by a metric of the namespace",
      {
        metrics: [objectMetric(value, { kind: "Namespace", name: "x", apiVersion: "v1" })],
        pods: two,
        hasCustomMetrics: true,
        answers: { [`${custom}/metrics/hits`]: { items: [{ value: "40" }] } },
      },
      4,
    ],
    [
      "by the sum of an external metric",
      { metrics: [externalMetric(average)], pods: two, answers: queue("15", "20") },
      4,
    ],
    [
      "by the highest of several metrics",
      { metrics: [cpuAt(50), externalMetric(average)], pods: two, answers: { ...cpu("75m", "75m"), ...queue("40") } },
      4,
    ],
    [
      "up although another metric is missing",
      { metrics: [cpuAt(50), podsMetric], pods: two, answers: cpu("75m", "75m") },
      3,
    ],
    [
      "down once nothing higher was recommended for five minutes",
      { metrics: [cpuAt(50)], pods: two, answers: cpu("1m", "1m"), recommended: [{ count: 2, at: 301 }] },
      1,
    ],
    [
      "down at once without a window",
      {
        metrics: [cpuAt(50)],
        pods: two,
        answers: cpu("1m", "1m"),
        behavior: { scaleDown: { stabilizationWindowSeconds: 0, policies: [policy("Percent", 100, 15)] } },
      },
      1,
    ],
    [
      "down by so many pods in a period",
      {
        metrics: [cpuAt(50)],
        pods: six,
        answers: cpu(...six.map(() => "1m")),
        behavior: { scaleDown: { stabilizationWindowSeconds: 0, policies: [policy("Pods", 2)] } },
      },
      4,
    ],
    [
      "down by what a period has left",
      {
        metrics: [cpuAt(50)],
        pods: six,
        answers: cpu(...six.map(() => "1m")),
        scaledDown: [{ count: 1, at: 30 }],
        behavior: { scaleDown: { stabilizationWindowSeconds: 0, policies: [policy("Pods", 2)] } },
      },
      5,
    ],
    [
      "down by the smaller of two policies",
      {
        metrics: [cpuAt(50)],
        pods: six,
        answers: cpu(...six.map(() => "1m")),
        behavior: {
          scaleDown: {
            stabilizationWindowSeconds: 0,
            selectPolicy: "Min",
            policies: [policy("Pods", 1), policy("Percent", 50)],
          },
        },
      },
      5,
    ],
    [
      "up by a percentage of what there was when the period began",
      {
        metrics: [cpuAt(50)],
        pods: six,
        answers: cpu(...six.map(() => "90m")),
        scaledUp: [{ count: 2, at: 30 }],
        behavior: { scaleUp: { policies: [policy("Percent", 100)] } },
      },
      8,
    ],
  ];
  // oxfmt-ignore
  it.each(rows)("%s", async (_title, situation, desired) => {
    const outcome = await passIn(situation);
    expect([outcome.scaledTo ?? outcome.desired, outcome.desired]).toEqual([desired, desired]);
  });
});

describe("conditions tell what limits the replicas", () => {
  const able = "AbleToScale=True";
  const rows: readonly (readonly [string, Situation, conditions: readonly string[]])[] = [
    [
      "the size is right",
      { metrics: [cpuAt(50)], pods: two, answers: cpu("50m", "50m") },
      [
        `${able} ReadyForNewScale: recommended size matches current size`,
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=False DesiredWithinRange: the desired count is within the acceptable range",
      ],
    ],
    [
      "more was recommended lately",
      { metrics: [cpuAt(50)], pods: two, answers: cpu("1m", "1m"), recommended: [{ count: 2, at: 60 }] },
      [
        `${able} ScaleDownStabilized: recent recommendations were higher than current one, applying the highest recent recommendation`,
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=False DesiredWithinRange: the desired count is within the acceptable range",
      ],
    ],
    [
      "less was recommended lately",
      {
        metrics: [cpuAt(50)],
        pods: two,
        answers: cpu("90m", "90m"),
        recommended: [{ count: 2, at: 30 }],
        behavior: { scaleUp: { stabilizationWindowSeconds: 60, policies: [policy("Pods", 4)] } },
      },
      [
        `${able} ScaleUpStabilized: recent recommendations were lower than current one, applying the lowest recent recommendation`,
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=False DesiredWithinRange: the desired count is within the acceptable range",
      ],
    ],
    [
      "the maximum is reached",
      { metrics: [cpuAt(50)], maxReplicas: 3, pods: two, answers: cpu("90m", "90m") },
      [
        `${able} SucceededRescale: the HPA controller was able to update the target scale to 3`,
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=True TooManyReplicas: the desired replica count is more than the maximum replica count",
      ],
    ],
    [
      "the minimum is reached",
      {
        metrics: [cpuAt(50)],
        minReplicas: 2,
        pods: [...two, podOf("c")],
        answers: cpu("1m", "1m", "1m"),
        recommended: [],
      },
      [
        `${able} SucceededRescale: the HPA controller was able to update the target scale to 2`,
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=True TooFewReplicas: the desired replica count is less than the minimum replica count",
      ],
    ],
    [
      "no more than twice as many at once",
      { metrics: [cpuAt(10)], maxReplicas: 50, pods: two, answers: cpu("90m", "90m") },
      [
        `${able} SucceededRescale: the HPA controller was able to update the target scale to 4`,
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=True ScaleUpLimit: the desired replica count is increasing faster than the maximum scale rate",
      ],
    ],
    [
      "a direction is forbidden",
      {
        metrics: [cpuAt(50)],
        pods: two,
        answers: cpu("1m", "1m"),
        behavior: { scaleDown: { stabilizationWindowSeconds: 0, selectPolicy: "Disabled" } },
      },
      [
        `${able} ReadyForNewScale: recommended size matches current size`,
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=True ScaleDownLimit: the desired replica count is decreasing faster than the maximum scale rate",
      ],
    ],
    [
      "the target refuses",
      { metrics: [cpuAt(50)], pods: two, answers: cpu("90m", "90m"), refusal: [403, forbidden] },
      [
        "AbleToScale=False FailedUpdateScale: the HPA controller was unable to update the target scale: no",
        "ScalingActive=True ValidMetricFound: the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
        "ScalingLimited=False DesiredWithinRange: the desired count is within the acceptable range",
      ],
    ],
    [
      "the scale has no selector",
      { metrics: [cpuAt(50)], pods: two, selector: "", answers: cpu("90m", "90m") },
      [
        `${able} SucceededGetScale: the HPA controller was able to get the target's current scale`,
        "ScalingActive=False InvalidSelector: the HPA target's scale is missing a selector",
      ],
    ],
  ];
  it.each(rows)("%s", async (_title, situation, conditions) => {
    expect((await passIn(situation)).conditions).toEqual(conditions);
  });
});

it("scales nothing down while a metric is missing", async () => {
  const outcome = await passIn({
    metrics: [cpuAt(50), podsMetric],
    pods: two,
    answers: cpu("1m", "1m"),
    recommended: [],
  });
  expect(outcome.scaledTo).toBeUndefined();
  expect(outcome.events).toEqual([
    "FailedGetPodsMetric: unable to get metric rps: unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered",
    "FailedComputeMetricsReplicas: invalid metrics (1 invalid out of 2), first error is: failed to get pods metric value: unable to get metric rps: unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered",
  ]);
});

describe("memory is told in binary units, as metrics-server tells it", () => {
  const memory = (target: object): MetricSpec =>
    ({ type: "Resource", resource: { name: "memory", target } }) as MetricSpec;
  const answers = podMetrics({ a: { memory: "150Mi" }, b: { memory: "50Mi" } });
  it.each([
    [{ type: "AverageValue", averageValue: "100Mi" }, { averageValue: "100Mi" }],
    [
      { type: "Utilization", averageUtilization: 100 },
      { averageUtilization: 100, averageValue: "100Mi" },
    ],
  ])("%o", async (target, current) => {
    const { currentMetrics } = await passIn({ metrics: [memory(target)], pods: two, answers });
    expect(currentMetrics).toEqual([{ type: "Resource", resource: { name: "memory", current } }]);
  });
});

describe("a scale that another has changed meanwhile", () => {
  const up: Situation = { metrics: [cpuAt(50)], pods: two, answers: cpu("90m", "90m") };
  it("is read and written again", async () => {
    const { conditions, events, scaledTo, desired } = await passIn({ ...up, conflicts: 4 });
    expect([scaledTo, desired]).toEqual([4, 4]);
    expect(conditions[0]).toBe(
      "AbleToScale=True SucceededRescale: the HPA controller was able to update the target scale to 4",
    );
    expect(events).toEqual([
      "SuccessfulRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target",
    ]);
  });
  it("is given up after five tries", async () => {
    const { events, scaledTo } = await passIn({ ...up, conflicts: 5 });
    expect(scaledTo).toBeUndefined();
    expect(events).toEqual([
      "FailedRescale: New size: 4; reason: cpu resource utilization (percentage of request) above target; error: changed",
    ]);
  });
});
