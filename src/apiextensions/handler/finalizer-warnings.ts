import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isKnownFinalizer } from "../../apimachinery/finalizers.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";

/**
 * What is said about finalizers that are new on a custom resource and have no domain of their own (customresource
 * validateKubeFinalizerName).
 */
export function finalizerWarnings(
  finalizers: readonly string[] | undefined,
  old: readonly string[] | undefined,
): readonly string[] {
  if (finalizers === undefined) return [];
  const added = [...new Set(finalizers)].filter((name) => old?.includes(name) !== true).sort(compareUtf8);
  return added.flatMap((name) =>
    [...isQualifiedName(name), ...adviceOn(name)].map((text) => `metadata.finalizers: ${quoteGo(name)}: ${text}`),
  );
}

function adviceOn(name: string): readonly string[] {
  if (isKnownFinalizer(name)) return [];
  const path = name.includes(".") ? " including a path (/)" : "";
  return [`prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`];
}
