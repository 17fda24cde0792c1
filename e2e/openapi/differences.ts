import { isObject, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";

/**
 * Returns the differences between two OpenAPI v2 documents in paths, operations, parameters (references resolved, in
 * any order), definitions and extensions. Descriptions and the document's title are ignored.
 */
export function differences(actual: JsonValue, expected: JsonValue): readonly string[] {
  const found: string[] = [];
  compare(comparable(actual), comparable(expected), "", found);
  return found;
}

function comparable(document: JsonValue): JsonValue {
  if (!isObject(document)) return document;
  const { info: _info, parameters, ...rest } = document;
  return resolve(rest, isObject(parameters) ? parameters : {});
}

/** Replaces parameter references with sorted parameters, and removes descriptions. */
function resolve(value: JsonValue, shared: JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((item) => resolve(item, shared));
  if (!isObject(value)) return value;
  const target =
    typeof value["$ref"] === "string" && value["$ref"].startsWith("#/parameters/")
      ? shared[value["$ref"].slice("#/parameters/".length)]
      : undefined;
  if (target !== undefined) return resolve(target, shared);
  const entries = Object.entries(value).filter(
    ([name, member]) => !(name === "description" && typeof member === "string"),
  );
  return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(name, resolve(member, shared))]));
}

/** Sorts lists whose order is not significant. */
function inOrder(name: string, value: JsonValue): JsonValue {
  if (
    !Array.isArray(value) ||
    (name !== "parameters" && name !== "x-kubernetes-group-version-kind" && name !== "required")
  )
    return value;
  return [...value].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function compare(actual: JsonValue | undefined, expected: JsonValue | undefined, path: string, found: string[]): void {
  if (isObject(actual) && isObject(expected)) {
    for (const name of new Set([...Object.keys(actual), ...Object.keys(expected)]))
      compare(actual[name], expected[name], `${path}/${name}`, found);
    return;
  }
  if (sorted(actual) !== sorted(expected)) found.push(`${path}: ${brief(actual)} instead of ${brief(expected)}`);
}

/** Stringifies a value with sorted object members. */
const sorted = (value: JsonValue | undefined): string | undefined =>
  JSON.stringify(value, (_, member: JsonValue) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  );

const brief = (value: JsonValue | undefined): string => {
  const text = sorted(value) ?? "nothing";
  return text.length > 300 ? `${text.slice(0, 300)}...` : text;
};
