import { expect, it } from "vitest";
import { faultInWords, hitsInWords } from "./fault-words.ts";
import type { FaultReport, FaultRule } from "./faults.ts";

it.each<[FaultRule, string]>([
  [
    { fault: "Conflict", verbs: ["update", "patch"], resources: ["configmaps"], namespaces: ["default"], nth: [1] },
    "Requests to update or patch configmaps in default: the 1st is answered with 409 Conflict, as if somebody else had written first.",
  ],
  [
    { fault: "TooManyRequests", every: 3, retryAfterSeconds: 5, users: ["alice", "bob"], times: 2 },
    "Requests by alice or bob: every 3rd is answered with 429 and Retry-After: 5, 2 times at most.",
  ],
  [
    { fault: "Latency", share: 0.25, delayMs: 1500, resources: ["pods"] },
    "Requests for pods: 25 % are handled 1.5 s later.",
  ],
  [
    { fault: "InternalError", nth: [2, 11, 22], times: 1 },
    "Requests: the 2nd, 11th and 22nd are answered with 500, as if etcd had lost its leader, once at most.",
  ],
  [
    { fault: "DroppedWatch", verbs: ["watch"], resources: ["pods"], userAgents: ["kubectl*"], afterEvents: 1 },
    "Watches for pods from kubectl*: each is ended after 1 event.",
  ],
  [
    { fault: "WebhookDown", webhooks: ["names.example.com"] },
    "Calls of the webhook names.example.com: each is refused, as if nothing listened there.",
  ],
  [{ fault: "WebhookSlow" }, "Calls of admission webhooks: each is sent 1 s later."],
  [{ fault: "StorageFull", every: 2 }, "Commits: every 2nd is refused, since the storage is full."],
  [
    { fault: "Expired", groups: ["", "apps"], names: ["web"], every: 2, share: 0.5 },
    "Requests of the group core or apps named web: 50 % of every 2nd is answered with 410, as if the resourceVersion was compacted.",
  ],
  [{ fault: "TruncatedStream" }, "Requests: each is cut off after 100 bytes of the answer."],
  [{ fault: "TimeoutAfterCommit", every: 1 }, "Requests: each is carried out, and then answered with 504."],
  [{ fault: "ServiceUnavailable" }, "Requests: each is answered with 503, as if no API server was there."],
])("%j is said in a sentence", (rule, words) => {
  expect(faultInWords(rule)).toBe(words);
});

it.each<[Pick<FaultReport, "rule" | "seen" | "injected">, string]>([
  [{ rule: { fault: "Conflict" }, seen: 0, injected: 0 }, "There was no such request yet."],
  [{ rule: { fault: "Conflict" }, seen: 1, injected: 1 }, "It has hit 1 of 1 request."],
  [{ rule: { fault: "StorageFull" }, seen: 5, injected: 2 }, "It has hit 2 of 5 commits."],
  [{ rule: { fault: "WebhookSlow" }, seen: 0, injected: 0 }, "There was no such call yet."],
])("%j is told as hits", (report, words) => {
  expect(hitsInWords({ id: 1, ...report })).toBe(words);
});
