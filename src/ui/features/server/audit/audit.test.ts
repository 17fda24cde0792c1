import { expect, it } from "vitest";
import { loadAuditPolicy } from "../../../../apiserver/audit/load-audit-policy.ts";
import { eventInWords } from "./audit-words.ts";
import { asJsonLines, objectsOf, readEntry, signsOf, userWords } from "./entry.ts";
import { placeFindings } from "./policy-places.ts";
import { readyPolicies } from "./ready-policies.ts";

const text = JSON.stringify({
  kind: "Event",
  apiVersion: "audit.k8s.io/v1",
  level: "Request",
  auditID: "7",
  stage: "ResponseComplete",
  requestURI: "/api/v1/namespaces/default/endpoints/a?dryRun=All",
  verb: "delete",
  user: { username: "alice" },
  impersonatedUser: { username: "bob" },
  userAgent: "kubepad-console/0.1",
  objectRef: { resource: "endpoints", namespace: "default", name: "a", apiVersion: "v1" },
  responseStatus: { metadata: {}, status: "Failure", reason: "Forbidden", message: "no", code: 403 },
  requestObject: { kind: "DeleteOptions" },
  requestReceivedTimestamp: "2026-01-01T00:00:00.000100Z",
  stageTimestamp: "2026-01-01T00:00:00.012100Z",
  annotations: {
    "authorization.k8s.io/decision": "forbid",
    "authorization.k8s.io/reason": "no rule",
    "k8s.io/deprecated": "true",
    "k8s.io/removed-release": "1.99",
  },
});

it("an event is told in sentences and signs", () => {
  const entry = readEntry(text);
  expect(userWords(entry.head)).toBe("alice as bob");
  expect(eventInWords(entry.head)).toEqual([
    "alice as bob asked to delete endpoints a in namespace default.",
    "The authorizer denied it: no rule.",
    "It answered 403 Forbidden after 12 ms: no.",
    "This version of the API is deprecated, and gone from release 1.99 on.",
  ]);
  expect(signsOf(entry.head).map(({ label }) => label)).toEqual(["forbidden", "deprecated"]);
  expect(entry).toMatchObject({ key: "7.ResponseComplete", who: "console" });
});

it("an event is found by what it says of itself, and its objects stay outside until they are wanted", () => {
  const entry = readEntry(text);
  for (const word of ["bob", "endpoints", "403", "forbid", "request", "dryrun"]) expect(entry.words).toContain(word);
  expect(entry.head).not.toHaveProperty("requestObject");
  expect(objectsOf(entry)).toEqual({ requestObject: { kind: "DeleteOptions" }, responseObject: undefined });
  expect(asJsonLines([entry, entry])).toBe(`${text}\n${text}\n`);
});

it.each(readyPolicies.map(({ id, text: policy }) => [id, policy] as const))(
  "the ready-made policy %s is one, without warnings",
  (_, policy) => {
    expect(loadAuditPolicy(new TextEncoder().encode(policy)).warnings).toEqual([]);
  },
);

it.each([
  ["rules[1].level", 6],
  ["rules[0].resources.resourceNames", 5],
  ["rules[0].resources[0].resourceNames", 5],
  ["omitStages[1]", 1],
  ["rules[1].verbs", 6],
  ["", 0],
])("%s is found at its line", async (field, line) => {
  const policy =
    "kind: Policy\nomitStages: [RequestReceived, Later]\nrules:\n- level: None\n  resources:\n  - resourceNames: [a]\n- level: All\n";
  expect(await placeFindings(policy, [{ tone: "error", field, message: "" }])).toEqual([
    { tone: "error", field, message: "", line },
  ]);
});

it("what cannot be read is marked where it ceases to be YAML", async () => {
  expect(
    await placeFindings("kind: Policy\nrules: [\n- a: b: c\n", [{ tone: "error", field: "", message: "no" }]),
  ).toEqual([{ tone: "error", field: "", message: "no", line: expect.any(Number) }]);
});
