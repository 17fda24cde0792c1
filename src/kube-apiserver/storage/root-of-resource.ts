import type { GroupResource } from "../../apimachinery/gvk.ts";
import { builtinResources } from "../../apis/all-resources.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";

/** Returns the prefix of the keys of a resource, which may be a custom one. */
export function rootOfResource({ group, resource }: GroupResource): string {
  const builtin = builtinResources.find((known) => known.group === group && known.resource === resource);
  if (builtin !== undefined) return storageRoot(builtin);
  return storageRoot({ resource: group === "" ? resource : `${group}/${resource}`, namespaced: true });
}
