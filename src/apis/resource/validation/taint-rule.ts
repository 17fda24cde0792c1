import { isDns1123Label, isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { conforms } from "../../validation/checks.ts";
import { inside, isSet, within, type Fields } from "../../validation/fields.ts";
import type { DeviceExpressions } from "./device-expressions.ts";
import { driverName, poolName } from "./names.ts";
import { validateSelectors } from "./selectors.ts";
import { validateDeviceTaint } from "./taints.ts";

/** Validates a taint of devices; `old` is undefined on create (validateDeviceTaintRuleSpec). */
export function validateTaintRuleSpec(
  spec: Fields,
  old: JsonRecord | undefined,
  expressions: DeviceExpressions | undefined,
): void {
  const selector = inside(spec, "deviceSelector");
  if (selector !== undefined) validateSelector(selector, old, expressions);
  validateDeviceTaint(within(spec, "taint"));
}

function validateSelector(
  selector: Fields,
  old: JsonRecord | undefined,
  expressions: DeviceExpressions | undefined,
): void {
  if (isSet(selector, "deviceClassName")) conforms(selector, "deviceClassName", isDns1123Subdomain);
  if (isSet(selector, "driver")) driverName(selector, "driver");
  if (isSet(selector, "pool")) poolName(selector, "pool");
  if (isSet(selector, "device")) conforms(selector, "device", isDns1123Label);
  const before = old?.["deviceSelector"];
  const stored =
    before !== undefined &&
    before !== null &&
    semanticEqual(selector.record["selectors"], recordAt(old ?? {}, "deviceSelector")["selectors"]);
  validateSelectors(selector, { stored, expressions });
}
