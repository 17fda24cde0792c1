import {
  fieldPath,
  invalid,
  notSupported,
  required,
  type FieldError,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Label } from "../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { PodValidationOptions } from "../core/pod/options.ts";
import { internalPodTemplate } from "../core/pod/internal-form.ts";
import { validatePodTemplateSpec } from "../core/pod/spec.ts";
import { mustSelect, templateOptions } from "../core/pod/template.ts";
import { goMembers, listOf, pointerTo, printedAs } from "../go-print.ts";
import { pausingSteps } from "../../component-base/pausing-steps.ts";
import { labelSelectorForm, selectorOf, stringsOf } from "../label-selectors.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { atMostBytes, domainPrefixedPath, immutable, nonNegative, oneOf } from "../validation/checks.ts";
import {
  addInvalid,
  addRequired,
  fieldsOf,
  flagAt,
  integerAt,
  isSet,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { labelSelector } from "../validation/selectors.ts";
import { validatePodFailurePolicy, validatePodReplacementPolicy, validateSuccessPolicy } from "./job-policies.ts";
import { controllerUidLabel, jobNameLabel, legacyControllerUidLabel, legacyJobNameLabel } from "./job-labels.ts";

const specPath = fieldPath("spec");
const maxParallelism = 100000;
const softCompletions = 100000;
const maxForMany = 10000;

const counts = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
];

/** Limits of an indexed job, which keep the lists of indexes in its status short. */
function validateIndexed(spec: Fields): void {
  const [completions, parallelism, failed] = [
    integerAt(spec, "completions"),
    integerAt(spec, "parallelism") ?? 0,
    integerAt(spec, "maxFailedIndexes"),
  ];
  if (completions === undefined) addRequired(spec, "completions", "when completion mode is Indexed");
  if (parallelism > maxParallelism)
    addInvalid(spec, "parallelism", `must be less than or equal to ${maxParallelism} when completion mode is Indexed`);
  if (completions !== undefined && failed !== undefined && failed > completions)
    addInvalid(spec, "maxFailedIndexes", "must be less than or equal to completions");
  if (failed !== undefined && failed > maxParallelism)
    addInvalid(spec, "maxFailedIndexes", `must be less than or equal to ${maxParallelism}`);
  if (completions === undefined || completions <= softCompletions || !isSet(spec, "backoffLimitPerIndex")) return;
  const message = `must be less than or equal to ${maxForMany} when completions are above ${softCompletions} and used with backoff limit per index`;
  if (failed === undefined)
    addRequired(spec, "maxFailedIndexes", `must be specified when completions is above ${softCompletions}`);
  if (parallelism > maxForMany) addInvalid(spec, "parallelism", message);
  if (failed !== undefined && failed > maxForMany) addInvalid(spec, "maxFailedIndexes", message);
}

function validateRestartPolicy(spec: Fields): void {
  const pods = within(within(spec, "template"), "spec");
  const policy = textAt(pods, "restartPolicy");
  if (policy === "Always" || policy === "") addRequired(pods, "restartPolicy", 'valid values: "OnFailure", "Never"');
  else if (policy !== "OnFailure" && policy !== "Never")
    addError(pods.errors, notSupported(pods.path.child("restartPolicy"), policy, ["OnFailure", "Never"]));
  else if (isSet(spec, "podFailurePolicy") && policy !== "Never")
    addInvalid(pods, "restartPolicy", 'only "Never" is supported when podFailurePolicy is specified');
}

/** Validates what jobs and templates of jobs have in common (validateJobSpec). */
export function validateJobTemplate(spec: Fields, options: PodValidationOptions): void {
  for (const member of counts) nonNegative(spec, member);
  if (isSet(spec, "maxFailedIndexes") && !isSet(spec, "backoffLimitPerIndex"))
    addRequired(spec, "backoffLimitPerIndex", "when maxFailedIndexes is specified");
  if (isSet(spec, "managedBy")) {
    domainPrefixedPath(spec, "managedBy");
    atMostBytes(spec, "managedBy", 63);
  }
  oneOf(spec, "completionMode", ["NonIndexed", "Indexed"]);
  const mode = textAt(spec, "completionMode");
  if (mode === "Indexed") validateIndexed(spec);
  else if (mode === "NonIndexed" || !isSet(spec, "completionMode"))
    for (const member of ["backoffLimitPerIndex", "maxFailedIndexes"])
      if (isSet(spec, member)) addInvalid(spec, member, "requires indexed completion mode");
  validatePodFailurePolicy(spec);
  validateSuccessPolicy(spec);
  validatePodReplacementPolicy(spec);
  validatePodTemplateSpec(within(spec, "template"), options);
  validateRestartPolicy(spec);
}

/** Validates the spec of a job (ValidateJobSpec). */
function validateJobSpec(spec: Fields, options: PodValidationOptions): void {
  validateJobTemplate(spec, options);
  if (isSet(spec, "selector"))
    labelSelector(spec, "selector", {
      allowInvalidLabelValueInSelector: options.tolerated.labelValueInSelector === true,
    });
  else addRequired(spec, "selector");
  const selector = selectorOf(spec.record, "selector");
  if (selector !== undefined) mustSelect(spec, selector);
}

/** The labels and the selector that the server makes must not have been changed (validateGeneratedSelector). */
function validateGeneratedSelector({ metadata }: KubeObject, spec: Fields, prefixed: boolean): void {
  if (flagAt(spec, "manualSelector") || !isSet(spec, "selector")) return;
  const { uid = "", name = "" } = metadata;
  if (uid === "") addError(spec.errors, required(fieldPath("metadata", "uid")));
  const expected: Record<string, string> = {
    [legacyControllerUidLabel]: uid,
    [legacyJobNameLabel]: name,
    ...(prefixed && { [controllerUidLabel]: uid, [jobNameLabel]: name }),
  };
  const labels = stringsOf(recordAt(recordAt(recordAt(spec.record, "template"), "metadata"), "labels"));
  const path = spec.path.child("template", "metadata", "labels");
  for (const [key, value] of Object.entries(expected)) {
    if (labels[key] === undefined) addError(spec.errors, required(path.key(key), `must be '${value}'`));
    else if (labels[key] !== value) addError(spec.errors, invalid(path.key(key), labels, `must be '${value}'`));
  }
  const selector = selectorOf(spec.record, "selector");
  if (selector?.matchesOnce(expected, pausingSteps) === false)
    addInvalid(spec, "selector", "`selector` not auto-generated");
}

/** Validates a job as a whole (ValidateJob). */
function validateWhole(job: KubeObject, spec: Fields, options: PodValidationOptions, prefixed: boolean): void {
  validateGeneratedSelector(job, spec, prefixed);
  validateJobSpec(spec, options);
  const completions = integerAt(spec, "completions") ?? 0;
  if (textAt(spec, "completionMode") !== "Indexed" || completions <= 0) return;
  const { name = "" } = job.metadata;
  const host = `${name}-${Number(completions) - 1}`;
  if (isDns1123Label(host).length > 0)
    addError(
      spec.errors,
      invalid(fieldPath("metadata", "name"), name, `will not able to create pod with invalid DNS label: ${host}`),
    );
}

/** Returns the old template with the scheduling directives of the new one, which a suspended job may change. */
function withDirectives(template: JsonRecord, old: JsonRecord): JsonRecord {
  const [metadata, spec] = [recordAt(template, "metadata"), recordAt(template, "spec")];
  const oldSpec = recordAt(old, "spec");
  const { nodeAffinity: _, ...oldAffinity } = recordAt(oldSpec, "affinity");
  const { nodeAffinity } = recordAt(spec, "affinity");
  const affinity = { ...oldAffinity, ...(nodeAffinity !== undefined && { nodeAffinity }) };
  const isEmpty = spec["affinity"] === undefined && Object.keys(affinity).length === 0;
  return {
    ...old,
    metadata: { ...recordAt(old, "metadata"), labels: metadata["labels"], annotations: metadata["annotations"] },
    spec: {
      ...oldSpec,
      affinity: isEmpty ? undefined : affinity,
      nodeSelector: spec["nodeSelector"],
      tolerations: spec["tolerations"],
      schedulingGates: spec["schedulingGates"],
    },
  };
}

function validateFixedTemplate(spec: Fields, old: JsonRecord, isMutable: boolean): void {
  const [template, before] = [recordAt(spec.record, "template"), recordAt(old, "template")];
  if (!semanticEqual(template, isMutable ? withDirectives(template, before) : before))
    addError(
      spec.errors,
      invalid(spec.path.child("template"), printedAs(internalPodTemplate, template), "field is immutable"),
    );
}

function validateCompletions(spec: Fields, old: Fields): void {
  if (textAt(spec, "completionMode") !== "Indexed") return immutable(spec, old, "completions");
  const [completions, parallelism] = [integerAt(spec, "completions"), integerAt(spec, "parallelism")];
  if (completions === undefined || completions === integerAt(old, "completions") || completions === parallelism) return;
  addInvalid(spec, "completions", "can only be modified in tandem with spec.parallelism");
}

/** Validates a new job. */
export function validateJob(job: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  validateWhole(job, fieldsOf(recordAt(job, "spec"), specPath, errors), templateOptions(gates), true);
  return errors;
}

const podFailurePolicyForm = pointerTo(
  goMembers("Rules", {
    Rules: listOf(
      goMembers("Action:s OnExitCodes OnPodConditions", {
        OnExitCodes: pointerTo(goMembers("ContainerName Operator:s Values")),
        OnPodConditions: listOf(goMembers("Type:s Status:s")),
      }),
    ),
  }),
);
const successPolicyForm = pointerTo(
  goMembers("Rules", { Rules: listOf(goMembers("SucceededIndexes SucceededCount")) }),
);

/** Validates an update of a job (strategy ValidateUpdate, which validates the spec twice). */
export function validateJobUpdate(job: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spec = fieldsOf(recordAt(job, "spec"), specPath, errors);
  const before = fieldsOf(recordAt(old, "spec"), specPath, []);
  const template = recordAt(before.record, "template");
  const options = templateOptions(gates, template, recordAt(before.record, "selector"));
  const labels = recordAt(recordAt(template, "metadata"), "labels");
  validateWhole(job, spec, options, labels[jobNameLabel] !== undefined && labels[controllerUidLabel] !== undefined);
  if (errors.length > 0) validateJobSpec(spec, options);
  validateCompletions(spec, before);
  immutable(spec, before, "selector", labelSelectorForm);
  const isSuspended = flagAt(before, "suspend") && stringAt(recordAt(old, "status"), "startTime") === "";
  validateFixedTemplate(spec, before.record, isSuspended);
  immutable(spec, before, "completionMode");
  immutable(spec, before, "podFailurePolicy", podFailurePolicyForm);
  immutable(spec, before, "backoffLimitPerIndex");
  immutable(spec, before, "managedBy");
  immutable(spec, before, "successPolicy", successPolicyForm);
  return errors;
}
