import {
  fieldPath,
  invalid,
  notSupported,
  required,
  type FieldError,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { defaulter, type Fill } from "../defaulting.ts";
import { goMembers, goStruct, listOf, pointerTo, structOf } from "../go-print.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { objectStrategy } from "../strategies/object-strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { ageColumn, nameColumn, numberIn, stringIn, text } from "../table-cells.ts";
import { checkText, conforms, requireMember, requireName } from "../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addNotSupported,
  addRequired,
  collectErrors,
  eachItem,
  eachText,
  flagAt,
  inside,
  integerAt,
  isSet,
  isZero,
  itemsAt,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { mandatoryFlowSchemas } from "./bootstrap.ts";
import { validateConditions } from "./conditions.ts";

const dangling = (schema: KubeObject): string => {
  const condition = recordsAt(recordAt(schema, "status"), "conditions").find(
    (candidate) => stringAt(candidate, "type") === "Dangling",
  );
  return condition === undefined ? "?" : stringAt(condition, "status");
};

const precedence = (schema: KubeObject): number => numberIn(schema, "spec", "matchingPrecedence");

export const flowSchemaTable: TableLayout = {
  columns: [
    nameColumn,
    text("PriorityLevel", "The level of its requests.", (object) =>
      stringIn("", object, "spec", "priorityLevelConfiguration", "name"),
    ),
    text("MatchingPrecedence", "Which schema is asked first.", precedence),
    text("DistinguisherMethod", "What tells its flows apart.", (object) =>
      stringIn("<none>", object, "spec", "distinguisherMethod", "type"),
    ),
    ageColumn,
    text("MissingPL", "references a broken or non-existent PriorityLevelConfiguration", dangling),
  ],
  rank: precedence,
};

/** Defaults matchingPrecedence; zero counts as unset. */
const defaultPrecedence: Fill = (spec) =>
  (spec["matchingPrecedence"] ?? 0) === 0 ? { ...spec, matchingPrecedence: 1000 } : spec;

/** flowcontrol/v1 SetDefaults_FlowSchemaSpec. */
export const defaultFlowSchema = defaulter({ inside: { spec: { rules: [defaultPrecedence] } }, make: ["spec"] });

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];
const distinguishers = ["ByNamespace", "ByUser"];
const maxPrecedence = 10_000;

/** A subject has the member of its kind, and no other (ValidateFlowSchemaSubject). */
const subjectMembers = [
  ["serviceAccount", "ServiceAccount"],
  ["user", "User"],
  ["group", "Group"],
] as const;

/** Validates a service account as subject, in which `*` stands for all of a namespace. */
function validateAccount(account: Fields): void {
  if (textAt(account, "name") !== "*") requireName(account, "name", isDns1123Subdomain);
  requireName(account, "namespace", isDns1123Label, "must specify namespace for service account");
}

function validateSubject(subject: Fields): void {
  const kind = textAt(subject, "kind");
  const own = subjectMembers.find(([, ofKind]) => ofKind === kind)?.[0];
  if (own === undefined) return addNotSupported(subject, "kind", ["Group", "ServiceAccount", "User"]);
  const named = inside(subject, own);
  if (named === undefined) addRequired(subject, own, `${own} is required when subject kind is '${kind}'`);
  else if (own === "serviceAccount") validateAccount(named);
  else requireMember(named, "name");
  for (const [member, ofKind] of subjectMembers)
    if (member !== own && isSet(subject, member))
      addForbidden(subject, member, `${member} is forbidden when subject kind is not '${ofKind}'`);
}

/** Whether a list has `*`, which must be alone; adds an error if it is not. `noun` is what the list has. */
function hasWildcard(rule: Fields, member: string, noun: string): boolean {
  const items = itemsAt(rule.record, member);
  if (!items.includes("*")) return false;
  if (items.length > 1) addInvalid(rule, member, `if '*' is present, must not specify other ${noun}`);
  return true;
}

function validateVerbs(rule: Fields): void {
  if (isZero(rule, "verbs")) return addRequired(rule, "verbs", "verbs must contain at least one value");
  if (hasWildcard(rule, "verbs", "verbs")) return;
  if (itemsAt(rule.record, "verbs").some((verb) => typeof verb !== "string" || !verbs.includes(verb)))
    addNotSupported(rule, "verbs", verbs);
}

function validateResourceRule(rule: Fields): void {
  validateVerbs(rule);
  if (requireMember(rule, "apiGroups", "resource rules must supply at least one api group"))
    hasWildcard(rule, "apiGroups", "api groups");
  if (requireMember(rule, "resources", "resource rules must supply at least one resource"))
    hasWildcard(rule, "resources", "resources");
  if (isZero(rule, "namespaces") && !flagAt(rule, "clusterScope"))
    return addRequired(
      rule,
      "namespaces",
      "resource rules that are not cluster scoped must supply at least one namespace",
    );
  if (hasWildcard(rule, "namespaces", "namespaces")) return;
  eachText(rule, "namespaces", (namespace, path) => checkText(rule, namespace, namespaceOrAll, path));
}

const namespaceOrAll = (namespace: string): readonly string[] =>
  isDns1123Label(namespace).map((message) => `each member of this list must be '*' or a DNS-1123 label; ${message}`);

/** Returns the error of a path, if it has one (ValidateNonResourceURLPath). */
function pathErrors(path: string): readonly string[] {
  if (path === "") return ["must not be empty"];
  if (path === "/") return [];
  if (!path.startsWith("/")) return ["must start with slash"];
  if (path.includes(" ")) return ["must not contain white-space"];
  if (path.includes("//")) return ["must not contain double slash"];
  const wildcard = path.indexOf("*");
  return wildcard < 0 || (wildcard === path.length - 1 && path.endsWith("/*"))
    ? []
    : ["wildcard can only do suffix matching"];
}

function validateNonResourceRule(rule: Fields): void {
  validateVerbs(rule);
  if (!requireMember(rule, "nonResourceURLs", "nonResourceURLs must contain at least one value")) return;
  if (hasWildcard(rule, "nonResourceURLs", "non-resource URLs")) return;
  eachText(rule, "nonResourceURLs", (url, path) => checkText(rule, url, pathErrors, path));
}

/** Validates a rule (ValidateFlowSchemaPolicyRulesWithSubjects). */
function validateRule(rule: Fields): void {
  if (requireMember(rule, "subjects", "subjects must contain at least one value"))
    eachItem(rule, "subjects", validateSubject);
  if (isZero(rule, "resourceRules") && isZero(rule, "nonResourceRules"))
    addError(
      rule.errors,
      required(rule.path, "at least one of resourceRules and nonResourceRules has to be non-empty"),
    );
  eachItem(rule, "resourceRules", validateResourceRule);
  eachItem(rule, "nonResourceRules", validateNonResourceRule);
}

function validatePrecedence(spec: Fields, name: string): void {
  const value = integerAt(spec, "matchingPrecedence") ?? 0;
  const add = (detail: string): void => {
    addError(spec.errors, invalid(spec.path.child("matchingPrecedence"), value, detail));
  };
  if (value <= 0) add("must be a positive value");
  if (value > maxPrecedence) add(`must not be greater than ${maxPrecedence}`);
  if (value === 1 && name !== "exempt") add("only the schema named 'exempt' may have matchingPrecedence 1");
}

/** Validates the spec of a FlowSchema (ValidateFlowSchemaSpec). */
function validateSpec(spec: Fields, name: string): void {
  validatePrecedence(spec, name);
  const method = inside(spec, "distinguisherMethod");
  if (method !== undefined && !distinguishers.includes(textAt(method, "type")))
    addError(
      spec.errors,
      notSupported(method.path.child("type"), goStruct(method.record, goMembers("Type:s")), distinguishers),
    );
  const level = within(spec, "priorityLevelConfiguration");
  if (requireMember(level, "name", "must reference a priority level")) conforms(level, "name", isDns1123Subdomain);
  eachItem(spec, "rules", validateRule);
}

const named = pointerTo(goMembers("Name:s"));

/** How Go prints the spec. */
const specMembers = goMembers("PriorityLevelConfiguration MatchingPrecedence:n DistinguisherMethod Rules", {
  PriorityLevelConfiguration: structOf(goMembers("Name:s")),
  DistinguisherMethod: pointerTo(goMembers("Type:s")),
  Rules: listOf(
    goMembers("Subjects ResourceRules NonResourceRules", {
      Subjects: listOf(
        goMembers("Kind:s User Group ServiceAccount", {
          User: named,
          Group: named,
          ServiceAccount: pointerTo(goMembers("Namespace:s Name:s")),
        }),
      ),
      ResourceRules: listOf(goMembers("Verbs APIGroups=apiGroups Resources ClusterScope:b Namespaces")),
      NonResourceRules: listOf(goMembers("Verbs NonResourceURLs")),
    }),
  ),
});

/** Validates a FlowSchema, also on update; the spec of the mandatory ones is fixed (ValidateFlowSchema). */
function validateFlowSchema(object: KubeObject): readonly FieldError[] {
  const { name = "" } = object.metadata;
  const errors = collectErrors(recordAt(object, "spec"), fieldPath("spec"), (spec) => {
    validateSpec(spec, name);
    const fixed = mandatoryFlowSchemas.find((mandatory) => mandatory.name === name);
    if (fixed !== undefined && !semanticEqual(spec.record, fixed.spec))
      addError(
        spec.errors,
        invalid(spec.path, goStruct(spec.record, specMembers), `spec of '${name}' must equal the fixed value`),
      );
  });
  addErrors(errors, validateConditions(object));
  return errors;
}

export const flowSchemaStrategy = objectStrategy({
  status: {},
  generation: ["spec"],
  validatesMetadata: true,
  validate: validateFlowSchema,
  validateUpdate: validateFlowSchema,
});
