import { keptObject, runningWork } from "./work.ts";

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

function found(map: object): readonly string[] {
  const keys = Object.keys(map);
  if (keys.length > manyKeys) known.set(map, keys);
  return keys;
}
