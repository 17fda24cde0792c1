import { type LabelSelectorSpec, labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { itemsAt, namespaceOf, objectAt, textAt, valueAt } from "../json-access.ts";
import type { ClusterReader } from "./cluster-reader.ts";
import { portOf } from "./pod-values.ts";

const labelsOf = (object: JsonObject | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(objectAt(object, "metadata", "labels")).map(([key, value]) => [key, String(value)]),
  );

const selects = (selector: JsonValue | undefined, object: JsonObject | undefined): boolean =>
  labelSelectorAsSelector(selector as LabelSelectorSpec | undefined).matches(labelsOf(object));

/** Reports whether the NetworkPolicies of a pod's namespace let a connection from another pod through. */
export async function isAllowed(
  reader: ClusterReader,
  from: JsonObject | undefined,
  to: JsonObject,
  port: number,
): Promise<boolean> {
  const path = `/apis/networking.k8s.io/v1/namespaces/${namespaceOf(to)}/networkpolicies`;
  const about = (await reader.list(path)).filter(
    (policy) =>
      selects(valueAt(policy, "spec", "podSelector"), to) &&
      itemsAt(policy, "spec", "policyTypes").some((type) => type === "Ingress"),
  );
  if (about.length === 0) return true;
  const namespace = await reader.object(`/api/v1/namespaces/${namespaceOf(from)}`);
  const rules = about.flatMap((policy) => itemsAt(policy, "spec", "ingress"));
  return rules.some(
    (rule) =>
      holdsForAll(itemsAt(rule, "ports"), (each) => portOf(to, textAt(each, "port")) === port) &&
      holdsForAll(itemsAt(rule, "from"), (peer) => from !== undefined && isPeer(peer, from, namespace, to)),
  );
}

/** No entries are as good as one that holds. */
const holdsForAll = (entries: readonly JsonValue[], holds: (entry: JsonValue) => boolean): boolean =>
  entries.length === 0 || entries.some(holds);

function isPeer(peer: JsonValue, from: JsonObject, namespace: JsonObject | undefined, to: JsonObject): boolean {
  const [pods, namespaces] = [valueAt(peer, "podSelector"), valueAt(peer, "namespaceSelector")];
  if (pods === undefined && namespaces === undefined) return false;
  const isNear = namespaces === undefined ? namespaceOf(from) === namespaceOf(to) : selects(namespaces, namespace);
  return isNear && (pods === undefined || selects(pods, from));
}
