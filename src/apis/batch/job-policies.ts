import {
  duplicate,
  invalid,
  omittedValue,
  required,
  tooMany,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";
import { keptObject } from "../../component-base/work.ts";
import { goMembers, goStruct, listOf } from "../go-print.ts";
import { recordAt, stringAt } from "../record.ts";
import { atMostBytes, conforms, nonNegative, requireOneOf } from "../validation/checks.ts";
import { keptMap } from "../validation/checks-in-slices.ts";
import {
  addInvalid,
  addNotSupported,
  addRequired,
  asRecord,
  eachItem,
  errorsOfEach,
  inside,
  integerAt,
  isSet,
  itemsAt,
  textAt,
  within,
  type Fields,
} from "../validation/fields.ts";
import { countIndexes } from "./indexes.ts";

const maxRules = 20;
const maxExitCodes = 255;
const maxIndexesLength = 64 * 1024;

/** A text must be there and one of some values, which the error for a missing one lists too. */
function requireChoice(fields: Fields, member: string, values: readonly string[]): void {
  requireOneOf(fields, member, values, `valid values: [${values.map(quoteGo).join(" ")}]`);
}

function atMostItems(fields: Fields, member: string, max: number): void {
  const { length } = itemsAt(fields.record, member);
  if (length > max) addError(fields.errors, tooMany(fields.path.child(member), length, max));
}

function validateExitCodes(codes: Fields, containers: ReadonlySet<string>): void {
  requireChoice(codes, "operator", ["In", "NotIn"]);
  if (isSet(codes, "containerName") && !containers.has(textAt(codes, "containerName")))
    addInvalid(codes, "containerName", "must be one of the container or initContainer names in the pod template");
  const values = keptObject(() => itemsAt(codes.record, "values").map(Number));
  const path = codes.path.child("values");
  if (values.length === 0) addInvalid(codes, "values", "at least one value is required");
  atMostItems(codes, "values", maxExitCodes);
  const refusesZero = textAt(codes, "operator") === "In";
  const first = keptMap<number, number>();
  const errors = errorsOfEach(values, (value, i) => {
    if (!first.has(value)) first.set(value, i);
    return [
      ...(refusesZero && value === 0 ? [invalid(path.index(i), value, "must not be 0 for the In operator")] : []),
      ...(first.get(value) === i ? [] : [duplicate(path.index(i), value)]),
    ];
  });
  addErrors(codes.errors, errors);
  if (values.some((value, i) => i > 0 && (values[i - 1] ?? value) > value))
    addError(codes.errors, invalid(path, values, "must be ordered"));
}

function validateRule(rule: Fields, spec: Fields, containers: ReadonlySet<string>): void {
  if (textAt(rule, "action") === "FailIndex") {
    if (!isSet(spec, "backoffLimitPerIndex")) addInvalid(rule, "action", "requires the backoffLimitPerIndex to be set");
  } else requireChoice(rule, "action", ["Count", "FailIndex", "FailJob", "Ignore"]);
  const codes = inside(rule, "onExitCodes");
  if (codes !== undefined) validateExitCodes(codes, containers);
  atMostItems(rule, "onPodConditions", maxRules);
  eachItem(rule, "onPodConditions", (pattern) => {
    conforms(pattern, "type", isQualifiedName);
    requireChoice(pattern, "status", ["False", "True", "Unknown"]);
  });
  const hasConditions = itemsAt(rule.record, "onPodConditions").length > 0;
  if ((codes !== undefined) !== hasConditions) return;
  const message = hasConditions
    ? "specifying both OnExitCodes and OnPodConditions is not supported"
    : "specifying one of OnExitCodes and OnPodConditions is required";
  addError(rule.errors, invalid(rule.path, omittedValue, message));
}

/** Validates what happens to a job when its pods fail (validatePodFailurePolicy). */
export function validatePodFailurePolicy(spec: Fields): void {
  const policy = inside(spec, "podFailurePolicy");
  if (policy === undefined) return;
  atMostItems(policy, "rules", maxRules);
  const podSpec = recordAt(recordAt(spec.record, "template"), "spec");
  const containers = new Set(
    [...itemsAt(podSpec, "containers"), ...itemsAt(podSpec, "initContainers")].map((container) =>
      stringAt(asRecord(container), "name"),
    ),
  );
  eachItem(policy, "rules", (rule) => validateRule(rule, spec, containers));
}

/** Validates when pods of a job are replaced (validatePodReplacementPolicy). */
export function validatePodReplacementPolicy(spec: Fields): void {
  if (!isSet(spec, "podReplacementPolicy")) return;
  const values = isSet(spec, "podFailurePolicy") ? ["Failed"] : ["Failed", "TerminatingOrFailed"];
  if (!values.includes(textAt(spec, "podReplacementPolicy"))) addNotSupported(spec, "podReplacementPolicy", values);
}

function validateSuccessRule(rule: Fields, completions: number): void {
  const count = integerAt(rule, "succeededCount");
  if (count === undefined && !isSet(rule, "succeededIndexes"))
    addError(rule.errors, required(rule.path, "at least one of succeededCount or succeededIndexes must be specified"));
  let total: number | undefined;
  if (isSet(rule, "succeededIndexes")) {
    atMostBytes(rule, "succeededIndexes", maxIndexesLength);
    const parsed = countIndexes(textAt(rule, "succeededIndexes"), completions);
    total = parsed.count;
    if (parsed.problem !== undefined)
      addInvalid(rule, "succeededIndexes", `error parsing succeededIndexes: ${parsed.problem}`);
  }
  if (count === undefined) return;
  nonNegative(rule, "succeededCount");
  if (count > completions)
    addInvalid(
      rule,
      "succeededCount",
      `must be less than or equal to ${completions} (the number of specified completions)`,
    );
  if (total !== undefined && count > total)
    addInvalid(
      rule,
      "succeededCount",
      `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`,
    );
}

const policyStruct = goMembers("Rules", { Rules: listOf(goMembers("SucceededIndexes SucceededCount")) });

/** Validates when an indexed job has succeeded (validateSuccessPolicy). */
export function validateSuccessPolicy(spec: Fields): void {
  if (!isSet(spec, "successPolicy")) return;
  if (textAt(spec, "completionMode") !== "Indexed")
    return void addError(
      spec.errors,
      invalid(
        spec.path.child("successPolicy"),
        goStruct(recordAt(spec.record, "successPolicy"), policyStruct),
        "requires indexed completion mode",
      ),
    );
  const policy = within(spec, "successPolicy");
  if (itemsAt(policy.record, "rules").length === 0)
    addRequired(policy, "rules", "at least one rules must be specified when the successPolicy is specified");
  atMostItems(policy, "rules", maxRules);
  const completions = Number(integerAt(spec, "completions") ?? 0);
  eachItem(policy, "rules", (rule) => validateSuccessRule(rule, completions));
}
