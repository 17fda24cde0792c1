import { memberOf } from "../../apimachinery/json/members.ts";
import { typeName } from "../../apimachinery/json/type-name.ts";
import { isList, isObject, Spelling, type Leaf, type TreeObject } from "./tree.ts";

/** A member of an operation that should be text; undefined where it is not. */
export function textMember(operation: TreeObject<Leaf>, name: "op" | "path" | "from"): string | undefined {
  const given = memberOf(operation, name);
  const value = given instanceof Spelling ? given.value : given;
  return typeof value === "string" ? value : undefined;
}

/** Why a member is no text (Operation.Path, Operation.From). */
export function describeMember(operation: TreeObject<Leaf>, name: "path" | "from"): string {
  const given = memberOf(operation, name) ?? null;
  if (given === null)
    return name === "path"
      ? "operation missing path field: missing value"
      : "operation, missing from field: missing value";
  const type = isList(given)
    ? "array"
    : isObject(given)
      ? "object"
      : typeName(given instanceof Spelling ? given.value : given);
  return `json: cannot unmarshal ${type} into Go value of type string`;
}
