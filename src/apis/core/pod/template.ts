import { forbidden, invalid, notSupported, addError } from "../../../apimachinery/field-error.ts";
import { emptiedMember } from "../../../apimachinery/json/emptied-members.ts";
import { everything, nothing, type LabelSelector } from "../../../apimachinery/labels/selector.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { printedValue } from "../../go-print.ts";
import { keptObject } from "../../../component-base/work.ts";
import { pausingSteps } from "../../../component-base/pausing-steps.ts";
import { selectorOf, stringsOf } from "../../label-selectors.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import { addInvalid, addRequired, isSet, isZero, textAt, within, type Fields } from "../../validation/fields.ts";
import { hasInvalidLabelValue, labelSelector } from "../../validation/selectors.ts";
import { toleratedValues } from "./tolerated-values.ts";
import { isKnownValid } from "./known-parts.ts";
import { nothingTolerated, podOptions, type PodValidationOptions } from "./options.ts";
import { validatePodTemplateSpec } from "./spec.ts";

/**
 * Returns the options for a template, which may take the place of a stored one (GetValidationOptionsFromPodTemplate).
 * A stored template that was found valid as a new one would be has nothing to keep.
 */
export function templateOptions(gates: FeatureGates, old?: JsonRecord, oldSelector?: JsonRecord): PodValidationOptions {
  if (old === undefined) return podOptions(gates, false);
  const strict = podOptions(gates, false);
  const tolerated = isKnownValid(old, strict)
    ? nothingTolerated
    : toleratedValues(recordAt(old, "spec"), recordAt(old, "metadata"));
  const keepsValues = oldSelector !== undefined && hasInvalidLabelValue(oldSelector);
  return podOptions(gates, false, keepsValues ? { ...tolerated, labelValueInSelector: true } : tolerated);
}

/** A kind with a template must have a selector that is not empty; `kind` is how the error calls it. */
export function requireSelector(spec: Fields, kind: string): void {
  if (!isSet(spec, "selector")) return addRequired(spec, "selector");
  labelSelector(spec, "selector");
  const selector = within(spec, "selector");
  if (isZero(selector, "matchLabels") && isZero(selector, "matchExpressions"))
    addInvalid(spec, "selector", `empty selector is invalid for ${kind}`);
}

/** The labels of the template of pods must be selected. */
export function mustSelect(owner: Fields, selector: LabelSelector, member = "template"): void {
  const metadata = recordAt(recordAt(owner.record, member), "metadata");
  const labels = keptObject(() => stringsOf(recordAt(metadata, "labels")));
  if (selector === everything || (selector !== nothing && selector.matchesOnce(labels, pausingSteps))) return;
  addError(
    owner.errors,
    invalid(
      owner.path.child(member, "metadata", "labels"),
      isSet({ record: metadata }, "labels") || emptiedMember(metadata, "labels") !== undefined
        ? labels
        : printedValue(null),
      "`selector` does not match template `labels`",
    ),
  );
}

/** Pods that a controller replaces are restarted on their node, and have no deadline. */
export function mustAlwaysRestart(template: Fields, kind: string): void {
  const spec = within(template, "spec");
  const policy = textAt(spec, "restartPolicy");
  if (policy !== "Always") addError(spec.errors, notSupported(spec.path.child("restartPolicy"), policy, ["Always"]));
  if (isSet(spec, "activeDeadlineSeconds"))
    addError(
      spec.errors,
      forbidden(spec.path.child("activeDeadlineSeconds"), `activeDeadlineSeconds in ${kind} is not Supported`),
    );
}

/**
 * Validates selector and template of a Deployment or ReplicaSet (ValidatePodTemplateSpecForReplicaSet). An invalid
 * selector hides what is wrong with the template.
 */
export function validateReplicatedTemplate(spec: Fields, options: PodValidationOptions, before?: Fields): void {
  const selector = selectorOf(spec.record, "selector");
  if (selector === undefined) return addInvalid(spec, "selector", "invalid label selector");
  mustSelect(spec, selector);
  const template = within(spec, "template");
  validatePodTemplateSpec(template, options, before && recordAt(before.record, "template"));
  mustAlwaysRestart(template, "ReplicaSet");
}
