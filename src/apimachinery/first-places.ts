/** Returns where each value stands first in a list: one whose first place is before its own is repeated. */
export function firstPlaces<T>(values: readonly T[]): ReadonlyMap<T, number> {
  const places = new Map<T, number>();
  for (const [i, value] of values.entries()) if (!places.has(value)) places.set(value, i);
  return places;
}

/** Reports whether a value stands before a place. */
export const isBefore = <T>(places: ReadonlyMap<T, number>, value: T, place: number): boolean =>
  (places.get(value) ?? place) < place;
