import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { itemsAt, kindOf, objectAt, textAt, withValueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";

const templates = new Set([
  "v1/ReplicationController",
  "apps/v1/Deployment",
  "apps/v1/DaemonSet",
  "apps/v1/ReplicaSet",
  "apps/v1/StatefulSet",
  "batch/v1/Job",
]);

/** How Go prints the type of an object, `*v1.Service`. */
export const goTypeOf = (object: JsonObject): string =>
  `*${textAt(object, "apiVersion").split("/").at(-1) ?? ""}.${kindOf(object)}`;

/** Where an object has the spec of its pods; undefined if it has none (polymorphichelpers.UpdatePodSpecForObjectFn). */
export function podSpecPath(object: JsonObject): readonly string[] | undefined {
  const kind = `${textAt(object, "apiVersion")}/${kindOf(object)}`;
  if (kind === "v1/Pod") return ["spec"];
  if (kind === "batch/v1/CronJob") return ["spec", "jobTemplate", "spec", "template", "spec"];
  return templates.has(kind) ? ["spec", "template", "spec"] : undefined;
}

/** The object with its pod spec changed. Throws a KubectlError if it has none. */
export function withPodSpec(object: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  const path = podSpecPath(object);
  if (path === undefined)
    throw new KubectlError(`the object is not a pod or does not have a pod template: ${goTypeOf(object)}`);
  return withValueAt(object, path, change(objectAt(object, ...path)));
}

/** Reports whether a name is one that a pattern with `*` selects (set.selectString). */
export function selectsName(name: string, pattern: string): boolean {
  if (pattern === "*" || !pattern.includes("*")) return pattern === "*" || name === pattern;
  let at = 0;
  const parts = pattern.split("*");
  for (const [i, part] of parts.entries()) {
    if (part === "") continue;
    const next = name.slice(at).indexOf(part);
    if (next < at || (i === 0 && at !== 0)) return false;
    if (i === parts.length - 1 && name.length !== part.length + next) return false;
    at = next;
  }
  return true;
}

/** A pod spec with each container that `selects` changed; containers before init containers. */
export function withContainers(
  spec: JsonObject,
  selects: (container: JsonValue) => boolean,
  change: (container: JsonObject) => JsonObject,
): JsonObject {
  return ["containers", "initContainers"].reduce((next, list) => {
    const items = itemsAt(next, list);
    if (!items.some(selects)) return next;
    return { ...next, [list]: items.map((item) => (isObject(item) && selects(item) ? change(item) : item)) };
  }, spec);
}
