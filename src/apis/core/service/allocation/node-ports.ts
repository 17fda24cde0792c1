import { newInternalError, newUnknownError } from "../../../../apimachinery/errors.ts";
import { invalid } from "../../../../apimachinery/field-error.ts";
import { numberAt, stringAt, type JsonRecord } from "../../../record.ts";
import { specPath } from "../cluster-ip-validation.ts";
import {
  healthCheckPortOf,
  isLoadBalancer,
  needsHealthCheck,
  needsNodePort,
  nodePortOf,
  nodePortsOf,
  portsOf,
} from "../spec.ts";
import { AllocationError } from "./allocators.ts";
import { refuse } from "./families.ts";
import type { PortOperation } from "./port-operation.ts";

/** Load balancers may do without node ports (shouldAllocateNodePorts). */
const allocatesNodePorts = (spec: JsonRecord): boolean =>
  !isLoadBalancer(spec) || spec["allocateLoadBalancerNodePorts"] !== false;

/** Runs an allocation; a failure is translated. */
function attempt<T>(allocate: () => T, translate: (message: string) => Error): T {
  try {
    return allocate();
  } catch (error) {
    throw error instanceof AllocationError ? translate(error.message) : error;
  }
}

function allocateGiven(name: string, operation: PortOperation, index: number, nodePort: number): void {
  const path = specPath.child("ports").index(index).child("nodePort");
  try {
    operation.allocate(nodePort);
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    refuse(name, [invalid(path, nodePort, error.message)]);
  }
}

const allocateAny = (operation: PortOperation): number =>
  attempt(
    () => operation.allocateNext(),
    (message) => newInternalError(new Error(`failed to allocate a nodePort: ${message}`)),
  );

/** Allocates the node ports and the health check port of a new service (txnAllocNodePorts). */
export function allocateNodePorts(name: string, spec: JsonRecord, operation: PortOperation): JsonRecord {
  const exposed = needsNodePort(spec) ? { ...spec, ports: allocatePorts(name, spec, operation) } : spec;
  return needsHealthCheck(exposed) ? allocateHealthCheckPort(exposed, operation) : exposed;
}

/** Ports of one number share a node port, whatever their protocols (initNodePorts). */
function allocatePorts(name: string, spec: JsonRecord, operation: PortOperation): readonly JsonRecord[] {
  const byNumber = new Map<number, number>();
  const ports = portsOf(spec);
  return ports.map((port, i) => {
    const given = nodePortOf(port);
    if (given === 0 && !allocatesNodePorts(spec)) return port;
    const number = numberAt(port, "port") ?? 0;
    const shared = byNumber.get(number);
    if (shared !== undefined) {
      if (given !== 0 && given !== shared) allocateGiven(name, operation, i, given);
      return given === 0 ? { ...port, nodePort: shared } : port;
    }
    const wanted = nodePortOf(ports.find((other) => other["port"] === port["port"] && nodePortOf(other) !== 0) ?? {});
    if (wanted !== 0) allocateGiven(name, operation, i, wanted);
    const nodePort = wanted === 0 ? allocateAny(operation) : wanted;
    byNumber.set(number, nodePort);
    return { ...port, nodePort };
  });
}

function allocateHealthCheckPort(spec: JsonRecord, operation: PortOperation): JsonRecord {
  const given = healthCheckPortOf(spec);
  if (given === 0) {
    const healthCheckNodePort = attempt(
      () => operation.allocateNext(),
      (message) => newInternalError(new Error(`failed to allocate a HealthCheck NodePort 0: ${message}`)),
    );
    return { ...spec, healthCheckNodePort };
  }
  attempt(
    () => operation.allocate(given),
    (message) => newInternalError(new Error(`failed to allocate requested HealthCheck NodePort ${given}: ${message}`)),
  );
  return spec;
}

/** Allocates and releases ports as a service changes (txnUpdateNodePorts). */
export function updateNodePorts(name: string, spec: JsonRecord, old: JsonRecord, operation: PortOperation): JsonRecord {
  const before = nodePortsOf(old);
  if (needsNodePort(old) && !needsNodePort(spec)) for (const port of before) operation.releaseLater(port);
  const exposed = needsNodePort(spec) ? { ...spec, ports: changePorts(name, spec, before, operation) } : spec;
  if (!needsHealthCheck(old)) return needsHealthCheck(exposed) ? allocateHealthCheckPort(exposed, operation) : exposed;
  if (!needsHealthCheck(exposed)) operation.releaseLater(healthCheckPortOf(old));
  return exposed;
}

function changePorts(
  name: string,
  spec: JsonRecord,
  before: readonly number[],
  operation: PortOperation,
): readonly JsonRecord[] {
  const held = new Set(before);
  const allocated = new Set<number>();
  const seen = new Set<string>();
  const ports = portsOf(spec).map((port, i) => {
    const given = nodePortOf(port);
    if (given === 0 && !allocatesNodePorts(spec)) return port;
    if (given !== 0 && !held.has(given) && !allocated.has(given)) {
      allocateGiven(name, operation, i, given);
      allocated.add(given);
    }
    const nodePort = given === 0 ? allocateAny(operation) : given;
    const protocol = stringAt(port, "protocol");
    const key = `{${protocol} ${nodePort}}`;
    if (seen.has(key)) throw newUnknownError(`duplicate nodePort: ${key}`);
    seen.add(key);
    return given === 0 ? { ...port, nodePort } : port;
  });
  const after = new Set(ports.map(nodePortOf));
  for (const port of before) if (!after.has(port)) operation.releaseLater(port);
  return ports;
}

/** Returns the node ports and the health check port that a service holds (releaseAllocatedResources). */
export const heldPorts = (spec: JsonRecord): readonly number[] => {
  const ports = nodePortsOf(spec);
  const healthCheckPort = needsHealthCheck(spec) ? healthCheckPortOf(spec) : 0;
  return healthCheckPort === 0 ? ports : [...ports, healthCheckPort];
};
