import type { EndpointAddress, EndpointPort, EndpointSubset } from "../framework/network/endpoint-subset.ts";
import { parseAddress } from "../../apimachinery/net-address.ts";
import {
  addressesOf,
  type AddressedPod,
  findPort,
  hostnameOf,
  isHeadless,
  isPublishedReady,
  type SelectingService,
} from "../framework/network/service-types.ts";

/** Number of addresses that Endpoints have at most (maxCapacity). */
const capacity = 1000;

/** Returns the subsets of a service: addresses with the same ports stand together (endpoints.RepackSubsets). */
export function subsetsOf(
  service: SelectingService,
  pods: readonly AddressedPod[],
): { readonly subsets: readonly EndpointSubset[]; readonly isTruncated: boolean } {
  const groups = new Map<
    string,
    { ports: readonly EndpointPort[]; ready: EndpointAddress[]; notReady: EndpointAddress[] }
  >();
  for (const pod of pods) {
    const ip = addressOfFamily(pod, service.spec?.ipFamilies?.[0]);
    if (ip === undefined) continue;
    const ports = portsOf(service, pod);
    if (ports === undefined) continue;
    const key = JSON.stringify(ports);
    const group = groups.get(key) ?? { ports, ready: [], notReady: [] };
    groups.set(key, group);
    (isPublishedReady(pod, service) ? group.ready : group.notReady).push(addressOf(pod, ip, service));
  }
  const subsets = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => toSubset(group));
  return truncate(subsets);
}

/** Returns the ports on a pod; undefined if the service has ports and the pod has none of them. */
function portsOf(service: SelectingService, pod: AddressedPod): readonly EndpointPort[] | undefined {
  const { ports = [] } = service.spec ?? {};
  if (ports.length === 0) return isHeadless(service) ? [] : undefined;
  const found = ports.flatMap((port) => {
    const number = findPort(pod, port);
    if (number === undefined) return [];
    const { name, protocol = "TCP", appProtocol } = port;
    return [
      {
        ...(name !== undefined && { name }),
        port: number,
        protocol,
        ...(appProtocol !== undefined && { appProtocol }),
      },
    ];
  });
  return found.length === 0 ? undefined : found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Returns the pod's address of an IP family; its first one if the service has no family yet. */
function addressOfFamily(pod: AddressedPod, family: string | undefined): string | undefined {
  const addresses = addressesOf(pod);
  if (family === undefined) return addresses[0];
  return addresses.find((ip) => (parseAddress(ip).bytes.length === 4) === (family === "IPv4"));
}

function addressOf(pod: AddressedPod, ip: string, service: SelectingService): EndpointAddress {
  const { name = "", namespace = "", uid = "" } = pod.metadata;
  const hostname = hostnameOf(pod, service);
  const { nodeName } = pod.spec ?? {};
  return {
    ip,
    ...(hostname !== undefined && { hostname }),
    ...(nodeName !== undefined && { nodeName }),
    targetRef: { kind: "Pod", namespace, name, uid },
  };
}

const byUid = (a: EndpointAddress, b: EndpointAddress): number =>
  a.ip === b.ip ? ((a.targetRef?.["uid"] ?? "") < (b.targetRef?.["uid"] ?? "") ? -1 : 1) : a.ip < b.ip ? -1 : 1;

const toSubset = ({
  ports,
  ready,
  notReady,
}: {
  readonly ports: readonly EndpointPort[];
  readonly ready: EndpointAddress[];
  readonly notReady: EndpointAddress[];
}): EndpointSubset => ({
  ...(ready.length > 0 && { addresses: ready.sort(byUid) }),
  ...(notReady.length > 0 && { notReadyAddresses: notReady.sort(byUid) }),
  ...(ports.length > 0 && { ports }),
});

/** Keeps as many addresses as Endpoints may have, those that are ready first (truncateEndpoints). */
function truncate(subsets: readonly EndpointSubset[]): {
  readonly subsets: readonly EndpointSubset[];
  readonly isTruncated: boolean;
} {
  const count = (of: "addresses" | "notReadyAddresses"): number =>
    subsets.reduce((sum, subset) => sum + (subset[of]?.length ?? 0), 0);
  const ready = count("addresses");
  if (ready + count("notReadyAddresses") <= capacity) return { subsets, isTruncated: false };
  let readyLeft = Math.min(ready, capacity);
  let otherLeft = capacity - readyLeft;
  const kept = subsets.flatMap(({ addresses = [], notReadyAddresses = [], ...subset }) => {
    const some = addresses.slice(0, readyLeft);
    const others = notReadyAddresses.slice(0, otherLeft);
    readyLeft -= some.length;
    otherLeft -= others.length;
    if (some.length + others.length === 0) return [];
    return [
      {
        ...(some.length > 0 && { addresses: some }),
        ...(others.length > 0 && { notReadyAddresses: others }),
        ...subset,
      },
    ];
  });
  return { subsets: kept, isTruncated: true };
}
