import { parseQuantity } from "../apimachinery/quantity-parse.ts";
import { compareUtf8 } from "../apimachinery/compare-utf8.ts";
import type { ResourceList } from "../component-helpers/resource/resource-list.ts";

export const zero = parseQuantity("0");
export const one = parseQuantity("1");

/** Returns the resources of a list with these names. */
export const masked = (list: ResourceList, names: Iterable<string>): ResourceList => {
  const kept = new Set(names);
  return new Map([...list].filter(([name]) => kept.has(name)));
};

export const withoutZeros = (list: ResourceList): ResourceList =>
  new Map([...list].filter(([, quantity]) => !quantity.isZero));

/** Returns a - b, with 0 for what would be negative and for what only b has. */
export function subtractWithNonNegativeResult(a: ResourceList, b: ResourceList): ResourceList {
  const result = new Map([...b.keys()].map((name) => [name, zero]));
  for (const [name, quantity] of a) {
    const rest = quantity.subtract(b.get(name) ?? zero);
    result.set(name, rest.sign > 0 ? rest : zero);
  }
  return result;
}

/** Returns the names of resources of which `a` has more than `b` allows. */
export const exceeded = (a: ResourceList, b: ResourceList): readonly string[] =>
  [...b].filter(([name, quantity]) => (a.get(name)?.compare(quantity) ?? 0) > 0).map(([name]) => name);

export const negativeNames = (list: ResourceList): readonly string[] =>
  [...list].filter(([, quantity]) => quantity.sign < 0).map(([name]) => name);

/** Prints `cpu=1,memory=1Gi`, sorted. */
export const printResources = (list: ResourceList): string =>
  [...list.keys()]
    .sort(compareUtf8)
    .map((name) => `${name}=${String(list.get(name))}`)
    .join(",");

export const printNames = (names: readonly string[]): string => names.toSorted(compareUtf8).join(",");
