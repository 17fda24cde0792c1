import type { ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import type { FieldPath } from "../../structured-merge-diff/path-element.ts";
import { decodeManagedFields, encodeManagedFields, newEmptyManaged, type Managed } from "./managed.ts";
import { fieldPathOf } from "./strip-meta.ts";

/** The path of the replicas field by version, undefined for versions without a scale subresource. */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>;

/** The main resource of a scale subresource. */
export interface ScaleParent {
  readonly managedFields: readonly ManagedFieldsEntry[];
  /** The version of the request. */
  readonly groupVersion: string;
  readonly paths: ReplicasPaths;
}

const scaleVersion = "autoscaling/v1";
const replicasInScale = fieldPathOf("spec", "replicas");
const scaleSet = FieldSet.ofPath(replicasInScale);

/**
 * Returns the managed fields of the scale subresource: the owners of the replicas field (ScaleHandler.ToSubresource).
 */
export function managedFieldsToScale({ managedFields, paths }: ScaleParent): readonly ManagedFieldsEntry[] | undefined {
  const parent = decodeManagedFields(managedFields);
  const scale = newEmptyManaged();
  for (const [manager, owned] of parent.sets) {
    const path = paths.get(owned.apiVersion);
    if (path === undefined || !owned.set.has(path)) continue;
    scale.sets.set(manager, { set: scaleSet, apiVersion: scaleVersion, applied: owned.applied });
    scale.times.set(manager, parent.times.get(manager));
  }
  return encodeManagedFields(scale);
}

/**
 * Returns the managed fields of the main resource after an update of its scale. Managers that lost the replicas field
 * in `scaleFields` lose it here too (ScaleHandler.ToParent).
 */
export function managedFieldsFromScale(
  target: ScaleParent,
  scaleFields: readonly ManagedFieldsEntry[],
): readonly ManagedFieldsEntry[] | undefined {
  const parent = decodeManagedFields(target.managedFields);
  const scale = decodeManagedFields(scaleFields);
  const result: Managed = { ...newEmptyManaged(), entries: parent.entries };
  for (const manager of parent.sets.keys()) keepParentEntry(target.paths, manager, parent, scale, result);
  const path = target.paths.get(target.groupVersion) ?? [];
  for (const [manager, { set, applied }] of scale.sets) {
    if (!set.has(replicasInScale)) continue;
    result.sets.set(manager, { set: FieldSet.ofPath(path), apiVersion: target.groupVersion, applied });
    result.times.set(manager, parent.times.get(manager));
  }
  return encodeManagedFields(result);
}

function keepParentEntry(
  paths: ReplicasPaths,
  manager: string,
  parent: Managed,
  scale: Managed,
  result: Managed,
): void {
  const owned = parent.sets.get(manager);
  if (!owned || !paths.has(owned.apiVersion)) return;
  const path = paths.get(owned.apiVersion);
  const stolen = path !== undefined && owned.set.has(path) && !scale.sets.has(manager);
  const set = stolen ? owned.set.difference(FieldSet.ofPath(path)) : owned.set;
  if (path !== undefined && owned.set.has(path)) scale.sets.delete(manager);
  if (stolen && set.isEmpty) return;
  result.sets.set(manager, { ...owned, set });
  result.times.set(manager, parent.times.get(manager));
}
