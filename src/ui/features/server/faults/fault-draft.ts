import type { FaultKind, FaultRule } from "../../../../client/faults.ts";

/** A rule as it is entered: texts of fields, of which empty ones are absent. */
export interface FaultDraft {
  readonly fault: FaultKind;
  readonly choice: FaultChoice;
  readonly texts: Readonly<Partial<Record<TextField, string>>>;
}

/** How requests are chosen among those that a rule is of. */
export type FaultChoice = "each" | "nth" | "every" | "share";

const lists = ["users", "userAgents", "verbs", "resources", "groups", "namespaces", "names", "webhooks"] as const;
const numbers = [
  "every",
  "share",
  "seed",
  "times",
  "retryAfterSeconds",
  "delayMs",
  "afterBytes",
  "afterEvents",
] as const;

export type TextField = (typeof lists)[number] | (typeof numbers)[number] | "name" | "nth";

export const faultLabels: Readonly<Record<FaultKind, string>> = {
  Conflict: "409 Conflict",
  Expired: "410: the revision is compacted",
  TooManyRequests: "429 with Retry-After",
  InternalError: "500: etcd has lost its leader",
  ServiceUnavailable: "503: no API server",
  TimeoutAfterCommit: "504 after the commit",
  Latency: "Latency",
  TruncatedStream: "A truncated answer",
  DroppedWatch: "A dropped watch",
  WebhookDown: "Admission webhook down",
  WebhookSlow: "Admission webhook slow",
  StorageFull: "Storage full",
};

export const choiceLabels: Readonly<Record<FaultChoice, string>> = {
  each: "each of them",
  nth: "some, by their number",
  every: "every second, third …",
  share: "a share of them",
};

/** What else can be entered for a fault. */
export const ofFaults: readonly (readonly [field: TextField, label: string, faults: readonly FaultKind[]])[] = [
  ["retryAfterSeconds", "Retry-After in seconds", ["TooManyRequests"]],
  ["delayMs", "Delay in milliseconds", ["Latency", "WebhookSlow"]],
  ["afterBytes", "Bytes until the end", ["TruncatedStream"]],
  ["afterEvents", "Events until the end", ["DroppedWatch"]],
  ["webhooks", "Names of webhooks", ["WebhookDown", "WebhookSlow"]],
];

/** Whether a fault concerns single requests, so that those can be chosen. */
export const isOfRequests = (fault: FaultKind): boolean =>
  fault !== "StorageFull" && fault !== "WebhookDown" && fault !== "WebhookSlow";

export const emptyDraft: FaultDraft = { fault: "Conflict", choice: "each", texts: {} };

/** Returns the texts in which a rule is edited. */
export function draftOf(rule: FaultRule): FaultDraft {
  const texts: Partial<Record<TextField, string>> = {};
  for (const field of lists) if (rule[field] !== undefined) texts[field] = rule[field].map(shownItem).join(", ");
  for (const field of numbers) if (rule[field] !== undefined) texts[field] = String(rule[field]);
  if (rule.nth !== undefined) texts.nth = rule.nth.join(", ");
  if (rule.name !== undefined) texts.name = rule.name;
  const { nth, every, share } = rule;
  const choice = nth !== undefined ? "nth" : every !== undefined ? "every" : share !== undefined ? "share" : "each";
  return { fault: rule.fault, choice, texts };
}

/** The core group has no name. */
const shownItem = (item: string): string => (item === "" ? "core" : item);

/** Returns the rule of a draft: the members that its fault takes. What is no number is left to the server to refuse. */
export function ruleOf({ fault, choice, texts }: FaultDraft): FaultRule {
  const rule: Record<string, unknown> = { fault };
  for (const [field, text = ""] of Object.entries(texts)) {
    if (text.trim() === "" || !isTaken(field, fault, choice)) continue;
    if (field === "name") rule[field] = text.trim();
    else if (field === "nth") rule[field] = items(text).map(Number);
    else if (numbers.some((known) => known === field)) rule[field] = Number(text);
    else rule[field] = items(text).map((item) => (field === "groups" && item === "core" ? "" : item));
  }
  return rule as unknown as FaultRule; // the server checks it
}

const items = (text: string): readonly string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const choices: readonly string[] = ["nth", "every", "share"];

function isTaken(field: string, fault: FaultKind, choice: FaultChoice): boolean {
  if (choices.includes(field)) return field === choice;
  if (field === "seed") return choice === "share";
  const special = ofFaults.find(([known]) => known === field);
  if (special !== undefined) return special[2].includes(fault);
  return field === "name" || field === "times" || isOfRequests(fault);
}

/** Rules to begin with. */
export const faultPresets: readonly (readonly [label: string, rule: FaultRule])[] = [
  ["Somebody writes first", { fault: "Conflict", verbs: ["update", "patch"], nth: [1] }],
  ["Too many requests", { fault: "TooManyRequests", every: 3, retryAfterSeconds: 2 }],
  ["etcd loses its leader, three times", { fault: "InternalError", times: 3 }],
  ["The API server is gone for a moment", { fault: "ServiceUnavailable", times: 5 }],
  ["Created, but nobody is told", { fault: "TimeoutAfterCommit", verbs: ["create"], times: 1 }],
  ["A slow network", { fault: "Latency", delayMs: 2000 }],
  ["One in four fails", { fault: "InternalError", share: 0.25 }],
  ["Watches end after three events", { fault: "DroppedWatch", afterEvents: 3 }],
  ["The next watch is told 410", { fault: "Expired", verbs: ["watch"], times: 1 }],
  ["Answers break off", { fault: "TruncatedStream", verbs: ["get", "list"], every: 2 }],
  ["Webhooks are down", { fault: "WebhookDown" }],
  ["The storage is full", { fault: "StorageFull" }],
];
