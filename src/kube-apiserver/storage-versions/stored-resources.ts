import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { groupBy } from "../../apimachinery/group-by.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import type { ServerStorageVersion } from "../../client/storage-versions.ts";
import { decodableVersions } from "./decodable-versions.ts";

/** A resource whose StorageVersion a server keeps. */
export interface StoredResource {
  /** The name of the StorageVersion: GROUP.RESOURCE, with `core` for the group without a name. */
  readonly name: string;
  /** The resources that are stored as this one, itself among them: `RESOURCE.GROUP`. */
  readonly resources: readonly string[];
  readonly versions: Omit<ServerStorageVersion, "apiServerID">;
}

/** Returns the name of a resource in messages: `deployments.apps` (schema.GroupResource). */
export const resourceName = (group: string, resource: string): string =>
  group === "" ? resource : `${resource}.${group}`;

/**
 * Returns the stored resources of those that are served, by group and name. Of resources with one storage, such as
 * events of both groups, the first one stands for all (storageversion.dedupResourceInfos).
 */
export function storedResources(served: readonly ResourceInfo[]): readonly StoredResource[] {
  const stored = served.filter(({ unstored }) => unstored !== true);
  const sorted = stored.toSorted((a, b) => order(a.group, b.group) || order(a.resource, b.resource));
  return [...groupBy(sorted, storageRoot).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [storedResource(first, same)];
  });
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function storedResource(first: ResourceInfo, same: readonly ResourceInfo[]): StoredResource {
  const { group, resource } = first;
  const versionOf = (info: ResourceInfo): string => formatGroupVersion(info);
  const own = same.filter((info) => info.group === group && info.resource === resource).map(versionOf);
  const directly = decodableVersions(group, resource)?.map((version) => formatGroupVersion({ group, version })) ?? own;
  return {
    name: `${group === "" ? "core" : group}.${resource}`,
    resources: [...new Set(same.map((info) => resourceName(info.group, info.resource)))],
    versions: {
      encodingVersion: formatGroupVersion(first.toldStorageVersion ?? first.storageVersion ?? first),
      decodableVersions: [...new Set([...directly, ...same.map(versionOf)])],
      servedVersions: own,
    },
  };
}
