import { goSort } from "./go-sort.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { goTypeOf } from "../../apimachinery/go-values.ts";
import { asValue } from "../../apimachinery/jsonpath/found.ts";
import { JsonPath } from "../../apimachinery/jsonpath/json-path.ts";
import { isList, Double, isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { KubectlError } from "../kubectl-error.ts";

/**
 * A path as people write it, `metadata.name` or `{.metadata.name}`, as a template (get.RelaxedJSONPathExpression).
 * Throws a KubectlError.
 */
export function relaxedPath(text: string): string {
  if (text === "") return "";
  const [, braced, plain] = relaxed.exec(text) ?? [];
  const path = braced ?? plain;
  if (path === undefined)
    throw new KubectlError(
      "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
    );
  return `{.${path}}`;
}

/**
 * Sorts values by a field of the objects they belong to, as Go's sort.Sort leaves them. Unless it is strict, a field
 * that cannot be found leaves no values. Throws a KubectlError, and an UnsortableError.
 */
export function sortValues<T>(
  values: readonly T[],
  field: string,
  objectOf: (value: T) => JsonValue,
  strict = true,
): readonly T[] {
  if (field === "" || values.length === 0) return values;
  const path = strict || isPath(field) ? relaxedPath(field) : field;
  const template = templateOf(path, strict);
  if (template === undefined) return [];
  let keyed: readonly { readonly value: T; readonly key: JsonValue | undefined }[];
  try {
    keyed = values.map((value) => ({ value, key: asValue(template.findResults(objectOf(value))[0]?.[0]) }));
  } catch (error) {
    if (strict) throw error;
    return [];
  }
  if (keyed.every(({ key }) => key === undefined)) {
    if (!strict) return [];
    throw new KubectlError(`couldn't find any field with path ${quoteGo(path)} in the list of objects`);
  }
  return goSort(keyed, (a, b) => isLess(a.key, b.key)).map(({ value }) => value);
}

/** The template of a path; undefined for one that cannot be parsed, unless it is strict. Throws a KubectlError. */
function templateOf(path: string, strict: boolean): JsonPath | undefined {
  try {
    return new JsonPath(path, { allowMissingKeys: true });
  } catch (error) {
    if (strict) throw error;
    return undefined;
  }
}

/** A key of a type that has no order: kubectl ends there (get.TableSorter.Less, get.RuntimeSort.Less). */
export class UnsortableError extends Error {
  override readonly name = "UnsortableError";
}

const relaxed = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/;
const isPath = (text: string): boolean => relaxed.test(text);

/** Reports whether a key stands before another; one that there is not stands before all, even before its like. */
function isLess(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === undefined;
  if (a === null || b === null) return a === null && b !== null;
  if (typeof a === "boolean" || isList(a) || isObject(a)) throw new UnsortableError(`unsortable type: ${goTypeOf(a)}`);
  if (goTypeOf(a) !== goTypeOf(b)) throw new UnsortableError("unsortable interface: interface");
  return typeof a === "string" && typeof b === "string" ? isTextLess(a, b) : numberOf(a) < numberOf(b);
}

const numberOf = (value: JsonValue): number => (value instanceof Double ? value.value : Number(value));

function isTextLess(a: string, b: string): boolean {
  const [first, second] = [quantityOf(a), quantityOf(b)];
  return first !== undefined && second !== undefined ? first.compare(second) < 0 : compareUtf8(a, b) < 0;
}

function quantityOf(text: string): Quantity | undefined {
  if (!/^[+-]?[\d.]/.test(text)) return undefined;
  try {
    return parseQuantity(text);
  } catch {
    return undefined;
  }
}
