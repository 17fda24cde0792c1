import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { isList } from "../tree.ts";
import {
  deleteFromPrimitiveListPrefix,
  retainKeysDirective,
  setElementOrderPrefix,
  type OwnPatch,
} from "./directives.ts";
import { hashKey } from "./go-value.ts";
import { badRetainKeysFormat } from "./strategic-patch-error.ts";

/**
 * Takes out of the result what `$retainKeys` does not list; everything that the patch sets must be listed. Throws
 * StrategicPatchError.
 */
export function applyRetainKeys(result: { [name: string]: JsonValue }, patch: OwnPatch): void {
  const list = memberOf(patch, retainKeysDirective);
  if (list === undefined) return;
  delete patch[retainKeysDirective];
  if (!isList(list)) throw badRetainKeysFormat();
  const retained = new Set(list.map(hashKey));
  const isRetained = (name: string): boolean => retained.has(hashKey(name));
  if (Object.keys(patch).some((name) => sets(patch, name) && !isRetained(name))) throw badRetainKeysFormat();
  for (const name of Object.keys(result)) if (!isRetained(name)) delete result[name];
}

const sets = (patch: OwnPatch, name: string): boolean =>
  patch[name] !== null && !name.startsWith(deleteFromPrimitiveListPrefix) && !name.startsWith(setElementOrderPrefix);
