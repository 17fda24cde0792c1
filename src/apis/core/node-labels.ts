import type { FieldPath } from "../../apimachinery/field-error.ts";
import { isValidLabelValue } from "../../apimachinery/validation/names.ts";
import { stringAt, type JsonRecord } from "../record.ts";
import { asRecord, itemsAt } from "../validation/fields.ts";
import { firstWarnings } from "../validation/first-warnings.ts";

/** Labels of nodes that have another name now (api/node deprecatedNodeLabels). */
const deprecated: ReadonlyMap<string, string> = new Map([
  ["beta.kubernetes.io/arch", 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ["beta.kubernetes.io/os", 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ["failure-domain.beta.kubernetes.io/region", 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ["failure-domain.beta.kubernetes.io/zone", 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ["beta.kubernetes.io/instance-type", 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ["app.kubernetes.io/created-by", "deprecated since v1.9"],
  ["scheduler.alpha.kubernetes.io/preferAvoidPods", "deprecated since v1.22; use Taints and Tolerations instead"],
  ["node-role.kubernetes.io/master", 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Returns what a deprecated label of nodes is replaced by (GetNodeLabelDeprecatedMessage). */
export const deprecatedLabelMessage = (label: string): string | undefined => deprecated.get(label);

/** Returns warnings for a term of a node selector (GetWarningsForNodeSelectorTerm). */
export function nodeSelectorTermWarnings(term: JsonRecord, checksValues: boolean, path: FieldPath): readonly string[] {
  return firstWarnings(itemsAt(term, "matchExpressions"), (item, i) => {
    const expression = asRecord(item);
    const key = stringAt(expression, "key");
    const at = path.child("matchExpressions").index(i);
    const message = deprecatedLabelMessage(key);
    const ofKey = message === undefined ? [] : [`${at.child("key").toString()}: ${key} is ${message}`];
    if (!checksValues) return ofKey;
    const ofValues = firstWarnings(itemsAt(expression, "values"), (value, j) =>
      isValidLabelValue(String(value)).map(
        (problem) => `${at.child("values").index(j).toString()}: ${String(value)} is invalid, ${problem}`,
      ),
    );
    return [...ofKey, ...ofValues];
  });
}
