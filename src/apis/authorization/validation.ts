import { isRecord } from "../../apimachinery/is-record.ts";
import {
  fieldPath,
  forbidden,
  invalid,
  required,
  type BadValue,
  type FieldError,
  type FieldPath,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validateLabelName } from "../../apimachinery/validation/labels.ts";
import { printedValue } from "../go-print.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { errorsOfEach } from "../validation/fields.ts";

const specPath = fieldPath("spec");
const resourcePath = specPath.child("resourceAttributes");
const pathPath = specPath.child("nonResourceAttributes");

/** Formats path attributes as Go encodes the internal type. */
const printedPath = (attributes: JsonRecord): BadValue =>
  printedValue({ Path: stringAt(attributes, "path"), Verb: stringAt(attributes, "verb") });

/** Requires exactly one kind of attributes, and valid selectors (authorization/validation). */
function validateAttributes(spec: JsonRecord): readonly FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = spec;
  const errors: FieldError[] = [];
  if (isRecord(resourceAttributes) && isRecord(nonResourceAttributes))
    addError(
      errors,
      invalid(
        pathPath,
        printedPath(nonResourceAttributes),
        "cannot be specified in combination with resourceAttributes",
      ),
    );
  if (!isRecord(resourceAttributes) && !isRecord(nonResourceAttributes))
    addError(
      errors,
      invalid(resourcePath, null, "exactly one of nonResourceAttributes or resourceAttributes must be specified"),
    );
  if (!isRecord(resourceAttributes)) return errors;
  return [
    ...errors,
    ...validateSelector(resourceAttributes["fieldSelector"], resourcePath.child("fieldSelector"), validateFieldKey),
    ...validateSelector(resourceAttributes["labelSelector"], resourcePath.child("labelSelector"), validateLabelName),
  ];
}

const validateFieldKey = (key: string, path: FieldPath): readonly FieldError[] =>
  key === "" ? [required(path, "must be specified")] : [];

type ValidateKey = (key: string, path: FieldPath) => readonly FieldError[];

function validateSelector(selector: unknown, path: FieldPath, validateKey: ValidateKey): readonly FieldError[] {
  if (!isRecord(selector)) return [];
  const raw = stringAt(selector, "rawSelector");
  const requirements = recordsAt(selector, "requirements");
  const errors: FieldError[] = [];
  if (raw !== "" && requirements.length > 0)
    addError(errors, invalid(path.child("rawSelector"), raw, "may not specified at the same time as requirements"));
  if (raw === "" && requirements.length === 0)
    addError(
      errors,
      required(
        path.child("requirements"),
        `when ${path.toString()} is specified, requirements or rawSelector is required`,
      ),
    );
  return [
    ...errors,
    ...errorsOfEach(requirements, (requirement, i) =>
      validateRequirement(requirement, path.child("requirements").index(i), validateKey),
    ),
  ];
}

/** Validates a selector requirement. Unknown operators are accepted, since newer clients may send them. */
function validateRequirement(
  requirement: JsonRecord,
  path: FieldPath,
  validateKey: ValidateKey,
): readonly FieldError[] {
  const operator = stringAt(requirement, "operator");
  const { values } = requirement;
  const count = Array.isArray(values) ? values.length : 0;
  const errors: FieldError[] = [];
  if ((operator === "In" || operator === "NotIn") && count === 0)
    addError(errors, required(path.child("values"), "must be specified when `operator` is 'In' or 'NotIn'"));
  if ((operator === "Exists" || operator === "DoesNotExist") && count > 0)
    addError(
      errors,
      forbidden(path.child("values"), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
    );
  return [...errors, ...validateKey(stringAt(requirement, "key"), path.child("key"))];
}

function validateSubject(spec: JsonRecord): readonly FieldError[] {
  const { groups } = spec;
  if (stringAt(spec, "user") !== "" || (Array.isArray(groups) && groups.length > 0)) return [];
  return [invalid(specPath.child("user"), "", "at least one of user or group must be specified")];
}

/** Rejects metadata: reviews have none, apart from the allowed fields. */
function validateMetadata(
  { metadata }: KubeObject,
  allowed: readonly string[],
  message: string,
): readonly FieldError[] {
  const given = Object.entries(metadata).filter(
    ([name, value]) => name !== "managedFields" && !allowed.includes(name) && !isEmpty(value),
  );
  return given.length === 0 ? [] : [invalid(fieldPath("metadata"), printedValue(metadata), message)];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === 0 ||
  (typeof value === "object" && Object.keys(value).length === 0);

export function validateSubjectAccessReview(review: KubeObject): readonly FieldError[] {
  const spec = recordAt(review, "spec");
  return [...validateAttributes(spec), ...validateSubject(spec), ...validateMetadata(review, [], "must be empty")];
}

export const validateSelfSubjectAccessReview = (review: KubeObject): readonly FieldError[] => [
  ...validateAttributes(recordAt(review, "spec")),
  ...validateMetadata(review, [], "must be empty"),
];

export function validateLocalSubjectAccessReview(review: KubeObject): readonly FieldError[] {
  const spec = recordAt(review, "spec");
  const { resourceAttributes, nonResourceAttributes } = spec;
  const errors = [
    ...validateAttributes(spec),
    ...validateSubject(spec),
    ...validateMetadata(review, ["namespace"], "must be empty except for namespace"),
  ];
  const namespace = isRecord(resourceAttributes) ? stringAt(resourceAttributes, "namespace") : undefined;
  if (namespace !== undefined && namespace !== (review.metadata.namespace ?? ""))
    addError(
      errors,
      invalid(fieldPath("spec.resourceAttributes.namespace"), namespace, "must match metadata.namespace"),
    );
  if (isRecord(nonResourceAttributes))
    addError(
      errors,
      invalid(
        fieldPath("spec.nonResourceAttributes"),
        printedPath(nonResourceAttributes),
        "disallowed on this kind of request",
      ),
    );
  return errors;
}
