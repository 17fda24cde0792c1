import { isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StoreHooks } from "../../apiserver/registry/store-hooks.ts";
import type { IpAllocator, NodePorts } from "../../apis/core/service/allocation/allocators.ts";
import { heldPorts } from "../../apis/core/service/allocation/node-ports.ts";
import { createServiceHooks } from "../../apis/core/service/allocation/service-hooks.ts";
import { specOf, type IpFamily } from "../../apis/core/service/spec.ts";
import { createMemoryBook } from "./address-book.ts";
import { addressBook, networksOf, repairAddresses, type AllocationParts } from "./addresses-in-use.ts";
import { createIpAllocator } from "./ip-allocator.ts";
import { IpRange } from "./ip-range.ts";
import { NodePortAllocator, ownNodePorts } from "./node-port-allocator.ts";

/**
 * Creates the hooks of Services, which allocate cluster IPs and node ports. What is in use is read off the Services,
 * and repaired, before the first write of one. A server that alone writes its objects does not store which ports are.
 */
export async function createServiceAllocation(parts: AllocationParts): Promise<ServiceAllocation> {
  const { ranges, random, objects } = parts;
  const book = parts.hasObjects ? addressBook(parts) : createMemoryBook();
  const families = ranges.cidrs.map((cidr): IpFamily => (new IpRange(cidr).isIpv6 ? "IPv6" : "IPv4"));
  const ips = new Map(
    families.map((family): [IpFamily, IpAllocator] => [
      family,
      createIpAllocator({
        family,
        book,
        random,
        isFixed: !parts.hasObjects,
        networks: () => networksOf(parts).filter(({ range }) => range.isIpv6 === (family === "IPv6")),
      }),
    ]),
  );
  const services = (): readonly KubeObject[] => objects.list("services", "");
  const { nodePorts, repairPorts } = await openNodePorts(parts, services);
  const repair = async (): Promise<void> => {
    await repairPorts?.();
    await repairAddresses(parts, services(), book);
  };
  await repair();
  const hooks = createServiceHooks({ ips, defaultFamily: families[0] ?? "IPv4", nodePorts });
  return {
    repair,
    ...hooks,
    async afterDelete(service) {
      await deleteEndpoints(parts, service);
      await hooks.afterDelete(service);
    },
  };
}

/** The hooks of Services, and what repairs addresses and ports. */
export interface ServiceAllocation extends Required<StoreHooks> {
  repair(): Promise<void>;
}

async function openNodePorts(
  { ranges, random, openRanges, catchUp }: AllocationParts,
  services: () => readonly KubeObject[],
): Promise<{ readonly nodePorts: NodePorts; readonly repairPorts?: () => Promise<void> }> {
  if (openRanges !== undefined) {
    const { repairPorts, sharedNodePorts } = await import("./shared-node-ports.ts");
    const nodePorts = sharedNodePorts({ storage: openRanges(), range: ranges.nodePorts, random });
    const found = new Map<number, number>();
    return { nodePorts, repairPorts: () => catchUp("services").then(() => repairPorts(nodePorts, services, found)) };
  }
  const allocator = new NodePortAllocator(ranges.nodePorts, random);
  allocator.reset(services().flatMap((service) => heldPorts(specOf(service))));
  return { nodePorts: ownNodePorts(allocator) };
}

/** Deletes the Endpoints of a Service, so that another one of the name does not get them. */
async function deleteEndpoints({ store, context }: AllocationParts, service: KubeObject): Promise<void> {
  const { namespace = "", name = "" } = service.metadata;
  const endpoints = await store("endpoints");
  try {
    await endpoints.delete(context(namespace), name, {}, () => undefined);
  } catch (error) {
    if (!isNotFound(error)) throw error; // it may have none, or a controller was first
  }
}
