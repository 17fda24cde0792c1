import { invalid, addError } from "../../apimachinery/field-error.ts";
import { isDns1123Label, isValidPathSegmentName } from "../../apimachinery/validation/names.ts";
import { containerResourceNameErrors } from "../core/resource-names.ts";
import { requireMember, requireName } from "../validation/checks.ts";
import {
  addForbidden,
  addInvalid,
  addMessages,
  addNotSupported,
  addRequired,
  eachItem,
  integerAt,
  isSet,
  itemsAt,
  asRecord,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { compareQuantities } from "../validation/quantities.ts";

/** What the apiVersion of a reference must be: that of a group, that of a group or of core, or it is not checked. */
export type VersionRule = "of a group" | "any" | "unchecked";

/** Returns what is wrong with an apiVersion (ValidateAPIVersion); undefined if nothing is. */
export function apiVersionProblem(apiVersion: string, rule: VersionRule): string | undefined {
  if (rule === "unchecked") return undefined;
  const parts = apiVersion === "/" ? [""] : apiVersion.split("/");
  if (parts.length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  return rule === "of a group" && (parts.length === 1 || parts[0] === "")
    ? "apiVersion must specify API group"
    : undefined;
}

/** Validates a reference to an object (ValidateCrossVersionObjectReference). */
export function validateReference(reference: Fields, rule: VersionRule): void {
  requireName(reference, "kind", isValidPathSegmentName);
  requireName(reference, "name", isValidPathSegmentName);
  const apiVersion = textAt(reference, "apiVersion");
  const problem = apiVersionProblem(apiVersion, rule);
  if (problem !== undefined)
    addError(reference.errors, invalid(reference.path.child("apiVersion"), apiVersion, problem));
}

const targetTypes = ["Utilization", "Value", "AverageValue"];

/** Validates what a metric should be (validateMetricTarget). */
function validateTarget(target: Fields): void {
  requireMember(target, "type", "must specify a metric target type");
  if (!targetTypes.includes(textAt(target, "type")))
    addMessages(target, "type", ["must be either Utilization, Value, or AverageValue"]);
  for (const member of ["value", "averageValue"])
    if (isSet(target, member) && compareQuantities(target.record[member], undefined) <= 0)
      addInvalid(target, member, "must be positive");
  const utilization = integerAt(target, "averageUtilization");
  if (utilization !== undefined && utilization < 1) addInvalid(target, "averageUtilization", "must be greater than 0");
}

/** Validates the name of a metric (validateMetricIdentifier). */
const validateMetricName = (source: Fields): void =>
  requireName(within(source, "metric"), "name", isValidPathSegmentName, "must specify a metric name");

/** Of two members, at least one is required; both together are forbidden where a path for that error is given. */
function validateChoice(
  target: Fields,
  [first, second]: readonly [string, string],
  message: string,
  both?: readonly [member: string, message: string],
): void {
  const [hasFirst, hasSecond] = [isSet(target, first), isSet(target, second)];
  if (!hasFirst && !hasSecond) addRequired(target, first, message);
  if (hasFirst && hasSecond && both !== undefined) addForbidden(target, both[0], both[1]);
}

function validateObject(source: Fields, described: VersionRule): void {
  validateReference(within(source, "describedObject"), described);
  validateMetricName(source);
  const target = within(source, "target");
  validateTarget(target);
  validateChoice(target, ["averageValue", "value"], "must set either a target value or averageValue");
}

function validateExternal(source: Fields): void {
  validateMetricName(source);
  const target = within(source, "target");
  validateTarget(target);
  validateChoice(target, ["averageValue", "value"], "must set either a target value for metric or a per-pod target", [
    "value",
    "may not set both a target value for metric and a per-pod target",
  ]);
}

function validatePods(source: Fields): void {
  validateMetricName(source);
  const target = within(source, "target");
  validateTarget(target);
  if (!isSet(target, "averageValue"))
    addRequired(target, "averageValue", "must specify a positive target averageValue");
}

function validateUtilization(source: Fields): void {
  const target = within(source, "target");
  validateTarget(target);
  validateChoice(
    target,
    ["averageUtilization", "averageValue"],
    "must set either a target raw value or a target utilization",
    ["averageValue", "may not set both a target raw value and a target utilization"],
  );
}

function validateResource(source: Fields): void {
  requireMember(source, "name", "must specify a resource name");
  validateUtilization(source);
}

function validateContainerResource(source: Fields): void {
  requireName(source, "name", containerResourceNameErrors, "must specify a resource name");
  requireName(source, "container", isDns1123Label, "must specify a container");
  validateUtilization(source);
}

/** The sources in the order in which upstream looks at them: the type, its member, and its validation. */
const sources: readonly (readonly [
  type: string,
  member: string,
  validate: (source: Fields, described: VersionRule) => void,
])[] = [
  ["Object", "object", validateObject],
  ["External", "external", validateExternal],
  ["Pods", "pods", validatePods],
  ["Resource", "resource", validateResource],
  ["ContainerResource", "containerResource", validateContainerResource],
];
const types = sources.map(([type]) => type).sort();

/** Validates a metric (validateMetricSpec): only the first of several sources is looked at. */
function validateMetric(metric: Fields, described: VersionRule): void {
  const type = textAt(metric, "type");
  requireMember(metric, "type", "must specify a metric source type");
  if (!types.includes(type)) addNotSupported(metric, "type", types);
  const present = sources.filter(([, member]) => isSet(metric, member));
  const [first] = present;
  if (first !== undefined) first[2](within(metric, first[1]), described);
  const expected = sources.find(([name]) => name === type)?.[1];
  if (expected === undefined) addNotSupported(metric, "type", types);
  else if (!isSet(metric, expected))
    addRequired(metric, expected, "must populate information for the given metric source");
  if (present.length < 2) return;
  for (const [, member] of present)
    if (member !== expected) addForbidden(metric, member, "must populate the given metric source only");
}

/** Validates the metrics of a spec (validateMetrics): those of pods say nothing where there are none. */
export function validateMetrics(spec: Fields, described: VersionRule): void {
  eachItem(spec, "metrics", (metric) => validateMetric(metric, described));
  if (integerAt(spec, "minReplicas") !== 0) return;
  const counts = itemsAt(spec.record, "metrics").some((metric) =>
    ["Object", "External"].includes(String(asRecord(metric)["type"])),
  );
  if (!counts)
    addForbidden(
      spec,
      "metrics",
      "must specify at least one Object or External metric to support scaling to zero replicas",
    );
}
