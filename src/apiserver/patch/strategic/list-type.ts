import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { nilDereference } from "../patch-failure.ts";
import { formatValue, goType, type GoType } from "./go-value.ts";
import { noListOfLists, StrategicPatchError } from "./strategic-patch-error.ts";

/** Returns the type that all items of the lists share (strategicpatch.sliceElementType). Throws StrategicPatchError. */
export function elementType(...lists: readonly (readonly JsonValue[])[]): NonNullable<GoType> {
  let type: GoType;
  for (const list of lists)
    for (const item of list) type = type === undefined ? firstType(item) : nextType(type, item, lists);
  if (type === undefined) throw new StrategicPatchError("no elements in any of the given slices");
  return type;
}

function firstType(item: JsonValue): NonNullable<GoType> {
  const type = goType(item);
  if (type === undefined) throw nilDereference();
  if (type === "[]interface {}") throw noListOfLists();
  return type;
}

function nextType(
  type: NonNullable<GoType>,
  item: JsonValue,
  lists: readonly (readonly JsonValue[])[],
): NonNullable<GoType> {
  if (goType(item) === type) return type;
  throw new StrategicPatchError(`list element types are not identical: ${formatValue(lists)}`);
}

/** Reports whether the items are objects. */
export const areMaps = (type: GoType): boolean => type === "map[string]interface {}";
