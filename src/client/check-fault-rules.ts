import { isRecord } from "../apimachinery/is-record.ts";
import type { FaultKind, FaultRule } from "./faults.ts";

const kinds = [
  "Conflict",
  "Expired",
  "TooManyRequests",
  "InternalError",
  "ServiceUnavailable",
  "TimeoutAfterCommit",
  "Latency",
  "TruncatedStream",
  "DroppedWatch",
  "WebhookDown",
  "WebhookSlow",
  "StorageFull",
] as const satisfies readonly FaultKind[];

const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

type Check = (value: unknown) => string | undefined;

const text: Check = (value) => (typeof value === "string" && value !== "" ? undefined : "must be a text");
const texts: Check = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")
    ? undefined
    : "must be a list of texts";
const isWhole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && Number(value) >= least;
const whole =
  (least: number): Check =>
  (value) =>
    isWhole(value, least) ? undefined : `must be a whole number of ${least} or more`;
const oneOf =
  (known: readonly string[]): Check =>
  (value) =>
    known.some((name) => name === value) ? undefined : `must be one of ${known.join(", ")}`;

const checks: Readonly<Record<keyof FaultRule, Check>> = {
  fault: oneOf(kinds),
  name: text,
  users: texts,
  userAgents: texts,
  verbs: (value) => texts(value) ?? (value as readonly unknown[]).map(oneOf(verbs)).find((problem) => problem),
  resources: texts,
  groups: texts,
  namespaces: texts,
  names: texts,
  webhooks: texts,
  nth: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((item) => isWhole(item, 1))
      ? undefined
      : "must be a list of whole numbers from 1 on",
  every: whole(1),
  share: (value) =>
    typeof value === "number" && value >= 0 && value <= 1 ? undefined : "must be a number from 0 to 1",
  seed: whole(0),
  times: whole(1),
  retryAfterSeconds: whole(1),
  delayMs: whole(0),
  afterBytes: whole(0),
  afterEvents: whole(0),
};

const isMember = (name: string): name is keyof FaultRule => Object.hasOwn(checks, name);

/** Which members only some faults have. */
const only: Partial<Record<keyof FaultRule, readonly FaultKind[]>> = {
  retryAfterSeconds: ["TooManyRequests"],
  delayMs: ["Latency", "WebhookSlow"],
  afterBytes: ["TruncatedStream"],
  afterEvents: ["DroppedWatch"],
  webhooks: ["WebhookDown", "WebhookSlow"],
};

/** Faults that are of no single request, so that nothing of requests can be named. */
const ofNoRequest: ReadonlySet<unknown> = new Set<FaultKind>(["WebhookDown", "WebhookSlow", "StorageFull"]);
const ofRequests = ["users", "userAgents", "verbs", "resources", "groups", "namespaces", "names"] as const;

/** Returns what is wrong with rules, a sentence for each mistake: `rules[0].share: must be a number from 0 to 1`. */
export function checkFaultRules(rules: unknown): readonly string[] {
  if (!Array.isArray(rules)) return ["rules: must be a list"];
  return rules.flatMap((rule: unknown, index) => checkRule(rule, `rules[${index}]`));
}

function checkRule(rule: unknown, path: string): readonly string[] {
  if (!isRecord(rule)) return [`${path}: must be an object`];
  if (rule["fault"] === undefined) return [`${path}.fault: required: one of ${kinds.join(", ")}`];
  const { fault } = rule;
  return Object.entries(rule).flatMap(([name, value]): readonly string[] => {
    if (value === undefined) return [];
    if (!isMember(name)) return [`${path}.${name}: unknown; known are ${Object.keys(checks).join(", ")}`];
    const problem = checks[name](value) ?? misplaced(name, fault);
    return problem === undefined ? [] : [`${path}.${name}: ${problem}`];
  });
}

function misplaced(name: keyof FaultRule, fault: unknown): string | undefined {
  const faults = only[name];
  if (faults !== undefined && !faults.some((one) => one === fault)) return `is only for ${faults.join(" and ")}`;
  if (ofNoRequest.has(fault) && ofRequests.some((member) => member === name))
    return `cannot be set for ${String(fault)}, which does not concern a single request`;
  return undefined;
}
