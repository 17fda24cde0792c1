import { forbidden, required, type FieldError, addError } from "../../../apimachinery/field-error.ts";
import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { copyEmptied } from "../../../apimachinery/json/emptied-members.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { inclusiveRangeError } from "../../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";
import { forEachKept, keptObject } from "../../../component-base/work.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { equalOnce, semanticEqual } from "../../strategies/semantic-equal.ts";
import {
  addForbidden,
  addInvalid,
  asRecord,
  eachItem,
  integerAt,
  isZero,
  itemsAt,
  textAt,
  type Fields,
} from "../../validation/fields.ts";
import { appArmorPrefix, mirrorAnnotation, validatePodAnnotations } from "./annotations.ts";
import { validateGatedScheduling } from "./gated-scheduling.ts";
import { internalEphemeralContainer, internalPodSpec } from "./internal-form.ts";
import type { PodValidationOptions } from "./options.ts";
import { validateTolerations } from "./scheduling.ts";
import { specPath } from "./paths.ts";
import { goDiff } from "../../unified-diff.ts";
import { annotationsPath, metadataOf, specOf, updateOptions, validatePodSpecAndAnnotations } from "./validation.ts";

const maxInt32 = 2147483647;

/** Annotations that belong to what a pod is: they may not be added, changed or removed. */
const fixedAnnotations = (key: string): string | undefined => {
  if (key.startsWith(appArmorPrefix)) return "AppArmor annotations";
  return key === mirrorAnnotation ? "mirror pod annotation" : undefined;
};

/** Validates a change of the annotations of a pod (ValidatePodSpecificAnnotationUpdates). */
export function validateAnnotationUpdate(
  pod: KubeObject,
  old: KubeObject,
  spec: Fields,
  options: PodValidationOptions,
): void {
  const [now, before] = [recordAt(metadataOf(pod), "annotations"), recordAt(metadataOf(old), "annotations")];
  if (now !== before) {
    for (const key in before) {
      const kind = now[key] === before[key] ? undefined : fixedAnnotations(key);
      if (kind !== undefined)
        addError(spec.errors, forbidden(annotationsPath.key(key), `may not remove or update ${kind}`));
    }
    for (const key in now) {
      const kind = Object.hasOwn(before, key) ? undefined : fixedAnnotations(key);
      if (kind !== undefined) addError(spec.errors, forbidden(annotationsPath.key(key), `may not add ${kind}`));
    }
  }
  validatePodAnnotations(metadataOf(pod), annotationsPath, spec, options);
}

/** Validates the parts of an update that all views of a pod except its status share. */
function validateWholeUpdate(pod: KubeObject, old: KubeObject, spec: Fields, options: PodValidationOptions): void {
  validatePodSpecAndAnnotations(pod, spec, options);
  validateAnnotationUpdate(pod, old, spec, options);
}

/** Validates images, which may change; returns false if containers were added or removed (ValidateContainerUpdates). */
function validateContainerUpdates(spec: Fields, old: JsonRecord, member: string): boolean {
  if (itemsAt(spec.record, member).length !== itemsAt(old, member).length) {
    addForbidden(spec, member, "pod updates may not add or remove containers");
    return false;
  }
  eachItem(spec, member, (container) => {
    const image = textAt(container, "image");
    if (image === "") addError(container.errors, required(container.path.child("image")));
    if (image.trim() !== image) addInvalid(container, "image", "must not have leading or trailing whitespace");
  });
  return true;
}

/** A deadline may be set and shortened. Returns false where upstream ends validation. */
function validateDeadline(spec: Fields, old: Fields): boolean {
  const [now, before] = [integerAt(spec, "activeDeadlineSeconds"), integerAt(old, "activeDeadlineSeconds")];
  if (now === undefined) {
    if (before !== undefined)
      addInvalid(spec, "activeDeadlineSeconds", "must not update from a positive integer to nil value");
    return true;
  }
  if (now < 0 || now > maxInt32) {
    addInvalid(spec, "activeDeadlineSeconds", inclusiveRangeError(0, maxInt32));
    return false;
  }
  if (before === undefined || before >= now) return true;
  addInvalid(spec, "activeDeadlineSeconds", "must be less than or equal to previous value");
  return false;
}

/** Returns a text that tells a toleration from others, its seconds aside. */
function tolerationText(item: unknown): string {
  const record = asRecord(item);
  return JSON.stringify(["key", "operator", "value", "effect"].map((member) => stringAt(record, member)));
}

/** Returns the texts of items; those of many in a large request with pauses. */
const keptTexts = (items: readonly unknown[], textOf: (item: unknown) => string): ReadonlySet<string> =>
  forEachKept(
    items.length,
    () => new Set<string>(),
    (made, i) => void made.add(textOf(items[i])),
  );

/**
 * Tolerations may be added, and their seconds changed (validateOnlyAddedTolerations). Then they are validated, which
 * the whole spec has been already, so that their errors come twice.
 */
function validateAddedTolerations(spec: Fields, old: JsonRecord): void {
  const now = itemsAt(spec.record, "tolerations");
  const before = itemsAt(old, "tolerations");
  if (now === before) return validateTolerations(spec, "tolerations");
  const kept = keptTexts(now, tolerationText);
  const lost = forEachKept(
    before.length,
    () => ({ count: 0 }),
    (made, i) => void (kept.has(tolerationText(before[i])) || made.count++),
  );
  if (lost.count > 0)
    addForbidden(spec, "tolerations", "existing toleration can not be modified except its tolerationSeconds");
  else validateTolerations(spec, "tolerations");
}

/** Scheduling gates may be removed (validateOnlyDeletedSchedulingGates). */
function validateDeletedGates(spec: Fields, old: JsonRecord): void {
  const before = keptTexts(itemsAt(old, "schedulingGates"), (gate) => stringAt(asRecord(gate), "name"));
  const gates = itemsAt(spec.record, "schedulingGates");
  const last = forEachKept(
    gates.length,
    () => new Map<string, number>(),
    (made, i) => void made.set(stringAt(asRecord(gates[i]), "name"), i),
  );
  eachItem(spec, "schedulingGates", (gate, i) => {
    const name = textAt(gate, "name");
    if (!before.has(name) && last.get(name) === i)
      addForbidden(gate, "name", `only deletion is allowed, but found new scheduling gate '${name}'`);
  });
}

const withImagesOf = (spec: JsonRecord, old: JsonRecord, member: string): readonly JsonRecord[] | undefined =>
  spec[member] === undefined
    ? undefined
    : itemsAt(spec, member).map((container, i) =>
        copyEmptied(asRecord(container), {
          ...asRecord(container),
          image: asRecord(itemsAt(old, member)[i])["image"],
        }),
      );

/** Returns the spec with the values of the old one where an update may change them. */
function withoutUpdatable(spec: JsonRecord, old: JsonRecord): JsonRecord {
  const { terminationGracePeriodSeconds: grace } = old;
  const becomesOne = typeof grace === "number" && grace < 0 && spec["terminationGracePeriodSeconds"] === 1;
  return copyEmptied(spec, {
    ...spec,
    containers: withImagesOf(spec, old, "containers"),
    initContainers: withImagesOf(spec, old, "initContainers"),
    activeDeadlineSeconds: old["activeDeadlineSeconds"],
    schedulingGates: old["schedulingGates"],
    tolerations: old["tolerations"],
    ...(becomesOne && { terminationGracePeriodSeconds: grace }),
  });
}

const updatable =
  "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** Validates an update of a pod, most of whose spec is fixed (ValidatePodUpdate). */
export function validatePodUpdate(pod: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(pod, errors);
  const before = specOf(old, []);
  validateWholeUpdate(pod, old, spec, updateOptions(gates, old));
  if (!validateContainerUpdates(spec, before.record, "containers")) return errors;
  if (!validateContainerUpdates(spec, before.record, "initContainers")) return errors;
  if (!validateDeadline(spec, before)) return errors;
  validateAddedTolerations(spec, before.record);
  validateDeletedGates(spec, before.record);
  if (equalOnce(spec.record, before.record)) return errors;
  const rest = keptObject(() => withoutUpdatable(spec.record, before.record));
  const compared = isZero(before, "schedulingGates") ? rest : validateGatedScheduling(rest, before.record, errors);
  if (!equalOnce(compared, before.record))
    addError(
      errors,
      forbidden(
        specPath,
        `pod updates may not change fields other than ${updatable}\n${goDiff(internalPodSpec, before.record, compared)}`,
      ),
    );
  return errors;
}

/** Validates an update of the ephemeral containers, which may only be added (ValidatePodEphemeralContainersUpdate). */
export function validateEphemeralContainersUpdate(
  pod: KubeObject,
  old: KubeObject,
  gates: FeatureGates,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(pod, errors);
  validateWholeUpdate(pod, old, spec, updateOptions(gates, old));
  if (recordAt(metadataOf(old), "annotations")[mirrorAnnotation] !== undefined)
    return [{ ...forbidden(specPath, "static pods do not support ephemeral containers"), field: "" }];
  const now = new Map(
    itemsAt(spec.record, "ephemeralContainers").map((item) => [stringAt(asRecord(item), "name"), asRecord(item)]),
  );
  for (const item of itemsAt(recordAt(old, "spec"), "ephemeralContainers")) {
    const container = asRecord(item);
    const name = stringAt(container, "name");
    const other = now.get(name);
    if (other === undefined)
      addForbidden(spec, "ephemeralContainers", `existing ephemeral containers ${quoteGo(name)} may not be removed\n`);
    else if (!semanticEqual(container, other))
      addForbidden(
        spec,
        "ephemeralContainers",
        `existing ephemeral containers ${quoteGo(name)} may not be changed\n${goDiff(internalEphemeralContainer, container, other)}`,
      );
  }
  return errors;
}
