import { isExtendedResourceName } from "../../../component-helpers/resource/resource-names.ts";
import type { JsonRecord } from "../../record.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { addInvalid, isSet, textAt, type Fields } from "../../validation/fields.ts";
import { atMostItems } from "../../validation/lists.ts";
import { maxConfigs } from "./claim-spec.ts";
import { validateConfiguration } from "./configuration.ts";
import type { DeviceExpressions } from "./device-expressions.ts";
import { validateSelectors } from "./selectors.ts";

/** Validates a class of devices; `old` is undefined on create (validateDeviceClassSpec). */
export function validateDeviceClassSpec(
  spec: Fields,
  old: JsonRecord | undefined,
  expressions: DeviceExpressions | undefined,
): void {
  const isStored = (member: string): boolean => old !== undefined && semanticEqual(spec.record[member], old[member]);
  validateSelectors(spec, { stored: isStored("selectors"), expressions });
  const stored = isStored("config");
  atMostItems(spec, "config", maxConfigs, (config) => validateConfiguration(config, stored));
  if (isSet(spec, "extendedResourceName") && !isExtendedResourceName(textAt(spec, "extendedResourceName")))
    addInvalid(spec, "extendedResourceName", "must be a valid extended resource name");
}
