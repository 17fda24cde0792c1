import { isAlreadyExists, isConflict, isNotFound } from "../../apimachinery/errors.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { serviceNameLabel } from "../../apimachinery/labels/well-known.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";

const name = "kubernetes";
const endpointsTarget = { group: "", version: "v1", resource: "endpoints", namespace: "default" };
const slicesTarget = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices", namespace: "default" };
const skipMirrorLabel = "endpointslice.kubernetes.io/skip-mirror";

/** The leases by which API servers know of each other (reconcilers.Leases). */
export interface MasterLeases {
  /** Returns the addresses of all servers that are there. */
  list(): Promise<readonly string[]>;
  /** Begins the time of an address anew. */
  update(ip: string): Promise<void>;
  remove(ip: string): Promise<void>;
}

/** Where a server is reached. */
export interface ServerEndpoint {
  readonly ip: string;
  readonly port: number;
}

/** What the endpoints of the Service `kubernetes` are (reconcilers.EndpointReconciler). */
export interface EndpointReconciler {
  /** Makes sure that the server is among the endpoints. */
  reconcile(): Promise<void>;
  /** Takes the server out of the endpoints. */
  remove(): Promise<void>;
}

type EndpointClient = Pick<Client, "get" | "create" | "update" | "delete">;

interface EndpointPort {
  readonly name?: string;
  readonly port?: number;
  readonly protocol?: string;
}

interface Subset {
  readonly addresses?: readonly { readonly ip: string }[];
  readonly ports?: readonly EndpointPort[];
}

interface Endpoints extends KubeObject {
  readonly subsets?: readonly Subset[];
}

/** Returns the reconciler of type `lease`: endpoints are the servers whose leases have not ended. */
export function leaseReconciler(client: EndpointClient, own: ServerEndpoint, leases: MasterLeases): EndpointReconciler {
  const write = async (mayBeEmpty: boolean): Promise<void> => {
    const ips = await leases.list();
    if (ips.length === 0 && !mayBeEmpty)
      throw new Error(
        "no API server IP addresses were listed in storage, refusing to erase all endpoints for the kubernetes Service",
      );
    await writeEndpoints(client, () => ips, own.port);
  };
  return {
    async reconcile() {
      await leases.update(own.ip);
      await besideOthers(() => write(false));
    },
    async remove() {
      await leases.remove(own.ip);
      await besideOthers(() => write(true));
    },
  };
}

/**
 * Returns the reconciler of type `master-count`: each server adds itself, and of more than `count` addresses keeps
 * those from its own on.
 */
export const countReconciler = (client: EndpointClient, own: ServerEndpoint, count: number): EndpointReconciler => ({
  reconcile: () =>
    besideOthers(() =>
      writeEndpoints(
        client,
        (before) => keptFrom(own.ip, [...new Set([...before, own.ip])].sort(compareUtf8), count),
        own.port,
      ),
    ),
  remove: () => besideOthers(() => writeEndpoints(client, (before) => before.filter((ip) => ip !== own.ip), own.port)),
});

const mostTries = 10;

/** Writes again what another server has written at the same time. */
async function besideOthers(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === mostTries || !(isConflict(error) || isAlreadyExists(error) || isNotFound(error))) throw error;
    }
  }
}

function keptFrom(own: string, sorted: readonly string[], count: number): readonly string[] {
  const at = sorted.indexOf(own);
  return [...sorted.slice(at), ...sorted.slice(0, at)].slice(0, Math.max(1, count)).sort(compareUtf8);
}

/** Writes the Endpoints and their EndpointSlice, where they differ from what they are to be. */
async function writeEndpoints(
  client: EndpointClient,
  addressesAfter: (before: readonly string[]) => readonly string[],
  port: number,
): Promise<void> {
  const live = await find<Endpoints>(client, endpointsTarget);
  const ports = [{ name: "https", port, protocol: "TCP" }];
  const [first] = live?.subsets ?? [];
  const isOurs = live?.subsets?.length === 1 && isSame(first?.ports, ports);
  const before = isOurs ? (first?.addresses ?? []).map(({ ip }) => ip) : [];
  const ips = [...addressesAfter(before)].sort(compareUtf8);
  const subsets = ips.length === 0 ? undefined : [{ addresses: ips.map((ip) => ({ ip })), ports }];
  const labels = { ...live?.metadata.labels, [skipMirrorLabel]: "true" };
  const kind = { apiVersion: "v1", kind: "Endpoints" };
  if (live === undefined) await client.create(endpointsTarget, { ...kind, metadata: { name, labels }, subsets });
  else if (!isSame(live.subsets, subsets) || live.metadata.labels?.[skipMirrorLabel] !== "true")
    await client.update(endpointsTarget, { ...live, ...kind, metadata: { ...live.metadata, labels }, subsets });
  await writeSlice(client, ips, ports);
}

interface EndpointSlice extends KubeObject {
  readonly addressType?: string;
  readonly endpoints?: readonly { readonly addresses: readonly string[] }[];
  readonly ports?: readonly EndpointPort[];
}

/** Writes the slice (reconcilers.EndpointsAdapter). Its type of addresses cannot be changed, so it is made anew. */
async function writeSlice(
  client: EndpointClient,
  ips: readonly string[],
  ports: readonly EndpointPort[],
): Promise<void> {
  const isIpv6 = ips.length > 0 && ips.every((ip) => ip.includes(":"));
  const wanted = {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    addressType: isIpv6 ? "IPv6" : "IPv4",
    endpoints: ips.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
    ports: ips.length === 0 ? [] : ports,
  };
  const labels = { [serviceNameLabel]: name };
  const live = await find<EndpointSlice>(client, slicesTarget);
  if (live !== undefined && live.addressType === wanted.addressType) {
    const isRight =
      isSame(
        (live.endpoints ?? []).map(({ addresses }) => addresses),
        ips.map((ip) => [ip]),
      ) && isSame(live.ports ?? [], wanted.ports);
    if (isRight) return;
    const metadata = { ...live.metadata, labels: { ...live.metadata.labels, ...labels } };
    await client.update(slicesTarget, { ...live, ...wanted, metadata });
    return;
  }
  if (live !== undefined) await client.delete(slicesTarget, name);
  await client.create(slicesTarget, { ...wanted, metadata: { name, labels } });
}

async function find<T extends KubeObject>(client: EndpointClient, target: typeof slicesTarget): Promise<T | undefined> {
  try {
    return await client.get<T>(target, name);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Compares plain data whose members have one order: that of this file, or that of the Go type, which is the same. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
