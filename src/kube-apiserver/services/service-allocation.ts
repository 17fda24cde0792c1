import type { KubeObject } from "../../apimachinery/meta.ts";
import type { StoreHooks } from "../../apiserver/registry/store-hooks.ts";
import type { IpAllocator } from "../../apis/core/service/allocation/allocators.ts";
import { heldPorts } from "../../apis/core/service/allocation/node-ports.ts";
import { createServiceHooks } from "../../apis/core/service/allocation/service-hooks.ts";
import { specOf, type IpFamily } from "../../apis/core/service/spec.ts";
import { createMemoryBook } from "./address-book.ts";
import { addressBook, networksOf, repairAddresses, type AllocationParts } from "./addresses-in-use.ts";
import { createIpAllocator } from "./ip-allocator.ts";
import { IpRange } from "./ip-range.ts";
import { NodePortAllocator } from "./node-port-allocator.ts";

/**
 * Creates the hooks of Services, which allocate cluster IPs and node ports. What is in use is read off the Services,
 * and repaired, before the first write of one: the state of the port allocator is not stored.
 */
export async function createServiceAllocation(parts: AllocationParts): Promise<Required<StoreHooks>> {
  const { ranges, random, objects } = parts;
  const book = parts.hasObjects ? addressBook(parts) : createMemoryBook();
  const families = ranges.cidrs.map((cidr): IpFamily => (new IpRange(cidr).isIpv6 ? "IPv6" : "IPv4"));
  const nodePorts = new NodePortAllocator(ranges.nodePorts, random);
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
  const services = objects.list("services", "");
  nodePorts.reset(services.flatMap((service) => heldPorts(specOf(service))));
  await repairAddresses(parts, services, book);
  const hooks = createServiceHooks({ ips, defaultFamily: families[0] ?? "IPv4", nodePorts });
  return {
    ...hooks,
    async afterDelete(service) {
      await deleteEndpoints(parts, service);
      await hooks.afterDelete(service);
    },
  };
}

/** Deletes the Endpoints of a Service, so that another one of the name does not get them. */
async function deleteEndpoints({ objects, store, context }: AllocationParts, service: KubeObject): Promise<void> {
  const { namespace = "", name = "" } = service.metadata;
  if (!objects.has("endpoints", namespace, name)) return;
  const endpoints = await store("endpoints");
  await endpoints.delete(context(namespace), name, {}, () => undefined);
}
