import type { KubeObject } from "../../../../apimachinery/meta.ts";
import { ensureNamespace } from "../../../../apiserver/registry/object-meta.ts";
import type { BegunWrite, StoreHooks } from "../../../../apiserver/registry/store-hooks.ts";
import type { StrategyContext } from "../../../../apiserver/registry/strategy.ts";
import { inSlices } from "../../../../component-base/work.ts";
import { stringAt, type JsonRecord } from "../../../record.ts";
import { isIpv6 } from "../cluster-ip-validation.ts";
import { clusterIpsOf, familiesOf, hasSelector, needsClusterIp, noClusterIp, specOf, type IpFamily } from "../spec.ts";
import type { Allocators } from "./allocators.ts";
import { allocateClusterIps, heldIps, noIps, releaseIps, updateClusterIps, type FamilyIps } from "./cluster-ips.ts";
import { initFamilyFields } from "./families.ts";
import { allocateNodePorts, heldPorts, updateNodePorts } from "./node-ports.ts";
import { normalizeNew, normalizeUpdated, patchAllocatedValues } from "./normalize.ts";
import { noPorts, PortOperation } from "./port-operation.ts";

/** What has been allocated for a write, and what it releases. */
interface Held {
  readonly spec: JsonRecord;
  readonly allocated: FamilyIps;
  readonly released: FamilyIps;
}

/**
 * Returns the hooks of Services: cluster IPs, node ports and health check ports are allocated before a service is
 * validated and stored, and released when it is not, when its type changes or when it is deleted
 * (registry/core/service/storage).
 */
export function createServiceHooks(allocators: Allocators): Required<StoreHooks> {
  const write = async (
    service: KubeObject,
    ctx: StrategyContext,
    allocateIps: (strict: boolean) => Promise<Held>,
    allocatePorts: (spec: JsonRecord, operation: PortOperation) => JsonRecord,
  ): Promise<BegunWrite> => {
    const held = await allocateIps(ctx.gates.enabled("StrictIPCIDRValidation"));
    let ports = noPorts;
    const release = async (ips: FamilyIps): Promise<void> => {
      if (!ctx.dryRun) await releaseIps(allocators.ips, ips);
    };
    const revert = async (): Promise<void> => {
      await releasePorts(allocators, ports.allocated);
      await release(held.allocated);
    };
    const commit = async (): Promise<void> => {
      await releasePorts(allocators, ports.released);
      await release(held.released);
    };
    try {
      const [spec, own] = await allocators.nodePorts.change((all) => {
        const operation = new PortOperation(all, ctx.dryRun);
        return [allocatePorts(held.spec, operation), operation.held] as const;
      });
      ports = own;
      return { object: { ...service, spec }, commit, revert };
    } catch (error) {
      await revert();
      throw error;
    }
  };
  return {
    beginCreate(service, ctx) {
      const { name = "" } = service.metadata;
      const allocateIps = async (strict: boolean): Promise<Held> => {
        const given = normalizeNew(specOf(service));
        const spec = await inSlices(ctx, () => initFamilyFields(name, given, undefined, { ...allocators, strict }));
        const request = {
          service: ensureNamespace(service, ctx.namespace, true),
          spec,
          ips: allocators.ips,
          dryRun: ctx.dryRun,
        };
        return { ...(await allocateClusterIps(request)), released: noIps };
      };
      return write(service, ctx, allocateIps, (spec, operation) => allocateNodePorts(name, spec, operation));
    },
    beginUpdate(service, stored, ctx) {
      const { name = "" } = service.metadata;
      const old = defaultOnRead(specOf(stored), allocators.defaultFamily);
      const allocateIps = async (strict: boolean): Promise<Held> => {
        const patched = normalizeUpdated(patchAllocatedValues(specOf(service), old), old);
        const spec = await inSlices(ctx, () => initFamilyFields(name, patched, old, { ...allocators, strict }));
        return updateClusterIps(
          { service: ensureNamespace(service, ctx.namespace, true), spec, ips: allocators.ips, dryRun: ctx.dryRun },
          old,
        );
      };
      return write(service, ctx, allocateIps, (spec, operation) => updateNodePorts(name, spec, old, operation));
    },
    async afterDelete(service) {
      const spec = defaultOnRead(specOf(service), allocators.defaultFamily);
      await releaseIps(allocators.ips, heldIps(spec));
      await releasePorts(allocators, heldPorts(spec));
    },
  };
}

async function releasePorts({ nodePorts }: Allocators, released: readonly number[]): Promise<void> {
  if (released.length > 0) await nodePorts.change((ports) => released.forEach((port) => ports.release(port)));
}

/**
 * Completes the addresses and families of a service that was stored before they existed (defaultOnReadService).
 */
export function defaultOnRead(stored: JsonRecord, defaultFamily: IpFamily): JsonRecord {
  const spec = normalizeNew(stored);
  if (!needsClusterIp(spec) || familiesOf(spec).length > 0) return spec;
  if (stringAt(spec, "clusterIP") !== noClusterIp) {
    const ipFamilies = clusterIpsOf(spec).map((ip) => (isIpv6(ip) ? "IPv6" : "IPv4"));
    if (ipFamilies.length === 0) return spec;
    return { ...spec, ipFamilies, ipFamilyPolicy: ipFamilies.length === 1 ? "SingleStack" : "RequireDualStack" };
  }
  const other = defaultFamily === "IPv4" ? "IPv6" : "IPv4";
  return hasSelector(spec)
    ? { ...spec, ipFamilies: [defaultFamily], ipFamilyPolicy: "SingleStack" }
    : { ...spec, ipFamilies: [defaultFamily, other], ipFamilyPolicy: "RequireDualStack" };
}
