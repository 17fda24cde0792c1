import { fieldPath, invalid, type FieldError, addError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { fieldImmutableMessage } from "../../apimachinery/validation/object-meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { goMembers, goStruct, listOf } from "../go-print.ts";
import { recordAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import {
  eachName,
  addInvalid,
  addRequired,
  asRecord,
  collectErrors,
  inside,
  isSet,
  isZero,
  itemsAt,
  quotedValue,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import type { Defaults } from "../defaulting.ts";
import { amounts } from "./pod/defaults.ts";
import { isStandardQuotaResourceName, resourceNameErrors, resourceQuantity } from "./resource-names.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { ageColumn, nameColumn, stringIn, text } from "../table-cells.ts";

const podCounts = ["pods"];
const podResources = [...podCounts, "cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];
const claimResources = ["persistentvolumeclaims", "requests.storage"];

/**
 * The scopes, with the standard resources that each may limit (helper.IsStandardResourceQuotaScope,
 * helper.IsResourceQuotaScopeValidForResource). Those with `exists` only have selectors without values.
 */
const scopes: ReadonlyMap<string, { readonly limits: ReadonlySet<string>; readonly exists: boolean }> = new Map([
  ["Terminating", { limits: new Set(podResources), exists: true }],
  ["NotTerminating", { limits: new Set(podResources), exists: true }],
  ["BestEffort", { limits: new Set(podCounts), exists: true }],
  ["NotBestEffort", { limits: new Set(podResources), exists: true }],
  ["PriorityClass", { limits: new Set(podResources), exists: false }],
  ["CrossNamespacePodAffinity", { limits: new Set(podResources), exists: true }],
  ["VolumeAttributesClass", { limits: new Set(claimResources), exists: false }],
]);

const exclusive = [
  ["BestEffort", "NotBestEffort"],
  ["NotTerminating", "Terminating"],
] as const;

/** Returns how many of the standard resources of a quota a scope cannot limit; one that is not known limits any. */
function outOfScope(scope: string, standard: readonly string[]): number {
  const limits = scopes.get(scope)?.limits;
  return limits === undefined ? 0 : standard.filter((name) => !limits.has(name)).length;
}

/** Validates the names and amounts of a list of resources (ValidateResourceQuotaResourceName). */
function validateAmounts(fields: Fields, member: string): void {
  const list = inside(fields, member);
  if (list === undefined) return;
  const { record, path, errors } = list;
  eachName(record, errors, (name) => {
    const messages = resourceNameErrors(name);
    for (const message of messages) addError(errors, invalid(path.key(name), name, message));
    if (!name.includes("/") && !isStandardQuotaResourceName(name))
      addError(errors, invalid(path.key(name), name, "must be a standard resource for quota"));
    resourceQuantity(list, name, record[name], path.key(name));
  });
}

const excludeEachOther = (names: ReadonlySet<string>): number =>
  exclusive.filter(([a, b]) => names.has(a) && names.has(b)).length;

const repeat = (times: number, add: () => void): void => {
  for (let i = 0; i < times; i++) add();
};

const scopeNames = ({ record }: Fields): readonly string[] =>
  itemsAt(record, "scopes").filter((scope) => typeof scope === "string");

/** Validates the scopes of a quota against the resources that it limits (validateResourceQuotaScopes). */
function validateScopes(spec: Fields, standard: readonly string[]): void {
  const names = scopeNames(spec);
  for (const scope of names) {
    if (!scopes.has(scope)) addInvalid(spec, "scopes", "unsupported scope");
    repeat(outOfScope(scope, standard), () => addInvalid(spec, "scopes", "unsupported scope applied to resource"));
  }
  repeat(excludeEachOther(new Set(names)), () => addInvalid(spec, "scopes", "conflicting scopes"));
}

/** Formats a scope selector as Go prints the internal type. */
const printedSelector = (selector: Fields) =>
  goStruct(
    selector.record,
    goMembers("MatchExpressions", { MatchExpressions: listOf(goMembers("ScopeName:s Operator:s Values")) }),
  );

const existsOnly =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, " +
  "ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function validateOperator(expression: Fields): void {
  switch (textAt(expression, "operator")) {
    case "In":
    case "NotIn":
      if (isZero(expression, "values"))
        addRequired(
          expression,
          "values",
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
        );
      break;
    case "Exists":
    case "DoesNotExist":
      if (!isZero(expression, "values"))
        addInvalid(
          expression,
          "values",
          "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
        );
      break;
    default:
      addText(expression, "operator", "not a valid selector operator");
  }
}

/** Adds an error about a text, which is quoted as "" if it is absent. */
const addText = (fields: Fields, member: string, detail: string): void => {
  addError(fields.errors, invalid(fields.path.child(member), textAt(fields, member), detail));
};

/**
 * Validates the scope selector of a quota (validateScopedResourceSelectorRequirement). The paths of its errors do not
 * tell which expression is meant.
 */
function validateScopeSelector(spec: Fields, standard: readonly string[]): void {
  const selector = inside(spec, "scopeSelector");
  if (selector === undefined) return;
  const path = selector.path.child("matchExpressions");
  const seen = new Set<string>();
  for (const item of itemsAt(selector.record, "matchExpressions")) {
    const expression: Fields = { record: asRecord(item), path, errors: spec.errors };
    const scope = textAt(expression, "scopeName");
    const known = scopes.get(scope);
    if (known === undefined) addText(expression, "scopeName", "unsupported scope");
    repeat(outOfScope(scope, standard), () =>
      addError(spec.errors, invalid(path, printedSelector(selector), "unsupported scope applied to resource")),
    );
    if (known?.exists === true && textAt(expression, "operator") !== "Exists")
      addText(expression, "operator", existsOnly);
    validateOperator(expression);
    seen.add(scope);
  }
  repeat(excludeEachOther(seen), () =>
    addError(spec.errors, invalid(path, quotedValue(spec.record["scopes"]), "conflicting scopes")),
  );
}

/** Validates the spec of a quota (ValidateResourceQuotaSpec). */
function validateSpec(spec: Fields): void {
  validateAmounts(spec, "hard");
  if (isZero(spec, "scopes") && !isSet(spec, "scopeSelector")) return;
  const standard = Object.keys(within(spec, "hard").record).filter(isStandardQuotaResourceName);
  validateScopes(spec, standard);
  validateScopeSelector(spec, standard);
}

const specPath = fieldPath("spec");

/** The scopes of a quota are fixed (ValidateResourceQuotaUpdate). */
function fixedScopes(spec: Fields, old: Fields): void {
  const [names, before] = [new Set(scopeNames(spec)), new Set(scopeNames(old))];
  if (names.size !== before.size || [...names].some((name) => !before.has(name)))
    addInvalid(spec, "scopes", fieldImmutableMessage);
}

/** Validates the status of a quota (ValidateResourceQuotaStatusUpdate). */
export const validateQuotaStatus = (object: KubeObject): readonly FieldError[] =>
  collectErrors(recordAt(object, "status"), fieldPath("status"), (status) => {
    validateAmounts(status, "hard");
    validateAmounts(status, "used");
  });

/** Strategy of ResourceQuotas. */
export const resourceQuotaStrategy: Strategy = objectStrategy({
  status: {},
  validatesMetadata: true,
  validate: (object) => collectErrors(recordAt(object, "spec"), specPath, validateSpec),
  validateUpdate: (object, old) =>
    collectErrors(recordAt(object, "spec"), specPath, (spec) => {
      validateSpec(spec);
      fixedScopes(spec, { record: recordAt(old, "spec"), path: specPath, errors: spec.errors });
    }),
});

/** core/v1 defaults of a ResourceQuota: amounts are rounded up to thousandths. */
export const resourceQuotaDefaults: Defaults = {
  inside: { spec: { inside: { hard: amounts } }, status: { inside: { hard: amounts, used: amounts } } },
};

/** Formats the requests or the limits of a quota: `cpu: 1/2, memory: 1Gi/4Gi`. */
function quotaText(object: KubeObject, limits: boolean): string {
  const status = recordAt(object, "status");
  const [hard, used] = [recordAt(status, "hard"), recordAt(status, "used")];
  const names = Object.keys(hard)
    .sort()
    .filter((name) => name.startsWith("limits.") === limits);
  return names.map((name) => `${name}: ${stringIn("0", used, name)}/${stringIn("0", hard, name)}`).join(", ");
}

/** The columns of ResourceQuotas. */
export const resourceQuotaTable: TableLayout = {
  columns: [
    nameColumn,
    text("Request", "Request represents a minimum amount of cpu/memory that a container may consume.", (object) =>
      quotaText(object, false),
    ),
    text(
      "Limit",
      "Limits control the maximum amount of cpu/memory that a container may use independent of contention on the node.",
      (object) => quotaText(object, true),
    ),
    ageColumn,
  ],
};
