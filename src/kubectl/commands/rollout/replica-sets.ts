import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { labelSelectorAsSelector } from "../../../apimachinery/labels/label-selector.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, withValueAt } from "../../json-access.ts";
import { controllerOf } from "../describe/describe-parts.ts";
import { typedList } from "../../rest/rest.ts";

/** An object's label selector as a query has it. */
export const selectorText = (object: JsonObject): string =>
  String(labelSelectorAsSelector(objectAt(object, "spec", "selector")));

/** Reports whether an object's controller is another one. */
export const isControlledBy = (object: JsonValue, owner: JsonObject): boolean =>
  textAt(controllerOf(object), "uid") === textAt(owner, "metadata", "uid");

/** The objects of a collection that another one selects and controls. */
export const owned = async (
  { rest, flags }: Invocation,
  object: JsonObject,
  path: string,
): Promise<readonly JsonValue[]> => {
  const query = { ...typedList, labelSelector: selectorText(object), limit: flags.text("chunk-size") };
  const list = await rest.object({ method: "GET", path, query });
  return itemsAt(list, "items").filter((item) => isControlledBy(item, object));
};

/** The replica sets of a deployment: the one of its template, and the others (deploymentutil.GetAllReplicaSets). */
export async function replicaSetsOf(
  invocation: Invocation,
  deployment: JsonObject,
): Promise<{ readonly current: JsonValue | undefined; readonly old: readonly JsonValue[] }> {
  const path = `/apis/apps/v1/namespaces/${namespaceOf(deployment)}/replicasets`;
  const all = await owned(invocation, deployment, path);
  const wanted = templateKey(deployment);
  const byAge = [...all].sort((a, b) => ageKey(a).localeCompare(ageKey(b)));
  const current = byAge.find((each) => templateKey(each) === wanted);
  return { current, old: all.filter((each) => each !== current) };
}

const ageKey = (object: JsonValue): string => `${textAt(object, "metadata", "creationTimestamp")} ${nameOf(object)}`;

/** A template's text without the hash that a deployment adds to its labels. */
export function templateKey(object: JsonValue): string {
  const template = objectAt(object, "spec", "template");
  const { "pod-template-hash": _hash, ...others } = objectAt(template, "metadata", "labels");
  return encodeJson(sorted(withValueAt(template, ["metadata", "labels"], others)));
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]));
}
