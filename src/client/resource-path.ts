import type { GroupVersionResource } from "../apimachinery/gvk.ts";

/** The target of requests: a resource, in one namespace, or without one across all or cluster-scoped. */
export interface ResourceTarget extends GroupVersionResource {
  readonly namespace?: string;
}

/** Returns the path of a group version: `/api/v1` or `/apis/apps/v1`. */
export const groupPath = ({ group, version }: Pick<ResourceTarget, "group" | "version">): string =>
  group === "" ? `/api/${version}` : `/apis/${group}/${version}`;

export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** Returns the escaped request path of a resource, object or subresource: `/api/v1/namespaces/x/pods/a/status`. */
export function resourcePath(target: ResourceTarget, name?: string, subresource?: string): string {
  const { resource, namespace } = target;
  let path = groupPath(target);
  if (namespace !== undefined && namespace !== "") path += `/namespaces/${encodeURIComponent(namespace)}`;
  path += `/${resource}`;
  if (name !== undefined) path += `/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Appends query parameters to a path; undefined ones are omitted. */
export function withQuery(path: string, parameters: QueryParameters): string {
  let query = "";
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query += `${query === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return path + query;
}
