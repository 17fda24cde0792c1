import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { formatGroupResource, formatGroupVersion } from "../../apimachinery/gvk.ts";
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

/**
 * Returns the stored resources of those that are served, by group and name. Of resources with one storage, such as
 * events of both groups, the first one stands for all (storageversion.dedupResourceInfos).
 */
export function storedResources(served: readonly ResourceInfo[]): readonly StoredResource[] {
  const stored = served.filter(({ unstored }) => unstored !== true);
  const sorted = stored.toSorted((a, b) => compareUtf8(a.group, b.group) || compareUtf8(a.resource, b.resource));
  return [...groupBy(sorted, storageRoot).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [storedResource(first, same)];
  });
}

function storedResource(first: ResourceInfo, same: readonly ResourceInfo[]): StoredResource {
  const { group, resource } = first;
  const versionOf = (info: ResourceInfo): string => formatGroupVersion(info);
  const own = same.filter((info) => info.group === group && info.resource === resource).map(versionOf);
  const directly = decodableVersions(group, resource)?.map((version) => formatGroupVersion({ group, version })) ?? own;
  return {
    name: `${group === "" ? "core" : group}.${resource}`,
    resources: [...new Set(same.map(formatGroupResource))],
    versions: {
      encodingVersion: formatGroupVersion(first.toldStorageVersion ?? first.storageVersion ?? first),
      decodableVersions: [...new Set([...directly, ...same.map(versionOf)])],
      servedVersions: own,
    },
  };
}
