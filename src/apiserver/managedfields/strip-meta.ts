import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import type { ManagerSets } from "../../structured-merge-diff/managers.ts";
import type { FieldPath } from "../../structured-merge-diff/path-element.ts";

/** Builds a field path from names: `fieldPathOf("metadata", "name")`. */
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

/** Stripped sets by original set. Similar objects share sets, so they share the stripped ones too. */
const stripped = new WeakMap<FieldSet, FieldSet>();
/** The latest original set of each stripped set. */
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
 * Returns the set from which `stripMeta` last produced this set, if known. The next configuration of the manager
 * probably has that set.
 */
export const unstripped = (set: FieldSet): FieldSet => whole.get(set) ?? set;

/**
 * Removes the fields that no manager may own: identity and fields set only by the server (internal.stripMetaManager).
 * Reuses `before`, the manager's previous set, if the result equals it.
 */
export function stripMeta(sets: ManagerSets, manager: string, before?: FieldSet): void {
  const owned = sets.get(manager);
  if (!owned) return;
  const set = strip(owned.set, before);
  if (set.isEmpty) sets.delete(manager);
  else if (set !== owned.set) sets.set(manager, { ...owned, set });
}
