import { numberAt, stringAt, type JsonRecord } from "../../../record.ts";
import {
  clusterIpsOf,
  healthCheckPortOf,
  needsClusterIp,
  needsHealthCheck,
  needsNodePort,
  nodePortOf,
  nodePortsOf,
  portsOf,
  sameTexts,
  withMembers,
} from "../spec.ts";

/** Gives a new spec with a clusterIP but no clusterIPs, as older clients write it, both (normalizeClusterIPs). */
export function normalizeNew(spec: JsonRecord): JsonRecord {
  const first = stringAt(spec, "clusterIP");
  return first !== "" && clusterIpsOf(spec).length === 0 ? { ...spec, clusterIPs: [first] } : spec;
}

/**
 * Makes clusterIPs follow clusterIP where a client has changed only that, as clients do that do not know clusterIPs
 * (normalizeClusterIPs).
 */
export function normalizeUpdated(spec: JsonRecord, old: JsonRecord): JsonRecord {
  const before = clusterIpsOf(old);
  const first = stringAt(spec, "clusterIP");
  const firstBefore = stringAt(old, "clusterIP");
  if (first === firstBefore)
    return before.length > 0 && clusterIpsOf(spec).length === 0 ? { ...spec, clusterIPs: before } : spec;
  if (!sameTexts(clusterIpsOf(spec), before)) return spec;
  return withMembers(spec, { clusterIPs: first === "" ? undefined : [first] });
}

/**
 * Keeps what the server has allocated for a service where a client leaves it out, so that it can submit the same
 * manifest again (patchAllocatedValues).
 */
export function patchAllocatedValues(spec: JsonRecord, old: JsonRecord): JsonRecord {
  let patched = spec;
  if (needsClusterIp(old) && needsClusterIp(spec)) {
    const before = clusterIpsOf(old);
    patched = {
      ...patched,
      ...(stringAt(spec, "clusterIP") === "" && { clusterIP: stringAt(old, "clusterIP") }),
      ...(clusterIpsOf(spec).length === 0 && before.length > 0 && { clusterIPs: before }),
    };
  }
  if (needsNodePort(old) && needsNodePort(spec)) patched = patchNodePorts(patched, old);
  if (needsHealthCheck(old) && needsHealthCheck(spec) && healthCheckPortOf(spec) === 0)
    patched = { ...patched, healthCheckNodePort: healthCheckPortOf(old) };
  return patched;
}

/** Ports keep their node port by name, unless the client has given it to another port. */
function patchNodePorts(spec: JsonRecord, old: JsonRecord): JsonRecord {
  const given = new Set(nodePortsOf(spec));
  const byName = new Map(portsOf(old).map((port) => [stringAt(port, "name"), numberAt(port, "nodePort")]));
  const ports = portsOf(spec).map((port) => {
    const before = byName.get(stringAt(port, "name")) ?? 0;
    return nodePortOf(port) === 0 && before !== 0 && !given.has(before) ? { ...port, nodePort: before } : port;
  });
  return { ...spec, ports };
}
