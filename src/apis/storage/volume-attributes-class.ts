import { sameData } from "../core/immutable-data.ts";
import { rootPath } from "../../apimachinery/field-error.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { addForbidden, collectErrors, type Fields } from "../validation/fields.ts";
import { provisionerName, validateParameters } from "./parameters.ts";

/** Validates a VolumeAttributesClass (ValidateVolumeAttributesClass). */
function validate(object: Fields): void {
  provisionerName(object, "driverName");
  validateParameters(object, true);
}

/** Strategy of VolumeAttributesClasses: driver and parameters are immutable. */
export const volumeAttributesClassStrategy: Strategy = {
  validatesMetadata: true,
  validate: (object) => collectErrors(object, rootPath, validate),
  validateUpdate: (object, old) =>
    collectErrors(object, rootPath, (fields) => {
      validate(fields);
      for (const member of ["driverName", "parameters"])
        if (!(member === "parameters" ? sameData : semanticEqual)(fields.record[member], old[member]))
          addForbidden(fields, member, `updates to ${member} are forbidden.`);
      validate(fields); // the strategy and ValidateVolumeAttributesClassUpdate both validate the class
    }),
};
