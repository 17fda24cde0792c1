import { compareUtf8 } from "../apimachinery/compare-utf8.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { compareValues, formatValue } from "./value.ts";

/** One key of a list item, by name. */
export interface KeyField {
  readonly name: string;
  readonly value: JsonValue;
}

/**
 * A step from a value to a part of it: a member of a map, or an item of a list by keys, by value or by index. `text` is
 * its FieldsV1 member name, where known.
 */
export type PathElement =
  | { readonly kind: "field"; readonly name: string; readonly text?: string }
  | { readonly kind: "key"; readonly fields: readonly KeyField[]; readonly text?: string }
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "index"; readonly index: number };

/** The path elements from the root of an object to a value. */
export type FieldPath = readonly PathElement[];

const ranks = { field: 0, key: 1, value: 2, index: 3 } as const;

/** Returns the path element of the item with these keys, given in any order. */
export const keyElement = (fields: readonly KeyField[]): PathElement => ({
  kind: "key",
  fields: fields.length < 2 ? fields : [...fields].sort((a, b) => compareUtf8(a.name, b.name)),
});

function compareFields(a: readonly KeyField[], b: readonly KeyField[]): number {
  for (let i = 0; ; i++) {
    const [x, y] = [a[i], b[i]];
    if (x === undefined || y === undefined) return a.length - b.length;
    const found = (x.name === y.name ? 0 : compareUtf8(x.name, y.name)) || compareValues(x.value, y.value);
    if (found !== 0) return found;
  }
}

/** Compares elements in canonical order: fields, keys, values, indices, and within each kind by content. */
export function comparePathElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a.kind === "field" && b.kind === "field") return a.name === b.name ? 0 : compareUtf8(a.name, b.name);
  if (a.kind === "key" && b.kind === "key") return compareFields(a.fields, b.fields);
  if (a.kind === "value" && b.kind === "value") return compareValues(a.value, b.value);
  if (a.kind === "index" && b.kind === "index") return a.index - b.index;
  return ranks[a.kind] - ranks[b.kind];
}

/** Formats an element as error messages do: `.name`, `[key="a",other=1]`, `[="value"]` or `[3]`. */
export function formatPathElement(element: PathElement): string {
  switch (element.kind) {
    case "field":
      return `.${element.name}`;
    case "key":
      return `[${element.fields.map(({ name, value }) => `${name}=${formatValue(value)}`).join(",")}]`;
    case "value":
      return `[=${formatValue(element.value)}]`;
    case "index":
      return `[${element.index}]`;
  }
}

/** Formats a path: `.spec.ports[port=80].name`. */
export const formatPath = (path: FieldPath): string => path.map(formatPathElement).join("");
