import type { Verb } from "../../registry/resource-definition.ts";

/** What a path below a group version leads to, by its shape alone. */
export interface ResourcePath {
  /** A `/watch/` path: every GET is a watch. */
  readonly watch: boolean;
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** What follows the subresource, for proxies. */
  readonly rest: readonly string[];
}

/** Reads the segments after group and version; undefined where no resource path looks like this. */
export function parseResourcePath(segments: readonly string[]): ResourcePath | undefined {
  const watch = segments[0] === "watch" && segments.length > 1;
  const parts = watch ? segments.slice(1) : segments;
  if (parts.some((part, i) => part === "" && !isEmptyParameter(parts, i))) return undefined;
  if (parts[0] === "namespaces" && parts.length > 2 && !namespaceSubresources.has(parts[2] ?? ""))
    return path(watch, parts[1], parts.slice(2));
  return path(watch, undefined, parts);
}

const namespaceSubresources = new Set(["status", "finalize"]);

/** `namespaces//configmaps`: an empty parameter is one, and refused later with words of its own. */
const isEmptyParameter = (parts: readonly string[], i: number): boolean =>
  i === 1 && parts[0] === "namespaces" && parts.length > 2;

function path(
  watch: boolean,
  namespace: string | undefined,
  [resource, name, subresource, ...rest]: readonly string[],
): ResourcePath | undefined {
  return resource === undefined ? undefined : { watch, namespace, resource, name, subresource, rest };
}

const verbs: Readonly<Record<"collection" | "object" | "subresource", Readonly<Record<string, Verb>>>> = {
  collection: { GET: "list", POST: "create", DELETE: "deletecollection" },
  object: { GET: "get", PUT: "update", PATCH: "patch", DELETE: "delete" },
  subresource: { GET: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" },
};

/** The verb that a method means on a path; undefined for methods that no route has. */
export const verbOf = (method: string, on: keyof typeof verbs): Verb | undefined => verbs[on][method];
