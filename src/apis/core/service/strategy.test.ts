import { describe, expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { StrategyContext } from "../../../apiserver/registry/strategy.ts";
import { createFeatureGates } from "../../../component-base/features/feature-gates.ts";
import { defaulter } from "../../defaulting.ts";
import { normalizeUpdated, patchAllocatedValues } from "./allocation/normalize.ts";
import { serviceDefaults } from "./defaults.ts";
import { specOf } from "./spec.ts";
import { serviceStatusStrategy } from "./status.ts";
import { serviceStrategy } from "./strategy.ts";
import { validateServiceUpdate } from "./validation.ts";
import { serviceWarnings } from "./warnings.ts";

const gates = createFeatureGates();
const context: StrategyContext = {
  user: { name: "test", uid: "", groups: [], extra: {} },
  namespace: "default",
  dryRun: false,
  now: "2026-01-01T00:00:00Z",
  gates,
  warn: () => undefined,
};

const service = (spec: object, more: object = {}): KubeObject =>
  defaulter(serviceDefaults)({ metadata: { name: "s" }, spec: { ports: [{ port: 80 }], ...spec }, ...more });

const stored = {
  clusterIP: "10.0.0.9",
  clusterIPs: ["10.0.0.9"],
  ipFamilies: ["IPv4"],
  ipFamilyPolicy: "SingleStack",
};
const update = (spec: object, old: object, status?: object) =>
  serviceStrategy.prepareForUpdate?.(service(spec), service(old, status && { status }), context) ?? service(spec);

describe("a change of type drops", () => {
  it("addresses and families that a client leaves as they were", () => {
    const external = { ...stored, type: "ExternalName", externalName: "a" };
    expect(specOf(update(external, stored))).not.toHaveProperty("clusterIPs");
    expect(specOf(update({ ...external, clusterIPs: ["10.0.0.8"] }, stored))).toMatchObject({
      clusterIPs: ["10.0.0.8"],
    });
  });

  it("ports of nodes and what only load balancers have", () => {
    const balancer = {
      ...stored,
      type: "LoadBalancer",
      externalTrafficPolicy: "Local",
      healthCheckNodePort: 30_005,
      loadBalancerClass: "a/b",
      ports: [{ port: 80, nodePort: 30_001 }],
    };
    const status = { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } };
    const changed = update({ ...balancer, type: "ClusterIP", allocateLoadBalancerNodePorts: true }, balancer, status);
    expect(Object.keys(specOf(changed)).sort()).toEqual(
      [...Object.keys(stored), "internalTrafficPolicy", "ports", "sessionAffinity", "type"].sort(),
    );
    expect(specOf(changed)["ports"]).toEqual([{ port: 80, protocol: "TCP", targetPort: 80 }]);
    expect(changed["status"]).toEqual({ loadBalancer: {} });
  });
});

describe("an update keeps what was allocated", () => {
  it("where a client leaves it out", () => {
    const old = { ...stored, type: "NodePort", ports: [{ name: "a", port: 80, nodePort: 30_001 }] };
    const spec = {
      type: "NodePort",
      ports: [
        { name: "b", port: 81 },
        { name: "a", port: 80 },
      ],
    };
    expect(patchAllocatedValues(spec, old)).toEqual({
      type: "NodePort",
      clusterIP: "10.0.0.9",
      clusterIPs: ["10.0.0.9"],
      ports: [
        { name: "b", port: 81 },
        { name: "a", port: 80, nodePort: 30_001 },
      ],
    });
  });

  it("unless another port has it", () => {
    const old = { type: "NodePort", ports: [{ name: "a", port: 80, nodePort: 30_001 }] };
    const ports = [
      { name: "b", port: 81, nodePort: 30_001 },
      { name: "a", port: 80 },
    ];
    expect(patchAllocatedValues({ type: "NodePort", ports }, old)["ports"]).toEqual(ports);
  });

  // oxfmt-ignore
  it.each([
    ["clusterIP was changed alone", { clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.9"] }, ["10.0.0.8"]],
    ["clusterIP was cleared alone", { clusterIP: "", clusterIPs: ["10.0.0.9"] }, undefined],
    ["clusterIPs was left out", { clusterIP: "10.0.0.9" }, ["10.0.0.9"]],
    ["both were changed", { clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.7"] }, ["10.0.0.7"]],
  ])("in both fields when %s", (_name, spec, expected) => {
    expect(normalizeUpdated(spec, stored)["clusterIPs"]).toEqual(expected);
  });
});

describe("updates", () => {
  const dual = {
    ...stored,
    clusterIPs: ["10.0.0.9", "fd00::9"],
    ipFamilies: ["IPv4", "IPv6"],
    ipFamilyPolicy: "RequireDualStack",
  };
  // oxfmt-ignore
  it.each([
    ["nothing", stored, stored, []],
    ["another first address", { ...stored, clusterIP: "10.0.0.8", clusterIPs: ["10.0.0.8"] }, stored, ['spec.clusterIPs[0]: Invalid value: ["10.0.0.8"]: may not change once set']],
    ["no address", { ipFamilies: ["IPv4"] }, stored, ["spec.clusterIPs[0]: Invalid value: null: primary clusterIP can not be unset"]],
    ["a second address", dual, stored, []],
    ["one address with the policy for two", { ...stored, ipFamilyPolicy: "PreferDualStack" }, dual, [
      `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary clusterIP`,
      `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary ipFamily`,
    ]],
    ["another class", { ...stored, type: "LoadBalancer", loadBalancerClass: "a/c" }, { ...stored, type: "LoadBalancer", loadBalancerClass: "a/b" }, ['spec.loadBalancerClass: Invalid value: "a/c": may not change once set']],
    ["no class", { ...stored, type: "LoadBalancer" }, { ...stored, type: "LoadBalancer", loadBalancerClass: "a/b" }, ['spec.loadBalancerClass: Invalid value: "null": may not change once set']],
    ["a port twice", { ...stored, ports: [{ name: "a", port: 80 }, { name: "b", port: 80 }] }, stored, ['spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}']],
  ])("with %s", (_name, spec, old, expected) => {
    expect(validateServiceUpdate(service(spec), service(old), gates).map(errorMessage)).toEqual(expected);
  });
});

describe("the status", () => {
  const balancer = { ...stored, type: "LoadBalancer" };
  const errorsOf = (ingress: readonly object[], spec: object = balancer) => {
    const status = { loadBalancer: { ingress } };
    return serviceStatusStrategy
      .validateUpdate?.({ ...service(spec), status }, service(spec), context)
      .map(errorMessage);
  };
  // oxfmt-ignore
  it.each([
    ["an address", [{ ip: "1.2.3.4", ipMode: "Proxy" }], []],
    ["an address without a mode", [{ ip: "1.2.3.4" }], ["status.loadBalancer.ingress[0].ipMode: Required value: must be specified when `ip` is set"]],
    ["an unknown mode", [{ ip: "1.2.3.4", ipMode: "Any" }], ['status.loadBalancer.ingress[0].ipMode: Unsupported value: "Any": supported values: "Proxy", "VIP"']],
    ["a mode of a name", [{ hostname: "a.b", ipMode: "VIP" }], ["status.loadBalancer.ingress[0].ipMode: Forbidden: may not be specified when `ip` is not set"]],
    ["an address as a name", [{ hostname: "1.2.3.4" }], ['status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address']],
  ])("with %s", (_name, ingress, expected) => {
    expect(errorsOf(ingress)).toEqual(expected);
  });

  it("has points for load balancers only", () =>
    expect(errorsOf([{ ip: "1.2.3.4", ipMode: "VIP" }], stored)).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ]));

  it("gets a mode by default", () => {
    const status = { loadBalancer: { ingress: [{ ip: "1.2.3.4" }, { hostname: "a.b" }] } };
    expect(service(balancer, { status })["status"]).toEqual({
      loadBalancer: { ingress: [{ ip: "1.2.3.4", ipMode: "VIP" }, { hostname: "a.b" }] },
    });
  });
});

// oxfmt-ignore
it.each([
  [{ clusterIP: "None", clusterIPs: ["None"], sessionAffinity: "ClientIP", loadBalancerIP: "1.2.3.4" }, ["spec.loadBalancerIP is ignored for headless services", "spec.SessionAffinity is ignored for headless services"]],
  [{ clusterIP: "None", clusterIPs: ["None"], sessionAffinity: "None" }, []],
  [{ type: "ExternalName", externalName: "a", externalIPs: ["1.2.3.4"] }, ['spec.externalIPs is ignored when spec.type is "ExternalName"']],
  [{ externalName: "a" }, ['spec.externalName is ignored when spec.type is not "ExternalName"']],
  [{ externalIPs: ["2001:db8:0::5"] }, ['spec.externalIPs[0]: IPv6 address "2001:db8:0::5" should be in RFC 5952 canonical format ("2001:db8::5")']],
])("%j has warnings", (spec, expected) => {
  expect(serviceWarnings(service(spec))).toEqual(expected);
});
