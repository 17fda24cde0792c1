import { formatGroupVersion } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";

/** An API group and its versions, the preferred version first. */
export interface ServedGroup {
  readonly name: string;
  readonly versions: readonly string[];
}

/** Returns the served groups in the order of discovery; the core group is "". */
export function servedGroups(definitions: readonly ResourceInfo[]): readonly ServedGroup[] {
  const groups = new Map<string, string[]>();
  for (const { group, version } of definitions) {
    const versions = groups.get(group) ?? [];
    if (!versions.includes(version)) versions.push(version);
    groups.set(group, versions);
  }
  return [...groups].map(([name, versions]) => ({ name, versions }));
}

const groupVersion = (group: string, version: string) => ({
  groupVersion: formatGroupVersion({ group, version }),
  version,
});

const apiGroupMembers = ({ name, versions }: ServedGroup) => ({
  name,
  versions: versions.map((version) => groupVersion(name, version)),
  preferredVersion: groupVersion(name, versions[0] ?? ""),
});

/** meta/v1 APIGroup. */
export const apiGroup = (group: ServedGroup) => ({ kind: "APIGroup", apiVersion: "v1", ...apiGroupMembers(group) });

/** meta/v1 APIGroupList. */
export const apiGroupList = (groups: readonly ServedGroup[]) => ({
  kind: "APIGroupList",
  groups: groups.map(apiGroupMembers),
});

/** meta/v1 APIVersions: the response of /api. */
export const apiVersions = (versions: readonly string[], serverAddress: string) => ({
  kind: "APIVersions",
  versions,
  serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
});
