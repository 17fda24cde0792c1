import { pushAll } from "../../apimachinery/long-lists.ts";

/**
 * More warnings are not looked for: a response tells 4,096 characters of distinct ones at most
 * (filters.truncateAtTotalRunes).
 */
export const warningLimit = 5000;

/** Returns the warnings about items in their order, and not many more than a response can tell. */
export function firstWarnings<Item>(
  items: readonly Item[],
  warningsOf: (item: Item, index: number) => string | readonly string[],
): readonly string[] {
  const warnings: string[] = [];
  for (const [i, item] of items.entries()) {
    if (warnings.length >= warningLimit) break;
    const found = warningsOf(item, i);
    if (typeof found === "string") warnings.push(found);
    else pushAll(warnings, found);
  }
  return warnings;
}
