import {
  fieldPath,
  forbidden,
  invalid,
  notSupported,
  required,
  type FieldError,
} from "../../apimachinery/field-error.ts";
import { isDns1123Label } from "../../apimachinery/validation/names.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { validatePodAnnotations } from "../core/pod/annotations.ts";
import type { PodValidationOptions } from "../core/pod/options.ts";
import { validatePodTemplateSpec } from "../core/pod/spec.ts";
import {
  mustAlwaysRestart,
  mustSelect,
  requireSelector,
  selectorOf,
  templateOptions,
  validateReplicatedTemplate,
} from "../core/pod/template.ts";
import { validateClaimSpec } from "../core/persistent-volume-claim-spec.ts";
import { goRecord, goStruct, printedValue } from "../go-print.ts";
import { labelSelectorForm } from "../label-selectors.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { immutable, matches, nonNegative, supported } from "../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addRequired,
  asRecord,
  collectErrors,
  eachItem,
  fieldsOf,
  inside,
  integerAt,
  isSet,
  isZero,
  itemsAt,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { atMost100Percent, intOrPercentValue, positiveIntOrPercent } from "../validation/int-or-percent.ts";
import { annotations, labels, labelSelector } from "../validation/selectors.ts";

const specPath = fieldPath("spec");

/** Runs the checks of the spec of a kind with a template of pods, and those of an update where `old` is given. */
export function validateSpec(
  object: KubeObject,
  old: KubeObject | undefined,
  gates: FeatureGates,
  check: (spec: Fields, options: PodValidationOptions, old: Fields | undefined) => void,
): readonly FieldError[] {
  const before = old === undefined ? undefined : recordAt(old, "spec");
  const options = templateOptions(gates, before === undefined ? undefined : recordAt(before, "template"));
  return collectErrors(recordAt(object, "spec"), specPath, (spec) =>
    check(spec, options, before === undefined ? undefined : fieldsOf(before, specPath, [])),
  );
}

/** The selector of a controller is fixed. */
const fixedSelector = (spec: Fields, old: Fields | undefined): void => {
  if (old !== undefined) immutable(spec, old, "selector", labelSelectorForm);
};

const intOrString = (value: unknown): unknown => value ?? 0;
const rolling = (value: unknown): unknown =>
  value === undefined
    ? null
    : goRecord(asRecord(value), [
        ["MaxUnavailable", "maxUnavailable", intOrString],
        ["MaxSurge", "maxSurge", intOrString],
      ]);

/** Formats an update strategy as Go prints it. */
const printedStrategy = (strategy: JsonRecord) =>
  goStruct(strategy, [
    ["Type", "type", ""],
    ["RollingUpdate", "rollingUpdate", rolling],
  ]);

function validateDeploymentStrategy(spec: Fields): void {
  const strategy = within(spec, "strategy");
  const update = inside(strategy, "rollingUpdate");
  switch (textAt(strategy, "type")) {
    case "Recreate":
      if (update !== undefined)
        addForbidden(strategy, "rollingUpdate", "may not be specified when strategy `type` is 'Recreate'");
      break;
    case "RollingUpdate":
      if (update === undefined)
        return addRequired(strategy, "rollingUpdate", "this should be defaulted and never be nil");
      positiveIntOrPercent(update, "maxUnavailable");
      positiveIntOrPercent(update, "maxSurge");
      if (intOrPercentValue(update, "maxUnavailable") === 0 && intOrPercentValue(update, "maxSurge") === 0)
        addInvalid(update, "maxUnavailable", "may not be 0 when `maxSurge` is 0");
      atMost100Percent(update, "maxUnavailable");
      break;
    default:
      spec.errors.push(notSupported(strategy.path, printedStrategy(strategy.record), ["Recreate", "RollingUpdate"]));
  }
}

/** Validates a Deployment (ValidateDeployment, ValidateDeploymentUpdate). */
export const validateDeployment = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    nonNegative(spec, "replicas");
    requireSelector(spec, "deployment");
    validateReplicatedTemplate(spec, options);
    validateDeploymentStrategy(spec);
    nonNegative(spec, "minReadySeconds");
    nonNegative(spec, "revisionHistoryLimit");
    nonNegative(spec, "progressDeadlineSeconds");
    const deadline = integerAt(spec, "progressDeadlineSeconds");
    if (deadline !== undefined && deadline <= (integerAt(spec, "minReadySeconds") ?? 0))
      addInvalid(spec, "progressDeadlineSeconds", "must be greater than minReadySeconds");
    fixedSelector(spec, before);
  });

/** Validates a ReplicaSet (ValidateReplicaSet, ValidateReplicaSetUpdate). */
export const validateReplicaSet = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    nonNegative(spec, "replicas");
    nonNegative(spec, "minReadySeconds");
    requireSelector(spec, "deployment");
    validateReplicatedTemplate(spec, options);
    fixedSelector(spec, before);
  });

function validateDaemonStrategy(spec: Fields): void {
  const strategy = within(spec, "updateStrategy");
  const type = textAt(strategy, "type");
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate")
    return void spec.errors.push(
      notSupported(strategy.path, printedStrategy(strategy.record), ["RollingUpdate", "OnDelete"]),
    );
  const update = inside(strategy, "rollingUpdate");
  if (update === undefined) return addRequired(strategy, "rollingUpdate");
  for (const member of ["maxUnavailable", "maxSurge"]) positiveIntOrPercent(update, member);
  for (const member of ["maxUnavailable", "maxSurge"]) atMost100Percent(update, member);
  const [unavailable, surge] = [intOrPercentValue(update, "maxUnavailable"), intOrPercentValue(update, "maxSurge")];
  if (unavailable !== 0 && surge !== 0)
    addInvalid(update, "maxSurge", "may not be set when maxUnavailable is non-zero");
  if (unavailable === 0 && surge === 0) addRequired(update, "maxUnavailable", "cannot be 0 when maxSurge is 0");
}

/** Validates a DaemonSet (ValidateDaemonSet, ValidateDaemonSetUpdate). */
export const validateDaemonSet = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    fixedSelector(spec, before);
    labelSelector(spec, "selector", { allowInvalidLabelValueInSelector: options.kept.labelValueInSelector === true });
    const selector = selectorOf(spec, "selector");
    if (selector !== undefined) mustSelect(spec, selector);
    const fields = inside(spec, "selector");
    if (fields !== undefined && isZero(fields, "matchLabels") && isZero(fields, "matchExpressions"))
      addInvalid(spec, "selector", "empty selector is invalid for daemonset");
    const template = within(spec, "template");
    validatePodTemplateSpec(template, options);
    mustAlwaysRestart(template, "DaemonSet");
    nonNegative(spec, "minReadySeconds");
    validateDaemonStrategy(spec);
    nonNegative(spec, "revisionHistoryLimit");
  });

function validateStatefulStrategy(spec: Fields): void {
  const strategy = within(spec, "updateStrategy");
  const update = inside(strategy, "rollingUpdate");
  const type = textAt(strategy, "type");
  const printed = (record: JsonRecord): object =>
    goRecord(record, [
      ["Partition", "partition", 0],
      ["MaxUnavailable", "maxUnavailable", null],
    ]);
  if (type === "") return addRequired(spec, "updateStrategy");
  if (type === "OnDelete") {
    if (update !== undefined)
      spec.errors.push(
        invalid(update.path, printedValue(printed(update.record)), "only allowed for updateStrategy 'RollingUpdate'"),
      );
    return;
  }
  if (type !== "RollingUpdate") {
    const shown = { Type: type, RollingUpdate: update === undefined ? null : printed(update.record) };
    return void spec.errors.push(invalid(strategy.path, printedValue(shown), "must be 'RollingUpdate' or 'OnDelete'"));
  }
  if (update === undefined) return;
  nonNegative(update, "partition");
  if (!isSet(update, "maxUnavailable")) return;
  positiveIntOrPercent(update, "maxUnavailable");
  if (intOrPercentValue(update, "maxUnavailable") === 0) addInvalid(update, "maxUnavailable", "cannot be 0");
  atMost100Percent(update, "maxUnavailable");
}

/** How a StatefulSet is validated (StatefulSetValidationOptions). */
interface StatefulSetOptions {
  readonly isNew: boolean;
  readonly validatesTemplate: boolean;
}

/** Returns the template with what the controller puts into it: the volumes of claims, and host names left out. */
function completedTemplate(spec: Fields): Fields {
  const template = within(spec, "template");
  const claims = itemsAt(spec.record, "volumeClaimTemplates");
  const podSpec = recordAt(template.record, "spec");
  const { subdomain, hostname, ...rest } = podSpec;
  if (claims.length === 0 && subdomain === undefined && hostname === undefined) return template;
  const names = claims.map((claim) => stringAt(recordAt(asRecord(claim), "metadata"), "name"));
  const volumes = [
    ...names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...itemsAt(podSpec, "volumes").filter((volume) => !names.includes(stringAt(asRecord(volume), "name"))),
  ];
  return { ...template, record: { ...template.record, spec: { ...rest, volumes } } };
}

function validateStatefulTemplate(spec: Fields, options: PodValidationOptions, validatesTemplate: boolean): void {
  const selector = selectorOf(spec, "selector");
  if (selector === undefined) return addInvalid(spec, "selector", "");
  mustSelect(spec, selector);
  const template = completedTemplate(spec);
  if (validatesTemplate) validatePodTemplateSpec(template, options);
  const metadata = recordAt(template.record, "metadata");
  const { path, errors } = template;
  labels({ record: metadata, path, errors }, "labels");
  annotations({ record: metadata, path, errors }, "annotations");
  validatePodAnnotations(metadata, path.child("annotations"), within(template, "spec"), options);
}

const retentionPolicies = ["Retain", "Delete"];

function validateStatefulSpec(spec: Fields, options: PodValidationOptions, set: StatefulSetOptions): void {
  const management = textAt(spec, "podManagementPolicy");
  if (management === "") addRequired(spec, "podManagementPolicy");
  else if (management !== "OrderedReady" && management !== "Parallel")
    addInvalid(spec, "podManagementPolicy", "must be 'OrderedReady' or 'Parallel'");
  validateStatefulStrategy(spec);
  const retention = inside(spec, "persistentVolumeClaimRetentionPolicy");
  if (retention !== undefined)
    for (const member of ["whenDeleted", "whenScaled"]) supported(retention, member, retentionPolicies);
  if (set.isNew) eachItem(spec, "volumeClaimTemplates", (claim) => validateClaimSpec(within(claim, "spec"), options));
  nonNegative(spec, "replicas");
  nonNegative(spec, "minReadySeconds");
  const start = integerAt(within(spec, "ordinals"), "start");
  if (start !== undefined && start < 0)
    spec.errors.push(invalid(spec.path.child("ordinals.start"), Number(start), "must be greater than or equal to 0"));
  if (set.isNew) matches(spec, "serviceName", isDns1123Label);
  requireSelector(spec, "statefulset");
  validateStatefulTemplate(spec, options, set.validatesTemplate);
  mustAlwaysRestart(within(spec, "template"), "StatefulSet");
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

const fixedPart = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([member]) => !changeable.has(member)));

/**
 * Validates a StatefulSet (ValidateStatefulSet, ValidateStatefulSetUpdate). A stored one that is not valid by the rules
 * of new ones may keep its template as it is.
 */
export const validateStatefulSet = (object: KubeObject, gates: FeatureGates, old?: KubeObject): readonly FieldError[] =>
  validateSpec(object, old, gates, (spec, options, before) => {
    if (before === undefined) return validateStatefulSpec(spec, options, { isNew: true, validatesTemplate: true });
    validateStatefulSpec(before, options, { isNew: false, validatesTemplate: true });
    validateStatefulSpec(spec, options, { isNew: false, validatesTemplate: before.errors.length === 0 });
    if (!semanticEqual(fixedPart(spec.record), fixedPart(before.record)))
      spec.errors.push(forbidden(specPath, fixedSpec));
  });

/** Validates a ControllerRevision (ValidateControllerRevisionCreate, ValidateControllerRevisionUpdate). */
export function validateControllerRevision(object: KubeObject, old?: KubeObject): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { revision, data } = object;
  if ((typeof revision === "number" || typeof revision === "bigint") && revision < 0)
    errors.push(invalid(fieldPath("revision"), revision, "must be greater than or equal to 0"));
  const path = fieldPath("data");
  if (old !== undefined) {
    if (!semanticEqual(data, old["data"])) errors.push(invalid(path, printedValue(data ?? null), "field is immutable"));
  } else if (data === undefined || data === null) errors.push(required(path, "data is mandatory"));
  else if (typeof data !== "object" || Array.isArray(data))
    errors.push(required(path, "data must be a valid JSON object"));
  return errors;
}
