import { newInternalError } from "../../../../apimachinery/errors.ts";
import { invalid } from "../../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { JsonRecord } from "../../../record.ts";
import { quotedValue } from "../../../validation/fields.ts";
import { isIpv6, specPath } from "../cluster-ip-validation.ts";
import { clusterIpsOf, familiesOf, isExternalName, noClusterIp, type IpFamily } from "../spec.ts";
import { AllocationError, type Allocators, type IpAllocator } from "./allocators.ts";
import { keepsPreferredStack, refuse } from "./families.ts";

/** The addresses of a service by family. */
export type FamilyIps = ReadonlyMap<IpFamily, string>;

export const noIps: FamilyIps = new Map();

/** The allocation of a write: the service it is for, its spec, and where addresses come from. */
export interface IpRequest {
  readonly service: KubeObject;
  readonly spec: JsonRecord;
  readonly ips: Allocators["ips"];
  readonly dryRun: boolean;
}

/** A spec with allocated addresses, which are released if the write fails. */
export interface AllocatedIps {
  readonly spec: JsonRecord;
  readonly allocated: FamilyIps;
}

const familyOfIp = (ip: string): IpFamily => (isIpv6(ip) ? "IPv6" : "IPv4");

/** Allocates the addresses of a service that has none or only some (allocClusterIPs). */
export async function allocateClusterIps(request: IpRequest): Promise<AllocatedIps> {
  const { spec } = request;
  const given = clusterIpsOf(spec);
  if (isExternalName(spec) || given[0] === noClusterIp) return { spec, allocated: noIps };
  const families = familiesOf(spec);
  const wanted = families.map((family, i) => [family, given[i] ?? ""] as const);
  const rest = given.slice(families.length);
  const marked = { ...spec, clusterIPs: [...wanted.map(([, ip]) => ip), ...rest] };
  const allocated = await allocateIps({ ...request, spec: marked }, wanted);
  const clusterIPs = [...families.map((family) => valueOf(allocated, family)), ...rest];
  return { spec: { ...spec, clusterIP: clusterIPs[0] ?? "", clusterIPs }, allocated };
}

const valueOf = (ips: FamilyIps, family: string): string =>
  (family === "IPv4" || family === "IPv6" ? ips.get(family) : undefined) ?? "";

/**
 * Allocates an address of each family: the one that is wanted, or any. Releases all of them if one cannot be had
 * (allocIPs).
 */
async function allocateIps(
  request: IpRequest,
  wanted: readonly (readonly [family: string, ip: string])[],
): Promise<FamilyIps> {
  const allocated = new Map<IpFamily, string>();
  try {
    for (const [family, ip] of wanted) {
      if (family !== "IPv4" && family !== "IPv6") continue;
      const allocator = request.ips.get(family);
      if (allocator !== undefined) allocated.set(family, await allocateIp(request, allocator, ip));
    }
  } catch (error) {
    if (!request.dryRun) await releaseIps(request.ips, allocated);
    throw error;
  }
  return allocated;
}

async function allocateIp({ service, spec, dryRun }: IpRequest, allocator: IpAllocator, ip: string): Promise<string> {
  const source = dryRun ? allocator.dryRun() : allocator;
  try {
    if (ip === "") return await source.allocateNext(service);
    await source.allocate(ip, service);
    return ip;
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    if (ip === "") throw newInternalError(new Error(`failed to allocate a serviceIP: ${error.message}`));
    const detail = `failed to allocate IP ${ip}: ${error.message}`;
    refuse(service.metadata.name ?? "", [
      invalid(specPath.child("clusterIPs"), quotedValue(clusterIpsOf(spec)), detail),
    ]);
    throw error;
  }
}

/** Releases addresses. Those of a family that the server no longer has are left. */
export async function releaseIps(allocators: Allocators["ips"], ips: FamilyIps): Promise<void> {
  for (const [family, ip] of ips) await allocators.get(family)?.release(ip);
}

/** Returns the addresses that a service holds by its spec (releaseClusterIPs). */
export function heldIps(spec: JsonRecord): FamilyIps {
  const ips = clusterIpsOf(spec);
  if (isExternalName(spec) || ips[0] === noClusterIp) return noIps;
  return new Map(ips.map((ip) => [familyOfIp(ip), ip]));
}

/** An update with allocated addresses, and those that are released once it is stored. */
export interface UpdatedIps extends AllocatedIps {
  readonly released: FamilyIps;
}

/** Allocates and releases addresses as the type or the families of a service change (updateClusterIPs). */
export async function updateClusterIps(request: IpRequest, old: JsonRecord): Promise<UpdatedIps> {
  const { spec } = request;
  const same: UpdatedIps = { spec, allocated: noIps, released: noIps };
  if (keepsPreferredStack(spec, old)) return same;
  if (isExternalName(old) && !isExternalName(spec)) return { ...(await allocateClusterIps(request)), released: noIps };
  const before = clusterIpsOf(old);
  if (before[0] === noClusterIp) return same;
  if (isExternalName(spec)) return isExternalName(old) ? same : { ...same, released: heldIps(old) };
  const families = familiesOf(spec);
  const familiesBefore = familiesOf(old);
  if (familiesBefore.length === 1 && families.length === 2) return addSecond(request, families[1] ?? "");
  const [, second = ""] = before;
  if (familiesBefore.length === 2 && families.length === 1 && second !== "")
    return { ...same, released: new Map([[familyOfIp(second), second]]) };
  return same;
}

async function addSecond(request: IpRequest, family: string): Promise<UpdatedIps> {
  const given = clusterIpsOf(request.spec);
  const allocated = await allocateIps(request, [[family, given[1] ?? ""]]);
  const spec = { ...request.spec, clusterIPs: [given[0] ?? "", valueOf(allocated, family), ...given.slice(2)] };
  return { spec, allocated, released: noIps };
}
