import { compareUtf8 } from "../compare-utf8.ts";
import { forbidden, invalid, PrintedValue, required, tooLong, type BadValue, type FieldError, type FieldPath } from "../field-error.ts";
import { byteLength, quoteGo } from "../go-strings.ts";
import type { ObjectMeta } from "../meta.ts";
import { printedString } from "../printed-value.ts";
import { validateFinalizers } from "./finalizers.ts";
import { validateLabels } from "./labels.ts";
import { validateManagedFields } from "./managed-fields.ts";
import { isQualifiedName, validateNamespaceName, type NameValidator } from "./names.ts";
import { validateOwnerReferences } from "./owner-references.ts";

/** What all annotations of an object may take together, in bytes. */
const totalAnnotationSizeLimit = 262144;
export const fieldImmutableMessage = "field is immutable";

const negativeMessage = "must be greater than or equal to 0";

/** A number that may not be negative (validation.ValidateNonnegativeField). */
const validateNonnegativeField = (value: number | bigint, path: FieldPath): readonly FieldError[] => (value < 0 ? [invalid(path, value, negativeMessage)] : []);

function annotationsSize(annotations: Readonly<Record<string, string>>): number {
  let size = 0;
  for (const key of Object.keys(annotations)) size += byteLength(key) + byteLength(annotations[key] ?? "");
  return size;
}

/** Keys, whatever their case, and the size of all annotations (validation.ValidateAnnotations). */
export function validateAnnotations(annotations: Readonly<Record<string, string>> | undefined, path: FieldPath): readonly FieldError[] {
  if (annotations === undefined) return [];
  const errors: FieldError[] = [];
  for (const key of Object.keys(annotations)) {
    for (const message of isQualifiedName(key.toLowerCase())) errors.push(invalid(path, key, message));
  }
  if (annotationsSize(annotations) > totalAnnotationSizeLimit) errors.push(tooLong(path, totalAnnotationSizeLimit));
  return errors;
}

function validateName(meta: ObjectMeta, nameValidator: NameValidator, path: FieldPath): readonly FieldError[] {
  const { name = "", generateName = "" } = meta;
  const errors: FieldError[] = [];
  if (generateName !== "") for (const message of nameValidator(generateName, true)) errors.push(invalid(path.child("generateName"), generateName, message));
  if (name === "") errors.push(required(path.child("name"), "name or generateName is required"));
  else for (const message of nameValidator(name, false)) errors.push(invalid(path.child("name"), name, message));
  return errors;
}

function validateNamespace(namespace: string, requiresNamespace: boolean, path: FieldPath): readonly FieldError[] {
  if (!requiresNamespace) return namespace === "" ? [] : [forbidden(path.child("namespace"), "not allowed on this type")];
  if (namespace === "") return [required(path.child("namespace"))];
  return validateNamespaceName(namespace, false).map((message) => invalid(path.child("namespace"), namespace, message));
}

/** Metadata of a new object after name generation (validation.ValidateObjectMeta). */
export function validateObjectMeta(meta: ObjectMeta, requiresNamespace: boolean, nameValidator: NameValidator, path: FieldPath): readonly FieldError[] {
  return [
    ...validateName(meta, nameValidator, path),
    ...validateNamespace(meta.namespace ?? "", requiresNamespace, path),
    ...validateNonnegativeField(meta.generation ?? 0, path.child("generation")),
    ...validateLabels(meta.labels, path.child("labels")),
    ...validateAnnotations(meta.annotations, path.child("annotations")),
    ...validateOwnerReferences(meta.ownerReferences, path.child("ownerReferences")),
    ...validateFinalizers(meta.finalizers, path.child("finalizers")),
    ...validateManagedFields(meta.managedFields, path.child("managedFields")),
  ];
}

/** A scalar that may not change (validation.ValidateImmutableField); `badValue` is how the new one is quoted. */
const validateImmutableField = (value: unknown, old: unknown, path: FieldPath, badValue: BadValue): readonly FieldError[] =>
  value === old ? [] : [invalid(path, badValue, fieldImmutableMessage)];

/** Finalizers that an object in deletion may not gain (validation.ValidateNoNewFinalizers). */
function validateNoNewFinalizers(finalizers: readonly string[], old: readonly string[], path: FieldPath): readonly FieldError[] {
  const extra = [...new Set(finalizers)].filter((finalizer) => !old.includes(finalizer)).sort(compareUtf8);
  if (extra.length === 0) return [];
  return [forbidden(path, `no new finalizers can be added if the object is being deleted, found new finalizers []string{${extra.map(quoteGo).join(", ")}}`)];
}

function validateIdentity(meta: ObjectMeta, old: ObjectMeta, path: FieldPath): readonly FieldError[] {
  const text = (field: "name" | "namespace" | "uid"): readonly FieldError[] => {
    const value = meta[field] ?? "";
    return validateImmutableField(value, old[field] ?? "", path.child(field), field === "uid" ? printedString(value) : value);
  };
  const member = (field: "creationTimestamp" | "deletionTimestamp" | "deletionGracePeriodSeconds"): readonly FieldError[] => {
    const value = meta[field] ?? null;
    return validateImmutableField(value, old[field] ?? null, path.child(field), typeof value === "number" ? new PrintedValue(String(value)) : value);
  };
  return [...text("name"), ...text("namespace"), ...text("uid"), ...member("creationTimestamp"), ...member("deletionTimestamp"), ...member("deletionGracePeriodSeconds")];
}

/** Metadata of a changed object against what it was (validation.ValidateObjectMetaUpdate). */
export function validateObjectMetaUpdate(meta: ObjectMeta, old: ObjectMeta, path: FieldPath): readonly FieldError[] {
  const deleting = old.deletionTimestamp !== undefined && old.deletionTimestamp !== null;
  const generation = meta.generation ?? 0;
  return [
    ...(deleting ? validateNoNewFinalizers(meta.finalizers ?? [], old.finalizers ?? [], path.child("finalizers")) : []),
    ...(meta.resourceVersion ? [] : [invalid(path.child("resourceVersion"), "", "must be specified for an update")]),
    ...(generation < (old.generation ?? 0) ? [invalid(path.child("generation"), generation, "must not be decremented")] : []),
    ...validateIdentity(meta, old, path),
    ...validateLabels(meta.labels, path.child("labels")),
    ...validateAnnotations(meta.annotations, path.child("annotations")),
    ...validateOwnerReferences(meta.ownerReferences, path.child("ownerReferences")),
    ...validateManagedFields(meta.managedFields, path.child("managedFields")),
  ];
}
