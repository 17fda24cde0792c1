import type { FieldPath } from "../../apimachinery/field-error.ts";
import { isValidLabelValue } from "../../apimachinery/validation/names.ts";
import { stringAt, type JsonRecord } from "../record.ts";
import { asRecord, itemsAt } from "../validation/fields.ts";

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
  const warnings: string[] = [];
  for (const [i, item] of itemsAt(term, "matchExpressions").entries()) {
    const expression = asRecord(item);
    const key = stringAt(expression, "key");
    const at = path.child("matchExpressions").index(i);
    const message = deprecatedLabelMessage(key);
    if (message !== undefined) warnings.push(`${at.child("key").toString()}: ${key} is ${message}`);
    if (!checksValues) continue;
    for (const [j, value] of itemsAt(expression, "values").entries())
      for (const problem of isValidLabelValue(String(value)))
        warnings.push(`${at.child("values").index(j).toString()}: ${String(value)} is invalid, ${problem}`);
  }
  return warnings;
}
