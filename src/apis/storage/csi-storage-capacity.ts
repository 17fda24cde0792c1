import { fieldPath, invalid, rootPath, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { labelSelectorForm } from "../label-selectors.ts";
import { deprecatedLabelMessage } from "../core/node-labels.ts";
import { printedAs } from "../go-print.ts";
import { recordAt, stringAt } from "../record.ts";
import { conditionalStrategy } from "../strategies/generic-strategies.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { conforms } from "../validation/checks.ts";
import { addInvalid, asRecord, collectErrors, itemsAt, textAt, type Fields } from "../validation/fields.ts";
import { nonNegativeQuantity } from "../validation/quantities.ts";
import { labelSelector } from "../validation/selectors.ts";

const topologyPath = fieldPath("nodeTopology");

/** Validates a CSIStorageCapacity (ValidateCSIStorageCapacity). */
function validate(capacity: Fields, keepsLabelValues: boolean): void {
  labelSelector(capacity, "nodeTopology", { allowInvalidLabelValueInSelector: keepsLabelValues });
  conforms(capacity, "storageClassName", isDns1123Subdomain);
  nonNegativeQuantity(capacity, "capacity");
}

const hasInvalidTopology = (capacity: KubeObject): boolean =>
  collectErrors(capacity, rootPath, (fields) => labelSelector(fields, "nodeTopology")).length > 0;

/** What the capacity is for may not change (ValidateCSIStorageCapacityUpdate). */
function validateFixed(capacity: Fields, old: KubeObject): void {
  const { nodeTopology } = capacity.record;
  if (!semanticEqual(nodeTopology, old["nodeTopology"]))
    addError(capacity.errors, invalid(topologyPath, printedAs(labelSelectorForm, nodeTopology), fieldImmutableMessage));
  if (textAt(capacity, "storageClassName") !== stringAt(old, "storageClassName"))
    addInvalid(capacity, "storageClassName", fieldImmutableMessage);
}

/** Returns warnings for labels of nodes that have another name now (GetWarningsForNodeSelector). */
function topologyWarnings(capacity: KubeObject): readonly string[] {
  const topology = recordAt(capacity, "nodeTopology");
  const expressions = itemsAt(topology, "matchExpressions").flatMap((item, i) => {
    const key = stringAt(asRecord(item), "key");
    const message = deprecatedLabelMessage(key);
    const path = topologyPath.child("matchExpressions").index(i).child("key");
    return message === undefined ? [] : `${path.toString()}: ${key} is ${message}`;
  });
  const labels = Object.keys(recordAt(topology, "matchLabels")).flatMap((label) => {
    const message = deprecatedLabelMessage(label);
    return message === undefined ? [] : `${topologyPath.child("matchLabels", label).toString()}: ${message}`;
  });
  return [...expressions, ...labels];
}

/** Strategy of CSIStorageCapacities. */
export const csiStorageCapacityStrategy: Strategy = {
  ...conditionalStrategy,
  validate: (capacity) => collectErrors(capacity, rootPath, (fields) => validate(fields, false)),
  validateUpdate: (capacity, old) =>
    collectErrors(capacity, rootPath, (fields) => {
      validate(fields, hasInvalidTopology(old));
      validateFixed(fields, old);
    }),
  warningsOnCreate: topologyWarnings,
  warningsOnUpdate: topologyWarnings,
};
