import { setMember } from "../apimachinery/json/members.ts";
import { forEachKept, keptObject, runningWork } from "./work.ts";

/** From this number of keys on, it takes long to find the keys of a map. */
const manyKeys = 1_000;

/** The keys of maps that have many, which large requests ask for again and again. */
const known = new WeakMap<object, readonly string[]>();

/** Returns the keys of a map; those of a map of a large request are kept, so that map must not change any more. */
export function keysOf(map: object): readonly string[] {
  return runningWork() === undefined ? Object.keys(map) : keptObject(() => known.get(map) ?? found(map));
}

/** As `keysOf`, also where nothing may be kept in the order of a computation: in what is called again in part. */
export const rememberedKeysOf = (map: object): readonly string[] => known.get(map) ?? found(map);

/** Returns the members of two maps, of which the second one wins; a map of a large request is copied with pauses. */
export function mergedMaps<T>(
  first: Readonly<Record<string, T>>,
  second: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> {
  if (runningWork() === undefined) return { ...first, ...second };
  const keys = keysOf(second);
  return forEachKept(
    keys.length,
    () => ({ ...first }),
    (made, i) => {
      const key = keys[i] ?? "";
      setMember(made, key, second[key] as T); // one of its keys
    },
  );
}

function found(map: object): readonly string[] {
  const keys = Object.keys(map);
  if (keys.length > manyKeys) known.set(map, keys);
  return keys;
}
