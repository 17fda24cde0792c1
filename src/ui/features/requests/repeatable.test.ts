import { expect, it } from "vitest";
import { emptyDraft, type Draft } from "./draft.ts";
import { repeatable } from "./repeatable.ts";
import type { Run } from "./run.ts";

const run = (draft: Partial<Draft>, status: number, body: unknown = {}): Run => ({
  id: "r",
  draft: { ...emptyDraft, ...draft },
  at: 0,
  phase: "done",
  status,
  headers: [],
  text: JSON.stringify(body),
  bytes: 0,
  durationMs: 0,
  trouble: "",
  timeline: undefined,
});
const made = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a-x7", resourceVersion: "42" } };
const configMaps = "/api/v1/namespaces/default/configmaps";

it("a read is asked again as it was, in another media type", () => {
  const headers: Draft["headers"] = [
    ["Accept", "application/json;as=Table;g=meta.k8s.io;v=v1;q=0.9, application/json"],
    ["Impersonate-User", "bob"],
    ["", ""],
  ];
  expect(repeatable(run({ target: "/api/v1/pods?limit=1", headers }, 403))).toEqual({
    kind: "question",
    question: {
      target: "/api/v1/pods?limit=1",
      agent: "kubepad-console/0.1",
      headers: [["Impersonate-User", "bob"]],
      parameters: ";as=Table;g=meta.k8s.io;v=v1",
      status: 403,
    },
  });
});

it.each([
  ["POST", configMaps, 201, `${configMaps}/a-x7`],
  ["PATCH", `${configMaps}/a-x7?fieldManager=me`, 200, `${configMaps}/a-x7`],
  ["PUT", "/api/v1/nodes/a-x7/status", 200, "/api/v1/nodes/a-x7/status"],
])("of %s to %s the object that came of it is read", (method, target, status, read) => {
  const found = repeatable(run({ method, target }, status, made));
  expect(found).toMatchObject({ kind: "question", question: { target: read } });
  expect(found).toHaveProperty("note", expect.stringContaining("revision 42"));
});

it.each([
  ["DELETE", `${configMaps}/a`, 200, { kind: "Status", apiVersion: "v1", metadata: {} }],
  ["POST", configMaps, 409, { kind: "Status", apiVersion: "v1", metadata: {} }],
  ["POST", `${configMaps}?dryRun=All`, 201, made],
  ["POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", 201, { kind: "SelfSubjectReview", metadata: {} }],
])("%s to %s with %d is never done again", (method, target, status, body) => {
  expect(repeatable(run({ method, target }, status, body))).toMatchObject({
    kind: "never",
    words: expect.stringContaining(method),
  });
});
