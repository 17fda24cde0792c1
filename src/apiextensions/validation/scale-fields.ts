import { fieldPath, invalid, type FieldError } from "../../apimachinery/field-error.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { CustomResourceSubresourceScale as Scale } from "../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { newUnknownError } from "../../apimachinery/errors.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import type { ScaleValues } from "../../apiserver/registry/resource-definition.ts";
import { goTypeOf, printGoValue } from "../../apimachinery/go-values.ts";

const maxInt32 = 2147483647;

/** The value at a dotted path, or why it cannot be read (unstructured.NestedFieldNoCopy). */
type Found = { readonly value: JsonValue | undefined } | { readonly problem: string };

/** Splits a path into names, without the leading dot. */
const pathNames = (path: string): readonly string[] => (path.startsWith(".") ? path.slice(1) : path).split(".");

function lookUp(object: JsonValue, path: string): Found {
  let value: JsonValue | undefined = object;
  const names = pathNames(path);
  for (const [i, name] of names.entries()) {
    if (value === undefined || value === null) return { value: undefined };
    if (!isObject(value)) return { problem: accessorError(names.slice(0, i + 1), value, "map[string]interface{}") };
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return { value };
}

const accessorError = (names: readonly string[], value: JsonValue, expected: string): string =>
  `.${names.join(".")} accessor error: ${printGoValue(value)} is of the type ${goTypeOf(value)}, expected ${expected}`;

/** Returns the integer at a path; 0 if absent. */
function nestedInt(
  object: JsonValue,
  path: string,
): { readonly value: number | bigint; readonly problem?: string; readonly found?: boolean } {
  const found = lookUp(object, path);
  if ("problem" in found) return { value: 0, problem: found.problem };
  const { value } = found;
  if (value === undefined) return { value: 0 };
  if ((typeof value === "number" && Number.isInteger(value)) || typeof value === "bigint")
    return { value, found: true };
  return { value: 0, problem: accessorError(pathNames(path), value, "int64") };
}

/** Returns the string at a path; "" if absent. */
function nestedString(object: JsonValue, path: string): { readonly value: string; readonly problem?: string } {
  const found = lookUp(object, path);
  if ("problem" in found) return { value: "", problem: found.problem };
  if (found.value === undefined) return { value: "" };
  return typeof found.value === "string"
    ? { value: found.value }
    : { value: "", problem: accessorError(pathNames(path), found.value, "string") };
}

function validateReplicas(object: JsonValue, path: string): readonly FieldError[] {
  const { value, problem } = nestedInt(object, path);
  const refuse = (detail: string): readonly FieldError[] => [invalid(fieldPath(path), value, detail)];
  if (problem !== undefined) return refuse(problem);
  if (value < 0) return refuse("should be a non-negative integer");
  return value > maxInt32 ? refuse(`should be less than or equal to ${maxInt32}`) : [];
}

/**
 * Reads what the scale of an object shows (customresource.scaleFromCustomResource). Throws a 500 error for a value of
 * another type. Integers beyond int32 wrap around.
 */
export function readScaleValues(object: KubeObject, scale: Scale): ScaleValues {
  const value = asJson(object);
  const desired = nestedInt(value, scale.specReplicasPath);
  const observed = nestedInt(value, scale.statusReplicasPath);
  const selector = nestedString(value, scale.labelSelectorPath ?? "");
  const problem = desired.problem ?? observed.problem ?? (scale.labelSelectorPath ? selector.problem : undefined);
  if (problem !== undefined) throw newUnknownError(problem);
  return {
    ...(desired.found === true && { specReplicas: toInt32(desired.value) }),
    statusReplicas: toInt32(observed.value),
    ...(selector.value !== "" && { selector: selector.value }),
  };
}

const toInt32 = (value: number | bigint): number => Number(BigInt.asIntN(32, BigInt(value)));

/** Validates the desired replicas (ValidateScaleSpec). */
export const validateScaleSpec = (object: JsonValue, scale: Scale | undefined): readonly FieldError[] =>
  scale === undefined ? [] : validateReplicas(object, scale.specReplicasPath);

/** Validates the observed replicas and their selector (ValidateScaleStatus). */
export function validateScaleStatus(object: JsonValue, scale: Scale | undefined): readonly FieldError[] {
  if (scale === undefined) return [];
  const errors = validateReplicas(object, scale.statusReplicasPath);
  if (scale.labelSelectorPath === undefined) return errors;
  const { value, problem } = nestedString(object, scale.labelSelectorPath);
  return problem === undefined ? errors : [...errors, invalid(fieldPath(scale.labelSelectorPath), value, problem)];
}
