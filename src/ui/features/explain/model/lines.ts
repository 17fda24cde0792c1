import type { TreeLine } from "../../../design/tree-keys.ts";
import type { Schemas } from "../../../../client/openapi/schema-document.ts";
import { fieldsIn, hasFields, type Field } from "../../../../client/openapi/schema-fields.ts";

/** A line of a kind's field tree. */
export interface FieldLine extends TreeLine {
  readonly field: Field;
}

/** Encode a field path as a tree key, and decode it. "" is the kind itself. */
export const keyOf = (path: readonly string[]): string => path.map(encodeURIComponent).join("/");
export const pathOf = (key: string): readonly string[] => (key === "" ? [] : key.split("/").map(decodeURIComponent));

/** Returns the visible lines. Children of collapsed fields are not visited, so recursive schemas terminate. */
export function linesOf(schemas: Schemas, root: Field, open: ReadonlySet<string>): readonly FieldLine[] {
  const lines: FieldLine[] = [];
  const add = (field: Field, path: readonly string[], position: number, siblings: number): void => {
    const key = keyOf(path);
    const hasChildren = hasFields(field);
    const isOpen = hasChildren && open.has(key);
    lines.push({ key, name: field.name, depth: path.length, hasChildren, isOpen, position, siblings, field });
    if (!isOpen) return;
    const inner = fieldsIn(schemas, field);
    inner.forEach((child, i) => add(child, [...path, child.name], i + 1, inner.length));
  };
  add(root, [], 1, 1);
  return lines;
}

/** Returns the keys of a line's ancestors. */
export const keysAbove = (key: string): readonly string[] => {
  const path = pathOf(key);
  return path.map((_, i) => keyOf(path.slice(0, i)));
};
