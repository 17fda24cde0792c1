import { duplicate, fieldPath, rootPath, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Label } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { deprecatedLabelMessage } from "../core/node-labels.ts";
import { amounts } from "../core/pod/defaults.ts";
import { podOptions } from "../core/pod/options.ts";
import { validateRequirements } from "../core/pod/resources.ts";
import { validateTolerations } from "../core/pod/scheduling.ts";
import type { Defaults } from "../defaulting.ts";
import { goMembers, goStruct } from "../go-print.ts";
import { recordAt } from "../record.ts";
import { conditionalStrategy } from "../strategies/generic-strategies.ts";
import { conforms, immutable } from "../validation/checks.ts";
import { collectErrors, eachItem, fieldsOf, inside, textAt, type Fields } from "../validation/fields.ts";
import { labels } from "../validation/selectors.ts";

/** Defaults of a RuntimeClass: amounts are rounded. */
export const runtimeClassDefaults: Defaults = { inside: { overhead: { inside: { podFixed: amounts } } } };

const tolerationStruct = goMembers("Key:s Operator:s Value:s Effect:s TolerationSeconds");

/** Validates tolerations, which must differ in more than their seconds (validateTolerations). */
function validateDistinctTolerations(scheduling: Fields): void {
  // Upstream adds the name of the field twice.
  validateTolerations({ ...scheduling, path: scheduling.path.child("tolerations") }, "tolerations");
  const seen = new Set<string>();
  eachItem(scheduling, "tolerations", (toleration) => {
    const key = JSON.stringify(["key", "operator", "value", "effect"].map((member) => textAt(toleration, member)));
    if (seen.has(key))
      addError(toleration.errors, duplicate(toleration.path, goStruct(toleration.record, tolerationStruct)));
    seen.add(key);
  });
}

const noClaims: ReadonlySet<string> = new Set();

/** Validates a RuntimeClass (ValidateRuntimeClass). */
function validate(object: Fields, gates: FeatureGates): void {
  conforms(object, "handler", isDns1123Label);
  const overhead = inside(object, "overhead");
  if (overhead !== undefined) {
    const resources = fieldsOf({ limits: overhead.record["podFixed"] }, overhead.path, object.errors);
    validateRequirements(resources, noClaims, podOptions(gates, false));
  }
  const scheduling = inside(object, "scheduling");
  if (scheduling === undefined) return;
  labels(scheduling, "nodeSelector");
  validateDistinctTolerations(scheduling);
}

const selectorPath = fieldPath("scheduling", "nodeSelector").toString();

/** Returns warnings for labels of nodes that have another name now (GetWarningsForRuntimeClass). */
const selectorWarnings = (object: KubeObject): readonly string[] =>
  Object.keys(recordAt(recordAt(object, "scheduling"), "nodeSelector")).flatMap((label) => {
    const message = deprecatedLabelMessage(label);
    return message === undefined ? [] : `${selectorPath}: ${message}`;
  });

/** Strategy of RuntimeClasses, whose handler is fixed. */
export const runtimeClassStrategy: Strategy = {
  ...conditionalStrategy,
  allowCreateOnUpdate: true,
  validate: (object, { gates }) => collectErrors(object, rootPath, (fields) => validate(fields, gates)),
  validateUpdate: (object, old, { gates }) =>
    collectErrors(object, rootPath, (fields) => {
      validate(fields, gates);
      immutable(fields, fieldsOf(old, rootPath, []), "handler");
    }),
  warningsOnCreate: selectorWarnings,
  warningsOnUpdate: selectorWarnings,
};
