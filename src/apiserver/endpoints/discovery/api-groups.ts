import { groupBy } from "../../../apimachinery/group-by.ts";
import { formatGroupVersion, type GroupVersion } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";

/** An API group and its versions, the preferred version first. */
export interface ServedGroup {
  readonly name: string;
  readonly versions: readonly string[];
}

/** The served resources by group and version, in the order of discovery; the core group is "". */
export class ServedIndex {
  readonly groups: readonly ServedGroup[];
  readonly #byGroup: ReadonlyMap<string, ReadonlyMap<string, readonly ResourceInfo[]>>;

  /** Lists of resources that are the same as before are those of the index before. */
  constructor(resources: readonly ResourceInfo[], before?: ServedIndex) {
    const lastingList = (list: readonly ResourceInfo[], version: string): readonly ResourceInfo[] => {
      const old = before?.resourcesOf({ group: list[0]?.group ?? "", version }) ?? [];
      return old.length === list.length && old.every((resource, i) => resource === list[i]) ? old : list;
    };
    const versionsOf = (all: readonly ResourceInfo[]): [string, readonly ResourceInfo[]][] =>
      [...groupBy(all, ({ version }) => version)].map(([version, list]) => [version, lastingList(list, version)]);
    const byGroup = groupBy(resources, ({ group }) => group);
    this.#byGroup = new Map([...byGroup].map(([name, all]) => [name, new Map(versionsOf(all))]));
    this.groups = [...this.#byGroup].map(([name, versions]) => ({ name, versions: [...versions.keys()] }));
  }

  /** Returns the resources of a group version; the same array until they change. */
  resourcesOf({ group, version }: GroupVersion): readonly ResourceInfo[] {
    return this.#byGroup.get(group)?.get(version) ?? [];
  }
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
