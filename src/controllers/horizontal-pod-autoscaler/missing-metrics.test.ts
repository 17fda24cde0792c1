import { describe, expect, it } from "vitest";
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
} from "./testing/metric-answers.ts";

const cannotList = "failed to get cpu utilization: unable to get metrics for resource cpu:";
const noApi = "unable to fetch metrics from resource metrics API:";

describe("a metric that cannot be had is told as upstream tells it", () => {
  const rows: readonly (readonly [string, Situation, reason: string, message: string])[] = [
    [
      "no metrics API",
      { metrics: [cpuAt(50)], pods: two },
      "FailedGetResourceMetric",
      `${cannotList} ${noApi} the server could not find the requested resource (get pods.metrics.k8s.io)`,
    ],
    [
      "a metrics server that is down",
      {
        metrics: [cpuAt(50)],
        pods: two,
        answers: {
          "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods": [503, "service unavailable\n"],
        },
      },
      "FailedGetResourceMetric",
      `${cannotList} ${noApi} the server is currently unable to handle the request (get pods.metrics.k8s.io)`,
    ],
    [
      "a metrics server that refuses",
      {
        metrics: [cpuAt(50)],
        pods: two,
        answers: { "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods": [403, forbidden] },
      },
      "FailedGetResourceMetric",
      `${cannotList} ${noApi} no`,
    ],
    [
      "a metrics server without metrics of these pods",
      { metrics: [cpuAt(50)], pods: two, answers: cpu() },
      "FailedGetResourceMetric",
      `${cannotList} no metrics returned from resource metrics API`,
    ],
    [
      "the same for a target by value",
      { metrics: [cpuOf("1")], pods: two, answers: cpu() },
      "FailedGetResourceMetric",
      "failed to get cpu usage: unable to get metrics for resource cpu: no metrics returned from resource metrics API",
    ],
    [
      "pods of which none is ready",
      {
        metrics: [cpuAt(50)],
        pods: [podOf("a", { status: { phase: "Pending" } })],
        answers: cpu("10m"),
      },
      "FailedGetResourceMetric",
      "failed to get cpu utilization: did not receive metrics for targeted pods (pods might be unready)",
    ],
    [
      "no pods",
      { metrics: [cpuAt(50)], replicas: 2, answers: cpu("10m") },
      "FailedGetResourceMetric",
      "failed to get cpu utilization: no pods returned by selector while calculating replica count",
    ],
    [
      "a container that requests nothing",
      { metrics: [cpuAt(50)], pods: [podOf("a", { spec: { containers: [{ name: "c" }] } })], answers: cpu("10m") },
      "FailedGetResourceMetric",
      "failed to get cpu utilization: missing request for cpu in container c of Pod a",
    ],
    [
      "a container that is in no pod",
      { metrics: [containerCpu("x")], pods: [podOf("a")], answers: cpu("10m") },
      "FailedGetContainerResourceMetric",
      "failed to get cpu utilization: did not receive metrics for targeted pods (pods might be unready)",
    ],
    [
      "a container that metrics have and no pod does",
      { metrics: [containerCpu("x")], pods: [podOf("a")], answers: podMetrics({ a: { cpu: "10m" } }, "x") },
      "FailedGetContainerResourceMetric",
      "failed to get cpu utilization: no metrics returned matched known pods",
    ],
    [
      "a target that says nothing",
      { metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization" } } }], pods: two },
      "FailedGetResourceMetric",
      "invalid resource metric source: neither an average utilization target nor an average value (usage) target was set",
    ],
    [
      "no custom metrics API",
      { metrics: [podsMetric], pods: two },
      "FailedGetPodsMetric",
      "unable to get metric rps: unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered",
    ],
    [
      "a custom metrics API that is down",
      {
        metrics: [podsMetric],
        pods: two,
        hasCustomMetrics: true,
        answers: { [`${custom}/pods/*/rps`]: [503, "service unavailable\n"] },
      },
      "FailedGetPodsMetric",
      "unable to get metric rps: unable to fetch metrics from custom metrics API: the server is currently unable to handle the request (get pods.custom.metrics.k8s.io *)",
    ],
    [
      "a metric of the type Pods without values",
      { metrics: [podsMetric], pods: two, hasCustomMetrics: true, answers: rps() },
      "FailedGetPodsMetric",
      "unable to get metric rps: no metrics returned from custom metrics API",
    ],
    [
      "an object of an unknown kind",
      {
        metrics: [objectMetric(value, { apiVersion: "x.io/v1", kind: "Thing", name: "t" })],
        pods: two,
        hasCustomMetrics: true,
      },
      "FailedGetObjectMetric",
      'unable to get metric hits: Thing on default t/unable to fetch metrics from custom metrics API: unable to map kind Thing.x.io to resource: no matches for kind "Thing" in group "x.io"',
    ],
    [
      "an object with two values",
      {
        metrics: [objectMetric(value)],
        pods: two,
        hasCustomMetrics: true,
        answers: { [`${custom}/services/web/hits`]: { items: [{ value: "1" }, { value: "2" }] } },
      },
      "FailedGetObjectMetric",
      "unable to get metric hits: Service on default web/unable to fetch metrics from custom metrics API: the custom metrics API server returned 2 results when we asked for exactly one",
    ],
    [
      "an object metric without a target",
      { metrics: [objectMetric({ type: "Value" })], pods: two, hasCustomMetrics: true, answers: hits("1") },
      "FailedGetObjectMetric",
      "invalid object metric source: neither a value target nor an average value target was set",
    ],
    [
      "no external metrics API",
      { metrics: [externalMetric(average)], pods: two },
      "FailedGetExternalMetric",
      "unable to get external metric default/queue/nil: unable to fetch metrics from external metrics API: the server could not find the requested resource (get queue.external.metrics.k8s.io)",
    ],
    [
      "an external metric without series",
      { metrics: [externalMetric(value, { matchLabels: { q: "a" } })], pods: two, answers: queue() },
      "FailedGetExternalMetric",
      "unable to get external metric default/queue/&LabelSelector{MatchLabels:map[string]string{q: a,},MatchExpressions:[]LabelSelectorRequirement{},}: no metrics returned from external metrics API",
    ],
    [
      "a type that nobody knows",
      { metrics: [{ type: "Dream" }], pods: two },
      "InvalidMetricSourceType",
      'unknown metric source type "Dream"',
    ],
  ];
  it.each(rows)("%s", async (_title, situation, reason, message) => {
    const { conditions, events, scaledTo, currentMetrics } = await passIn(situation);
    expect(scaledTo).toBeUndefined();
    expect(conditions[1]).toBe(
      `ScalingActive=False ${reason}: the HPA was unable to compute the replica count: ${message}`,
    );
    expect(events[0]).toBe(`${reason}: ${message}`);
    expect(events[1]).toMatch(
      /^FailedComputeMetricsReplicas: invalid metrics \(1 invalid out of 1\), first error is: /,
    );
    expect(currentMetrics).toEqual([{ type: "" }]);
  });
});
