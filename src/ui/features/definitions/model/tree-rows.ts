import type { TreeLine } from "../../../design/tree-keys.ts";
import { childrenOf, rulesAt, type SchemaNode } from "./schema-node.ts";

/** A tree row. Its key is the encoded path, its name the last step. */
export interface TreeRow extends TreeLine {
  readonly schema: SchemaNode;
  readonly required: boolean;
  readonly rules: number;
}

const separator = "\u001f";

export const keyOf = (path: readonly string[]): string => path.join(separator);
export const pathOfKey = (key: string): readonly string[] => (key === "" ? [] : key.split(separator));

/** Returns the visible rows of the tree. Children of collapsed nodes are not visited. */
export function treeRows(root: SchemaNode, rootName: string, open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (
    step: string,
    schema: SchemaNode,
    required: boolean,
    path: readonly string[],
    position: number,
    siblings: number,
  ): void => {
    const children = childrenOf(schema);
    const key = keyOf(path);
    const isOpen = children.length > 0 && open.has(key);
    rows.push({
      key,
      name: step,
      schema,
      required,
      depth: path.length,
      hasChildren: children.length > 0,
      isOpen,
      position,
      siblings,
      rules: rulesAt(root, path).length,
    });
    if (!isOpen) return;
    children.forEach((child, i) =>
      add(child.step, child.schema, child.required, [...path, child.step], i + 1, children.length),
    );
  };
  add(rootName, root, false, [], 1, 1);
  return rows;
}

/** Returns the initially expanded nodes: all of a small schema, otherwise the upper levels. */
export function openAtFirst(root: SchemaNode): ReadonlySet<string> {
  const open = new Set<string>();
  let level: readonly (readonly [readonly string[], SchemaNode])[] = [[[], root]];
  while (level.length > 0 && open.size + level.length <= mostOpen) {
    for (const [path] of level) open.add(keyOf(path));
    level = level.flatMap(([path, schema]) =>
      childrenOf(schema)
        .filter((child) => childrenOf(child.schema).length > 0)
        .map((child) => [[...path, child.step], child.schema] as const),
    );
  }
  return open;
}

const mostOpen = 40;

/** Returns the keys of a node's ancestors, which must be expanded for it to be visible. */
export const ancestorsOf = (path: readonly string[]): readonly string[] => path.map((_, i) => keyOf(path.slice(0, i)));
