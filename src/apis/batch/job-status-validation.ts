import {
  duplicate,
  fieldPath,
  invalid,
  omittedValue,
  required,
  type FieldError,
  addError,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import { goStruct } from "../go-print.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import {
  addInvalid,
  addRequired,
  collectErrors,
  flagAt,
  eachText,
  fieldsOf,
  inside,
  integerAt,
  isSet,
  itemsAt,
  textAt,
  type Fields,
} from "../validation/fields.ts";
import { nonNegativeCounts } from "../validation/replicas.ts";
import { countIndexes, overlappingIndex } from "./indexes.ts";

const statusPath = fieldPath("status");

/** What is true of a status, by its conditions. */
interface Standing {
  readonly complete: boolean;
  readonly failed: boolean;
  readonly failureTarget: boolean;
  readonly successCriteriaMet: boolean;
  readonly finished: boolean;
}

function standingOf(status: JsonRecord): Standing {
  const types = new Set<string>();
  for (const condition of recordsAt(status, "conditions"))
    if (condition["status"] === "True") types.add(stringAt(condition, "type"));
  const [complete, failed] = [types.has("Complete"), types.has("Failed")];
  return {
    complete,
    failed,
    failureTarget: types.has("FailureTarget"),
    successCriteriaMet: types.has("SuccessCriteriaMet"),
    finished: complete || failed,
  };
}

/** A status that takes the place of another one, and which parts of it differ. */
interface Change {
  readonly spec: Fields;
  readonly status: Fields;
  readonly old: Fields;
  readonly now: Standing;
  readonly before: Standing;
  /** Reports whether a member of the status differs. */
  differs(member: string): boolean;
  /** Reports whether a condition was set or lifted. */
  turned(condition: keyof Standing): boolean;
}

const refuse = ({ status }: Change, message: string): void =>
  void addError(status.errors, invalid(status.path.child("conditions"), omittedValue, message));

function validateUncounted({ status }: Change): void {
  const uncounted = inside(status, "uncountedTerminatedPods");
  if (uncounted === undefined) return;
  const seen = new Set<string>();
  for (const member of ["succeeded", "failed"])
    eachText(uncounted, member, (uid, path) => {
      if (uid === "") addError(uncounted.errors, invalid(path(), uid, "must not be empty"));
      else if (seen.has(uid)) addError(uncounted.errors, duplicate(path(), uid));
      seen.add(uid);
    });
}

/** Conditions that exclude or require each other, where one of them has just changed. */
function validateConditions(change: Change): void {
  const { now, turned } = change;
  const finishing = turned("complete") || turned("failed");
  if (finishing && now.complete && now.failed) refuse(change, "cannot set Complete=True and Failed=true conditions");
  if ((turned("complete") || turned("failureTarget")) && now.complete && now.failureTarget)
    refuse(change, "cannot set Complete=True and FailureTarget=true conditions");
}

function validateTimes(change: Change): void {
  const { status, now, differs, turned } = change;
  const [start, completion] = [textAt(status, "startTime"), textAt(status, "completionTime")];
  if (turned("complete") || differs("completionTime")) {
    if (completion !== "" && !now.complete)
      addInvalid(status, "completionTime", "cannot set completionTime when there is no Complete=True condition");
    if (completion === "" && now.complete)
      addRequired(status, "completionTime", "completionTime is required for Complete jobs");
  }
  if ((differs("startTime") || differs("completionTime")) && start !== "" && completion !== "")
    if (Date.parse(completion) < Date.parse(start))
      addInvalid(status, "completionTime", "must be equal to or after `startTime`");
}

function validateEnd(change: Change): void {
  const { spec, status, now, differs, turned } = change;
  if ((turned("failed") || differs("failedIndexes")) && now.failed && !now.failureTarget)
    refuse(change, "cannot set Failed=True condition without the FailureTarget=true condition");
  if ((turned("complete") || turned("successCriteriaMet")) && now.complete && !now.successCriteriaMet)
    refuse(change, "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
  if (!now.finished) return;
  if ((turned("finished") || differs("active")) && (integerAt(status, "active") ?? 0) > 0)
    addInvalid(status, "active", "active>0 is invalid for finished job");
  const neverRan = flagAt(spec, "suspend") && integerAt(spec, "completions") === 0;
  if ((turned("finished") || differs("startTime")) && !neverRan && !isSet(status, "startTime"))
    addRequired(status, "startTime", "startTime is required for finished job");
  const uncounted = recordAt(status.record, "uncountedTerminatedPods");
  const waits = itemsAt(uncounted, "failed").length + itemsAt(uncounted, "succeeded").length > 0;
  if ((turned("finished") || differs("uncountedTerminatedPods")) && waits)
    addError(
      status.errors,
      invalid(
        status.path.child("uncountedTerminatedPods"),
        goStruct(uncounted, [
          ["Succeeded", "succeeded", null],
          ["Failed", "failed", null],
        ]),
        "must be empty for finished job",
      ),
    );
}

function validateIndexLists({ spec, status, differs }: Change): void {
  const completions = integerAt(spec, "completions");
  const [completed, failed] = [textAt(status, "completedIndexes"), textAt(status, "failedIndexes")];
  const check = (member: string): void => {
    const { problem } = countIndexes(textAt(status, member), Number(completions));
    if (problem !== undefined) addInvalid(status, member, `error parsing ${member}: ${problem}`);
  };
  const perIndex = isSet(spec, "backoffLimitPerIndex");
  if (differs("completedIndexes") && completions !== undefined) check("completedIndexes");
  if (differs("failedIndexes") && completions !== undefined && perIndex && isSet(status, "failedIndexes"))
    check("failedIndexes");
  if (differs("completedIndexes") && completed !== "" && textAt(spec, "completionMode") !== "Indexed")
    addInvalid(status, "completedIndexes", "cannot set non-empty completedIndexes when non-indexed completion mode");
  if (differs("failedIndexes") && !perIndex && isSet(status, "failedIndexes"))
    addInvalid(status, "failedIndexes", "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
  if ((!differs("failedIndexes") && !differs("completedIndexes")) || completions === undefined) return;
  const overlap = overlappingIndex(completed, failed, Number(completions));
  if (overlap !== undefined)
    addInvalid(status, "failedIndexes", `failedIndexes and completedIndexes overlap at index: ${overlap}`);
}

function validateCounts(change: Change): void {
  const { spec, status, now, differs, turned } = change;
  if (now.finished && (turned("finished") || differs("terminating")) && (integerAt(status, "terminating") ?? 0) > 0)
    addInvalid(status, "terminating", "terminating>0 is invalid for finished job");
  const ready = integerAt(status, "ready");
  if ((differs("ready") || differs("active")) && ready !== undefined && ready > (integerAt(status, "active") ?? 0))
    addInvalid(status, "ready", "cannot set more ready pods than active");
  if (now.successCriteriaMet && now.failed)
    refuse(change, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
  if (now.successCriteriaMet && now.failureTarget)
    refuse(change, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
  if (isSet(spec, "successPolicy") && !now.successCriteriaMet && now.complete)
    refuse(change, "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
}

const terminal = [
  ["failed", "Failed"],
  ["complete", "Complete"],
  ["failureTarget", "FailureTarget"],
] as const;

const isConditionSet = ({ record }: Fields, type: string, value: string): boolean =>
  recordsAt(record, "conditions").some((condition) => condition["type"] === type && condition["status"] === value);

/** Counts of pods that have ended do not decrease, but those that succeeded where an indexed job is scaled. */
function refuseFewer({ spec, status, old }: Change): void {
  const isScaled =
    textAt(spec, "completionMode") === "Indexed" && integerAt(spec, "completions") === integerAt(spec, "parallelism");
  for (const member of ["failed", "succeeded"])
    if ((member === "failed" || !isScaled) && (integerAt(status, member) ?? 0) < (integerAt(old, member) ?? 0))
      addError(
        status.errors,
        invalid(
          status.path.child(member),
          Number(integerAt(status, member) ?? 0),
          `cannot decrease the ${member} counter`,
        ),
      );
}

/** What a job has reached does not change any more; one that is resumed starts anew. */
function validateTerminal(change: Change): void {
  const { spec, status, old, now, before, differs } = change;
  for (const [member, type] of terminal)
    if (before[member] && !now[member]) refuse(change, `cannot disable the terminal ${type}=True condition`);
  refuseFewer(change);
  if (isSet(status, "completionTime") && isSet(old, "completionTime") && differs("completionTime"))
    addInvalid(status, "completionTime", "field is immutable");
  const isResumed = isConditionSet(old, "Suspended", "True") && isConditionSet(status, "Suspended", "False");
  if (isSet(old, "startTime") && differs("startTime") && !flagAt(spec, "suspend") && !isResumed)
    addError(
      status.errors,
      required(status.path.child("startTime"), "startTime cannot be removed for unsuspended job"),
    );
}

function validateSuccessCriteria(change: Change): void {
  const { now, before } = change;
  if (before.successCriteriaMet && !now.successCriteriaMet)
    refuse(change, "cannot disable the SuccessCriteriaMet=True condition");
  if (before.complete && !before.successCriteriaMet && now.successCriteriaMet)
    refuse(change, "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
}

/**
 * Validates an update of the status of a job (ValidateJobStatusUpdate). Most rules are for controllers of others, which
 * the gate JobManagedBy admits, and only look at what has changed.
 */
export const validateJobStatus = (job: KubeObject, old: KubeObject, gates: FeatureGates): readonly FieldError[] =>
  collectErrors(recordAt(job, "status"), statusPath, (status) => {
    const oldStatus = fieldsOf(recordAt(old, "status"), statusPath, []);
    const [now, before] = [standingOf(status.record), standingOf(oldStatus.record)];
    const change: Change = {
      spec: fieldsOf(recordAt(job, "spec"), fieldPath("spec"), status.errors),
      status,
      old: oldStatus,
      now,
      before,
      differs: (member) => !semanticEqual(status.record[member], oldStatus.record[member]),
      turned: (condition) => now[condition] !== before[condition],
    };
    nonNegativeCounts(status, ["active", "succeeded", "failed", "ready", "terminating"]);
    validateUncounted(change);
    if (gates.enabled("JobManagedBy")) {
      validateConditions(change);
      validateTimes(change);
      validateEnd(change);
      validateIndexLists(change);
      validateCounts(change);
      validateTerminal(change);
    }
    validateSuccessCriteria(change);
  });
