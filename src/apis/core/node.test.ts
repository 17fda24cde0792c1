import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { defaulter } from "../defaulting.ts";
import { testContext } from "../testing/strategy-context.ts";
import { nodeDefaults, nodeStatusStrategy, nodeStrategy } from "./node.ts";

const ctx = testContext();
type Fields = Readonly<Record<string, unknown>>;
const node = (spec: Fields, status: Fields = {}): KubeObject => ({ metadata: { name: "n" }, spec, status });
const errorsOf = (object: KubeObject): readonly string[] =>
  (nodeStrategy.validate?.(object, ctx) ?? []).map(errorMessage);

const oneOfEach = "may specify no more than one CIDR for each IP family";

describe("nodes", () => {
  // oxfmt-ignore
  it.each([
    ["a taint twice", node({ taints: [{ key: "a", effect: "NoSchedule" }, { key: "a", effect: "NoExecute" }, { key: "a", value: "b", effect: "NoSchedule" }] }), ['metadata.taints[2]: Duplicate value: {"Key":"a","Value":"b","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair']],
    ["a taint of no effect", node({ taints: [{ key: "a" }] }), ["metadata.taints[0].effect: Required value"]],
    ["networks of both families", node({ podCIDRs: ["10.0.0.0/24", "fd00::/64"] }), []],
    ["two networks of a family", node({ podCIDRs: ["10.0.0.0/24", "10.0.1.0/24"] }), [`spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.1.0/24"]: ${oneOfEach}`]],
    ["a network twice", node({ podCIDRs: ["fd00::/64", "fd00::/64"] }), [`spec.podCIDRs: Invalid value: ["fd00::/64","fd00::/64"]: ${oneOfEach}`]],
    ["what is no network", node({ podCIDRs: ["x", "fd00::/64"] }), [
      'spec.podCIDRs[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      "spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[0]: <nil> (invalid CIDR address: x)",
      `spec.podCIDRs: Invalid value: ["x","fd00::/64"]: ${oneOfEach}`,
    ]],
    ["a part of a device", node({}, { capacity: { "example.com/gpu": "500m" } }), ['status.capacity.example.com/gpu: Invalid value: "500m": must be an integer']],
  ])("with %s", (_name, object, expected) => expect(errorsOf(object)).toEqual(expected));

  // oxfmt-ignore
  it.each([
    ["taints that are no JSON", "scheduler.alpha.kubernetes.io/taints", "{", ['metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.io/taints": unexpected end of JSON input']],
    ["taints that are no list", "scheduler.alpha.kubernetes.io/taints", "{}", ['metadata.annotations: Invalid value: "scheduler.alpha.kubernetes.io/taints": json: cannot unmarshal object into Go value of type []core.Taint']],
    ["a taint of no effect", "scheduler.alpha.kubernetes.io/taints", '[{"key":"a"}]', ["metadata.annotations.scheduler.alpha.kubernetes.io/taints[0].effect: Required value"]],
    ["pods to avoid without a controller", "scheduler.alpha.kubernetes.io/preferAvoidPods", '{"preferAvoidPods":[{"podSignature":{}}]}', ["metadata.annotations.scheduler.alpha.kubernetes.io/preferAvoidPods[0].PodSignature: Required value"]],
  ])("with an annotation of %s", (_name, key, value, expected) => expect(errorsOf({ metadata: { annotations: { [key]: value } }, spec: {} })).toEqual(expected));

  it.each([
    ["a network", { podCIDR: "a" }, { podCIDR: "a", podCIDRs: ["a"] }],
    ["networks", { podCIDRs: ["a", "b"] }, { podCIDR: "a", podCIDRs: ["a", "b"] }],
    ["a network that is not the first", { podCIDR: "c", podCIDRs: ["a", "b"] }, { podCIDR: "c", podCIDRs: ["c"] }],
  ])("repeat %s", (_name, spec, expected) => expect(defaulter(nodeDefaults)(node(spec))["spec"]).toEqual(expected));

  it("have no configuration for their kubelet", () => {
    const object = node({ configSource: { configMap: {} } }, { config: { error: "x" } });
    expect(nodeStrategy.prepareForCreate?.(object, ctx)).toEqual(node({}));
    expect(nodeStrategy.prepareForUpdate?.(object, node({}), ctx)).toEqual(node({}));
    expect(nodeStatusStrategy.prepareForUpdate?.(object, node({}), ctx)).toEqual(node({}));
  });

  it("keep the network that they have", () => {
    const old = node({ podCIDRs: ["10.0.0.0/24"], externalID: "a" });
    const errors = nodeStatusStrategy.validateUpdate?.(node({}), old, ctx) ?? [];
    expect(errors.map(errorMessage)).toEqual([
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
      "spec.externalID: Forbidden: may not be updated",
    ]);
  });

  it("warn of odd networks and of an external ID", () =>
    expect(nodeStrategy.warningsOnCreate?.(node({ externalID: "a", podCIDRs: ["10.0.0.1/24"] }))).toEqual([
      "spec.externalID: this field is deprecated, and is unused by Kubernetes",
      'spec.podCIDRs[0]: CIDR value "10.0.0.1/24" is ambiguous in this context (should be "10.0.0.0/24" or "10.0.0.1/32"?)',
    ]));
});
