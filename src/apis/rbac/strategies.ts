import { isRecord } from "../../apimachinery/is-record.ts";
import {
  fieldPath,
  invalid,
  notSupportedString,
  required,
  type FieldError,
  type FieldPath,
  addError,
} from "../../apimachinery/field-error.ts";
import {
  labelSelectorAsSelector,
  validateLabelSelector,
  type LabelSelectorValidationOptions,
} from "../../apimachinery/labels/label-selector.ts";
import { SelectorError } from "../../apimachinery/labels/requirement.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Subdomain, isValidPathSegmentName } from "../../apimachinery/validation/names.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { printedValue } from "../go-print.ts";
import { selectorAt } from "../label-selectors.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { errorsOfEach } from "../validation/fields.ts";

const group = "rbac.authorization.k8s.io";
const rules = fieldPath("rules");
const roleRef = fieldPath("roleRef");
const subjects = fieldPath("subjects");

const count = (record: JsonRecord, member: string): number => {
  const value = record[member];
  return Array.isArray(value) ? value.length : 0;
};

/** Validates a policy rule (rbac/validation ValidatePolicyRule). */
function validateRule(rule: JsonRecord, namespaced: boolean, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (count(rule, "verbs") === 0)
    addError(errors, required(path.child("verbs"), "verbs must contain at least one value"));
  if (count(rule, "nonResourceURLs") > 0)
    return [...errors, ...validateNonResourceRule(rule, namespaced, path.child("nonResourceURLs"))];
  if (count(rule, "apiGroups") === 0)
    addError(errors, required(path.child("apiGroups"), "resource rules must supply at least one api group"));
  if (count(rule, "resources") === 0)
    addError(errors, required(path.child("resources"), "resource rules must supply at least one resource"));
  return errors;
}

function validateNonResourceRule(rule: JsonRecord, namespaced: boolean, path: FieldPath): readonly FieldError[] {
  const urls = printedValue(rule["nonResourceURLs"]);
  const errors: FieldError[] = [];
  if (namespaced) addError(errors, invalid(path, urls, "namespaced rules cannot apply to non-resource URLs"));
  const mixed = count(rule, "apiGroups") + count(rule, "resources") + count(rule, "resourceNames") > 0;
  if (mixed)
    addError(errors, invalid(path, urls, "rules cannot apply to both regular resources and non-resource URLs"));
  return errors;
}

const validateRules = (role: KubeObject, namespaced: boolean): readonly FieldError[] =>
  errorsOfEach(recordsAt(role, "rules"), (rule, i) => validateRule(rule, namespaced, rules.index(i)));

const selectors = fieldPath("aggregationRule", "clusterRoleSelectors");

/** Validates the aggregation rule of a ClusterRole (rbac/validation ValidateClusterRole). */
function validateAggregation(role: KubeObject, options: LabelSelectorValidationOptions): readonly FieldError[] {
  const rule = role["aggregationRule"];
  if (!isRecord(rule)) return [];
  const { clusterRoleSelectors } = rule;
  if (!Array.isArray(clusterRoleSelectors) || clusterRoleSelectors.length === 0)
    return [required(selectors, "at least one clusterRoleSelector required if aggregationRule is non-nil")];
  return errorsOfEach(clusterRoleSelectors, (_selector, i) => validateSelector(clusterRoleSelectors, i, options));
}

function validateSelector(
  list: readonly unknown[],
  i: number,
  options: LabelSelectorValidationOptions,
): readonly FieldError[] {
  const spec = selectorAt({ selector: list[i] }, "selector");
  const path = selectors.index(i);
  const errors = validateLabelSelector(spec, options, path);
  try {
    labelSelectorAsSelector(spec);
    return errors;
  } catch (err) {
    if (!(err instanceof SelectorError)) throw err;
    return [...errors, invalid(path, null, "invalid label selector.")];
  }
}

/** Reports whether an aggregation rule has a selector with a mistake (hasInvalidLabelValueInLabelSelector). */
const aggregatesBadly = (role: KubeObject): boolean =>
  recordsAt(recordAt(role, "aggregationRule"), "clusterRoleSelectors").some(
    (selector) => validateLabelSelector(selectorAt({ selector }, "selector"), {}, selectors).length > 0,
  );

const validateClusterRole = (role: KubeObject, old?: KubeObject): readonly FieldError[] => {
  const errors = [...validateRules(role, false), ...validateAggregation(role, {})];
  if (old === undefined || errors.length === 0) return errors;
  const options = { allowInvalidLabelValueInSelector: aggregatesBadly(old) };
  return [...validateRules(role, false), ...validateAggregation(role, options)];
};

function validateRoleRef(ref: JsonRecord, kinds: readonly string[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  const apiGroup = stringAt(ref, "apiGroup");
  const kind = stringAt(ref, "kind");
  const name = stringAt(ref, "name");
  if (apiGroup !== group) addError(errors, notSupportedString(roleRef.child("apiGroup"), apiGroup, [group]));
  if (!kinds.includes(kind)) addError(errors, notSupportedString(roleRef.child("kind"), kind, kinds));
  if (name === "") return [...errors, required(roleRef.child("name"))];
  return [...errors, ...isValidPathSegmentName(name).map((message) => invalid(roleRef.child("name"), name, message))];
}

function validateServiceAccount(subject: JsonRecord, namespaced: boolean, path: FieldPath): readonly FieldError[] {
  const name = stringAt(subject, "name");
  const apiGroup = stringAt(subject, "apiGroup");
  const errors =
    name === "" ? [] : isDns1123Subdomain(name).map((message) => invalid(path.child("name"), name, message));
  if (apiGroup !== "") addError(errors, notSupportedString(path.child("apiGroup"), apiGroup, [""]));
  if (!namespaced && stringAt(subject, "namespace") === "") addError(errors, required(path.child("namespace")));
  return errors;
}

function validateNamed(subject: JsonRecord, path: FieldPath): readonly FieldError[] {
  const apiGroup = stringAt(subject, "apiGroup");
  return apiGroup === group ? [] : [notSupportedString(path.child("apiGroup"), apiGroup, [group])];
}

/** Validates a subject of a binding (rbac/validation ValidateRoleBindingSubject). */
function validateSubject(subject: JsonRecord, namespaced: boolean, path: FieldPath): readonly FieldError[] {
  const missing = stringAt(subject, "name") === "" ? [required(path.child("name"))] : [];
  const kind = stringAt(subject, "kind");
  if (kind === "ServiceAccount") return [...missing, ...validateServiceAccount(subject, namespaced, path)];
  if (kind === "User" || kind === "Group") return [...missing, ...validateNamed(subject, path)];
  return [...missing, notSupportedString(path.child("kind"), kind, ["ServiceAccount", "User", "Group"])];
}

const validateBinding =
  (namespaced: boolean, kinds: readonly string[]) =>
  (binding: KubeObject): readonly FieldError[] => [
    ...validateRoleRef(recordAt(binding, "roleRef"), kinds),
    ...errorsOfEach(recordsAt(binding, "subjects"), (subject, i) =>
      validateSubject(subject, namespaced, subjects.index(i)),
    ),
  ];

function validateRoleRefUpdate(binding: KubeObject, old: KubeObject): readonly FieldError[] {
  if (semanticEqual(binding["roleRef"], old["roleRef"])) return [];
  const { apiGroup = "", kind = "", name = "" } = recordAt(binding, "roleRef");
  return [invalid(roleRef, printedValue({ APIGroup: apiGroup, Kind: kind, Name: name }), "cannot change roleRef")];
}

/** Repeats errors: the strategies of this group validate an updated object twice (ValidateRole, ValidateRoleUpdate). */
const twice = (errors: readonly FieldError[]): readonly FieldError[] =>
  errors.length === 0 ? errors : [...errors, ...errors];

const common = {
  validatesMetadata: true,
  allowCreateOnUpdate: true,
  validateName: isValidPathSegmentName,
} satisfies Strategy;

function bindings(namespaced: boolean, kinds: readonly string[]): Strategy {
  const validate = validateBinding(namespaced, kinds);
  return {
    ...common,
    validate,
    validateUpdate: (binding, old) => [...twice(validate(binding)), ...validateRoleRefUpdate(binding, old)],
  };
}

export const roleStrategy: Strategy = {
  ...common,
  validate: (role) => validateRules(role, true),
  validateUpdate: (role) => twice(validateRules(role, true)),
};
export const clusterRoleStrategy: Strategy = {
  ...common,
  validate: (role) => validateClusterRole(role),
  validateUpdate: (role, old) => twice(validateClusterRole(role, old)),
};
export const roleBindingStrategy: Strategy = bindings(true, ["Role", "ClusterRole"]);
export const clusterRoleBindingStrategy: Strategy = bindings(false, ["ClusterRole"]);

const defaultSubject = (subject: JsonRecord): JsonRecord => {
  if (stringAt(subject, "apiGroup") !== "") return subject;
  const kind = stringAt(subject, "kind");
  return kind === "User" || kind === "Group" ? { ...subject, apiGroup: group } : subject;
};

/** Defaults the API group of the role reference and of users and groups (rbac/v1 SetDefaults). */
export function defaultBinding(binding: KubeObject): KubeObject {
  const ref = recordAt(binding, "roleRef");
  const list = recordsAt(binding, "subjects");
  const named = list.map(defaultSubject);
  const changed = named.some((subject, i) => subject !== list[i]);
  if (stringAt(ref, "apiGroup") !== "" && !changed) return binding;
  return {
    ...binding,
    ...(changed && { subjects: named }),
    roleRef: { ...ref, apiGroup: stringAt(ref, "apiGroup") || group },
  };
}
