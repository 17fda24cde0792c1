import type { FaultKind, FaultReport, FaultRule } from "./faults.ts";

type Effect = (rule: FaultRule) => string;

const seconds = (ms: number): string => `${ms / 1000} s`;

/** What is done, as what is said after “is” or “are”. */
const effects: Readonly<Record<FaultKind, Effect>> = {
  Conflict: () => "answered with 409 Conflict, as if somebody else had written first",
  Expired: () => "answered with 410, as if the resourceVersion was compacted",
  TooManyRequests: ({ retryAfterSeconds = 1 }) => `answered with 429 and Retry-After: ${retryAfterSeconds}`,
  InternalError: () => "answered with 500, as if etcd had lost its leader",
  ServiceUnavailable: () => "answered with 503, as if no API server was there",
  TimeoutAfterCommit: () => "carried out, and then answered with 504",
  Latency: ({ delayMs = 1000 }) => `handled ${seconds(delayMs)} later`,
  TruncatedStream: ({ afterBytes = 100 }) => `cut off after ${afterBytes} bytes of the answer`,
  DroppedWatch: ({ afterEvents = 0 }) => (afterEvents === 0 ? "ended at once" : `ended after ${events(afterEvents)}`),
  WebhookDown: () => "refused, as if nothing listened there",
  WebhookSlow: ({ delayMs = 1000 }) => `sent ${seconds(delayMs)} later`,
  StorageFull: () => "refused, since the storage is full",
};

const events = (count: number): string => (count === 1 ? "1 event" : `${count} events`);

/** Says what a rule of faults does: `Requests to update configmaps: every 2nd is answered with 409 Conflict, …` */
export function faultInWords(rule: FaultRule): string {
  const most = rule.times === undefined ? "" : `, ${rule.times === 1 ? "once" : `${rule.times} times`} at most`;
  return `${subjectOf(rule)}: ${choiceOf(rule)} ${effects[rule.fault](rule)}${most}.`;
}

/** Says how often a rule has hit: `It has hit 2 of 5 requests.` */
export function hitsInWords({ rule, seen, injected }: FaultReport): string {
  const what = { StorageFull: "commit", WebhookDown: "call", WebhookSlow: "call" };
  const noun = Object.entries(what).find(([fault]) => fault === rule.fault)?.[1] ?? "request";
  if (seen === 0) return `There was no such ${noun} yet.`;
  return `It has hit ${injected} of ${seen} ${noun}${seen === 1 ? "" : "s"}.`;
}

function subjectOf(rule: FaultRule): string {
  const { fault, verbs, resources, namespaces, names, users, userAgents, groups, webhooks } = rule;
  if (fault === "StorageFull") return "Commits";
  if (fault === "WebhookDown" || fault === "WebhookSlow")
    return webhooks === undefined ? "Calls of admission webhooks" : `Calls of the webhook ${either(webhooks)}`;
  const kind = fault === "DroppedWatch" ? "Watches" : "Requests";
  const parts = [
    verbs === undefined || fault === "DroppedWatch" ? kind : `${kind} to ${either(verbs)}`,
    resources === undefined
      ? ""
      : fault === "DroppedWatch" || verbs === undefined
        ? `for ${either(resources)}`
        : either(resources),
    groups === undefined ? "" : `of the group ${either(groups.map((group) => (group === "" ? "core" : group)))}`,
    names === undefined ? "" : `named ${either(names)}`,
    namespaces === undefined ? "" : `in ${either(namespaces)}`,
    users === undefined ? "" : `by ${either(users)}`,
    userAgents === undefined ? "" : `from ${either(userAgents)}`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}

const either = (values: readonly string[]): string => listed(values, "or");

function listed(values: readonly string[], word: string): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** Which of the requests are taken, with the verb. */
function choiceOf({ nth, every = 1, share }: FaultRule): string {
  const chance = share === undefined ? "" : `${Math.round(share * 1000) / 10} %`;
  const ofThose = chance === "" ? "" : `${chance} of `;
  if (nth !== undefined) return `${ofThose}the ${listed(nth.map(ordinal), "and")} ${nth.length === 1 ? "is" : "are"}`;
  if (every > 1) return `${ofThose}every ${ordinal(every)} is`;
  return chance === "" ? "each is" : `${chance} are`;
}

function ordinal(n: number): string {
  const [tens, ones] = [n % 100, n % 10];
  const isTeen = tens > 10 && tens < 14;
  return `${n}${isTeen || ones > 3 || ones === 0 ? "th" : ["", "st", "nd", "rd"][ones]}`;
}
