import type { KubeObject } from "../../../apimachinery/meta.ts";
import { nameIsDns1035Label, nameIsDnsLabel } from "../../../apimachinery/validation/names.ts";
import type { Strategy } from "../../../apiserver/registry/strategy.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { objectStrategy } from "../../strategies/object-strategy.ts";
import {
  clusterIpsOf,
  familiesOf,
  healthCheckPortOf,
  isExternalName,
  isExternallyAccessible,
  isLoadBalancer,
  needsClusterIp,
  needsHealthCheck,
  needsNodePort,
  nodePortsOf,
  portsOf,
  sameTexts,
  specOf,
  withMembers,
} from "./spec.ts";
import { validateService, validateServiceUpdate } from "./validation.ts";
import { serviceWarnings } from "./warnings.ts";

const base = objectStrategy({
  status: { loadBalancer: {} },
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  nameValidator: (gates) => (gates.enabled("RelaxedServiceNameValidation") ? nameIsDnsLabel : nameIsDns1035Label),
  validate: (service, { gates }) => validateService(service, gates),
  validateUpdate: (service, old, { gates }) => validateServiceUpdate(service, old, gates),
  warningsOnCreate: serviceWarnings,
  warningsOnUpdate: serviceWarnings,
});

/** A rule about members that a type does not have: dropped unless the client has changed them. */
interface TypeRule {
  needs(spec: JsonRecord): boolean;
  isSame(spec: JsonRecord, old: JsonRecord): boolean;
  drop(spec: JsonRecord): JsonRecord;
}

const without =
  (...members: readonly string[]) =>
  (spec: JsonRecord): JsonRecord =>
    withMembers(spec, Object.fromEntries(members.map((member) => [member, undefined])));

const sameMember =
  (member: string) =>
  (spec: JsonRecord, old: JsonRecord): boolean =>
    (spec[member] ?? "") === (old[member] ?? "");

const withoutNodePorts = (spec: JsonRecord): JsonRecord => ({
  ...spec,
  ports: portsOf(spec).map((port) => withMembers(port, { nodePort: undefined })),
});

const rules: readonly TypeRule[] = [
  {
    needs: needsClusterIp,
    isSame: (spec, old) =>
      stringAt(spec, "clusterIP") === stringAt(old, "clusterIP") && sameTexts(clusterIpsOf(spec), clusterIpsOf(old)),
    drop: without("clusterIP", "clusterIPs"),
  },
  {
    needs: needsClusterIp,
    isSame: (spec, old) => sameTexts(familiesOf(spec), familiesOf(old)),
    drop: without("ipFamilies"),
  },
  { needs: needsClusterIp, isSame: sameMember("ipFamilyPolicy"), drop: without("ipFamilyPolicy") },
  {
    needs: needsNodePort,
    isSame(spec, old) {
      const held = new Set(nodePortsOf(old));
      return nodePortsOf(spec).every((port) => held.has(port));
    },
    drop: withoutNodePorts,
  },
  {
    needs: needsHealthCheck,
    isSame: (spec, old) => healthCheckPortOf(spec) === healthCheckPortOf(old),
    drop: without("healthCheckNodePort"),
  },
  {
    needs: isLoadBalancer,
    isSame: sameMember("allocateLoadBalancerNodePorts"),
    drop: without("allocateLoadBalancerNodePorts"),
  },
  { needs: isLoadBalancer, isSame: sameMember("loadBalancerClass"), drop: without("loadBalancerClass") },
  {
    needs: isExternallyAccessible,
    isSame: sameMember("externalTrafficPolicy"),
    drop: without("externalTrafficPolicy"),
  },
];

/**
 * Drops what the new type of a service does not have (dropTypeDependentFields): services are a union by type, and
 * clients change the type without knowing which fields the server has set for the old one.
 */
function dropTypeDependentFields(service: KubeObject, old: KubeObject): KubeObject {
  const before = specOf(old);
  let spec = specOf(service);
  for (const rule of rules)
    if (rule.needs(before) && !rule.needs(spec) && rule.isSame(spec, before)) spec = rule.drop(spec);
  const typed = spec === specOf(service) ? service : { ...service, spec };
  const status = recordAt(service, "status");
  if (isLoadBalancer(spec) || Object.keys(recordAt(status, "loadBalancer")).length === 0) return typed;
  return { ...typed, status: { ...status, loadBalancer: {} } };
}

/** Strategy of Services. What is allocated for them is not part of it (allocation/service-hooks.ts). */
export const serviceStrategy: Strategy = {
  ...base,
  prepareForUpdate: (service, old, ctx) =>
    dropTypeDependentFields(base.prepareForUpdate?.(service, old, ctx) ?? service, old),
  canonicalize: dropInternalPolicy,
};

/** External names were once given an internalTrafficPolicy, which upstream hides from readers (defaultOnRead). */
function dropInternalPolicy(service: KubeObject): KubeObject {
  const spec = specOf(service);
  if (!isExternalName(spec) || spec["internalTrafficPolicy"] === undefined) return service;
  return { ...service, spec: withMembers(spec, { internalTrafficPolicy: undefined }) };
}
