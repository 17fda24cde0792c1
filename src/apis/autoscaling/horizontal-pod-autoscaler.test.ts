import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { fillDefaults } from "../defaulting.ts";
import { autoscalingBehaviors } from "./behaviors.ts";
import { autoscalerV2Defaults, validateAutoscaler } from "./horizontal-pod-autoscaler.ts";

const gates = createFeatureGates();
const scaler = (spec: object): KubeObject => ({
  metadata: { name: "a" },
  spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" }, maxReplicas: 3, ...spec },
});
const check = (spec: object, features = gates, old?: object): readonly string[] =>
  validateAutoscaler(scaler(spec), features, old === undefined ? undefined : scaler(old)).map(errorMessage);
const metric = (fields: object) => ({ metrics: [fields] });
const types = 'supported values: "ContainerResource", "External", "Object", "Pods", "Resource"';
const at = "spec.metrics[0]";
const utilization = { type: "Utilization", averageUtilization: 1 };

describe("autoscalers", () => {
  // oxfmt-ignore
  it.each([
    ["of anything", { scaleTargetRef: { apiVersion: "a/b", kind: "a/b", name: "" } }, ["spec.scaleTargetRef.kind: Invalid value: \"a/b\": may not contain '/'", "spec.scaleTargetRef.name: Required value"]],
    ["of nothing", { minReplicas: 0, maxReplicas: undefined }, [
      "spec.minReplicas: Invalid value: 0: must be greater than or equal to 1", "spec.maxReplicas: Invalid value: 0: must be greater than 0",
      "spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas",
    ]],
    ["of a metric of no type", metric({ pods: { metric: { name: "a" }, target: { type: "AverageValue", averageValue: "1" } } }), [
      `${at}.type: Required value: must specify a metric source type`, `${at}.type: Unsupported value: "": ${types}`, `${at}.type: Unsupported value: "": ${types}`,
    ]],
    ["of a metric of three sources, of which the first is looked at", metric({ type: "Resource", object: {}, pods: {}, resource: {} }), [
      `${at}.object.describedObject.kind: Required value`, `${at}.object.describedObject.name: Required value`, `${at}.object.metric.name: Required value: must specify a metric name`,
      `${at}.object.target.type: Required value: must specify a metric target type`, `${at}.object.target.type: Invalid value: "": must be either Utilization, Value, or AverageValue`,
      `${at}.object.target.averageValue: Required value: must set either a target value or averageValue`,
      `${at}.object: Forbidden: must populate the given metric source only`, `${at}.pods: Forbidden: must populate the given metric source only`,
    ]],
    ["of a container's resource of a name that none has", metric({ type: "ContainerResource", containerResource: { name: "requests.a.b/c", container: "a", target: utilization } }), [
      `${at}.containerResource.name: Invalid value: "requests.a.b/c": doesn't follow extended resource name standard`,
    ]],
    ["of a container's resource that is none", metric({ type: "ContainerResource", containerResource: { name: "pods", container: "A", target: utilization } }), [
      `${at}.containerResource.name: Invalid value: "pods": must be a standard resource for containers`, expect.stringContaining(`${at}.containerResource.container: Invalid value: "A": a lowercase RFC 1123 label`),
    ]],
    ["of values that are not positive", metric({ type: "External", external: { metric: { name: "a" }, target: { type: "Value", value: "0", averageValue: "-1" } } }), [
      `${at}.external.target.value: Invalid value: "0": must be positive`, `${at}.external.target.averageValue: Invalid value: "-1": must be positive`,
      `${at}.external.target.value: Forbidden: may not set both a target value for metric and a per-pod target`,
    ]],
    ["of a resource by both", metric({ type: "Resource", resource: { name: "cpu", target: { ...utilization, averageValue: "1" } } }), [`${at}.resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization`]],
    ["that wait too long", { behavior: { scaleDown: { stabilizationWindowSeconds: 3601, selectPolicy: "", policies: [{ type: "Pods", value: 1, periodSeconds: 1801 }], tolerance: "-1" } } }, [
      "spec.behavior.scaleDown.stabilizationWindowSeconds: Invalid value: 3601: must be less than or equal to 3600",
      'spec.behavior.scaleDown.selectPolicy: Unsupported value: "": supported values: "Disabled", "Max", "Min"',
      "spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than or equal to 1800",
      'spec.behavior.scaleDown.tolerance: Invalid value: "-1": must be greater than or equal to 0',
    ]],
  ])("%s", (_name, spec, expected) => expect(check(spec)).toEqual(expected));

  // oxfmt-ignore
  it.each<readonly [string, object, object | undefined, readonly string[]]>([
    ["without a version", { kind: "Deployment" }, undefined, ['Invalid value: "": apiVersion must specify API group']],
    ["of core", { apiVersion: "v1", kind: "Pod" }, undefined, ['Invalid value: "v1": apiVersion must specify API group']],
    ["that is a replication controller", { apiVersion: "v1", kind: "ReplicationController" }, undefined, []],
    ["of no version at all", { apiVersion: "a/b/c", kind: "ReplicationController" }, undefined, ['Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c']],
    ["that has not changed", { apiVersion: "v1", kind: "Pod" }, { apiVersion: "v1", kind: "Pod" }, []],
    ["that has changed", { apiVersion: "v1", kind: "Pod" }, { apiVersion: "apps/v1", kind: "Pod" }, ['Invalid value: "v1": apiVersion must specify API group']],
  ])("with a target %s", (_name, target, before, expected) => {
    const spec = (ref: object) => ({ scaleTargetRef: { name: "d", ...ref } });
    expect(check(spec(target), gates, before && spec(before))).toEqual(
      expected.map((error) => `spec.scaleTargetRef.apiVersion: ${error}`),
    );
  });

  it("go down to nothing if the gate is on or they did before", () => {
    const external = { type: "External", external: { metric: { name: "a" }, target: { type: "Value", value: "1" } } };
    const spec = { minReplicas: 0, metrics: [external] };
    expect(check(spec)).toEqual(["spec.minReplicas: Invalid value: 0: must be greater than or equal to 1"]);
    expect(check(spec, createFeatureGates({ HPAScaleToZero: true }))).toEqual([]);
    expect(check(spec, gates, { minReplicas: 0 })).toEqual([]);
  });

  it("keep what is set to nothing when defaults are filled in", () => {
    const rules = { policies: [], selectPolicy: "" };
    const { spec } = fillDefaults({ spec: { behavior: { scaleDown: rules } } }, autoscalerV2Defaults);
    expect(spec).toMatchObject({ minReplicas: 1, behavior: { scaleDown: rules, scaleUp: { selectPolicy: "Max" } } });
  });

  it("have no annotations of the first version in the second", () => {
    const { horizontalpodautoscalers } = autoscalingBehaviors;
    if (typeof horizontalpodautoscalers !== "function") throw new Error("autoscalers do not depend on the version");
    const metadata = { name: "a", annotations: { "autoscaling.alpha.kubernetes.io/metrics": "[]", mine: "x" } };
    const filled = (version: string) => horizontalpodautoscalers(version).default?.({ ...scaler({}), metadata });
    expect(filled("v2")?.metadata.annotations).toEqual({ mine: "x" });
    expect(filled("v1")?.metadata.annotations).toEqual(metadata.annotations);
  });
});
