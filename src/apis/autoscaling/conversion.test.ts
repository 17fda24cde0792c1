import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { autoscalerToV1, autoscalerToV2 } from "./conversion.ts";

const prefix = "autoscaling.alpha.kubernetes.io/";
const scaler = (spec: object, status: object = {}): KubeObject => ({ metadata: { name: "a" }, spec, status });
const annotated = (name: string, text: string): KubeObject => ({
  metadata: { name: "a", annotations: { [prefix + name]: text } },
  spec: {},
  status: {},
});
const annotationOf = (object: KubeObject, name: string): string | undefined =>
  autoscalerToV1(object).metadata.annotations?.[prefix + name];

/** Each kind of metric in autoscaling/v2, and the text that Go writes into the annotation of autoscaling/v1. */
// oxfmt-ignore
const metrics: readonly (readonly [string, object, string])[] = [
  ["of pods", { type: "Pods", pods: { metric: { name: "rps", selector: { matchLabels: { a: "<b>" } } }, target: { type: "AverageValue", averageValue: "10" } } },
    String.raw`{"type":"Pods","pods":{"metricName":"rps","targetAverageValue":"10","selector":{"matchLabels":{"a":"\u003cb\u003e"}}}}`],
  ["of an object", { type: "Object", object: { describedObject: { kind: "Ingress", name: "i", apiVersion: "v1" }, target: { type: "AverageValue", averageValue: "5" }, metric: { name: "hits", selector: {} } } },
    '{"type":"Object","object":{"target":{"kind":"Ingress","name":"i","apiVersion":"v1"},"metricName":"hits","targetValue":"0","selector":{},"averageValue":"5"}}'],
  ["of a resource", { type: "Resource", resource: { name: "memory", target: { type: "Utilization", averageUtilization: 5 } } },
    '{"type":"Resource","resource":{"name":"memory","targetAverageUtilization":5}}'],
  ["of a container", { type: "ContainerResource", containerResource: { name: "cpu", container: "c", target: { type: "AverageValue", averageValue: "1" } } },
    '{"type":"ContainerResource","containerResource":{"name":"cpu","targetAverageValue":"1","container":"c"}}'],
  ["from outside", { type: "External", external: { metric: { name: "q", selector: { matchExpressions: [{ key: "a", operator: "Exists" }] } }, target: { type: "Value", value: "3" } } },
    '{"type":"External","external":{"metricName":"q","metricSelector":{"matchExpressions":[{"key":"a","operator":"Exists"}]},"targetValue":"3"}}'],
];

describe("autoscalers in autoscaling/v1", () => {
  it.each(metrics)("have metrics %s in an annotation", (_name, metric, text) => {
    expect(annotationOf(scaler({ metrics: [metric] }), "metrics")).toBe(`[${text}]`);
    const { spec } = autoscalerToV2(annotated("metrics", `[${text}]`));
    expect(spec).toEqual({ metrics: [metric] });
  });

  it("write current values and conditions as Go does", () => {
    const object = scaler(
      {},
      {
        currentMetrics: [
          { type: "Resource", resource: { name: "cpu", current: { averageUtilization: 5 } } },
          { type: "External", external: { metric: { name: "q" }, current: { averageValue: "1" } } },
        ],
        conditions: [{ message: "m", status: "True", type: "A" }],
      },
    );
    expect(annotationOf(object, "current-metrics")).toBe(
      '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":5,"currentAverageValue":"0"}},' +
        '{"type":"External","external":{"metricName":"q","currentValue":"0","currentAverageValue":"1"}}]',
    );
    expect(annotationOf(object, "conditions")).toBe(
      '[{"type":"A","status":"True","lastTransitionTime":null,"message":"m"}]',
    );
    expect(autoscalerToV1(object)["status"]).toEqual({
      currentReplicas: 0,
      desiredReplicas: 0,
      currentCPUUtilizationPercentage: 5,
    });
  });

  it("write the behavior by its internal type and read it in any case", () => {
    const behavior = {
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: "Max",
        policies: [{ type: "Pods", value: 4, periodSeconds: 15 }],
      },
    };
    const text =
      '{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max",' +
      '"Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15}],"Tolerance":null},"ScaleDown":null}';
    expect(annotationOf(scaler({ behavior }), "behavior")).toBe(text);
    expect(autoscalerToV2(annotated("behavior", text))["spec"]).toMatchObject({ behavior });
    expect(autoscalerToV2(annotated("behavior", JSON.stringify(behavior)))["spec"]).toMatchObject({ behavior });
  });

  it.each([
    ["metrics", '[{"type":"Resource","resource":{"name":5}}]'],
    ["metrics", '[{"type":"Pods","pods":{"targetAverageValue":"many"}}]'],
    ["metrics", '[{"type":"Pods","pods":{"selector":{"matchLabels":[]}}}]'],
    ["metrics", '[{"type":"Resource","resource":{"targetAverageUtilization":1.5}}]'],
    ["metrics", "{"],
    ["conditions", '[{"lastTransitionTime":"yesterday"}]'],
    ["behavior", "[]"],
  ])("lose %s that do not fit: %s", (name, text) => {
    const cpu = { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } };
    expect(autoscalerToV2(annotated(name, text))).toEqual({
      metadata: { name: "a" },
      spec: { metrics: [{ type: "Resource", resource: cpu }] },
      status: { currentMetrics: null },
    });
  });

  it.each([
    ["[]", null],
    ["null", null],
    ["{", [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: 5 } } }]],
  ])("replace the current value by those of the annotation %s", (text, currentMetrics) => {
    const object = { ...annotated("current-metrics", text), status: { currentCPUUtilizationPercentage: 5 } };
    expect(autoscalerToV2(object)["status"]).toEqual({ currentMetrics });
  });

  it.each(["{}", "null", '{"ScaleUp":null,"scaledown":null}'])("have no behavior of %s", (text) =>
    expect(autoscalerToV2(annotated("behavior", text))["spec"]).not.toHaveProperty("behavior"),
  );

  it.each(["scale-up-tolerance", "scale-down-tolerance"])("lose the annotation %s", (name) =>
    expect(autoscalerToV2(annotated(name, "1")).metadata).toEqual({ name: "a" }),
  );

  it("read quantities in any form, and the last of several values of the processor", () => {
    const text = '[{"Type":"Pods","pods":{"metricName":"a","targetAverageValue":1000}}]';
    expect(autoscalerToV2(annotated("metrics", text))["spec"]).toMatchObject({
      metrics: [{ pods: { target: { type: "AverageValue", averageValue: "1k" } } }],
    });
    const cpu = (averageUtilization: number) => ({
      type: "Resource",
      resource: { name: "cpu", current: { averageUtilization } },
    });
    expect(autoscalerToV1(scaler({}, { currentMetrics: [cpu(1), cpu(2)] }))["status"]).toMatchObject({
      currentCPUUtilizationPercentage: 2,
    });
  });
});
