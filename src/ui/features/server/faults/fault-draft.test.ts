import { expect, it } from "vitest";
import type { FaultRule } from "../../../../client/faults.ts";
import { draftOf, faultPresets, ruleOf } from "./fault-draft.ts";

it.each<FaultRule>([
  ...faultPresets.map(([, rule]) => rule),
  {
    fault: "TooManyRequests",
    name: "busy",
    users: ["alice"],
    userAgents: ["kubectl*"],
    verbs: ["get", "list"],
    resources: ["pods", "pods/status"],
    groups: ["", "apps"],
    namespaces: ["default"],
    names: ["web"],
    share: 0.5,
    seed: 7,
    times: 3,
    retryAfterSeconds: 4,
  },
  { fault: "WebhookSlow", webhooks: ["a.example.com"], delayMs: 50, nth: [1, 3] },
])("%j is edited without loss", (rule) => {
  expect(ruleOf(draftOf(rule))).toEqual(rule);
});

it("leaves out what the fault does not take", () => {
  const draft = draftOf({ fault: "Latency", delayMs: 50, verbs: ["get"], nth: [1] });
  expect(ruleOf({ ...draft, fault: "StorageFull", choice: "each" })).toEqual({ fault: "StorageFull" });
});
