import { encodeJson } from "../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { kindOf, objectAt } from "../kubectl/json-access.ts";
import type { Complaint } from "./answer.ts";
import { stepsOfField } from "./steps-of-field.ts";

/**
 * Returns the steps to the field of a complaint as the object has it. The server tells otherwise what all versions
 * of a definition have in common, as a field of its spec, and what cannot be decoded, without the indices of lists.
 */
export function writtenSteps(object: JsonObject, { field, message }: Complaint): readonly string[] {
  const steps = stepsOfField(field);
  const inVersions = kindOf(object) === "CustomResourceDefinition" ? ofVersions[steps[1] ?? ""] : undefined;
  if (steps[0] === "spec" && inVersions !== undefined && !Object.hasOwn(objectAt(object, "spec"), steps[1] ?? ""))
    return ["spec", "versions", "0", inVersions, ...steps.slice(2)];
  const [, type, literal] = /cannot unmarshal (\w+)(?: (\S+))? into/.exec(message) ?? [];
  if (type === undefined) return steps;
  const isMeant = (value: JsonValue): boolean =>
    typeText(value) === type && (literal === undefined || encodeJson(value) === literal);
  return firstWhere(object, steps, isMeant) ?? steps;
}

/** The fields of a version of a definition, by the names of those of the spec that they replaced. */
const ofVersions: Readonly<Record<string, string>> = {
  validation: "schema",
  subresources: "subresources",
  additionalPrinterColumns: "additionalPrinterColumns",
  selectableFields: "selectableFields",
};

/** The steps to the first value that is meant, through all items of lists on the way and all members at its end. */
function firstWhere(
  value: JsonValue,
  steps: readonly string[],
  isMeant: (value: JsonValue) => boolean,
): readonly string[] | undefined {
  const [step, ...rest] = steps;
  if (step === undefined && isMeant(value)) return [];
  const inner: readonly (readonly [name: string, child: JsonValue, rest: readonly string[]])[] = isList(value)
    ? value.map((item, i) => [String(i), item, steps])
    : !isObject(value)
      ? []
      : step === undefined
        ? Object.entries(value).map(([name, child]) => [name, child, []])
        : Object.hasOwn(value, step)
          ? [[step, value[step] ?? null, rest]]
          : [];
  for (const [name, child, left] of inner) {
    const found = firstWhere(child, left, isMeant);
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** The type of a value in the words of encoding/json. */
function typeText(value: JsonValue): string {
  if (isList(value)) return "array";
  if (isObject(value)) return "object";
  return typeof value === "boolean" ? "bool" : typeof value === "string" ? "string" : "number";
}
