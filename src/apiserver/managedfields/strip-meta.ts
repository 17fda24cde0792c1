import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import type { ManagerSets } from "../../structured-merge-diff/managers.ts";
import type { FieldPath } from "../../structured-merge-diff/path-element.ts";

/** A path of named fields: `fieldPathOf("metadata", "name")`. */
export const fieldPathOf = (...names: readonly string[]): FieldPath => names.map((name) => ({ kind: "field", name }));

const systemMetadata = [
  "name",
  "namespace",
  "creationTimestamp",
  "selfLink",
  "uid",
  "clusterName",
  "generation",
  "managedFields",
  "resourceVersion",
];

const stripSet = FieldSet.ofPaths([
  fieldPathOf("apiVersion"),
  fieldPathOf("kind"),
  fieldPathOf("metadata"),
  ...systemMetadata.map((name) => fieldPathOf("metadata", name)),
]);

/** Sets are shared by objects that are alike; so is what is left of them. */
const stripped = new WeakMap<FieldSet, FieldSet>();
/** What stripped sets were made of last. */
const whole = new WeakMap<FieldSet, FieldSet>();

function strip(set: FieldSet, like: FieldSet | undefined): FieldSet {
  const known = stripped.get(set);
  if (known) return known;
  const found = set.difference(stripSet);
  const left = like?.equals(found) ? like : found;
  stripped.set(set, left);
  if (left !== set && !left.isEmpty) whole.set(left, set);
  return left;
}

/**
 * A set that `stripMeta` has left this one of, if there was any: what the next configuration of its manager is probably
 * like.
 */
export const unstripped = (set: FieldSet): FieldSet => whole.get(set) ?? set;

/**
 * Takes from a manager what nobody may own: identity and what only the server sets (internal.stripMetaManager). What is
 * left may be what the manager had before.
 */
export function stripMeta(sets: ManagerSets, manager: string, before?: FieldSet): void {
  const owned = sets.get(manager);
  if (!owned) return;
  const set = strip(owned.set, before);
  if (set.isEmpty) sets.delete(manager);
  else if (set !== owned.set) sets.set(manager, { ...owned, set });
}
