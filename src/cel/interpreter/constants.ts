import { listType, mapType, type Type } from "../types/type.ts";
import { HashMap } from "../values/hash-map.ts";
import type { Value } from "../values/value.ts";
import { ProgramError, type Planned } from "./planned.ts";

/** The values of nodes that are all constant; undefined if one is not. */
export function constantValues(planned: readonly Planned[]): readonly Value[] | undefined {
  const values = planned.flatMap((part) => (part.kind === "constant" ? [part.value] : []));
  return values.length === planned.length ? values : undefined;
}

/** A map literal whose keys and values are all constant; undefined if they are not. */
export function constantMap(
  keys: readonly Value[] | undefined,
  values: readonly Value[] | undefined,
): HashMap | undefined {
  if (keys === undefined || values === undefined) return undefined;
  if (keys.some((key) => key instanceof Uint8Array))
    throw new ProgramError("runtime error: hash of unhashable type types.Bytes");
  return new HashMap(keys.map((key, i) => [key, values[i] ?? null] as const));
}

/** Containers do not know at run time what they hold. */
export const nameless = (type: Type): Type => (type.kind === "list" ? listType : type.kind === "map" ? mapType : type);
