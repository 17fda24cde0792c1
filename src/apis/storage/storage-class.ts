import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { recordAt, stringAt } from "../record.ts";
import { utf8Length } from "../strategies/byte-size.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";

const maxParameters = 512;
const maxParameterBytes = 256 * 1024;
const modes = ["Immediate", "WaitForFirstConsumer"];
const reclaimPolicies = ["Delete", "Retain"];

function validateProvisioner(provisioner: string): readonly FieldError[] {
  const path = fieldPath("provisioner");
  if (provisioner === "") return [required(path, provisioner)];
  return isQualifiedName(provisioner.toLowerCase()).map((message) => invalid(path, provisioner, message));
}

function validateParameters(parameters: Readonly<Record<string, unknown>>): readonly FieldError[] {
  const path = fieldPath("parameters");
  const entries = Object.entries(parameters);
  if (entries.length > maxParameters) return [tooLong(path, maxParameters)];
  const errors: FieldError[] = [];
  let size = 0;
  for (const [key, value] of entries) {
    if (key === "") errors.push(invalid(path, key, "field can not be empty."));
    size += utf8Length(key) + (typeof value === "string" ? utf8Length(value) : 0);
  }
  return size > maxParameterBytes ? [...errors, tooLong(path, maxParameterBytes)] : errors;
}

/** Validates a StorageClass (storage/validation ValidateStorageClass). */
export function validateStorageClass(object: KubeObject): readonly FieldError[] {
  const reclaimPolicy = object["reclaimPolicy"];
  const mode = object["volumeBindingMode"];
  const errors = [
    ...validateProvisioner(stringAt(object, "provisioner")),
    ...validateParameters(recordAt(object, "parameters")),
  ];
  if (typeof reclaimPolicy === "string" && reclaimPolicy !== "" && !reclaimPolicies.includes(reclaimPolicy))
    errors.push(notSupported(fieldPath("reclaimPolicy"), reclaimPolicy, reclaimPolicies));
  if (typeof mode !== "string") errors.push(required(fieldPath("volumeBindingMode")));
  else if (!modes.includes(mode)) errors.push(notSupported(fieldPath("volumeBindingMode"), mode, modes));
  return errors;
}

/** Validates the immutable fields (ValidateStorageClassUpdate). */
function validateStorageClassUpdate(object: KubeObject, old: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!semanticEqual(object["parameters"], old["parameters"]))
    errors.push(forbidden(fieldPath("parameters"), "updates to parameters are forbidden."));
  if (object["provisioner"] !== old["provisioner"])
    errors.push(forbidden(fieldPath("provisioner"), "updates to provisioner are forbidden."));
  if (object["reclaimPolicy"] !== old["reclaimPolicy"])
    errors.push(forbidden(fieldPath("reclaimPolicy"), "updates to reclaimPolicy are forbidden."));
  const mode = stringAt(object, "volumeBindingMode");
  if (mode !== stringAt(old, "volumeBindingMode"))
    errors.push(invalid(fieldPath("volumeBindingMode"), mode, "field is immutable"));
  return errors;
}

/** Strategy of StorageClasses: parameters, provisioner and policies are immutable. */
export const storageClassStrategy = {
  validatesMetadata: true,
  validate: validateStorageClass,
  validateUpdate: (object, old) => [...validateStorageClass(object), ...validateStorageClassUpdate(object, old)],
} satisfies Strategy;

/** storage/v1 SetDefaults_StorageClass. */
export function defaultStorageClass(object: KubeObject): KubeObject {
  if (object["reclaimPolicy"] !== undefined && object["volumeBindingMode"] !== undefined) return object;
  return {
    ...object,
    reclaimPolicy: object["reclaimPolicy"] ?? "Delete",
    volumeBindingMode: object["volumeBindingMode"] ?? "Immediate",
  };
}
