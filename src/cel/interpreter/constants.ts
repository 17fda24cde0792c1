import { listType, mapType, type Type } from "../types/type.ts";
import { HashMap } from "../values/hash-map.ts";
import type { Value } from "../values/value.ts";
import { ProgramError, type Planned } from "./planned.ts";

/** Returns the values of nodes if all of them are constant, otherwise undefined. */
export function constantValues(planned: readonly Planned[]): readonly Value[] | undefined {
  const values = planned.flatMap((part) => (part.kind === "constant" ? [part.value] : []));
  return values.length === planned.length ? values : undefined;
}

/** Returns a map literal with constant keys and values; otherwise undefined. */
export function constantMap(
  keys: readonly Value[] | undefined,
  values: readonly Value[] | undefined,
): HashMap | undefined {
  if (keys === undefined || values === undefined) return undefined;
  if (keys.some((key) => key instanceof Uint8Array))
    throw new ProgramError("runtime error: hash of unhashable type types.Bytes");
  return new HashMap(keys.map((key, i) => [key, values[i] ?? null] as const));
}

/** Erases the element types of containers, which are unknown at run time. */
export const nameless = (type: Type): Type => (type.kind === "list" ? listType : type.kind === "map" ? mapType : type);
