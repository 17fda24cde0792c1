import type { KubeObject } from "../../apimachinery/meta.ts";
import { decodeManagedFields, ManagedFieldsError } from "./managed.ts";
import { managedFieldsOf, withManagedFields } from "./object-parts.ts";

const warning =
  ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ";

/**
 * Returns the admitted object. If admission made its managed fields invalid, the previous ones are restored with a
 * warning (fieldmanager.NewManagedFieldsValidatingAdmissionController).
 */
export function keepValidManagedFields(
  admitted: KubeObject,
  object: KubeObject,
  ctx: { warn(text: string): void },
): KubeObject {
  const entries = managedFieldsOf(admitted);
  if (entries === object.metadata.managedFields) return admitted;
  try {
    decodeManagedFields(entries ?? []);
    return admitted;
  } catch (error) {
    if (!(error instanceof ManagedFieldsError)) throw error;
    ctx.warn(warning + error.message);
    return withManagedFields(admitted, object.metadata.managedFields);
  }
}
