import { explorer } from "../features/objects/explorer-store.ts";
import { pathOfAddress, pluralOf, type Resource } from "../kube/resource.ts";
import { catalog } from "../state/catalog.ts";
import type { Route } from "../state/route.ts";
import { firstPlace, placeOf } from "./places.tsx";

/** Returns the title of a view: `Pods in default`, `web (Deployment in demo)`, `CEL`. */
export function titleOf({ parts, parameters }: Route, resources: readonly Resource[], namespace: string): string {
  const [, ...rest] = parts;
  const place = placeOf({ parts });
  const path = place?.id === "objects" ? pathOfAddress(rest) : undefined;
  if (path === undefined) return place?.title?.(rest) ?? (place ?? firstPlace).label;
  const kind = resources.find(({ group, resource }) => group === path.group && resource === path.resource);
  if (parameters["create"] === "1") return `New ${kind?.kind ?? path.resource}`;
  if (path.name !== undefined)
    return `${path.name} (${kind?.kind ?? path.resource}${path.namespace === undefined ? "" : ` in ${path.namespace}`})`;
  const name = kind === undefined ? path.resource : pluralOf(kind);
  if (kind?.namespaced !== true) return name;
  return namespace === "" ? `${name} in all namespaces` : `${name} in ${namespace}`;
}

/** Returns the title of the current view. */
export function usePlaceTitle(route: Route): string {
  const resources = catalog.use((state) => state.resources);
  const namespace = explorer.use((state) => state.namespace);
  return titleOf(route, resources, namespace);
}
