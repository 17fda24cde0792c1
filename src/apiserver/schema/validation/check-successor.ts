import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Work } from "../../../component-base/work.ts";
import type { CheckValue } from "./check.ts";
import type { Correlation } from "./correlation.ts";
import type { Findings } from "./findings.ts";
import type { Place } from "./place.ts";

/** Validates a member or item. Findings are dropped if the value is unchanged (ratchetingValueValidator). */
export function checkSuccessor(
  check: CheckValue,
  value: JsonValue,
  place: Place,
  correlation: Correlation | undefined,
  work: Work,
): Findings {
  const findings = check(value, place, correlation, work);
  if (correlation !== undefined && !findings.valid && correlation.unchanged) findings.forgive();
  return findings;
}
