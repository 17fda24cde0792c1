import { isForbidden, newForbidden, StatusError } from "../../apimachinery/errors.ts";
import type { AdmissionAttributes } from "./attributes.ts";

/** The name of the object of a request in errors, where it may not have one yet (admission.extractResourceName). */
export function nameInErrors({ name, object }: Pick<AdmissionAttributes, "name" | "object">): string {
  if (name !== "") return name;
  if (object === undefined) return "Unknown";
  const { name: own = "", generateName = "" } = object.metadata;
  return own || generateName || "Unknown";
}

/** Returns a 403 error about the object of a request; an error that is one already is kept (admission.NewForbidden). */
export const newAdmissionForbidden = (attributes: AdmissionAttributes, error: string | Error): StatusError =>
  error instanceof StatusError && isForbidden(error)
    ? error
    : newForbidden(attributes.resource, nameInErrors(attributes), error);
