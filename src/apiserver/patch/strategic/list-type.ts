import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { Walk } from "../../../apimachinery/walk.ts";
import { nilDereference } from "../patch-failure.ts";
import { formatWalk, goType, type GoType } from "./go-value.ts";
import { noListOfLists, StrategicPatchError } from "./strategic-patch-error.ts";

/** Returns the type that all items of the lists share (strategicpatch.sliceElementType). Throws StrategicPatchError. */
export function* elementType(...lists: readonly (readonly JsonValue[])[]): Walk<NonNullable<GoType>> {
  let type: GoType;
  for (const list of lists)
    for (const item of list) {
      type ??= firstType(item);
      if (goType(item) !== type)
        throw new StrategicPatchError(`list element types are not identical: ${yield* formatWalk(lists)}`);
    }
  if (type === undefined) throw new StrategicPatchError("no elements in any of the given slices");
  return type;
}

function firstType(item: JsonValue): NonNullable<GoType> {
  const type = goType(item);
  if (type === undefined) throw nilDereference();
  if (type === "[]interface {}") throw noListOfLists();
  return type;
}

/** Reports whether the items are objects. */
export const areMaps = (type: GoType): boolean => type === "map[string]interface {}";
