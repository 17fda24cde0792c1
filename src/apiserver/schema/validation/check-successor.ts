import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Work } from "../../../component-base/work.ts";
import type { ValueCheck } from "./check.ts";
import type { Correlation } from "./correlation.ts";
import type { Findings } from "./findings.ts";
import type { Place } from "./place.ts";

/**
 * Validates a member or item, and adds what is found. Findings are dropped if the value is unchanged
 * (ratchetingValueValidator).
 */
export function checkSuccessor(
  check: ValueCheck,
  value: JsonValue,
  place: Place,
  correlation: Correlation | undefined,
  findings: Findings,
  work: Work,
): void {
  const flat = correlation === undefined ? check.flat(value) : undefined;
  if (flat !== undefined) return flat(value, place, findings, work);
  const found = check.check(value, place, correlation, work);
  if (correlation !== undefined && !found.valid && correlation.unchanged) found.forgive();
  findings.merge(found);
}
