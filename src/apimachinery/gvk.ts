/** Group, version and kind of an object; the core group is "". */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

export interface GroupVersionResource extends GroupResource {
  readonly version: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** Formats an apiVersion: `v1` for the core group, `group/version` otherwise. */
export const formatGroupVersion = ({ group, version }: GroupVersion): string =>
  group === "" ? version : `${group}/${version}`;

/** Parses an apiVersion; all text before the slash is the group. */
export function groupVersionOf(apiVersion: string): GroupVersion {
  const slash = apiVersion.indexOf("/");
  return slash < 0
    ? { group: "", version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/** Formats a resource as in errors: `pods` or `deployments.apps` (schema.GroupResource.String). */
export const formatGroupResource = ({ group, resource }: GroupResource): string =>
  group === "" ? resource : `${resource}.${group}`;

/** Formats a kind: `Pod` or `Deployment.apps` (schema.GroupKind.String). */
export const formatGroupKind = ({ group, kind }: GroupKind): string => (group === "" ? kind : `${kind}.${group}`);
