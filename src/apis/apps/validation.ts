import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from "../../apimachinery/field-error.ts";
import { validateLabelSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validateNonnegative, validatePodTemplate } from "../core/pod-validation.ts";
import { printedValue } from "../go-print.ts";
import { isEmptySelector, selectorAt, selects, stringsOf } from "../label-selectors.ts";
import { numberAt, recordAt, stringAt, type JsonRecord } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";

const spec = fieldPath("spec");
const template = spec.child("template");

/** Requires a selector that is non-empty and valid. */
function validateSelector(fields: JsonRecord, kind: string, path: FieldPath): readonly FieldError[] {
  const selector = selectorAt(fields, "selector");
  if (selector === undefined) return [required(path)];
  const errors = [...validateLabelSelector(selector, {}, path)];
  if (isEmptySelector(selector))
    errors.push(invalid(path, printedValue(fields["selector"]), `empty selector is invalid for ${kind}`));
  return errors;
}

/**
 * Validates a pod template: its labels match the selector, and its restartPolicy is Always (apps/validation
 * ValidatePodTemplateSpecForReplicaSet).
 */
function validateTemplate(fields: JsonRecord): readonly FieldError[] {
  const pods = recordAt(fields, "template");
  const selector = selectorAt(fields, "selector");
  const labels = recordAt(recordAt(pods, "metadata"), "labels");
  const errors: FieldError[] = [];
  if (selector !== undefined && !isEmptySelector(selector) && !selects(selector, stringsOf(labels))) {
    const quoted = Object.keys(labels).length === 0 ? null : labels;
    errors.push(
      invalid(
        template.child("metadata", "labels"),
        printedValue(quoted),
        "`selector` does not match template `labels`",
      ),
    );
  }
  errors.push(...validatePodTemplate(pods, template));
  const policy = stringAt(recordAt(pods, "spec"), "restartPolicy");
  if (policy !== "Always") errors.push(notSupported(template.child("spec", "restartPolicy"), policy, ["Always"]));
  return errors;
}

function validateDeploymentStrategy(strategy: JsonRecord, path: FieldPath): readonly FieldError[] {
  const type = stringAt(strategy, "type");
  if (type === "Recreate") {
    return strategy["rollingUpdate"] === undefined
      ? []
      : [forbidden(path.child("rollingUpdate"), "may not be specified when strategy `type` is 'Recreate'")];
  }
  return type === "RollingUpdate" ? [] : [notSupported(path.child("type"), type, ["Recreate", "RollingUpdate"])];
}

/** Validates a Deployment (apps/validation ValidateDeploymentSpec). */
export function validateDeployment(object: KubeObject): readonly FieldError[] {
  const fields = recordAt(object, "spec");
  const errors = [
    ...validateNonnegative(fields, "replicas", spec),
    ...validateSelector(fields, "deployment", spec.child("selector")),
    ...validateTemplate(fields),
    ...validateDeploymentStrategy(recordAt(fields, "strategy"), spec.child("strategy")),
    ...validateNonnegative(fields, "minReadySeconds", spec),
    ...validateNonnegative(fields, "revisionHistoryLimit", spec),
    ...validateNonnegative(fields, "progressDeadlineSeconds", spec),
  ];
  const deadline = numberAt(fields, "progressDeadlineSeconds");
  if (deadline !== undefined && deadline <= (numberAt(fields, "minReadySeconds") ?? 0)) {
    errors.push(invalid(spec.child("progressDeadlineSeconds"), deadline, "must be greater than minReadySeconds"));
  }
  return errors;
}

/** Validates a ReplicaSet (apps/validation ValidateReplicaSetSpec). */
export function validateReplicaSet(object: KubeObject): readonly FieldError[] {
  const fields = recordAt(object, "spec");
  return [
    ...validateNonnegative(fields, "replicas", spec),
    ...validateNonnegative(fields, "minReadySeconds", spec),
    ...validateSelector(fields, "deployment", spec.child("selector")),
    ...validateTemplate(fields),
  ];
}

/** Validates a DaemonSet (apps/validation ValidateDaemonSetSpec). */
export function validateDaemonSet(object: KubeObject): readonly FieldError[] {
  const fields = recordAt(object, "spec");
  return [
    ...validateSelector(fields, "daemonset", spec.child("selector")),
    ...validateTemplate(fields),
    ...validateNonnegative(fields, "minReadySeconds", spec),
    ...validateUpdateStrategy(recordAt(fields, "updateStrategy"), spec.child("updateStrategy")),
    ...validateNonnegative(fields, "revisionHistoryLimit", spec),
  ];
}

function validateUpdateStrategy(strategy: JsonRecord, path: FieldPath): readonly FieldError[] {
  const type = stringAt(strategy, "type");
  return type === "OnDelete" || type === "RollingUpdate"
    ? []
    : [notSupported(path, type, ["RollingUpdate", "OnDelete"])];
}

/** Validates a StatefulSet (apps/validation ValidateStatefulSetSpec). */
export function validateStatefulSet(object: KubeObject): readonly FieldError[] {
  const fields = recordAt(object, "spec");
  return [
    ...validateManagementPolicy(stringAt(fields, "podManagementPolicy"), spec.child("podManagementPolicy")),
    ...validateStatefulUpdate(recordAt(fields, "updateStrategy"), spec.child("updateStrategy")),
    ...validateNonnegative(fields, "replicas", spec),
    ...validateNonnegative(fields, "minReadySeconds", spec),
    ...validateSelector(fields, "statefulset", spec.child("selector")),
    ...validateTemplate(fields),
  ];
}

function validateManagementPolicy(policy: string, path: FieldPath): readonly FieldError[] {
  if (policy === "") return [required(path)];
  return policy === "OrderedReady" || policy === "Parallel"
    ? []
    : [invalid(path, policy, "must be 'OrderedReady' or 'Parallel'")];
}

function validateStatefulUpdate(strategy: JsonRecord, path: FieldPath): readonly FieldError[] {
  const type = stringAt(strategy, "type");
  if (type === "") return [required(path)];
  if (type === "RollingUpdate")
    return validateNonnegative(recordAt(strategy, "rollingUpdate"), "partition", path.child("rollingUpdate"));
  if (type !== "OnDelete") return [invalid(path, printedValue(strategy), "must be 'RollingUpdate' or 'OnDelete'")];
  return strategy["rollingUpdate"] === undefined
    ? []
    : [
        invalid(
          path.child("rollingUpdate"),
          printedValue(strategy["rollingUpdate"]),
          "only allowed for updateStrategy 'RollingUpdate'",
        ),
      ];
}

const changeable = new Set([
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
]);
const fixedSpec =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";

/**
 * Validates an update: most fields of a StatefulSet's spec are immutable (apps/validation ValidateStatefulSetUpdate).
 */
export function validateStatefulSetUpdate(object: KubeObject, old: KubeObject): readonly FieldError[] {
  const fixed = (record: JsonRecord) =>
    Object.fromEntries(Object.entries(record).filter(([member]) => !changeable.has(member)));
  return semanticEqual(fixed(recordAt(object, "spec")), fixed(recordAt(old, "spec")))
    ? []
    : [forbidden(spec, fixedSpec)];
}

/** Validates that the selector is unchanged. */
export const validateSelectorUpdate = (object: KubeObject, old: KubeObject): readonly FieldError[] => {
  const { selector } = recordAt(object, "spec");
  if (semanticEqual(selector, recordAt(old, "spec")["selector"])) return [];
  return [invalid(spec.child("selector"), printedValue(selector ?? null), "field is immutable")];
};
