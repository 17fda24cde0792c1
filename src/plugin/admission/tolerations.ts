import type { Toleration } from "../../api/core/v1.ts";

const isEqual = (a: Toleration, b: Toleration): boolean =>
  (a.key ?? "") === (b.key ?? "") &&
  (a.operator ?? "") === (b.operator ?? "") &&
  (a.value ?? "") === (b.value ?? "") &&
  (a.effect ?? "") === (b.effect ?? "") &&
  a.tolerationSeconds === b.tolerationSeconds;

/** Reports whether `superset` tolerates all that `one` does (util/tolerations isSuperset). */
function isSuperset(superset: Toleration, one: Toleration): boolean {
  if (isEqual(superset, one)) return true;
  const { key = "", operator = "", effect = "", value = "", tolerationSeconds } = superset;
  if ((one.key ?? "") !== key && !(key === "" && operator === "Exists")) return false;
  if ((one.effect ?? "") !== effect && effect !== "") return false;
  if (effect === "NoExecute" && tolerationSeconds !== undefined)
    if (one.tolerationSeconds === undefined || one.tolerationSeconds > tolerationSeconds) return false;
  if (operator === "Exists") return true;
  return (operator === "Equal" || operator === "") && one.operator === "Equal" && (one.value ?? "") === value;
}

/** Returns both lists without tolerations that another one includes; of equal ones the first is kept. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): readonly Toleration[] {
  const all = [...first, ...second];
  const merged: Toleration[] = [];
  for (const [index, one] of all.entries()) {
    const isRedundant =
      merged.some((kept) => isSuperset(kept, one)) ||
      all.slice(index + 1).some((later) => !isEqual(later, one) && isSuperset(later, one));
    if (!isRedundant) merged.push(one);
  }
  return merged;
}
