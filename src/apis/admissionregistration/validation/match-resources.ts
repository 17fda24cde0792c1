import { labelSelectorErrors } from "../../validation/selectors.ts";
import { forEachKept, keptObject } from "../../../component-base/work.ts";
import { firstPlaces, isBefore } from "../../../apimachinery/first-places.ts";
import {
  duplicate,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
  addError,
} from "../../../apimachinery/field-error.ts";
import { validatePathSegmentName } from "../../../apimachinery/validation/names.ts";
import type { MatchResources, NamedRule, Rule } from "../../../apiserver/admission/policy/types.ts";
import { errorsOfEach } from "../../validation/fields.ts";

const scopes = ["*", "Cluster", "Namespaced"];
const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
/** Mutating policies do not apply to DELETE. */
const mutatingOperations = ["*", "CONNECT", "CREATE", "UPDATE"];
const matchPolicies = ["Equivalent", "Exact"];

/** Reports a value that is set and not among the supported ones. */
export const oneOf = (
  path: FieldPath,
  value: string | undefined,
  supported: readonly string[],
): readonly FieldError[] =>
  value === undefined || supported.includes(value) ? [] : [notSupported(path, value, supported)];

export const validateMatchPolicy = (policy: string | undefined, path: FieldPath): readonly FieldError[] =>
  oneOf(path, policy, matchPolicies);

/** Validates match constraints (validateMatchResources). */
export function validateMatchResources(resources: MatchResources | undefined, path: FieldPath): readonly FieldError[] {
  if (resources === undefined) return [];
  const { matchPolicy, namespaceSelector, objectSelector, resourceRules = [], excludeResourceRules = [] } = resources;
  const selector = (spec: MatchResources["namespaceSelector"], name: string): readonly FieldError[] =>
    spec === undefined ? [required(path.child(name))] : labelSelectorErrors(spec, {}, path.child(name));
  return [
    ...(matchPolicy === undefined
      ? [required(path.child("matchPolicy"))]
      : validateMatchPolicy(matchPolicy, path.child("matchPolicy"))),
    ...selector(namespaceSelector, "namespaceSelector"),
    ...selector(objectSelector, "objectSelector"),
    ...errorsOfEach(resourceRules, (rule, i) => validateNamedRule(rule, path.child("resourceRules").index(i))),
    ...errorsOfEach(excludeResourceRules, (rule, i) =>
      validateNamedRule(rule, path.child("excludeResourceRules").index(i)),
    ),
  ];
}

/** Reports operations of rules that a mutating policy cannot have. */
export const validateMutatingOperations = (
  { resourceRules = [] }: MatchResources,
  path: FieldPath,
): readonly FieldError[] =>
  errorsOfEach(resourceRules, (rule) =>
    errorsOfEach(rule.operations ?? [], (operation) =>
      oneOf(path.child("resourceRules", "operations"), operation, mutatingOperations),
    ),
  );

function validateNamedRule(rule: NamedRule, path: FieldPath): readonly FieldError[] {
  const { resourceNames = [] } = rule;
  const places = keptObject(() => firstPlaces(resourceNames));
  return [
    ...errorsOfEach(resourceNames, (name, i) => {
      const at = path.child("resourceNames").index(i);
      return [
        ...validatePathSegmentName(name, false).map((message) => invalid(at, name, message)),
        ...(isBefore(places, name, i) ? [duplicate(at, name)] : []),
      ];
    }),
    ...validateRule(rule, path),
  ];
}

/** Validates a rule with its operations (validateRuleWithOperations). */
export function validateRule(rule: Rule, path: FieldPath): readonly FieldError[] {
  const { operations: given = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  return [
    ...wildcardAlone(given, path.child("operations"), "operations"),
    ...errorsOfEach(given, (operation, i) => oneOf(path.child("operations").index(i), operation, operations)),
    ...wildcardAlone(apiGroups, path.child("apiGroups"), "API groups"),
    ...wildcardAlone(apiVersions, path.child("apiVersions"), "API versions"),
    ...errorsOfEach(apiVersions, (version, i) =>
      version === "" ? [required(path.child("apiVersions").index(i))] : [],
    ),
    ...validateResources(resources, path.child("resources")),
    ...oneOf(path.child("scope"), scope, scopes),
  ];
}

function wildcardAlone(items: readonly string[], path: FieldPath, what: string): readonly FieldError[] {
  if (items.length === 0) return [required(path)];
  return items.length > 1 && items.includes("*")
    ? [invalid(path, items, `if '*' is present, must not specify other ${what}`)]
    : [];
}

/** What the resources of a rule say so far. */
class ResourcePatterns {
  readonly errors: FieldError[] = [];
  readonly #withAnySub = new Set<string>();
  readonly #ofAnyResource = new Set<string>();
  /** Whether the last resource without a subresource is not `*`. */
  lastPlain = false;

  add(pattern: string, at: FieldPath): void {
    if (pattern === "") return addError(this.errors, required(at));
    const slash = pattern.indexOf("/");
    if (slash < 0) {
      this.lastPlain = pattern !== "*";
      return;
    }
    const [resource, sub] = [pattern.slice(0, slash), pattern.slice(slash + 1)];
    if (this.#withAnySub.has(resource))
      addError(this.errors, invalid(at, pattern, `if '${resource}/*' is present, must not specify ${pattern}`));
    if (this.#ofAnyResource.has(sub))
      addError(this.errors, invalid(at, pattern, `if '*/${sub}' is present, must not specify ${pattern}`));
    if (sub === "*") this.#withAnySub.add(resource);
    if (resource === "*") this.#ofAnyResource.add(sub);
  }
}

/** Validates resources with subresources, whose wildcards must not repeat what others say (validateResources). */
function validateResources(resources: readonly string[], path: FieldPath): readonly FieldError[] {
  if (resources.length === 0) return [required(path)];
  const add = (made: ResourcePatterns, i: number): void => made.add(resources[i] ?? "", path.index(i));
  const patterns = forEachKept(resources.length, () => new ResourcePatterns(), add);
  const errors = [...patterns.errors];
  if (resources.length > 1 && resources.includes("*/*"))
    addError(errors, invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  if (resources.includes("*") && patterns.lastPlain)
    addError(
      errors,
      invalid(path, resources, "if '*' is present, must not specify other resources without subresources"),
    );
  return errors;
}
