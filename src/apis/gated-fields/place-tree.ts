import { isRecord } from "../../apimachinery/is-record.ts";
import type { FieldPlace } from "./field-place.ts";

/** A prefix tree of field paths, so that common prefixes are walked once. */
export interface PlaceTree {
  /** Whether a path ends here. */
  end: boolean;
  readonly steps: Map<string, { readonly name: string; readonly each: boolean; readonly below: PlaceTree }>;
}

/** Builds the tree of some paths. */
export function treeOf(places: readonly FieldPlace[]): PlaceTree {
  const root: PlaceTree = { end: false, steps: new Map() };
  for (const place of places) {
    let tree = root;
    for (const { name, each } of place) {
      const key = each ? `${name}[]` : name;
      const step = tree.steps.get(key) ?? { name, each, below: { end: false, steps: new Map() } };
      tree.steps.set(key, step);
      tree = step.below;
    }
    tree.end = true;
  }
  return root;
}

/** Reports whether a value has a field at one of the paths that is not identical to the field of another value. */
export function isTouched(value: unknown, other: unknown, { end, steps }: PlaceTree): boolean {
  if (value === undefined || value === null || value === other) return false;
  if (end) return true;
  if (!isRecord(value)) return false;
  const before = isRecord(other) ? other : undefined;
  for (const { name, each, below } of steps.values()) {
    const member = value[name];
    if (member === undefined || member === null) continue;
    if (each ? hasTouchedItem(member, before?.[name], below) : isTouched(member, before?.[name], below)) return true;
  }
  return false;
}

function hasTouchedItem(items: unknown, others: unknown, tree: PlaceTree): boolean {
  if (typeof items !== "object" || items === null || items === others) return false;
  if (Array.isArray(items)) {
    const before: readonly unknown[] = Array.isArray(others) ? others : [];
    for (let i = 0; i < items.length; i++) if (isTouched(items[i], before[i], tree)) return true;
    return false;
  }
  const [members, before] = [items, others].map((one) => (isRecord(one) ? one : {}));
  for (const name in members) if (isTouched(members[name], before?.[name], tree)) return true;
  return false;
}
