import { fieldPath, invalid, type FieldError, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validatePathSegmentName } from "../../apimachinery/validation/names.ts";
import { goStruct } from "../go-print.ts";
import { recordAt } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { nonNegative, oneOf } from "../validation/checks.ts";
import { conditions } from "../validation/conditions.ts";
import { collectErrors, isSet, type Fields } from "../validation/fields.ts";
import { atMost100Percent, positiveIntOrPercent } from "../validation/int-or-percent.ts";
import { labelSelector } from "../validation/selectors.ts";

const specPath = fieldPath("spec");
const amounts = ["minAvailable", "maxUnavailable"];
const evictionPolicies = ["AlwaysAllow", "IfHealthyBudget"];

const printedSpec = (spec: Fields) =>
  goStruct(spec.record, [
    ["MinAvailable", "minAvailable", null],
    ["Selector", "selector", null],
    ["MaxUnavailable", "maxUnavailable", null],
    ["UnhealthyPodEvictionPolicy", "unhealthyPodEvictionPolicy", null],
  ]);

/** Validates a PodDisruptionBudget (ValidatePodDisruptionBudgetSpec). A stored selector that is not valid may stay. */
export const validatePodDisruptionBudget = (budget: KubeObject, old?: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(budget, "spec"), specPath, (spec) => {
    if (amounts.every((member) => isSet(spec, member)))
      addError(spec.errors, invalid(specPath, printedSpec(spec), "minAvailable and maxUnavailable cannot be both set"));
    for (const member of amounts) {
      positiveIntOrPercent(spec, member);
      atMost100Percent(spec, member);
    }
    labelSelector(spec, "selector", { allowInvalidLabelValueInSelector: old !== undefined && selectsBadly(old) });
    oneOf(spec, "unhealthyPodEvictionPolicy", evictionPolicies);
  });

const selectsBadly = (budget: KubeObject): boolean =>
  collectErrors(recordAt(budget, "spec"), specPath, (spec) => labelSelector(spec, "selector")).length > 0;

const counts = ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"];

/** Validates a status (ValidatePodDisruptionBudgetStatusUpdate). */
export const validatePodDisruptionBudgetStatus = (budget: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(budget, "status"), fieldPath("status"), (status) => {
    conditions(status, "conditions");
    for (const member of counts) nonNegative(status, member);
  });

export const podDisruptionBudgetStrategy = objectStrategy({
  status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 },
  generation: ["spec"],
  ignoresMetadata: () => true,
  validateName: validatePathSegmentName,
  allowUnconditionalUpdate: false,
  validate: (budget) => validatePodDisruptionBudget(budget),
  validateUpdate: (budget, old) => validatePodDisruptionBudget(budget, old),
});

export const podDisruptionBudgetStatusStrategy = statusStrategy(
  podDisruptionBudgetStrategy,
  "writable",
  validatePodDisruptionBudgetStatus,
);
