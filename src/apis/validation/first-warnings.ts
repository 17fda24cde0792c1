import { pushAll } from "../../apimachinery/long-lists.ts";
import { forEachKept } from "../../component-base/work.ts";

/**
 * More warnings are not looked for: a response tells 4,096 characters of distinct ones at most
 * (filters.truncateAtTotalRunes).
 */
export const warningLimit = 5000;

/** Returns the warnings about items in their order, and not many more than a response can tell; in steps. */
export function firstWarnings<Item>(
  items: readonly Item[],
  warningsOf: (item: Item, index: number) => string | readonly string[],
): readonly string[] {
  const add = (warnings: string[], i: number): void => {
    if (warnings.length >= warningLimit) return;
    const found = warningsOf(items[i] as Item, i); // within the list
    if (typeof found === "string") warnings.push(found);
    else pushAll(warnings, found);
  };
  return forEachKept(items.length, (): string[] => [], add);
}
