import { memberStart } from "../../../apimachinery/json/text-parts.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";

/** Reports whether a member stands before `kind` where members are sorted by name. */
export const sortsBeforeKind = (name: string): boolean => name < "kind" && name !== "apiVersion";

/**
 * Places TypeMeta among the sorted members of an object, which are given as the text behind its opening brace
 * (`"data":{},"metadata":{}}`), and returns such a text: objects without a Go type are maps, whose keys are sorted.
 */
export function placeTypeMeta({ kind, ...gv }: GroupVersionKind, tail: string): string {
  const first = memberStart(tail, "apiVersion", 0);
  const second = memberStart(tail, "kind", first);
  const apiVersion = `"apiVersion":"${formatGroupVersion(gv)}",`;
  return `${tail.slice(0, first)}${apiVersion}${tail.slice(first, second)}"kind":"${kind}",${tail.slice(second)}`;
}
