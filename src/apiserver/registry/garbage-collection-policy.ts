import { finalizerDeleteDependents, finalizerOrphanDependents } from "../../apimachinery/finalizers.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import type { DeleteOptions } from "./delete-options.ts";
import type { DeleteStrategy } from "./strategy.ts";

type Policy = "orphan" | "foreground" | "background";

/**
 * Returns the finalizers that the object has after a deletion request, including those for the garbage collector
 * (registry.deletionFinalizersForGarbageCollection). Returns the same array if nothing changes.
 */
export function deletionFinalizers(
  strategy: DeleteStrategy,
  metadata: ObjectMeta,
  options: DeleteOptions,
): readonly string[] {
  const old = metadata.finalizers ?? [];
  const policy = deletionPolicy(strategy, old, options);
  const kept = old.filter((f) => f !== finalizerOrphanDependents && f !== finalizerDeleteDependents);
  if (policy === "orphan") kept.push(finalizerOrphanDependents);
  if (policy === "foreground") kept.push(finalizerDeleteDependents);
  return sameSet(old, kept) ? old : kept;
}

/**
 * Determines the propagation policy. The delete options take precedence, then the finalizers of the object, then the
 * default of the kind (registry.shouldOrphanDependents, shouldDeleteDependents).
 */
function deletionPolicy(strategy: DeleteStrategy, finalizers: readonly string[], options: DeleteOptions): Policy {
  if (strategy.defaultGarbageCollectionPolicy === "Unsupported") return "background";
  if (options.orphanDependents !== undefined) return options.orphanDependents ? "orphan" : "background";
  switch (options.propagationPolicy) {
    case "Orphan":
      return "orphan";
    case "Foreground":
      return "foreground";
    case "Background":
      return "background";
    case undefined:
  }
  const carried = finalizers.find((f) => f === finalizerOrphanDependents || f === finalizerDeleteDependents);
  if (carried !== undefined) return carried === finalizerOrphanDependents ? "orphan" : "foreground";
  return strategy.defaultGarbageCollectionPolicy === "OrphanDependents" ? "orphan" : "background";
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean => {
  const left = new Set(a);
  const right = new Set(b);
  return left.size === right.size && [...left].every((x) => right.has(x));
};
