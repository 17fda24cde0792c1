import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { CompileLazily } from "./check.ts";
import { checkSuccessor } from "./check-successor.ts";
import type { Correlation } from "./correlation.ts";
import { deepEqual } from "./deep-equal.ts";
import { invalidValue, tooManyItems, type Findings } from "./findings.ts";
import type { Place } from "./place.ts";
import type { ValidationSource } from "./validation-source.ts";

type CheckList = (
  items: readonly JsonValue[],
  place: Place,
  correlation: Correlation | undefined,
  findings: Findings,
) => void;

/** Items in their order, then their number, then that none is there twice (schemaSliceValidator). */
export function compileListCheck(
  { items, validation: { minItems, maxItems, uniqueItems } }: ValidationSource,
  compileLazily: CompileLazily,
): CheckList {
  const checkItem = items && compileLazily(items);
  return (list, place, correlation, findings) => {
    if (checkItem !== undefined) {
      for (const [i, item] of list.entries())
        findings.merge(checkSuccessor(checkItem, item, place.item(i), correlation?.item(i)));
    }
    const size = list.length;
    if (minItems !== undefined && size < minItems)
      findings.add(invalidValue(place.toString(), size, `should have at least ${minItems} items`));
    if (maxItems !== undefined && size > maxItems) findings.add(tooManyItems(place.toString(), size, maxItems));
    if (uniqueItems === true && hasDuplicates(list))
      findings.add(invalidValue(place.toString(), "", "shouldn't contain duplicates"));
  };
}

const hasDuplicates = (list: readonly JsonValue[]): boolean =>
  list.some((item, i) => list.findIndex((other) => deepEqual(item, other)) < i);
