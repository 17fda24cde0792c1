import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import type { ResourceInfo, SubresourceInfo, RegistryAccess } from "../../registry/resource-definition.ts";
import type { ResourceScope } from "../resource-scope.ts";

/** The scopes of a resource and of its subresources. */
export interface ResourceScopes {
  readonly scope: ResourceScope;
  subresource(definition: SubresourceInfo): ResourceScope;
  readonly access: RegistryAccess;
}

/** A resource that is served. Its behavior may be loaded with the first request. */
export interface InstalledResource {
  readonly resource: ResourceInfo;
  /** Returns the scopes; a promise until the behavior of the resource is loaded. */
  open(): MaybeAsync<ResourceScopes>;
}

/** All resources by group, version and plural name. */
export interface ResourceTable {
  find(group: string, version: string, resource: string): InstalledResource | undefined;
  /** Whether any resource of the group is served. */
  hasGroup(group: string): boolean;
  hasVersion(group: string, version: string): boolean;
  /** Returns all resources in the order of discovery. */
  all(): readonly InstalledResource[];
}

/** Creates a lookup table of resources, given in the order of discovery. */
export function createResourceTable(resources: readonly InstalledResource[]): ResourceTable {
  const byVersion = new Map<string, Map<string, InstalledResource>>();
  const groups = new Set<string>();
  for (const installed of resources) {
    const { group, version, resource } = installed.resource;
    groups.add(group);
    const key = `${group}/${version}`;
    const table = byVersion.get(key) ?? new Map<string, InstalledResource>();
    byVersion.set(key, table.set(resource, installed));
  }
  return {
    find: (group, version, resource) => byVersion.get(`${group}/${version}`)?.get(resource),
    hasGroup: (group) => groups.has(group),
    hasVersion: (group, version) => byVersion.has(`${group}/${version}`),
    all: () => resources,
  };
}
