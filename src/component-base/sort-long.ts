import { call, pausePoint, type Walk } from "../apimachinery/walk.ts";
import { runningWork, walkRunning } from "./work.ts";

/** Up to so many items are sorted at once. */
const manyItems = 1_000;
/** The items that are sorted, or merged, in one step of a walk. */
const itemsOfStep = 8;

type Compare<T> = (a: T, b: T) => number;

/** Returns the items in their order, as `toSorted` does; many of them, in a large request, with pauses. */
export const sortedLong = <T>(items: readonly T[], compare: Compare<T>): readonly T[] =>
  items.length <= manyItems || runningWork() === undefined
    ? items.toSorted(compare)
    : walkRunning(() => sortWalk(items, compare));

/** Returns the items in their order; many of them are sorted in the steps of a walk. */
export function* sortWalk<T>(items: readonly T[], compare: Compare<T>): Walk<readonly T[]> {
  if (items.length <= manyItems) return items.toSorted(compare);
  let runs: (readonly T[])[] = [];
  for (let i = 0; i < items.length; i += itemsOfStep) {
    runs.push(items.slice(i, i + itemsOfStep).sort(compare));
    yield pausePoint;
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let i = 0; i < runs.length; i += 2)
      longer.push(yield* call(mergeWalk(runs[i] ?? [], runs[i + 1] ?? [], compare)));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* mergeWalk<T>(left: readonly T[], right: readonly T[], compare: Compare<T>): Walk<readonly T[]> {
  const merged: T[] = [];
  for (let [i, j] = [0, 0]; i < left.length || j < right.length;) {
    const [a, b] = [left[i] as T, right[j] as T]; // one of them is within its list
    const isLeft = j >= right.length || (i < left.length && compare(a, b) <= 0);
    merged.push(isLeft ? a : b);
    if (isLeft) i++;
    else j++;
    if (merged.length % itemsOfStep === 0) yield pausePoint;
  }
  return merged;
}
