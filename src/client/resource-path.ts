import type { GroupVersionResource } from "../apimachinery/gvk.ts";

/** Where requests go: a resource, in one namespace or (absent) in all or none. */
export interface ResourceTarget extends GroupVersionResource {
  readonly namespace?: string;
}

export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** `/api/v1/namespaces/x/pods/a/status`: the raw target of a resource, an object or a subresource, escaped. */
export function resourcePath(
  { group, version, resource, namespace }: ResourceTarget,
  name?: string,
  subresource?: string,
): string {
  let path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  if (namespace !== undefined && namespace !== "") path += `/namespaces/${encodeURIComponent(namespace)}`;
  path += `/${resource}`;
  if (name !== undefined) path += `/${encodeURIComponent(name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
}

/** Adds parameters to a path; undefined ones are left out. */
export function withQuery(path: string, parameters: QueryParameters): string {
  let query = "";
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query += `${query === "" ? "?" : "&"}${name}=${encodeURIComponent(value)}`;
  }
  return path + query;
}
