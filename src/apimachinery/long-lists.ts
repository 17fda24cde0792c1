// A list passed as separate arguments, as `Math.max(...list)` and `push(...list)` do, has to fit on the call stack:
// some hundred thousand items do not. What clients and controllers handle may be longer.

/** Returns the greatest of some numbers, or a number that it is at least. */
export function greatestOf(numbers: Iterable<number>, atLeast = -Infinity): number {
  let greatest = atLeast;
  for (const number of numbers) greatest = Math.max(greatest, number);
  return greatest;
}

/** Returns the least of some numbers, or a number that it is at most. */
export function leastOf(numbers: Iterable<number>, atMost = Infinity): number {
  let least = atMost;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Adds items to a list. */
export function pushAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
