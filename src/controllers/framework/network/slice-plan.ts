import type { KubeObject, OwnerReference } from "../../../apimachinery/meta.ts";

/** discovery/v1 Endpoint. */
export interface SliceEndpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean; readonly serving?: boolean; readonly terminating?: boolean };
  readonly hostname?: string;
  readonly nodeName?: string;
  readonly zone?: string;
  readonly hints?: {
    readonly forZones?: readonly { readonly name: string }[];
    readonly forNodes?: readonly { readonly name: string }[];
  };
  readonly targetRef?: {
    readonly namespace?: string;
    readonly uid?: string;
    readonly kind?: string;
    readonly name?: string;
  };
}

/** discovery/v1 EndpointPort. */
export interface SlicePort {
  readonly name?: string;
  readonly port?: number;
  readonly protocol?: string;
  readonly appProtocol?: string;
}

/** discovery/v1 EndpointSlice. */
export interface EndpointSlice extends KubeObject {
  readonly addressType?: string;
  readonly endpoints?: readonly SliceEndpoint[] | null;
  readonly ports?: readonly SlicePort[] | null;
}

/** Endpoints that belong into slices of one address type with the same ports. */
export interface SliceGroup {
  readonly addressType: string;
  readonly ports: readonly SlicePort[];
  readonly endpoints: readonly SliceEndpoint[];
}

/** Metadata that all slices of an owner share. */
export interface SliceMetadata {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly ownerReferences: readonly OwnerReference[];
}

/** What to write, so that the slices hold what is desired. */
export interface SlicePlan {
  readonly creates: readonly Pick<EndpointSlice, "addressType" | "endpoints" | "ports">[];
  readonly updates: readonly EndpointSlice[];
  readonly deletes: readonly EndpointSlice[];
}

/** Returns an object as text that does not depend on the order of its members. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

const groupKey = (addressType: string | undefined, ports: readonly SlicePort[]): string =>
  canonical([addressType, ports.map((port) => canonical(port)).sort()]);

/** What tells an endpoint from others: its addresses and what it stands for (endpointsliceutil.EndpointSet). */
const identity = ({ addresses, hostname, targetRef }: SliceEndpoint): string =>
  JSON.stringify([addresses, hostname, targetRef?.kind, targetRef?.name, targetRef?.uid]);

/**
 * Plans the writes that bring slices to what is desired (endpointslice Reconciler.reconcileByPortMapping): endpoints
 * stay in their slice, those that are gone leave it, new ones fill slices that change anyway, then the fullest one that
 * has room, then new slices. Slices of other groups and empty ones are deleted. `isCurrent` tells whether the metadata
 * of a slice are as they should be.
 */
export function planSlices(
  groups: readonly SliceGroup[],
  existing: readonly EndpointSlice[],
  options: { readonly capacity: number; readonly isCurrent: (slice: EndpointSlice) => boolean },
): SlicePlan {
  const byGroup = new Map<string, EndpointSlice[]>();
  for (const slice of existing) {
    const key = groupKey(slice.addressType, slice.ports ?? []);
    const others = byGroup.get(key);
    if (others === undefined) byGroup.set(key, [slice]);
    else others.push(slice);
  }
  const plans = groups.map((group) => {
    const key = groupKey(group.addressType, group.ports);
    const own = byGroup.get(key) ?? [];
    byGroup.delete(key);
    return planGroup(group, own, options);
  });
  return {
    creates: plans.flatMap(({ creates }) => creates),
    updates: plans.flatMap(({ updates }) => updates),
    deletes: [...plans.flatMap(({ deletes }) => deletes), ...[...byGroup.values()].flat()],
  };
}

interface Draft {
  readonly slice: EndpointSlice;
  endpoints: SliceEndpoint[];
  isChanged: boolean;
}

function planGroup(
  { addressType, ports, endpoints }: SliceGroup,
  existing: readonly EndpointSlice[],
  { capacity, isCurrent }: { readonly capacity: number; readonly isCurrent: (slice: EndpointSlice) => boolean },
): SlicePlan {
  const missing = new Map(endpoints.map((endpoint) => [identity(endpoint), endpoint]));
  const drafts = existing.map((slice) => draftOf(slice, missing, isCurrent));
  const added = [...missing.values()];
  let placed = 0;
  const rest = (): number => Math.max(0, added.length - placed);
  const take = (count: number): readonly SliceEndpoint[] => added.slice(placed, (placed += Math.max(0, count)));
  const fill = (draft: Draft): void => {
    const some = take(capacity - draft.endpoints.length);
    if (some.length > 0) draft.isChanged = true;
    draft.endpoints.push(...some);
  };
  for (const draft of drafts) if (draft.isChanged) fill(draft);
  const fullest = drafts
    .filter((draft) => draft.endpoints.length + (rest() % capacity) <= capacity)
    .sort((a, b) => b.endpoints.length - a.endpoints.length)[0];
  const creates: {
    readonly addressType: string;
    readonly endpoints: readonly SliceEndpoint[];
    readonly ports: readonly SlicePort[];
  }[] = [];
  while (rest() >= capacity) creates.push({ addressType, endpoints: take(capacity), ports });
  if (rest() > 0 && fullest !== undefined) fill(fullest);
  if (rest() > 0) creates.push({ addressType, endpoints: take(rest()), ports });
  const isPlaceholder = endpoints.length === 0;
  if (isPlaceholder && drafts.length === 0) creates.push({ addressType, endpoints: [], ports });
  const isKept = (draft: Draft, i: number): boolean => draft.endpoints.length > 0 || (isPlaceholder && i === 0);
  return {
    creates,
    updates: drafts
      .filter((draft, i) => isKept(draft, i) && draft.isChanged)
      .map((draft) => ({ ...draft.slice, endpoints: draft.endpoints })),
    deletes: drafts.filter((draft, i) => !isKept(draft, i)).map(({ slice }) => slice),
  };
}

/** Keeps the desired endpoints of a slice, in their newest form, and takes them off the missing ones. */
function draftOf(
  slice: EndpointSlice,
  missing: Map<string, SliceEndpoint>,
  isCurrent: (slice: EndpointSlice) => boolean,
): Draft {
  const before = slice.endpoints ?? [];
  const endpoints = before.flatMap((endpoint) => {
    const wanted = missing.get(identity(endpoint));
    missing.delete(identity(endpoint));
    return wanted ?? [];
  });
  return { slice, endpoints, isChanged: canonical(endpoints) !== canonical(before) || !isCurrent(slice) };
}
