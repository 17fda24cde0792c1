import {
  fieldPath,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
  addError,
} from "../../apimachinery/field-error.ts";
import { nameIsDnsSubdomain } from "../../apimachinery/validation/names.ts";
import { auditLevels, auditStages } from "../../component-base/audit/audit-event.ts";
import type { GroupResources } from "./audit-policy.ts";

/** A decoded policy whose levels and stages are not validated yet. */
export interface WrittenPolicy {
  readonly rules: readonly WrittenRule[];
  readonly omitStages: readonly string[];
}

export interface WrittenRule {
  readonly level: string;
  readonly resources: readonly GroupResources[];
  readonly namespaces: readonly string[];
  readonly nonResourceURLs: readonly string[];
  readonly omitStages: readonly string[];
}

/** Validates a policy and returns all errors (audit validation.ValidatePolicy). */
export const validateAuditPolicy = ({ rules, omitStages }: WrittenPolicy): readonly FieldError[] => [
  ...validateStages(omitStages, fieldPath("omitStages")),
  ...rules.flatMap((rule, i) => validateRule(rule, fieldPath("rules").index(i))),
];

function validateRule(rule: WrittenRule, path: FieldPath): readonly FieldError[] {
  const { level, nonResourceURLs, resources, namespaces, omitStages } = rule;
  const both = nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0);
  return [
    ...validateLevel(level, path.child("level")),
    ...nonResourceURLs.flatMap((url, i) => validateUrl(url, path.child("nonResourceURLs").index(i))),
    ...resources.flatMap((group) => validateResources(group, path.child("resources"))),
    ...validateStages(omitStages, path.child("omitStages")),
    ...(both
      ? [
          invalid(
            path.child("nonResourceURLs"),
            nonResourceURLs,
            "rules cannot apply to both regular resources and non-resource URLs",
          ),
        ]
      : []),
  ];
}

function validateLevel(level: string, path: FieldPath): readonly FieldError[] {
  if (level === "") return [required(path)];
  return auditLevels.some((known) => known === level) ? [] : [notSupported(path, level, auditLevels)];
}

function validateUrl(url: string, path: FieldPath): readonly FieldError[] {
  if (url === "*") return [];
  const errors: FieldError[] = [];
  if (!url.startsWith("/"))
    addError(errors, invalid(path, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes("*"))
    addError(errors, invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule"));
  return errors;
}

/** Validates the resources of a rule. As upstream, errors name the list but not the index of the element. */
function validateResources(
  { group, resources, resourceNames }: GroupResources,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const faults = group === "" ? [] : nameIsDnsSubdomain(group, false);
  if (faults.length > 0) addError(errors, invalid(path.child("group"), group, faults.join(",")));
  if (resourceNames.length > 0 && resources.length === 0)
    addError(
      errors,
      invalid(path.child("resourceNames"), resourceNames, "using resourceNames requires at least one resource"),
    );
  return errors;
}

const validateStages = (stages: readonly string[], path: FieldPath): readonly FieldError[] =>
  stages.flatMap((stage, i) =>
    auditStages.some((known) => known === stage)
      ? []
      : [invalid(path.index(i), stage, `allowed stages are ${auditStages.join(",")}`)],
  );
