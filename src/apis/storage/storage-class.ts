import { duplicate, fieldPath, rootPath, type FieldError, type FieldPath } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validateLabelName } from "../../apimachinery/validation/labels.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { deprecatedLabelMessage } from "../core/node-labels.ts";
import { stringAt } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { immutable, oneOf, requireMember, supported } from "../validation/checks.ts";
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

/** The values of a term of a topology by key, sorted, as text to compare. */
type RawTerm = Map<string, string>;

/** Validates a term of a topology and returns what it selects (ValidateTopologySelectorTerm). */
function validateTerm(term: Fields): RawTerm {
  const raw: RawTerm = new Map();
  eachItem(term, "matchLabelExpressions", (expression) => {
    const key = textAt(expression, "key");
    const values = new Set<string>();
    requireMember(expression, "values");
    eachText(expression, "values", (value, path) => {
      if (values.has(value)) expression.errors.push(duplicate(path(), value));
      values.add(value);
    });
    expression.errors.push(...validateLabelName(key, expression.path.child("key")));
    if (raw.has(key)) addDuplicate(expression, "key");
    raw.set(key, JSON.stringify([...values].toSorted()));
  });
  return raw;
}

const sameTerm = (a: RawTerm, b: RawTerm): boolean =>
  a.size === b.size && [...a].every(([key, values]) => b.get(key) === values);

/** Terms must differ. An empty one is also compared with as many empty ones as there are terms, as upstream. */
function validateTopologies(object: Fields): void {
  const terms: RawTerm[] = itemsAt(object.record, "allowedTopologies").map(() => new Map());
  eachItem(object, "allowedTopologies", (term) => {
    const raw = validateTerm(term);
    for (const other of terms)
      if (sameTerm(raw, other)) term.errors.push(duplicate(term.path.child("matchLabelExpressions"), ""));
    terms.push(raw);
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
    if (!semanticEqual(object.record[member], old.record[member]))
      addForbidden(object, member, `updates to ${member} are forbidden.`);
  immutable(object, old, "volumeBindingMode");
}

/** Returns warnings for labels of nodes that have another name now (GetWarningsForStorageClass). */
function topologyWarnings(object: KubeObject): readonly string[] {
  const path: FieldPath = fieldPath("allowedTopologies");
  return itemsAt(object, "allowedTopologies").flatMap((term, i) =>
    itemsAt(asRecord(term), "matchLabelExpressions").flatMap((expression, j) => {
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
