import { setMember } from "../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { keysOf } from "../component-base/long-map-keys.ts";
import { forEachKept, runningWork } from "../component-base/work.ts";

/** Lists and maps of more items or members than this are gone through with pauses in a large request. */
const manyItems = 64;

/**
 * Goes through the items of a list and returns what they fill; through those of a long list with pauses in a large
 * request. A visit that is paused is made again, so it changes only what the loop fills, at its end.
 */
export function forEachItem<Item, T extends object>(
  items: readonly Item[],
  begin: () => T,
  visit: (made: T, item: Item, index: number) => void,
): T {
  if (items.length > manyItems && runningWork() !== undefined)
    return forEachKept(items.length, begin, (made, i) => visit(made, items[i] as Item, i)); // within the list
  const made = begin();
  for (let i = 0; i < items.length; i++) visit(made, items[i] as Item, i); // within the list
  return made;
}

/** Goes through the names of the members of a map, as `forEachItem` does. */
export function forEachName<T extends object>(
  members: JsonObject | undefined,
  begin: () => T,
  visit: (made: T, name: string) => void,
): T {
  const names = runningWork() === undefined ? undefined : keysOf(members ?? {});
  if (names !== undefined && names.length > manyItems)
    return forEachKept(names.length, begin, (made, i) => visit(made, names[i] ?? ""));
  const made = begin();
  for (const name in members) visit(made, name);
  return made;
}

/** Returns a copy of a map; that of a large one is made with pauses in a large request. */
export const copyOf = (members: JsonObject): Record<string, JsonValue> =>
  runningWork() === undefined
    ? { ...members }
    : forEachName(
        members,
        (): Record<string, JsonValue> => ({}),
        (copy, name) => {
          const value = members[name];
          if (value !== undefined) setMember(copy, name, value);
        },
      );
