import { messageOf } from "../../../src/apimachinery/message-of.ts";
import type { JsonObject, JsonValue } from "../../../src/apimachinery/json/value.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../../src/apimachinery/gvk.ts";
import { compareTyped } from "../../../src/structured-merge-diff/compare.ts";
import type { FieldSet } from "../../../src/structured-merge-diff/field-set.ts";
import { parseFieldsV1, toFieldsV1 } from "../../../src/structured-merge-diff/fields-v1.ts";
import { mergeTyped } from "../../../src/structured-merge-diff/merge.ts";
import { formatPath } from "../../../src/structured-merge-diff/path-element.ts";
import { extractItems, removeItems } from "../../../src/structured-merge-diff/remove-items.ts";
import type { Atom } from "../../../src/structured-merge-diff/schema.ts";
import { toFieldSet } from "../../../src/structured-merge-diff/to-field-set.ts";
import { isValidValue, validateValue } from "../../../src/structured-merge-diff/validate.ts";
import { asFloats } from "../../../src/structured-merge-diff/value.ts";
import { difference, input, type OracleRecord } from "../record.ts";
import { versionUnderTest, type RecordedDefinition } from "./kind-under-test.ts";

/** Formats a set as in the records: its FieldsV1, and its paths in order. */
const printSet = (set: FieldSet): JsonObject => ({ fieldsV1: toFieldsV1(set), paths: set.paths().map(formatPath) });

function readText(text: string): { readonly set?: FieldSet; readonly error: string | null } {
  try {
    return { set: parseFieldsV1(text), error: null };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

function checkText(record: OracleRecord): string | undefined {
  const { set, error } = readText(input(record, "text"));
  const actual = { error, ...(set ? { set: printSet(set) } : {}), validateManagedFields: set !== undefined };
  return (
    difference(record.expect, actual) ?? (set && sameOrder(record.expect as JsonObject, actual as JsonObject, "set"))
  );
}

/** Checks the member order of FieldsV1, which must be canonical. */
function sameOrder(expected: JsonObject, actual: JsonObject, name: string): string | undefined {
  const text = (value: JsonObject): string => JSON.stringify((value[name] as JsonObject | undefined)?.["fieldsV1"]);
  return text(expected) === text(actual)
    ? undefined
    : `expect.${name} as text: expected ${text(expected)}, got ${text(actual)}`;
}

function results(a: JsonValue, b: JsonValue, atom: Atom): JsonObject {
  const [setA, setB] = [toFieldSet(a, atom), toFieldSet(b, atom)];
  const { added, modified, removed } = compareTyped(a, b, atom);
  return {
    setA: printSet(setA),
    leavesA: printSet(setA.leaves()),
    union: printSet(setA.union(setB)),
    intersection: printSet(setA.intersection(setB)),
    difference: printSet(setA.difference(setB)),
    compare: { added: printSet(added), modified: printSet(modified), removed: printSet(removed) },
    merge: mergeTyped(a, b, atom),
    removeItemsOfB: removeItems(a, setB.leaves(), atom),
    extractItemsOfB: extractItems(a, setB.leaves(), atom),
  };
}

function typed(value: JsonValue, atom: Atom): JsonValue {
  if (!isValidValue(value, atom, false)) validateValue(asFloats(value), atom, false);
  return value;
}

function checkObjects(record: OracleRecord): string | undefined {
  const gvk = input<GroupVersionKind>(record, "gvk");
  const version = versionUnderTest(gvk, input<RecordedDefinition | undefined>(record, "crd"));
  if (!version) return `no type for ${formatGroupVersion(gvk)}`;
  try {
    const a = typed(input(record, "a"), version.atom);
    const actual = results(a, typed(input(record, "b"), version.atom), version.atom);
    return difference(record.expect, actual) ?? sameOrder(record.expect as JsonObject, actual, "union");
  } catch (error) {
    return difference(record.expect, { error: messageOf(error) });
  }
}

/** Checks field sets of objects and of FieldsV1 texts, and the operations on them. */
export const check = (record: OracleRecord): string | undefined =>
  record["text"] === undefined ? checkObjects(record) : checkText(record);
