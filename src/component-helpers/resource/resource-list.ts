import type { ResourceListText } from "../../api/core/v1.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import type { Quantity } from "../../apimachinery/quantity.ts";

/** Quantities by resource name (core/v1 ResourceList). Immutable: arithmetic returns new lists. */
export type ResourceList = ReadonlyMap<string, Quantity>;

export const noResources: ResourceList = new Map();

/** Reads the quantities of a decoded object. */
export function parseResourceList(list: ResourceListText | undefined): ResourceList {
  if (list === undefined) return noResources;
  return new Map(Object.entries(list).map(([name, text]) => [name, parseQuantity(text)]));
}

/** Returns the quantities as texts in canonical form, in the order of names in which Go prints maps. */
export const formatResourceList = (list: ResourceList): ResourceListText =>
  Object.fromEntries([...list.keys()].sort().map((name) => [name, String(list.get(name))]));

/** Returns the sum of two lists. */
export function addResourceLists(a: ResourceList, b: ResourceList): ResourceList {
  const sum = new Map(a);
  for (const [name, quantity] of b) sum.set(name, sum.get(name)?.add(quantity) ?? quantity);
  return sum;
}

/** Returns the greater quantity of each resource; the first where they are equal. */
export function maxResourceLists(a: ResourceList, b: ResourceList): ResourceList {
  const greatest = new Map(a);
  for (const [name, quantity] of b) {
    const other = greatest.get(name);
    if (other === undefined || quantity.compare(other) > 0) greatest.set(name, quantity);
  }
  return greatest;
}

/** Reports whether both have the same resources with the same amounts. */
export function equalResourceLists(a: ResourceList, b: ResourceList): boolean {
  if (a.size !== b.size) return false;
  for (const [name, quantity] of a) if (b.get(name)?.equals(quantity) !== true) return false;
  return true;
}
