import { isRecord } from "../../apimachinery/is-record.ts";
import type { FieldPlace } from "./field-place.ts";

/** Several places as one: what they have in common is walked once. */
export interface PlaceTree {
  /** Some place ends here. */
  end: boolean;
  readonly steps: Map<string, { readonly name: string; readonly each: boolean; readonly below: PlaceTree }>;
}

/** The tree of some places. */
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

/** Whether a value has something at one of the places that is not the very same at the same place of another value. */
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
  const before =
    typeof others === "object" && others !== null ? (others as Readonly<Record<string, unknown>>) : undefined;
  for (const [at, item] of Object.entries(items)) if (isTouched(item, before?.[at], tree)) return true;
  return false;
}
