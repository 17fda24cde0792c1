import type { Taint } from "../api/core/scheduling.ts";
import type { Toleration } from "../api/core/v1.ts";

/** Reports whether a toleration tolerates a taint (component-helpers Toleration.ToleratesTaint). */
export function toleratesTaint(
  { key = "", operator = "", value = "", effect = "" }: Toleration,
  taint: Taint,
): boolean {
  if (effect !== "" && effect !== taint.effect) return false;
  if (key !== "" && key !== taint.key) return false;
  return operator === "Exists" || ((operator === "" || operator === "Equal") && value === (taint.value ?? ""));
}

/** Reports whether one of the tolerations tolerates a taint. */
export const isTolerated = (taint: Taint, tolerations: readonly Toleration[] | undefined): boolean =>
  tolerations?.some((toleration) => toleratesTaint(toleration, taint)) ?? false;
