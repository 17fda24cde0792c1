import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatAddress } from "../../apimachinery/net-address.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { heldIps } from "../../apis/core/service/allocation/cluster-ips.ts";
import { clusterIpsOf, specOf, textsAt } from "../../apis/core/service/spec.ts";
import { recordAt, recordsAt, stringAt } from "../../apis/record.ts";
import type { StoredObjects } from "../storage/stored-objects.ts";
import { createObjectBook, type AddressBook } from "./address-book.ts";
import { addressManager, managedByLabel } from "./cluster-objects.ts";
import { parseClusterIp, type ServiceNetwork } from "./ip-allocator.ts";
import { IpRange } from "./ip-range.ts";
import type { ServiceRanges } from "./service-ranges.ts";
import type { SharedPortParts } from "./shared-node-ports.ts";

/** The dependencies of the allocation for Services. */
export interface AllocationParts {
  readonly ranges: ServiceRanges;
  readonly objects: Pick<StoredObjects, "has" | "find" | "list">;
  readonly random: Random;
  /** Whether networks and addresses are objects (gate MultiCIDRServiceAllocator). */
  readonly hasObjects: boolean;
  /** Opens the storage by which the servers of one database agree on what is in use; absent if there is one server. */
  readonly openRanges?: (() => SharedPortParts["storage"]) | undefined;
  /** Waits until what is read of a resource is as new as the call, where other servers write it, too. */
  catchUp(resource: string): Promise<void>;
  store(resource: string): Promise<ResourceStore>;
  context(namespace: string): StrategyContext;
}

/** Returns the IPAddress objects as a book. */
export const addressBook = ({ objects, store, context }: AllocationParts): AddressBook =>
  createObjectBook({
    has: (ip) => objects.has("ipaddresses", "", ip),
    store: () => store("ipaddresses"),
    context: () => context(""),
  });

/** Returns the networks of the ServiceCIDRs, or those of the flags in releases without any. */
export function networksOf({ hasObjects, objects, ranges }: AllocationParts): readonly ServiceNetwork[] {
  if (!hasObjects) return ranges.cidrs.map((cidr) => ({ range: new IpRange(cidr), isReady: true }));
  return objects.list("servicecidrs", "").flatMap((object) => {
    const isReady = object.metadata.deletionTimestamp === undefined && isConditionReady(object);
    return textsAt(recordAt(object, "spec"), "cidrs").map((cidr) => ({ range: new IpRange(cidr), isReady }));
  });
}

/** A ServiceCIDR that no controller has looked at is ready. */
function isConditionReady(object: KubeObject): boolean {
  const conditions = recordsAt(recordAt(object, "status"), "conditions");
  const ready = conditions.find((condition) => stringAt(condition, "type") === "Ready");
  return ready === undefined || stringAt(ready, "status") === "True";
}

/**
 * Adds the addresses of Services that have none, and removes those whose Service is gone, as after a crash
 * (ipallocator/controller RepairIPAddress).
 */
export async function repairAddresses(
  parts: AllocationParts,
  services: readonly KubeObject[],
  book: AddressBook,
): Promise<void> {
  const networks = networksOf(parts);
  for (const service of services)
    for (const ip of heldIps(specOf(service)).values()) {
      const address = parseClusterIp(ip);
      if (address === undefined || !networks.some(({ range }) => range.contains(address))) continue;
      const { namespace = "", name = "" } = service.metadata;
      if (!book.has(formatAddress(address))) await book.add(formatAddress(address), { namespace, name });
    }
  if (!parts.hasObjects) return;
  for (const address of parts.objects.list("ipaddresses", ""))
    if (isManaged(address) && ownerOf(parts, address) === undefined && !isYoung(parts, address))
      await book.remove(address.metadata.name ?? "");
}

/** How long an address may wait for the Service that another server writes (RepairIPAddress, gracePeriod). */
const graceMs = 60_000;

/** Whether another server may have allocated an address for a Service that is not written yet. */
const isYoung = ({ openRanges, context }: AllocationParts, { metadata }: KubeObject): boolean =>
  openRanges !== undefined && Date.parse(metadata.creationTimestamp ?? "") + graceMs > Date.parse(context("").now);

const isManaged = ({ metadata }: KubeObject): boolean => metadata.labels?.[managedByLabel] === addressManager;

/** Returns the Service that an IPAddress belongs to, if the Service has that address. */
function ownerOf({ objects }: AllocationParts, address: KubeObject): KubeObject | undefined {
  const parent = recordAt(recordAt(address, "spec"), "parentRef");
  if (stringAt(parent, "group") !== "" || stringAt(parent, "resource") !== "services") return undefined;
  const service = objects.find("services", stringAt(parent, "namespace"), stringAt(parent, "name"));
  const name = address.metadata.name ?? "";
  const holds =
    service !== undefined &&
    clusterIpsOf(specOf(service)).some((ip) => {
      const held = parseClusterIp(ip);
      return held !== undefined && formatAddress(held) === name;
    });
  return holds ? service : undefined;
}

/** Adds an address again that was deleted although its Service has it. */
export async function keepAddress(parts: AllocationParts, address: KubeObject): Promise<void> {
  const owner = isManaged(address) ? ownerOf(parts, address) : undefined;
  if (owner === undefined) return;
  const { namespace = "", name = "" } = owner.metadata;
  await addressBook(parts).add(address.metadata.name ?? "", { namespace, name });
}
