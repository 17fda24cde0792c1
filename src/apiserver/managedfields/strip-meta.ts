import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import type { ManagerSets } from "../../structured-merge-diff/managers.ts";
import type { FieldPath } from "../../structured-merge-diff/path-element.ts";

/** A path of named fields: `fieldPathOf("metadata", "name")`. */
export const fieldPathOf = (...names: readonly string[]): FieldPath => names.map((name) => ({ kind: "field", name }));

const systemMetadata = ["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation", "managedFields", "resourceVersion"];

const stripSet = FieldSet.ofPaths([fieldPathOf("apiVersion"), fieldPathOf("kind"), fieldPathOf("metadata"), ...systemMetadata.map((name) => fieldPathOf("metadata", name))]);

/** Sets are shared by objects that are alike; so is what is left of them. */
const stripped = new WeakMap<FieldSet, FieldSet>();

function strip(set: FieldSet): FieldSet {
  const known = stripped.get(set) ?? set.difference(stripSet);
  stripped.set(set, known);
  return known;
}

/** Takes from a manager what nobody may own: identity and what only the server sets (internal.stripMetaManager). */
export function stripMeta(sets: ManagerSets, manager: string): void {
  const owned = sets.get(manager);
  if (!owned) return;
  const set = strip(owned.set);
  if (set.isEmpty) sets.delete(manager);
  else if (set !== owned.set) sets.set(manager, { ...owned, set });
}
