import { global } from "../env/declarations.ts";
import type { Library } from "../env/library.ts";
import { twoVariableMacros } from "../parser/comprehension-macros.ts";
import { mapOf, typeParam } from "../types/type.ts";
import { EvalError, noSuchOverload } from "../values/eval-error.ts";
import { HashMap } from "../values/hash-map.ts";
import { MapValue, type Value } from "../values/value.ts";
import { printValue } from "../values/print.ts";

const key = typeParam("K");
const value = typeParam("V");
const map = mapOf(key, value);

/** The map accumulator of a comprehension, which `insert` may extend in place. */
export class GrowingMap extends HashMap {}

function writable(target: MapValue): HashMap {
  if (target instanceof GrowingMap) return target;
  return new HashMap(target.keys().map((known) => [known, target.find(known) ?? null] as const));
}

function insert(target: Value, newKey: Value, newValue: Value): Value {
  if (!(target instanceof MapValue)) return noSuchOverload;
  if (target.find(newKey) !== undefined)
    return new EvalError(`insert failed: key ${printValue(newKey)} already exists`);
  const grown = writable(target);
  grown.insert(newKey, newValue);
  return grown;
}

function insertAll(target: Value, entries: Value): Value {
  if (!(entries instanceof MapValue)) return noSuchOverload;
  let grown = target;
  for (const newKey of entries.keys()) {
    grown = insert(grown, newKey, entries.find(newKey) ?? null);
    if (grown instanceof EvalError) return grown;
  }
  return grown;
}

/** The macros with two iteration variables: `all`, `exists`, `transformMap` and others. */
export const comprehensionsLibrary: Library = {
  name: "comprehensions",
  macros: twoVariableMacros,
  // oxfmt-ignore
  functions: [
    {
      name: "cel.@mapInsert",
      overloads: [global("@mapInsert_map_key_value", [map, key, value], map, insert), global("@mapInsert_map_map", [map, map], map, insertAll)],
    },
  ],
};
