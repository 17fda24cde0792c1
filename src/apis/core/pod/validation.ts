import { fieldPath, type FieldError } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { recordAt, type JsonRecord } from "../../record.ts";
import { addForbidden, eachItem, isZero, textAt, type Fields } from "../../validation/fields.ts";
import { validatePodAnnotations, validateProfilesMatch } from "./annotations.ts";
import { validateImageSpaces } from "./containers.ts";
import { toleratedValues } from "./tolerated-values.ts";
import { specPath } from "./paths.ts";
import { podOptions, type PodValidationOptions } from "./options.ts";
import { validatePodSpec, validateTokens } from "./spec.ts";

export const annotationsPath = fieldPath("metadata", "annotations");

/** Returns the metadata of a pod as a record. */
export const metadataOf = (pod: KubeObject): JsonRecord => recordAt(pod, "metadata");

/** Returns the fields of the spec of a pod. */
export const specOf = (pod: KubeObject, errors: FieldError[]): Fields => ({
  record: recordAt(pod, "spec"),
  path: specPath,
  errors,
});

/** Returns the options for a pod that takes the place of a stored one. */
export const updateOptions = (gates: FeatureGates, old: KubeObject): PodValidationOptions =>
  podOptions(gates, true, toleratedValues(recordAt(old, "spec"), metadataOf(old)));

/** Validates the annotations and the spec of a pod (validatePodMetadataAndSpec). */
export function validatePodSpecAndAnnotations(pod: KubeObject, spec: Fields, options: PodValidationOptions): void {
  const metadata = metadataOf(pod);
  validatePodAnnotations(metadata, annotationsPath, spec, options);
  validatePodSpec(spec, metadata, options);
  validateTokens(spec);
  eachItem(spec, "containers", validateImageSpaces);
  eachItem(spec, "initContainers", validateImageSpaces);
}

/** Validates a new pod (ValidatePodCreate). */
export function validatePod(pod: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(pod, errors);
  validatePodSpecAndAnnotations(pod, spec, podOptions(gates, true));
  if (!isZero(spec, "ephemeralContainers")) addForbidden(spec, "ephemeralContainers", "cannot be set on create");
  if (textAt(spec, "nodeName") !== "" && !isZero(spec, "schedulingGates"))
    addForbidden(spec, "nodeName", "cannot be set until all schedulingGates have been cleared");
  validateProfilesMatch(metadataOf(pod), spec);
  return errors;
}
