import { duplicate, forbidden, invalid, addErrors, addError } from "../../../apimachinery/field-error.ts";
import { validateLabelName } from "../../../apimachinery/validation/labels.ts";
import {
  isDns1123Label,
  isDns1123Subdomain,
  isQualifiedName,
  isValidLabelValue,
} from "../../../apimachinery/validation/names.ts";
import { goStruct, type GoMember } from "../../go-print.ts";
import { selectorAt } from "../../label-selectors.ts";
import { matches, requireMember, supported } from "../../validation/checks.ts";
import {
  addInvalid,
  addNotSupported,
  addRequired,
  eachItem,
  eachText,
  inside,
  integerAt,
  isSet,
  itemsAt,
  quotedValue,
  textAt,
  within,
  type Fields,
} from "../../validation/fields.ts";
import { labelSelector } from "../../validation/selectors.ts";
import type { PodContext } from "./context.ts";

/** Adds the errors of the key of a label. */
function labelKey(fields: Fields, member: string): void {
  const errors = validateLabelName(textAt(fields, member), fields.path.child(member));
  if (errors.length > 0) addErrors(fields.errors, errors);
}

function checkValueCount(requirement: Fields): void {
  const count = itemsAt(requirement.record, "values").length;
  switch (textAt(requirement, "operator")) {
    case "In":
    case "NotIn":
      if (count === 0) addRequired(requirement, "values", "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case "Exists":
    case "DoesNotExist":
      if (count > 0)
        addError(
          requirement.errors,
          forbidden(
            requirement.path.child("values"),
            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
          ),
        );
      break;
    case "Gt":
    case "Lt":
      if (count !== 1)
        addRequired(requirement, "values", "must be specified single value when `operator` is 'Lt' or 'Gt'");
      break;
    default:
      refuseOperator(requirement);
  }
}

const refuseOperator = (requirement: Fields): void => {
  const operator = textAt(requirement, "operator");
  addError(requirement.errors, invalid(requirement.path.child("operator"), operator, "not a valid selector operator"));
};

/** Validates a requirement of labels of nodes (ValidateNodeSelectorRequirement). */
function validateNodeLabels(requirement: Fields, keepsValues: boolean): void {
  checkValueCount(requirement);
  labelKey(requirement, "key");
  if (keepsValues) return;
  eachText(requirement, "values", (value, path) => {
    for (const message of isValidLabelValue(value)) addError(requirement.errors, invalid(path(), value, message));
  });
}

/** Validates a requirement of the name of nodes (ValidateNodeFieldSelectorRequirement). */
function validateNodeFields(requirement: Fields): void {
  const operator = textAt(requirement, "operator");
  if (operator !== "In" && operator !== "NotIn") refuseOperator(requirement);
  else if (itemsAt(requirement.record, "values").length !== 1)
    addRequired(
      requirement,
      "values",
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    );
  if (textAt(requirement, "key") !== "metadata.name")
    addError(
      requirement.errors,
      invalid(requirement.path.child("key"), textAt(requirement, "key"), "not a valid field selector key"),
    );
  else
    eachText(requirement, "values", (value, path) => {
      for (const message of isDns1123Subdomain(value)) addError(requirement.errors, invalid(path(), value, message));
    });
}

/** Validates a term of a node selector (ValidateNodeSelectorTerm). */
function validateNodeSelectorTerm(term: Fields, keepsValues: boolean): void {
  eachItem(term, "matchExpressions", (requirement) => validateNodeLabels(requirement, keepsValues));
  eachItem(term, "matchFields", validateNodeFields);
}

/** Validates a node selector (ValidateNodeSelector); `keepsValues` allows malformed label values. */
export function validateNodeSelector(selector: Fields, keepsValues: boolean): void {
  if (!requireMember(selector, "nodeSelectorTerms", "must have at least one node selector term")) return;
  eachItem(selector, "nodeSelectorTerms", (term) => validateNodeSelectorTerm(term, keepsValues));
}

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

function checkWeight(term: Fields): void {
  const weight = integerAt(term, "weight") ?? 0;
  if (weight <= 0 || weight > 100)
    addError(term.errors, invalid(term.path.child("weight"), quotedValue(weight), "must be in the range 1-100"));
}

function validateNodeAffinity(affinity: Fields, { options }: PodContext): void {
  const selector = inside(affinity, required);
  if (selector !== undefined) validateNodeSelector(selector, options.tolerated.labelValueInNodeAffinity === true);
  eachItem(affinity, preferred, (term) => {
    checkWeight(term);
    validateNodeSelectorTerm(within(term, "preference"), true);
  });
}

function validateLabelKeys(term: Fields, member: string): void {
  if (itemsAt(term.record, member).length === 0) return;
  if (!isSet(term, "labelSelector"))
    return void addError(
      term.errors,
      forbidden(term.path.child(member), "must not be specified when labelSelector is not set"),
    );
  eachText(term, member, (key, path) => void addErrors(term.errors, validateLabelName(key, path())));
}

/**
 * Validates the keys whose values are taken from the pod itself (ValidateMatchLabelKeysAndMismatchLabelKeys). The
 * server adds them to the selector, where they may stand once. /
 */
export function validateMatchLabelKeys(term: Fields): void {
  const matchKeys = itemsAt(term.record, "matchLabelKeys");
  const mismatchKeys = itemsAt(term.record, "mismatchLabelKeys");
  if (matchKeys.length === 0 && mismatchKeys.length === 0) return;
  validateLabelKeys(term, "matchLabelKeys");
  validateLabelKeys(term, "mismatchLabelKeys");
  const selector = selectorAt(term.record, "labelSelector");
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}));
  const lastMatch = new Map(matchKeys.map((key, i) => [key, i]));
  for (const { key } of selector?.matchExpressions ?? []) {
    const i = lastMatch.get(key);
    if (i !== undefined && seen.has(key))
      addError(term.errors, invalid(term.path.index(i), key, "exists in both matchLabelKeys and labelSelector"));
    seen.add(key);
  }
  const mismatched = new Set(mismatchKeys);
  for (const [i, key] of matchKeys.entries())
    if (mismatched.has(key))
      addError(
        term.errors,
        invalid(
          term.path.child("matchLabelKeys").index(i),
          String(key),
          "exists in both matchLabelKeys and mismatchLabelKeys",
        ),
      );
}

function validatePodAffinityTerm(term: Fields, { options }: PodContext): void {
  const allow = { allowInvalidLabelValueInSelector: options.tolerated.labelValueInSelector === true };
  labelSelector(term, "labelSelector", allow);
  labelSelector(term, "namespaceSelector", allow);
  eachText(term, "namespaces", (name) => {
    for (const message of isDns1123Label(name))
      addError(term.errors, invalid(term.path.child("namespace"), name, message));
  });
  validateMatchLabelKeys(term);
  requireMember(term, "topologyKey", "can not be empty");
  labelKey(term, "topologyKey");
}

function validatePodAffinity(affinity: Fields, context: PodContext): void {
  eachItem(affinity, required, (term) => validatePodAffinityTerm(term, context));
  eachItem(affinity, preferred, (term) => {
    checkWeight(term);
    validatePodAffinityTerm(within(term, "podAffinityTerm"), context);
  });
}

/** Validates which nodes and pods a pod wants near (validateAffinity). */
export function validateAffinity(spec: Fields, context: PodContext): void {
  const affinity = inside(spec, "affinity");
  if (affinity === undefined) return;
  const nodes = inside(affinity, "nodeAffinity");
  if (nodes !== undefined) validateNodeAffinity(nodes, context);
  for (const member of ["podAffinity", "podAntiAffinity"]) {
    const pods = inside(affinity, member);
    if (pods !== undefined) validatePodAffinity(pods, context);
  }
}

/** The effects of taints, in the order that errors list them. */
export const taintEffects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/** Validates the tolerations of a list (ValidateTolerations). */
export function validateTolerations(owner: Fields, member: string): void {
  eachItem(owner, member, (toleration) => {
    const key = textAt(toleration, "key");
    const operator = textAt(toleration, "operator");
    const value = textAt(toleration, "value");
    const refuse = (name: string, shown: string, detail: string): void =>
      void addError(toleration.errors, invalid(toleration.path.child(name), shown, detail));
    if (key !== "") labelKey(toleration, "key");
    if (key === "" && operator !== "Exists")
      refuse(
        "operator",
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      );
    if (isSet(toleration, "tolerationSeconds") && textAt(toleration, "effect") !== "NoExecute")
      refuse("effect", textAt(toleration, "effect"), "effect must be 'NoExecute' when `tolerationSeconds` is set");
    if (operator === "" || operator === "Equal") {
      const messages = isValidLabelValue(value);
      if (messages.length > 0) refuse("operator", value, messages.join(";"));
    } else if (operator !== "Exists") addNotSupported(toleration, "operator", ["Equal", "Exists"]);
    else if (value !== "") refuse("operator", value, "value must be empty when `operator` is 'Exists'");
    if (textAt(toleration, "effect") !== "") supported(toleration, "effect", taintEffects);
  });
}

/** Validates the gates that hold a pod back (validateSchedulingGates). */
export function validateSchedulingGates(spec: Fields): void {
  const seen = new Set<string>();
  eachItem(spec, "schedulingGates", (gate) => {
    const name = textAt(gate, "name");
    for (const message of isQualifiedName(name)) addError(gate.errors, invalid(gate.path, name, message));
    if (seen.has(name)) addError(gate.errors, duplicate(gate.path, name));
    seen.add(name);
  });
}

const claimStruct: readonly GoMember[] = [
  ["Name", "name", ""],
  ["ResourceClaimName", "resourceClaimName", null],
  ["ResourceClaimTemplateName", "resourceClaimTemplateName", null],
];
const claimMembers = ["resourceClaimName", "resourceClaimTemplateName"] as const;

/** Validates the claims of devices of a pod (validatePodResourceClaims). */
export function validateResourceClaims(spec: Fields, { isMirror }: PodContext): void {
  const seen = new Set<string>();
  eachItem(spec, "resourceClaims", (claim) => {
    if (isMirror)
      return void addError(claim.errors, {
        ...forbidden(claim.path, "static pods do not support resource claims"),
        field: "",
      });
    const name = textAt(claim, "name");
    if (name === "") addRequired(claim, "name");
    else if (seen.has(name)) addError(claim.errors, duplicate(claim.path.child("name"), name));
    else {
      matches(claim, "name", isDns1123Label);
      seen.add(name);
    }
    const count = claimMembers.filter((member) => isSet(claim, member)).length;
    const problem =
      count === 2
        ? "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
        : "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`";
    if (count !== 1) addError(claim.errors, invalid(claim.path, goStruct(claim.record, claimStruct), problem));
    for (const member of claimMembers)
      if (isSet(claim, member))
        for (const message of isDns1123Subdomain(textAt(claim, member))) addInvalid(claim, member, message);
  });
}
