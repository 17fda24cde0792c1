import type { PersistentVolumeClaim } from "../../api/core/v1.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import { newAdmissionForbidden } from "../../apiserver/admission/errors.ts";
import { persistentVolumeClaimClass } from "../../component-helpers/storage/persistent-volume-claim.ts";
import { asPersistentVolumeClaim } from "./core-objects.ts";
import type { Listers } from "./listers.ts";

const sizeOf = ({ spec }: PersistentVolumeClaim): Quantity =>
  parseQuantity(spec?.resources?.requests?.["storage"] ?? "0");

/** Lets claims grow only once they are bound, and only where their class allows it. */
export function createPersistentVolumeClaimResize(classes: Listers): PluginSteps {
  const allowsResize = (claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean => {
    const name = persistentVolumeClaimClass(claim);
    if (name === "" || name !== persistentVolumeClaimClass(old)) return false;
    return classes.find("storageclasses", "", name)?.["allowVolumeExpansion"] === true;
  };
  return {
    validate(attributes) {
      const claim = asPersistentVolumeClaim(attributes.object);
      const old = asPersistentVolumeClaim(attributes.oldObject);
      if (claim === undefined || old === undefined || sizeOf(claim).compare(sizeOf(old)) <= 0) return;
      if (old.status?.phase !== "Bound")
        throw newAdmissionForbidden(attributes, "Only bound persistent volume claims can be expanded");
      if (!allowsResize(claim, old))
        throw newAdmissionForbidden(
          attributes,
          "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize",
        );
    },
  };
}
