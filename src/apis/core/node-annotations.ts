import { fieldPath, invalid, required, type FieldError, addError } from "../../apimachinery/field-error.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { recordAt } from "../record.ts";
import { asRecord, itemsAt, type Fields } from "../validation/fields.ts";

const annotationsPath = fieldPath("metadata", "annotations");
const taintsKey = "scheduler.alpha.kubernetes.io/taints";
const avoidPodsKey = "scheduler.alpha.kubernetes.io/preferAvoidPods";

/** The kinds of JSON values as Go's messages name them. */
const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return "array";
  if (isRecord(value)) return "object";
  return typeof value === "boolean" ? "bool" : typeof value === "string" ? "string" : "number";
};

/** Returns the value of an annotation, or the message of Go's encoding/json if it is not of a type. */
function read(text: string, isOfType: (value: unknown) => boolean, type: string): { value?: unknown; error?: string } {
  try {
    const value = decodeJson(text);
    return value === null || isOfType(value)
      ? { value }
      : { error: `json: cannot unmarshal ${kindOf(value)} into Go value of type ${type}` };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { error: error.message };
    throw error;
  }
}

/** Nodes may have pods that they avoid in an annotation, each named by its controller. */
function validateAvoidedPods(text: string, errors: FieldError[]): void {
  const { value, error } = read(text, isRecord, "v1.AvoidPods");
  if (error !== undefined)
    return void addError(errors, invalid(annotationsPath.child("AvoidPods"), avoidPodsKey, error));
  for (const [i, item] of itemsAt(asRecord(value), "preferAvoidPods").entries()) {
    const path = annotationsPath.child(avoidPodsKey).index(i).child("PodSignature");
    const { podController } = recordAt(asRecord(item), "podSignature");
    if (!isRecord(podController)) addError(errors, required(path));
    else if (podController["controller"] !== true)
      addError(errors, invalid(path.child("PodController", "Controller"), false, "must point to a controller"));
  }
}

/**
 * Validates the annotations that nodes had before they had members for taints (ValidateNodeSpecificAnnotations);
 * `validateTaints` validates a list of taints.
 */
export function validateNodeAnnotations(
  annotations: Readonly<Record<string, string>>,
  errors: FieldError[],
  validateTaints: (owner: Fields, member: string) => void,
): void {
  const taints = annotations[taintsKey] ?? "";
  if (taints !== "") {
    const { value, error } = read(taints, Array.isArray, "[]core.Taint");
    if (error !== undefined) addError(errors, invalid(annotationsPath, taintsKey, error));
    else validateTaints({ record: { [taintsKey]: value }, path: annotationsPath, errors }, taintsKey);
  }
  const avoided = annotations[avoidPodsKey] ?? "";
  if (avoided !== "") validateAvoidedPods(avoided, errors);
}
