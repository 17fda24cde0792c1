import { isRecord } from "../../apimachinery/is-record.ts";
import {
  fieldPath,
  invalid,
  required,
  type BadValue,
  type FieldError,
  type FieldPath,
  addError,
} from "../../apimachinery/field-error.ts";
import {
  validateLabelSelectorRequirement,
  validateRequirementOperator,
  type LabelSelectorRequirement,
  type LabelSelectorValidationOptions,
} from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { printedValue } from "../go-print.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { errorsOfEach, itemsAt } from "../validation/fields.ts";

const specPath = fieldPath("spec");
const resourcePath = specPath.child("resourceAttributes");
const pathPath = specPath.child("nonResourceAttributes");

/** Formats path attributes as Go encodes the internal type. */
const printedPath = (attributes: JsonRecord): BadValue =>
  printedValue({ Path: stringAt(attributes, "path"), Verb: stringAt(attributes, "verb") });

/** Requires exactly one kind of attributes (authorization/validation). */
function validateKinds(spec: JsonRecord): readonly FieldError[] {
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
  return errors;
}

/** Validates the selectors of a review (validateResourceAttributes). */
function validateSelectors({ resourceAttributes: attributes }: JsonRecord): readonly FieldError[] {
  if (!isRecord(attributes)) return [];
  return [
    ...validateSelector(attributes["fieldSelector"], resourcePath.child("fieldSelector"), validateFieldRequirement),
    ...validateSelector(attributes["labelSelector"], resourcePath.child("labelSelector"), validateLabelRequirement),
  ];
}

type ValidateRequirement = (requirement: LabelSelectorRequirement, path: FieldPath) => readonly FieldError[];

function validateSelector(selector: unknown, path: FieldPath, validate: ValidateRequirement): readonly FieldError[] {
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
      validate(requirementOf(requirement), path.child("requirements").index(i)),
    ),
  ];
}

const requirementOf = (record: JsonRecord): LabelSelectorRequirement => ({
  key: stringAt(record, "key"),
  operator: stringAt(record, "operator"),
  values: itemsAt(record, "values").map(String),
});

/** Unknown operators are accepted, since newer clients may send them. */
const options: LabelSelectorValidationOptions = { allowUnknownOperatorInRequirement: true };

const validateLabelRequirement: ValidateRequirement = (requirement, path) =>
  validateLabelSelectorRequirement(requirement, options, path);

/** Validates a requirement of fields, whose keys and values may be any (ValidateFieldSelectorRequirement). */
const validateFieldRequirement: ValidateRequirement = (requirement, path) => [
  ...(requirement.key === "" ? [required(path.child("key"), "must be specified")] : []),
  ...validateRequirementOperator(requirement, options, path),
];

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

/** Validates a review of what another may do (ValidateSubjectAccessReviewSpec). */
const validateOthers = (spec: JsonRecord): readonly FieldError[] => [
  ...validateKinds(spec),
  ...validateSubject(spec),
  ...validateSelectors(spec),
];

export function validateSubjectAccessReview(review: KubeObject): readonly FieldError[] {
  const spec = recordAt(review, "spec");
  return [...validateOthers(spec), ...validateMetadata(review, [], "must be empty")];
}

export function validateSelfSubjectAccessReview(review: KubeObject): readonly FieldError[] {
  const spec = recordAt(review, "spec");
  return [...validateKinds(spec), ...validateSelectors(spec), ...validateMetadata(review, [], "must be empty")];
}

export function validateLocalSubjectAccessReview(review: KubeObject): readonly FieldError[] {
  const spec = recordAt(review, "spec");
  const { resourceAttributes, nonResourceAttributes } = spec;
  const errors = [
    ...validateOthers(spec),
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
