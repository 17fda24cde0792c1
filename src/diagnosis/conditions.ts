import type { KubeObject } from "../apimachinery/meta.ts";
import type { Level } from "./diagnosis.ts";
import { itemsAt, numberAt, textAt, valueAt } from "./fields.ts";

/** A condition of a status, as rules read it. */
export interface ConditionView {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** How bad it is where it is not True, as Cluster API has it: `Error`, `Warning` or `Info`. */
  readonly severity?: string;
  readonly since: string;
  readonly observedGeneration: number | undefined;
}

/** Returns the conditions of an object's status, in their order. */
export const conditionsOf = (object: KubeObject): readonly ConditionView[] => conditionsAt(object, "status.conditions");

/** Returns the conditions at a path. One without a status is there because it is so. */
export const conditionsAt = (object: unknown, path: string): readonly ConditionView[] =>
  itemsAt(object, path).map((condition) => ({
    type: textAt(condition, "type"),
    status: textAt(condition, "status") || (valueAt(condition, "status") === undefined ? "True" : ""),
    reason: textAt(condition, "reason"),
    message: textAt(condition, "message"),
    severity: textAt(condition, "severity"),
    since: textAt(condition, "lastTransitionTime") || textAt(condition, "lastUpdateTime"),
    observedGeneration: numberAt(condition, "observedGeneration"),
  }));

/** Returns the condition of a type; undefined if the status has none. */
export const conditionOf = (object: KubeObject, type: string): ConditionView | undefined =>
  conditionsOf(object).find((condition) => condition.type === type);

/** Returns the condition of a type where it has a status. */
export function conditionWith(object: KubeObject, type: string, status: string): ConditionView | undefined {
  const found = conditionOf(object, type);
  return found?.status === status ? found : undefined;
}

/** What a type of conditions says where it is True, by its last words, which are all that unknown kinds share. */
type Meaning = "good" | "bad" | "progress" | "paused" | "ended";

// oxfmt-ignore
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/(?:Fail(?:ed|ing|ures?)|Error(?:s|ed)?|Degraded|Stalled|Invalid|Un(?:healthy|available|reachable|schedulable)|Conflicts?|Denied|Dangling|Rejected|Refused|Expired|Exceeded|Lost|Pressure|Warning|Evicted|Fallback)$/, "bad"],
  [/Not[A-Z]\w*$|^(?:NetworkUnavailable|DisruptionTarget|NonStructuralSchema|Terminating)$/, "bad"],
  [/(?:Paused|Suspended)$/, "paused"],
  [/(?:Progressing|Reconciling|Pending|Creating|Updating|Issuing|Upgrading|Provisioning|RollingOut|Scaling(?:Up|Down)|Migrating|Restoring|Remediating|Draining)$/, "progress"],
  [/(?:Completed|Finished)$/, "ended"],
  [/(?:Ready|ReadyToStartContainers|Available|Established|Healthy|Accepted|Programmed|Synced|Reconciled|Succe(?:eded|ss|ssful)|Valid|Resolved(?:Refs)?|Initialized|Deployed|Released|Reachable|Connected|Bound|Complete|Launched|Registered|Provisioned|Reserved|Installed|Scheduled)$/, "good"],
  [/^(?:ScalingActive|AbleToScale|DisruptionAllowed|Approved)$/, "good"],
];

const meaningOf = (type: string): Meaning | undefined => meanings.find(([pattern]) => pattern.test(type))?.[1];

/** Types that sum up the others, the one that says most first. */
const summaries = ["Ready", "Programmed", "Available", "Healthy", "Succeeded", "Complete", "Completed", "Finished"];

const rankOf = (type: string): number => (summaries.includes(type) ? summaries.indexOf(type) : summaries.length);

/** Reasons that name a failure, and reasons that name what is still to come. */
const failed =
  /Fail|Error|Invalid|NotFound|Missing|Refused|Denied|Rejected|Unschedulable|Unavailable|Unhealthy|Time(?:d)?[Oo]ut|BackOff|Exceeded|Conflict|Insufficient|Lost|Crash|Expired|Forbidden|Unauthorized|Exhausted/;
const underway = /ing$|^(?:Waiting|Awaiting)|Pending|Progress/;

/** A condition that asks for attention, and how much. */
export interface WrongCondition {
  readonly condition: ConditionView;
  readonly level: Level;
}

function levelOfWrong({ type, status, reason, severity }: ConditionView, isGoing: boolean): Level | undefined {
  const meaning = meaningOf(type);
  if (meaning === "bad")
    return status !== "True" ? undefined : /(?:Warning|Evicted|Fallback)$/.test(type) ? "warning" : "error";
  if (status === "True" || status === "") return undefined;
  const isFailed = failed.test(reason);
  // What nobody knows the meaning of is told by its reason.
  if (meaning === undefined) return isFailed && status === "False" ? "warning" : undefined;
  if (meaning === "progress") return isFailed && status === "False" ? "error" : undefined;
  if (meaning !== "good") return undefined;
  if (severity === "Info") return "progressing";
  if (severity === "Warning") return "warning";
  if (status === "Unknown" && type === "Succeeded") return "progressing";
  if (status !== "False") return "warning";
  return !isFailed && (isGoing || underway.test(reason)) ? "progressing" : "error";
}

const levels: readonly Level[] = ["error", "warning", "progressing", "ok"];

const weightOf = ({ type, status, reason, message }: ConditionView, level: Level): number =>
  levels.indexOf(level) * 100 +
  (status === "Unknown" ? 40 : 0) +
  (meaningOf(type) === "bad" ? 0 : 20) +
  (failed.test(reason) ? 0 : 10) +
  (message === "" ? 9 : 0) +
  rankOf(type);

/** The conditions that say that something is wrong, or that nobody knows; the one that tells most first. */
export function wrongsOf(conditions: readonly ConditionView[]): readonly WrongCondition[] {
  const isGoing = goingOf(conditions) !== undefined;
  // A condition that sums up the others may only name the one that tells the cause.
  const namesAnother = (one: ConditionView): boolean =>
    conditions.some(({ type, status }) => type !== one.type && status !== "True" && one.message.includes(type));
  const weight = ({ condition, level }: WrongCondition): number =>
    weightOf(condition, level) + (namesAnother(condition) ? 10 : 0);
  return conditions
    .flatMap((condition) => {
      const level = levelOfWrong(condition, isGoing);
      return level === undefined ? [] : [{ condition, level }];
    })
    .toSorted((a, b) => weight(a) - weight(b));
}

/** The condition that says that something goes on; undefined where nothing does. */
export const goingOf = (conditions: readonly ConditionView[]): ConditionView | undefined =>
  conditions.find(({ type, status }) => meaningOf(type) === "progress" && status === "True");

/** The condition that says that nothing goes on, since somebody wants that; undefined where there is none. */
export const pausedOf = (conditions: readonly ConditionView[]): ConditionView | undefined =>
  conditions.find(({ type, status }) => meaningOf(type) === "paused" && status === "True");

/** The condition that says that all is well, the one that sums up the others first; undefined where there is none. */
export const goodOf = (conditions: readonly ConditionView[]): ConditionView | undefined =>
  conditions
    .filter(({ type, status }) => status === "True" && /^(?:good|ended)$/.test(meaningOf(type) ?? ""))
    .toSorted((a, b) => rankOf(a.type) - rankOf(b.type))[0];

/** A type as words: `RollingOut` is `Rolling out`. */
export const typeWords = (type: string): string => {
  const words = type.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").toLowerCase();
  return type.slice(0, 1) + words.slice(1);
};

/** The state that a wrong condition tells: `Degraded`, `Not ready`, `Database not ready`, `Ready unknown`. */
export function wrongState({ type, status, reason }: ConditionView): string {
  if (meaningOf(type) === "bad" || meaningOf(type) === undefined) return typeWords(type);
  if (status === "Unknown") return type === "Succeeded" && reason !== "" ? typeWords(reason) : `${type} unknown`;
  if (status !== "False") return typeWords(status);
  const last = /(?:ReadyToStartContainers|ResolvedRefs|[A-Z][a-z]*)$/.exec(type)?.[0] ?? type;
  const of = type.slice(0, type.length - last.length);
  const not = `not ${typeWords(last).toLowerCase()}`;
  return of === "" ? not.replace("n", "N") : `${typeWords(of)} ${not}`;
}

/** How much a condition asks for attention; undefined where its type does not tell which status is good. */
export function levelOfCondition({ type, status }: ConditionView): Level | undefined {
  const meaning = meaningOf(type);
  if (meaning === "bad") return status === "True" ? "error" : "ok";
  if (meaning === "paused") return status === "True" ? "warning" : "ok";
  if (meaning === undefined || meaning === "ended") return undefined;
  return status === "True" ? "ok" : status === "False" ? "error" : "warning";
}
