import { compareUtf8 } from "../compare-utf8.ts";
import {
  forbidden,
  invalid,
  PrintedValue,
  required,
  tooLong,
  type FieldError,
  type FieldPath,
  addError,
  addErrors,
} from "../field-error.ts";
import { byteLength, quoteGo } from "../go-strings.ts";
import type { ObjectMeta } from "../meta.ts";
import { printedString } from "../printed-value.ts";
import { validateLabels } from "./labels.ts";
import { validateManagedFields } from "./managed-fields.ts";
import { isQualifiedName, validateNamespaceName, type NameValidator } from "./names.ts";
import { validateOwnerReferences } from "./owner-references.ts";
import { finalizerDeleteDependents, finalizerOrphanDependents } from "../finalizers.ts";

/** Validates the form of a finalizer (validation.ValidateFinalizerName). */
const validateFinalizerName = (name: string, path: FieldPath): readonly FieldError[] =>
  isQualifiedName(name).map((message) => invalid(path, name, message));

/**
 * Validates the form of all finalizers, and that the garbage collector's two are not combined
 * (validation.ValidateFinalizers).
 */
function validateFinalizers(finalizers: readonly string[] | undefined, path: FieldPath): readonly FieldError[] {
  if (finalizers === undefined) return [];
  const errors: FieldError[] = [];
  for (const finalizer of finalizers) addErrors(errors, validateFinalizerName(finalizer, path));
  if (finalizers.includes(finalizerOrphanDependents) && finalizers.includes(finalizerDeleteDependents)) {
    const message = `finalizer ${finalizerOrphanDependents} and ${finalizerDeleteDependents} cannot be both set`;
    addError(errors, invalid(path, finalizers, message));
  }
  return errors;
}

/** The maximum total size of an object's annotations in bytes. */
const totalAnnotationSizeLimit = 262144;
export const fieldImmutableMessage = "field is immutable";

const negativeMessage = "must be greater than or equal to 0";

/** Returns what an annotation adds to the total size. */
export const annotationSize = (key: string, value: string): number => byteLength(key) + byteLength(value);

/** Validates the key of an annotation, ignoring case. */
export const validateAnnotationKey = (key: string, path: FieldPath): readonly FieldError[] =>
  isQualifiedName(key.toLowerCase()).map((message) => invalid(path, key, message));

/** Validates the total size of annotations. */
export const validateAnnotationsSize = (size: number, path: FieldPath): readonly FieldError[] =>
  size > totalAnnotationSizeLimit ? [tooLong(path, totalAnnotationSizeLimit)] : [];

/** Validates annotations (validation.ValidateAnnotations). */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>>,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  let size = 0;
  for (const key of Object.keys(annotations)) {
    addErrors(errors, validateAnnotationKey(key, path));
    size += annotationSize(key, annotations[key] ?? "");
  }
  addErrors(errors, validateAnnotationsSize(size, path));
  return errors;
}

function validateName(meta: ObjectMeta, nameValidator: NameValidator, path: FieldPath): readonly FieldError[] {
  const { name = "", generateName = "" } = meta;
  const errors: FieldError[] = [];
  if (generateName !== "")
    for (const message of nameValidator(generateName, true))
      addError(errors, invalid(path.child("generateName"), generateName, message));
  if (name === "") addError(errors, required(path.child("name"), "name or generateName is required"));
  else for (const message of nameValidator(name, false)) addError(errors, invalid(path.child("name"), name, message));
  return errors;
}

function validateNamespace(namespace: string, requiresNamespace: boolean, path: FieldPath): readonly FieldError[] {
  if (!requiresNamespace)
    return namespace === "" ? [] : [forbidden(path.child("namespace"), "not allowed on this type")];
  if (namespace === "") return [required(path.child("namespace"))];
  return validateNamespaceName(namespace, false).map((message) => invalid(path.child("namespace"), namespace, message));
}

/** Checks a part in time that grows with the object. When it is called again, it may return what it found before. */
export type CheckPart = (check: () => readonly FieldError[]) => readonly FieldError[];

const checkNow: CheckPart = (check) => check();

/**
 * Validates the metadata of a new object after name generation (validation.ValidateObjectMeta). Parts that are
 * identical to those of the valid metadata `known` are skipped.
 */
export function validateObjectMeta(
  meta: ObjectMeta,
  requiresNamespace: boolean,
  nameValidator: NameValidator,
  path: FieldPath,
  known?: ObjectMeta,
  checkPart = checkNow,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (known === undefined || meta.name !== known.name || meta.generateName !== known.generateName)
    addErrors(errors, validateName(meta, nameValidator, path));
  if (known === undefined || meta.namespace !== known.namespace)
    addErrors(errors, validateNamespace(meta.namespace ?? "", requiresNamespace, path));
  const { generation = 0 } = meta;
  if (generation < 0) addError(errors, invalid(path.child("generation"), generation, negativeMessage));
  addLabelsToOwners(errors, meta, known, path, checkPart);
  const { finalizers } = meta;
  if (isNew(finalizers, known?.finalizers))
    addErrors(
      errors,
      checkPart(() => validateFinalizers(finalizers, path.child("finalizers"))),
    );
  addManagedFields(errors, meta, known, path, checkPart);
  return errors;
}

const isNew = <T>(part: T | undefined, known: T | undefined): part is T => part !== undefined && part !== known;

function addLabelsToOwners(
  errors: FieldError[],
  { labels, annotations, ownerReferences }: ObjectMeta,
  known: ObjectMeta | undefined,
  path: FieldPath,
  checkPart: CheckPart,
): void {
  const add = (check: () => readonly FieldError[]): void => addErrors(errors, checkPart(check));
  if (isNew(labels, known?.labels)) add(() => validateLabels(labels, path.child("labels")));
  if (isNew(annotations, known?.annotations)) add(() => validateAnnotations(annotations, path.child("annotations")));
  if (isNew(ownerReferences, known?.ownerReferences))
    add(() => validateOwnerReferences(ownerReferences, path.child("ownerReferences")));
}

function addManagedFields(
  errors: FieldError[],
  { managedFields }: ObjectMeta,
  known: ObjectMeta | undefined,
  path: FieldPath,
  checkPart: CheckPart,
): void {
  if (isNew(managedFields, known?.managedFields))
    addErrors(
      errors,
      checkPart(() => validateManagedFields(managedFields, path.child("managedFields"), known?.managedFields)),
    );
}

/** Rejects new finalizers on an object that is being deleted (validation.ValidateNoNewFinalizers). */
function validateNoNewFinalizers(
  finalizers: readonly string[],
  old: readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  const known = new Set(old);
  const extra = [...new Set(finalizers)].filter((finalizer) => !known.has(finalizer)).sort(compareUtf8);
  if (extra.length === 0) return [];
  return [
    forbidden(
      path,
      `no new finalizers can be added if the object is being deleted, found new finalizers []string{${extra.map(quoteGo).join(", ")}}`,
    ),
  ];
}

const texts = ["name", "namespace", "uid"] as const;
const times = ["creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

function addIdentity(errors: FieldError[], meta: ObjectMeta, old: ObjectMeta, path: FieldPath): void {
  for (const field of texts) {
    const value = meta[field] ?? "";
    if (value !== (old[field] ?? ""))
      addError(
        errors,
        invalid(path.child(field), field === "uid" ? printedString(value) : value, fieldImmutableMessage),
      );
  }
  for (const field of times) {
    const value = meta[field] ?? null;
    if (value !== (old[field] ?? null))
      addError(
        errors,
        invalid(
          path.child(field),
          typeof value === "number" ? new PrintedValue(String(value)) : value,
          fieldImmutableMessage,
        ),
      );
  }
}

/**
 * Validates changed metadata against the old one (validation.ValidateObjectMetaUpdate). Unchanged parts are not
 * validated again.
 */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath,
  checkPart = checkNow,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const deleting = old.deletionTimestamp !== undefined && old.deletionTimestamp !== null;
  const generation = meta.generation ?? 0;
  if (deleting)
    addErrors(errors, validateNoNewFinalizers(meta.finalizers ?? [], old.finalizers ?? [], path.child("finalizers")));
  if (!meta.resourceVersion)
    addError(errors, invalid(path.child("resourceVersion"), "", "must be specified for an update"));
  if (generation < (old.generation ?? 0))
    addError(errors, invalid(path.child("generation"), generation, "must not be decremented"));
  addIdentity(errors, meta, old, path);
  addLabelsToOwners(errors, meta, old, path, checkPart);
  addManagedFields(errors, meta, old, path, checkPart);
  return errors;
}
