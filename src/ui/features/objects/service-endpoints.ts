import { groupBy } from "../../../apimachinery/group-by.ts";
import { serviceNameLabel } from "../../../apimachinery/labels/well-known.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { countEndpoints, type EndpointCount, summarizeEndpoints } from "../../../diagnosis/summarize.ts";
import { follow } from "../../data/follow.ts";
import { targetOf } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";
import type { ObjectRow } from "./rows.ts";

const slices = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices" };

/** How many endpoints Services have, by the keys of their rows. */
export type Endpoints = ReadonlyMap<string, EndpointCount>;

function endpointsIn(all: Iterable<KubeObject>): Endpoints {
  const byService = groupBy(
    all,
    ({ metadata: { namespace = "", labels } }) => `${namespace}/${labels?.[serviceNameLabel] ?? ""}`,
  );
  return new Map([...byService].map(([key, ofService]) => [key, countEndpoints(ofService)]));
}

/** Follows the endpoints of all Services of a namespace, or of all. A user who may not list them is told of none. */
export function followEndpoints(
  page: Page,
  namespace: string | undefined,
  told: (endpoints: Endpoints) => void,
  signal: AbortSignal,
): Promise<void> {
  const known = new Map<string, KubeObject>();
  const tell = (): void => told(endpointsIn(known.values()));
  const put = (slice: KubeObject): void => void known.set(slice.metadata.uid ?? "", slice);
  return follow(
    page,
    targetOf({ ...slices, namespace }),
    {
      restart: () => known.clear(),
      page: (items) => items.forEach(put),
      listed: tell,
      events(events) {
        for (const event of events)
          if (event.type === "DELETED") known.delete(event.object.metadata.uid ?? "");
          else if (event.type === "ADDED" || event.type === "MODIFIED") put(event.object);
        tell();
      },
      trouble: () => undefined,
    },
    signal,
  );
}

/** Gives the rows of Services the state of their endpoints, where they have none of their own. */
export const withEndpoints = (rows: readonly ObjectRow[], endpoints: Endpoints): ObjectRow[] =>
  rows.map((row) =>
    row.summary?.state === ""
      ? { ...row, summary: summarizeEndpoints(endpoints.get(row.key) ?? { ready: 0, of: 0 }) }
      : row,
  );
