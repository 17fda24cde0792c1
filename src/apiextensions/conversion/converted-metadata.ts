import { aggregateMessage, fieldPath } from "../../apimachinery/field-error.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { validateLabels } from "../../apimachinery/validation/labels.ts";
import { validateAnnotations } from "../../apimachinery/validation/object-meta.ts";
import { goTypeOf } from "../../apimachinery/go-values.ts";

const identity = [
  ["name", "name"],
  ["namespace", "namespace"],
  ["uid", "UID"],
] as const;

function textOf({ metadata }: JsonObject, name: string): string {
  const value = isObject(metadata) ? metadata[name] : undefined;
  return typeof value === "string" ? value : "";
}

/**
 * Returns upstream's error if a converted object differs from the original in its identity (validateConvertedObject).
 */
export function identityProblem(given: JsonObject, converted: JsonObject): string | undefined {
  for (const [name, told] of identity) {
    const [before, after] = [textOf(given, name), textOf(converted, name)];
    if (before !== after) return `must have the same ${told}: ${before} != ${after}`;
  }
  return undefined;
}

type Checked = { readonly value: JsonObject } | { readonly problem: string };

/** Returns the original metadata with the labels and annotations of the converted object (restoreObjectMeta). */
export function checkedMetadata(given: JsonValue | undefined, converted: JsonValue | undefined): Checked {
  if (converted === undefined) return { problem: "missing metadata in converted object" };
  if (!isObject(converted)) return { problem: `invalid metadata of type ${goTypeOf(converted)} in converted object` };
  const metadata: Record<string, JsonValue> = isObject(given) ? { ...given } : {};
  for (const name of ["labels", "annotations"] as const) {
    const texts = converted[name];
    const problem = texts === undefined || texts === null ? undefined : problemOf(name, metadata[name], texts);
    if (problem !== undefined) return { problem };
    if (texts === undefined || texts === null) delete metadata[name];
    else metadata[name] = texts;
  }
  return { value: metadata };
}

function problemOf(
  name: "labels" | "annotations",
  given: JsonValue | undefined,
  converted: JsonValue,
): string | undefined {
  if (!isObject(converted)) return `invalid metadata.${name} of type ${goTypeOf(converted)} in converted object`;
  const before = isObject(given) ? given : {};
  const texts: Record<string, string> = {};
  let changed = Object.keys(before).length !== Object.keys(converted).length;
  for (const key of Object.keys(converted).sort()) {
    const text = converted[key] ?? null;
    if (typeof text !== "string")
      return `metadata.${name}[${key}] must be a string, but is ${goTypeOf(text)} in converted object`;
    changed ||= before[key] !== text;
    texts[key] = text;
  }
  if (!changed) return undefined;
  const errors =
    name === "labels"
      ? validateLabels(texts, fieldPath("metadata", "labels"))
      : validateAnnotations(texts, fieldPath("metadata", "annotation"));
  return errors.length === 0 ? undefined : aggregateMessage(errors);
}
