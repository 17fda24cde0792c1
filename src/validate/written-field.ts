import { encodeJson } from "../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { kindOf, objectAt } from "../kubectl/json-access.ts";
import type { Complaint } from "./answer.ts";
import { stepsOfField } from "./steps-of-field.ts";

/**
 * Returns the steps to the field of a complaint as the object has it. The server tells otherwise what all versions
 * of a definition have in common, as a field of its spec, and what cannot be decoded and some other fields, without the
 * indices of lists.
 */
export function writtenSteps(object: JsonObject, { field, message }: Complaint): readonly string[] {
  const steps = stepsOfField(field);
  const inVersions = kindOf(object) === "CustomResourceDefinition" ? ofVersions[steps[1] ?? ""] : undefined;
  if (steps[0] === "spec" && inVersions !== undefined && !Object.hasOwn(objectAt(object, "spec"), steps[1] ?? ""))
    return ["spec", "versions", "0", inVersions, ...steps.slice(2)];
  const single = singular[field.replace(/\[0\].*$/, "")];
  if (single !== undefined && !has(object, steps)) return stepsOfField(single);
  const [, type, literal] = /cannot unmarshal (\w+)(?: (\S+))? into/.exec(message) ?? [];
  if (type === undefined) return onlyOne(placesOf(object, steps)) ?? steps;
  const isMeant = (value: JsonValue): boolean =>
    typeText(value) === type && (literal === undefined || encodeJson(value) === literal);
  for (const [place, value] of placesOf(object, steps)) {
    if (isMeant(value)) return place;
    const parts: readonly (readonly [string, JsonValue])[] =
      typeof value === "object" ? Object.entries(value ?? {}) : [];
    const member = parts.find(([, each]) => isMeant(each));
    if (member !== undefined) return [...place, member[0]];
  }
  return steps;
}

/** Fields that are told as lists, by the ones that may be written in their place. */
const singular: Readonly<Record<string, string>> = {
  "spec.clusterIPs": "spec.clusterIP",
  "spec.podCIDRs": "spec.podCIDR",
};

const has = (object: JsonObject, steps: readonly string[]): boolean => [...placesOf(object, steps)].length > 0;

/** The fields of a version of a definition, by the names of those of the spec that they replaced. */
const ofVersions: Readonly<Record<string, string>> = {
  validation: "schema",
  subresources: "subresources",
  additionalPrinterColumns: "additionalPrinterColumns",
  selectableFields: "selectableFields",
};

/** Yields the places that steps lead to with their values: through all items of lists whose index they leave out. */
function* placesOf(value: JsonValue, steps: readonly string[]): Generator<readonly [readonly string[], JsonValue]> {
  const [step, ...rest] = steps;
  if (step === undefined) yield [[], value];
  else if (isList(value)) {
    const named = value[Number(step)];
    if (named !== undefined) yield* below(step, named, rest);
    else for (const [i, item] of value.entries()) yield* below(String(i), item, steps);
  } else if (isObject(value) && Object.hasOwn(value, step)) yield* below(step, value[step] ?? null, rest);
}

function* below(name: string, value: JsonValue, steps: readonly string[]): ReturnType<typeof placesOf> {
  for (const [place, found] of placesOf(value, steps)) yield [[name, ...place], found];
}

function onlyOne([first, second]: Iterable<readonly [readonly string[], JsonValue]>): readonly string[] | undefined {
  return second === undefined ? first?.[0] : undefined;
}

/** The type of a value in the words of encoding/json. */
function typeText(value: JsonValue): string {
  if (isList(value)) return "array";
  if (isObject(value)) return "object";
  return typeof value === "boolean" ? "bool" : typeof value === "string" ? "string" : "number";
}
