import type { Verb } from "../../registry/resource-definition.ts";

/** A parsed resource path below a group version; whether the resource exists is not checked. */
export interface ResourcePath {
  /** Whether the path is a `/watch/` path, on which every GET is a watch. */
  readonly watch: boolean;
  readonly namespace: string | undefined;
  readonly resource: string;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
  /** The path after the subresource, for proxies. */
  readonly rest: readonly string[];
}

/** Parses the segments after group and version; returns undefined if they do not form a resource path. */
export function parseResourcePath(segments: readonly string[]): ResourcePath | undefined {
  const watch = segments[0] === "watch" && segments.length > 1;
  const parts = watch ? segments.slice(1) : segments;
  if (parts.some((part, i) => part === "" && !isEmptyParameter(parts, i))) return undefined;
  if (parts[0] === "namespaces" && parts.length > 2 && !namespaceSubresources.has(parts[2] ?? ""))
    return path(watch, parts[1], parts.slice(2));
  return path(watch, undefined, parts);
}

const namespaceSubresources = new Set(["status", "finalize"]);

/**
 * Whether an empty segment is an empty namespace, as in `namespaces//configmaps`, which is rejected later with
 * its own error.
 */
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

/** Returns the verb of a method on a path; undefined for unsupported methods. */
export const verbOf = (method: string, on: keyof typeof verbs): Verb | undefined => verbs[on][method];
