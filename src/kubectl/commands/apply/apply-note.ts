import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { nameOf, textAt } from "../../json-access.ts";

/** Notes what was done to an object. */
export type Note = (object: JsonObject, operation: string) => void;

/** Warns of changes to an object that is being deleted (apply.WarnIfDeleting). */
export function warnIfDeleting({ err }: Invocation, object: JsonObject | undefined): void {
  if (object !== undefined && textAt(object, "metadata", "deletionTimestamp") !== "")
    err(`Warning: Detected changes to resource ${nameOf(object)} which is currently being deleted.\n`);
}
