import { fieldPath, forbidden, addError, addErrors } from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { validateLegacyCidr } from "../../validation/addresses.ts";
import type { Fields } from "../../validation/fields.ts";
import { isLoadBalancer, specOf, textsAt } from "./spec.ts";

const annotation = "service.beta.kubernetes.io/load-balancer-source-ranges";
const detail = "may only be used when `type` is 'LoadBalancer'";

/** Reads the ranges of a service, which may have blanks around, as they might in the annotation that came before. */
const rangesOf = (service: KubeObject): readonly string[] =>
  textsAt(specOf(service), "loadBalancerSourceRanges").map((range) => range.trim());

/**
 * Validates the networks that may reach a load balancer, by field or else by annotation. Upstream's path of the field
 * begins with a capital letter.
 */
export function validateSourceRanges(
  spec: Fields,
  service: KubeObject,
  old: KubeObject | undefined,
  strict: boolean,
): void {
  const ranges = rangesOf(service);
  if (ranges.length === 0) return validateAnnotation(spec, service, old, strict);
  const path = spec.path.child("LoadBalancerSourceRanges");
  if (!isLoadBalancer(spec.record)) addError(spec.errors, forbidden(path, detail));
  const options = { strict, old: new Set(old === undefined ? [] : rangesOf(old)) };
  ranges.forEach((range, i) => addErrors(spec.errors, validateLegacyCidr(path.index(i), range, options)));
}

function validateAnnotation(spec: Fields, service: KubeObject, old: KubeObject | undefined, strict: boolean): void {
  const text = service.metadata.annotations?.[annotation];
  if (text === undefined) return;
  const path = fieldPath("metadata").child("annotations").key(annotation);
  if (!isLoadBalancer(spec.record)) addError(spec.errors, forbidden(path, detail));
  if (old?.metadata.annotations?.[annotation] === text || text.trim() === "") return;
  for (const range of text.split(",")) addErrors(spec.errors, validateLegacyCidr(path, range.trim(), { strict }));
}
