import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { fillDefaults } from "../defaulting.ts";
import { testContext } from "../testing/strategy-context.ts";
import { ingressClassDefaults, validateIngressClass } from "./ingress-class.ts";
import { networkPolicyDefaults, networkPolicyStrategy, validateNetworkPolicy } from "./network-policy.ts";

const gates = createFeatureGates();
const policy = (spec: object): KubeObject => ({ metadata: { name: "a" }, spec });
const port = (fields: object) => policy({ egress: [{ ports: [fields] }] });
const block = (cidr: string, ...except: readonly string[]) =>
  policy({ ingress: [{ from: [{ ipBlock: { cidr, except } }] }] });
const path = "spec.egress[0].ports[0]";
const peer = "spec.ingress[0].from[0]";

describe("network policies", () => {
  // oxfmt-ignore
  it.each([
    ["with a range of ports", port({ port: 80, endPort: 90 }), []],
    ["with a range that ends before it begins", port({ port: 80, endPort: -1 }), [`${path}.endPort: Invalid value: 80: must be greater than or equal to \`port\``, `${path}.endPort: Invalid value: -1: must be between 1 and 65535, inclusive`]],
    ["with a range from a name", port({ port: "http", endPort: 90 }), [`${path}.endPort: Invalid value: 90: may not be specified when \`port\` is non-numeric`]],
    ["with a range from nowhere", port({ endPort: 90 }), [`${path}.endPort: Invalid value: 90: may not be specified when \`port\` is not specified`]],
    ["with an empty protocol", port({ protocol: "" }), [`${path}.protocol: Unsupported value: "": supported values: "TCP", "UDP", "SCTP"`]],
    ["with networks within each other", block("10.0.0.0/8", "10.1.0.0/16"), []],
    ["with the same network twice", block("10.0.0.0/8", "10.0.0.0/8"), [`${peer}.ipBlock.except[0]: Invalid value: "10.0.0.0/8": must be a strict subset of \`cidr\``]],
    ["with a network of the other family", block("10.0.0.0/8", "2001:db8::/32"), [`${peer}.ipBlock.except[0]: Invalid value: "2001:db8::/32": must be a strict subset of \`cidr\``]],
    ["with something that is no network, after which nothing is looked at", block("a", "b"), [expect.stringContaining(`${peer}.ipBlock.cidr: Invalid value: "a": must be a valid CIDR value`)]],
    ["with exceptions that are no networks", block("10.0.0.0/8", "b"), [expect.stringContaining(`${peer}.ipBlock.except[0]: Invalid value: "b": must be a valid CIDR value`)]],
    ["with three types", policy({ policyTypes: ["Ingress", "Egress", "Odd"] }), ['spec.policyTypes: Invalid value: ["Ingress","Egress","Odd"]: may not specify more than two policyTypes']],
  ])("%s", (_name, object, expected) => expect(validateNetworkPolicy(object, gates).map(errorMessage)).toEqual(expected));

  it("keep label values that are no longer valid, and report on updates twice what is invalid anyway", () => {
    const strict = createFeatureGates({ StrictIPCIDRValidation: true });
    const odd = block("10.0.0.1/8");
    expect(validateNetworkPolicy(odd, gates)).toEqual([]);
    expect(validateNetworkPolicy(odd, strict).map(errorMessage)).toEqual([
      `${peer}.ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length`,
    ]);
    expect(validateNetworkPolicy(odd, strict, odd).map(errorMessage)).toHaveLength(1);
    const selecting = policy({ podSelector: { matchExpressions: [{ key: "a", operator: "In", values: ["-"] }] } });
    expect(validateNetworkPolicy(selecting, gates, policy({})).map(errorMessage)).toHaveLength(2);
    expect(validateNetworkPolicy(selecting, gates, selecting)).toEqual([]);
  });

  it("count peers that select anything as a change of the spec", () => {
    const from = (fields: object): KubeObject => ({
      metadata: { name: "a", generation: 1 },
      spec: { podSelector: {}, ingress: [{ from: [{ namespaceSelector: { matchLabels: { a: "b" } }, ...fields }] }] },
    });
    const generation = (object: KubeObject): unknown =>
      networkPolicyStrategy.prepareForUpdate?.(object, from({}), testContext()).metadata.generation;
    expect(generation(from({}))).toBe(1);
    expect(generation(from({ podSelector: {} }))).toBe(2);
  });

  it("keep no controller of an ingress class, which is told as an empty text", () => {
    const ofClass = (spec: object): KubeObject => ({ metadata: { name: "c" }, spec });
    expect(validateIngressClass(ofClass({}), ofClass({ controller: "a.example/b" })).map(errorMessage)).toEqual([
      'spec.controller: Invalid value: "": field is immutable',
      "spec.controller: Required value",
    ]);
  });

  it("warn of networks that are not in canonical form", () => {
    expect(networkPolicyStrategy.warningsOnUpdate?.(block("10.0.0.1/8", "010.1.0.0/16"), policy({}))).toEqual([
      `${peer}.ipBlock.cidr: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)`,
      `${peer}.ipBlock.except[0]: non-standard CIDR value "010.1.0.0/16" will be considered invalid in a future Kubernetes release: use "10.1.0.0/16"`,
    ]);
  });

  it("keep a protocol that is set to nothing", () => {
    const filled = fillDefaults({ spec: { egress: [{ ports: [{ protocol: "" }, {}] }] } }, networkPolicyDefaults);
    expect(filled).toEqual({
      spec: { egress: [{ ports: [{ protocol: "" }, { protocol: "TCP" }] }], policyTypes: ["Ingress", "Egress"] },
    });
  });
});

describe("ingress classes", () => {
  const check = (spec: object, old?: object): readonly string[] =>
    validateIngressClass(policy(spec), old === undefined ? undefined : policy(old)).map(errorMessage);

  // oxfmt-ignore
  it.each([
    ["without a controller", {}, ["spec.controller: Required value"]],
    ["with parameters of nothing", { controller: "a.b/c", parameters: {} }, ["spec.parameters.kind: Required value", "spec.parameters.name: Required value", "spec.parameters.scope: Required value"]],
    ["with parameters in a namespace with a bad name", { controller: "a.b/c", parameters: { kind: "K", name: "n", scope: "Namespace", namespace: "A" } }, [expect.stringContaining('spec.parameters.namespace: Invalid value: "A"')]],
  ])("%s", (_name, spec, expected) => expect(check(spec)).toEqual(expected));

  it("keep their controller", () => {
    expect(check({ controller: "a.b/c" }, { controller: "a.b/d" })).toEqual([
      'spec.controller: Invalid value: "a.b/c": field is immutable',
    ]);
  });

  it("have parameters of the cluster unless a scope is set", () => {
    const parameters = (fields: object) => ({ spec: { parameters: fields } });
    expect(fillDefaults(parameters({}), ingressClassDefaults)).toEqual(parameters({ scope: "Cluster" }));
    expect(fillDefaults(parameters({ scope: "" }), ingressClassDefaults)).toEqual(parameters({ scope: "" }));
  });
});
