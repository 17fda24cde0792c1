import { fieldPath, invalid, type FieldError, addError } from "../../apimachinery/field-error.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { Defaults, Fill } from "../defaulting.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { objectStrategy, statusStrategy } from "../strategies/object-strategy.ts";
import { nonNegative, oneOf, requireMember, supported } from "../validation/checks.ts";
import { addInvalid, collectErrors, eachItem, inside, integerAt, within, type Fields } from "../validation/fields.ts";
import { nonNegativeQuantity } from "../validation/quantities.ts";
import { apiVersionProblem, validateMetrics, validateReference, type VersionRule } from "./metrics-validation.ts";

const maxPeriodSeconds = 1800;
const maxWindowSeconds = 3600;

const atMost = (fields: Fields, member: string, max: number): void => {
  if ((integerAt(fields, member) ?? 0) > max) addInvalid(fields, member, `must be less than or equal to ${max}`);
};

/** A number must be greater than zero; an absent one counts as zero. */
const aboveZero = ({ record, path, errors }: Fields, member: string, message: string): void => {
  const value = numberAt(record, member) ?? 0;
  if (value <= 0) addError(errors, invalid(path.child(member), value, message));
};

/** Validates a policy (validateScalingPolicy). */
function validatePolicy(policy: Fields): void {
  supported(policy, "type", ["Percent", "Pods"]);
  aboveZero(policy, "value", "must be greater than zero");
  aboveZero(policy, "periodSeconds", "must be greater than zero");
  atMost(policy, "periodSeconds", maxPeriodSeconds);
}

/** Validates how to scale in one direction (validateScalingRules). */
function validateRules(rules: Fields): void {
  const window = "stabilizationWindowSeconds";
  if ((integerAt(rules, window) ?? 0) < 0) addInvalid(rules, window, "must be greater than or equal to zero");
  atMost(rules, window, maxWindowSeconds);
  oneOf(rules, "selectPolicy", ["Disabled", "Max", "Min"]);
  requireMember(rules, "policies", "must specify at least one Policy");
  eachItem(rules, "policies", validatePolicy);
  if (rules.record["tolerance"] !== undefined) nonNegativeQuantity(rules, "tolerance");
}

const isDownToNothing = (autoscaler: KubeObject): boolean =>
  numberAt(recordAt(autoscaler, "spec"), "minReplicas") === 0;

/** A target that has not changed stays valid; a new one is of a group, except for replication controllers. */
function targetRule(spec: JsonRecord, old: KubeObject | undefined): VersionRule {
  const target = recordAt(spec, "scaleTargetRef");
  const before = recordAt(recordAt(old ?? {}, "spec"), "scaleTargetRef");
  const isSame = ["apiVersion", "kind"].every((member) => stringAt(target, member) === stringAt(before, member));
  if (old !== undefined && isSame) return "unchecked";
  return target["kind"] === "ReplicationController" ? "any" : "of a group";
}

/** Metrics are not checked where the stored ones are invalid already. */
const describedRule = (old: KubeObject | undefined): VersionRule =>
  recordsAt(recordAt(old ?? {}, "spec"), "metrics").some(
    ({ type, object }) =>
      type === "Object" &&
      isRecord(object) &&
      apiVersionProblem(stringAt(recordAt(object, "describedObject"), "apiVersion"), "any") !== undefined,
  )
    ? "unchecked"
    : "any";

/** Validates a HorizontalPodAutoscaler of autoscaling/v2 (validateHorizontalPodAutoscalerSpec). */
export const validateAutoscaler = (
  autoscaler: KubeObject,
  gates: FeatureGates,
  old?: KubeObject,
): readonly FieldError[] =>
  collectErrors(recordAt(autoscaler, "spec"), fieldPath("spec"), (spec) => {
    const scalesToZero = gates.enabled("HPAScaleToZero") || (old !== undefined && isDownToNothing(old));
    const lowest = scalesToZero ? 0 : 1;
    const [least, most] = [integerAt(spec, "minReplicas"), integerAt(spec, "maxReplicas") ?? 0];
    if (least !== undefined && least < lowest)
      addInvalid(spec, "minReplicas", `must be greater than or equal to ${lowest}`);
    aboveZero(spec, "maxReplicas", "must be greater than 0");
    if (least !== undefined && most < least)
      addError(
        spec.errors,
        invalid(spec.path.child("maxReplicas"), most, "must be greater than or equal to `minReplicas`"),
      );
    validateReference(within(spec, "scaleTargetRef"), targetRule(spec.record, old));
    validateMetrics(spec, describedRule(old));
    const behavior = inside(spec, "behavior");
    if (behavior === undefined) return;
    for (const direction of ["scaleUp", "scaleDown"]) {
      const rules = inside(behavior, direction);
      if (rules !== undefined) validateRules(rules);
    }
  });

/** Validates a status (ValidateHorizontalPodAutoscalerStatusUpdate). */
const validateAutoscalerStatus = (autoscaler: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(autoscaler, "status"), fieldPath("status"), (status) => {
    nonNegative(status, "currentReplicas");
    nonNegative(status, "desiredReplicas");
  });

/** A new object's status has the form of autoscaling/v2, the storage version. */
export const autoscalerStrategy = objectStrategy({
  status: { desiredReplicas: 0, currentMetrics: null },
  validatesMetadata: true,
  validate: (autoscaler, { gates }) => validateAutoscaler(autoscaler, gates),
  validateUpdate: (autoscaler, old, { gates }) => validateAutoscaler(autoscaler, gates, old),
});

export const autoscalerStatusStrategy = statusStrategy(autoscalerStrategy, "writable", validateAutoscalerStatus);

const cpuAt80 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

const scaleUp: Defaults = {
  setPointers: {
    stabilizationWindowSeconds: 0,
    selectPolicy: "Max",
    policies: [
      { type: "Pods", value: 4, periodSeconds: 15 },
      { type: "Percent", value: 100, periodSeconds: 15 },
    ],
  },
};
const scaleDown: Defaults = {
  setPointers: { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] },
};

/** Defaults the metrics to 80 % CPU utilization. */
const metrics: Fill = (spec) =>
  Array.isArray(spec["metrics"]) && spec["metrics"].length > 0 ? spec : { ...spec, metrics: [cpuAt80] };

/** autoscaling/v2 SetDefaults_HorizontalPodAutoscaler. */
export const autoscalerV2Defaults: Defaults = {
  inside: {
    spec: {
      setPointers: { minReplicas: 1 },
      inside: { behavior: { inside: { scaleUp, scaleDown }, make: ["scaleUp", "scaleDown"] } },
      rules: [metrics],
    },
  },
  make: ["spec"],
};

/** autoscaling/v1 SetDefaults_HorizontalPodAutoscaler. */
export const autoscalerV1Defaults: Defaults = { inside: { spec: { setPointers: { minReplicas: 1 } } }, make: ["spec"] };
