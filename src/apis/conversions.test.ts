import { describe, expect, it } from "vitest";
import type { GroupVersionKind } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { convert } from "./conversions.ts";

const gvk = (group: string, version: string, kind: string): GroupVersionKind => ({ group, version, kind });
const metadata = { name: "a", namespace: "ns" };

describe("events", () => {
  const core = gvk("", "v1", "Event");
  const events = gvk("events.k8s.io", "v1", "Event");

  it("are renamed between their groups, in the order in which each prints them", () => {
    const old: KubeObject = {
      kind: "Event",
      apiVersion: "v1",
      metadata,
      involvedObject: { kind: "Pod", name: "p" },
      reason: "r",
      message: "m",
      source: { component: "c" },
      firstTimestamp: "2025-01-01T00:00:00Z",
      lastTimestamp: "2025-01-02T00:00:00Z",
      count: 2,
      type: "Normal",
      eventTime: null,
      reportingComponent: "",
      reportingInstance: "",
    };
    const renamed = convert(old, core, events);
    expect(JSON.stringify(renamed)).toBe(
      JSON.stringify({
        kind: "Event",
        apiVersion: "events.k8s.io/v1",
        metadata,
        eventTime: null,
        reason: "r",
        regarding: { kind: "Pod", name: "p" },
        note: "m",
        type: "Normal",
        deprecatedSource: { component: "c" },
        deprecatedFirstTimestamp: "2025-01-01T00:00:00Z",
        deprecatedLastTimestamp: "2025-01-02T00:00:00Z",
        deprecatedCount: 2,
      }),
    );
    expect(JSON.stringify(convert(renamed, events, core))).toBe(JSON.stringify(old));
  });

  it("stay what they are in their own version", () => {
    const event: KubeObject = { metadata };
    expect(convert(event, core, core)).toBe(event);
  });
});

describe("autoscalers", () => {
  const v1 = gvk("autoscaling", "v1", "HorizontalPodAutoscaler");
  const v2 = gvk("autoscaling", "v2", "HorizontalPodAutoscaler");
  const scaleTargetRef = { kind: "Deployment", name: "d" };

  it("have their cpu target as a metric in v2", () => {
    const converted = convert(
      {
        metadata,
        spec: { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
        status: { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 40 },
      },
      v1,
      v2,
    );
    expect(converted["spec"]).toEqual({
      scaleTargetRef,
      maxReplicas: 3,
      metrics: [
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
      ],
    });
    expect(converted["status"]).toEqual({
      currentReplicas: 1,
      desiredReplicas: 2,
      currentMetrics: [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: 40 } } }],
    });
  });

  it("aim at 80 % without any metric", () => {
    const { spec } = convert({ metadata, spec: { scaleTargetRef, maxReplicas: 3 }, status: {} }, v1, v2);
    expect(spec).toMatchObject({ metrics: [{ resource: { target: { averageUtilization: 80 } } }] });
  });

  it("come back from v1 as they were, by their annotations", () => {
    const original: KubeObject = {
      metadata: { ...metadata, annotations: { mine: "x" } },
      spec: {
        scaleTargetRef,
        maxReplicas: 3,
        behavior: { scaleUp: { stabilizationWindowSeconds: 5 } },
        metrics: [
          {
            type: "Pods",
            pods: {
              metric: { name: "rps", selector: { matchLabels: { a: "b" } } },
              target: { type: "AverageValue", averageValue: "10" },
            },
          },
          {
            type: "Object",
            object: {
              describedObject: { kind: "Ingress", name: "i" },
              target: { type: "Value", value: "5" },
              metric: { name: "hits" },
            },
          },
          {
            type: "External",
            external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "3" } },
          },
          {
            type: "ContainerResource",
            containerResource: {
              name: "memory",
              target: { type: "AverageValue", averageValue: "1Gi" },
              container: "app",
            },
          },
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } },
        ],
      },
      status: {
        desiredReplicas: 2,
        currentReplicas: 1,
        currentMetrics: null,
        conditions: [{ type: "AbleToScale", status: "True" }],
      },
    };
    const old = convert(original, v2, v1);
    expect(old["spec"]).toEqual({ scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 70 });
    expect(Object.keys(old.metadata.annotations ?? {}).sort()).toEqual([
      "autoscaling.alpha.kubernetes.io/behavior",
      "autoscaling.alpha.kubernetes.io/conditions",
      "autoscaling.alpha.kubernetes.io/metrics",
      "mine",
    ]);
    expect(convert(old, v1, v2)).toEqual(original);
  });

  it("ignore annotations that cannot be read", () => {
    const converted = convert(
      {
        metadata: { ...metadata, annotations: { "autoscaling.alpha.kubernetes.io/metrics": "{" } },
        spec: { targetCPUUtilizationPercentage: 1 },
        status: {},
      },
      v1,
      v2,
    );
    expect(converted.metadata).toEqual(metadata);
  });
});

describe("resource claims and slices", () => {
  const both = (kind: string) => [gvk("resource.k8s.io", "v1", kind), gvk("resource.k8s.io", "v1beta1", kind)] as const;

  it("nest requests in v1 and not in v1beta1", () => {
    const [v1, v1beta1] = both("ResourceClaim");
    const claim: KubeObject = {
      metadata,
      spec: {
        devices: {
          requests: [
            { name: "r", exactly: { deviceClassName: "c", allocationMode: "ExactCount", count: 1 } },
            { name: "s", firstAvailable: [{ name: "t" }] },
          ],
        },
      },
    };
    const flat = convert(claim, v1, v1beta1);
    expect(flat["spec"]).toEqual({
      devices: {
        requests: [
          { name: "r", deviceClassName: "c", allocationMode: "ExactCount", count: 1 },
          { name: "s", firstAvailable: [{ name: "t" }] },
        ],
      },
    });
    expect(convert(flat, v1beta1, v1)).toEqual(claim);
  });

  it("put the facts of devices under basic in v1beta1", () => {
    const [v1, v1beta1] = both("ResourceSlice");
    const slice: KubeObject = { metadata, spec: { devices: [{ name: "d", attributes: { a: { int: 1 } } }] } };
    const basic = convert(slice, v1, v1beta1);
    expect(basic["spec"]).toEqual({ devices: [{ name: "d", basic: { attributes: { a: { int: 1 } } } }] });
    expect(convert(basic, v1beta1, v1)).toEqual(slice);
  });

  // oxfmt-ignore
  it.each([
    [{ driver: "d", nodeName: "", allNodes: false }, { driver: "d" }],
    [{ driver: "d", nodeName: "n" }, { driver: "d", nodeName: "n" }],
    [{ driver: "d", allNodes: true }, { driver: "d", allNodes: true }],
  ])("know no empty node names in v1beta1: %j", (spec, converted) => {
    const [v1, v1beta1] = both("ResourceSlice");
    expect(convert({ metadata, spec }, v1beta1, v1)["spec"]).toEqual(converted);
  });

  // oxfmt-ignore
  it.each([
    [{ name: "r", count: 0, deviceClassName: "", allocationMode: "" }, { name: "r" }],
    [{ name: "r", selectors: [] }, { name: "r", exactly: { selectors: [] } }],
    [{ name: "r", adminAccess: false, firstAvailable: [] }, { name: "r", exactly: { adminAccess: false }, firstAvailable: [] }],
  ])("nest a request that says something: %j", (request, nested) => {
    const [v1, v1beta1] = both("ResourceClaim");
    const claim = { metadata, spec: { devices: { requests: [request] } } };
    expect(convert(claim, v1beta1, v1)["spec"]).toEqual({ devices: { requests: [nested] } });
  });
});
