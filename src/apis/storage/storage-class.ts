import { sameData } from "../core/immutable-data.ts";
import { keptObject } from "../../component-base/work.ts";
import { keptMap } from "../validation/checks-in-slices.ts";
import {
  duplicate,
  fieldPath,
  rootPath,
  type FieldError,
  type FieldPath,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validateLabelName } from "../../apimachinery/validation/labels.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { deprecatedLabelMessage } from "../core/node-labels.ts";
import { stringAt } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { immutable, oneOf, requireMember, supported } from "../validation/checks.ts";
import { firstWarnings } from "../validation/first-warnings.ts";
import {
  addDuplicate,
  addForbidden,
  asRecord,
  collectErrors,
  eachItem,
  eachText,
  fieldsOf,
  isSet,
  isZero,
  itemsAt,
  textAt,
  type Fields,
} from "../validation/fields.ts";
import { provisionerName, validateParameters } from "./parameters.ts";

const modes = ["Immediate", "WaitForFirstConsumer"];
const reclaimPolicies = ["Delete", "Retain"];

/** Validates a term of a topology and returns what it selects, as text to compare (ValidateTopologySelectorTerm). */
function validateTerm(term: Fields): string {
  const raw = keptMap<string, string>();
  eachItem(term, "matchLabelExpressions", (expression) => {
    const key = textAt(expression, "key");
    const values = keptObject(() => new Set<string>());
    requireMember(expression, "values");
    eachText(expression, "values", (value, path) => {
      if (values.has(value)) addError(expression.errors, duplicate(path(), value));
      values.add(value);
    });
    addErrors(expression.errors, validateLabelName(key, expression.path.child("key")));
    if (raw.has(key)) addDuplicate(expression, "key");
    raw.set(key, JSON.stringify([...values].toSorted()));
  });
  return JSON.stringify([...raw].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Equal terms have an error for each pair. No answer holds more of them. */
const mostDuplicates = 10_000;

/** Terms must differ. An empty one is also compared with as many empty ones as there are terms, as upstream. */
function validateTopologies(object: Fields): void {
  const counts = new Map([["[]", itemsAt(object.record, "allowedTopologies").length]]);
  eachItem(object, "allowedTopologies", (term) => {
    const text = validateTerm(term);
    const equal = counts.get(text) ?? 0;
    for (let i = 0; i < equal && term.errors.length < mostDuplicates; i++)
      addError(term.errors, duplicate(term.path.child("matchLabelExpressions"), ""));
    counts.set(text, equal + 1);
  });
}

function validate(object: Fields): void {
  provisionerName(object, "provisioner");
  validateParameters(object, false);
  if (!isZero(object, "reclaimPolicy")) oneOf(object, "reclaimPolicy", reclaimPolicies);
  if (isSet(object, "volumeBindingMode")) supported(object, "volumeBindingMode", modes);
  validateTopologies(object);
}

/** Validates a StorageClass (storage/validation ValidateStorageClass). */
export const validateStorageClass = (object: KubeObject): readonly FieldError[] =>
  collectErrors(object, rootPath, validate);

/** Validates the immutable fields (ValidateStorageClassUpdate). */
function validateUpdate(object: Fields, old: Fields): void {
  for (const member of ["parameters", "provisioner", "reclaimPolicy"])
    if (!(member === "parameters" ? sameData : semanticEqual)(object.record[member], old.record[member]))
      addForbidden(object, member, `updates to ${member} are forbidden.`);
  immutable(object, old, "volumeBindingMode");
}

/** Returns warnings for labels of nodes that have another name now (GetWarningsForStorageClass). */
function topologyWarnings(object: KubeObject): readonly string[] {
  const path: FieldPath = fieldPath("allowedTopologies");
  return firstWarnings(itemsAt(object, "allowedTopologies"), (term, i) =>
    firstWarnings(itemsAt(asRecord(term), "matchLabelExpressions"), (expression, j) => {
      const message = deprecatedLabelMessage(stringAt(asRecord(expression), "key"));
      const at = path.index(i).child("matchLabelExpressions").index(j).child("key");
      return message === undefined ? [] : `${at.toString()}: ${message}`;
    }),
  );
}

/** Strategy of StorageClasses: parameters, provisioner and policies are immutable. */
export const storageClassStrategy = {
  validatesMetadata: true,
  validate: validateStorageClass,
  validateUpdate: (object, old) =>
    collectErrors(object, rootPath, (fields) => {
      validate(fields);
      validateUpdate(fields, fieldsOf(old, rootPath, []));
    }),
  warningsOnCreate: topologyWarnings,
  warningsOnUpdate: topologyWarnings,
} satisfies Strategy;

/** storage/v1 SetDefaults_StorageClass. */
export function defaultStorageClass(object: KubeObject): KubeObject {
  if (object["reclaimPolicy"] !== undefined && object["volumeBindingMode"] !== undefined) return object;
  return {
    ...object,
    reclaimPolicy: object["reclaimPolicy"] ?? "Delete",
    volumeBindingMode: object["volumeBindingMode"] ?? "Immediate",
  };
}
