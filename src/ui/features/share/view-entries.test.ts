import { expect, test } from "vitest";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { entriesOf, entryToShare, historyEntries, labelOfAddress, mergedEntry } from "./view-entries.ts";

test("of what a shared view brings, only entries are taken over, never programs or settings of the page", () => {
  const state = { "bench.own": { actors: [] }, functions: { a: {} }, settings: { theme: "dark" }, route: "#/apply" };
  expect(entriesOf({ address: "#/apply", state })).toEqual({ "bench.own": { actors: [] } });
  expect(entriesOf(undefined)).toEqual({});
  const policies = { "policies.texts": { own: "a" }, "policies.webhooks": { "a.example.com": { registered: "x" } } };
  expect(entriesOf({ address: "#/policies/own", state: policies })).toEqual({ "policies.texts": { own: "a" } });
});

test("drafts are kept beside one's own, other entries in their place", () => {
  expect(mergedEntry("definitions.drafts", { own: 1, a: 2 }, { a: 3 })).toEqual({ own: 1, a: 3 });
  expect(mergedEntry("policies.texts", { own: 1, a: 2 }, { a: 3 })).toEqual({ own: 1, a: 3 });
  expect(mergedEntry("bench.own", { actors: [1] }, { actors: [2] })).toEqual({ actors: [2] });
});

test("requests become pinned entries of the console's history that were not sent", () => {
  const request = { method: "POST", target: "/api/v1/namespaces", type: "application/json", body: "a: b" };
  expect(historyEntries([request], 5)).toEqual({
    history: [
      {
        id: "shared-1",
        at: 5,
        draft: { ...request, headers: [], language: "yaml" },
        pinned: true,
        status: 0,
        durationMs: 0,
      },
    ],
  });
  expect(historyEntries([], 5)).toEqual({});
});

test.each([
  ["#/apply", "Apply"],
  ["#/objects/core/v1/pods?ns=a", "Objects"],
  ["#/cel?lab=x", "CEL"],
  ["#/policies/own", "Policies"],
  ["#/", "World"],
])("the view at %s is called %s", (address, label) => {
  expect(labelOfAddress(address)).toBe(label);
});

const route = { parts: ["requests"], parameters: {} };
const draft = {
  method: "POST",
  target: "/api/v1/namespaces",
  type: "application/yaml",
  language: "yaml",
  body: "a: b",
};

test("the headers of a request that is being written are not shared, since they may hold credentials", () => {
  const headers = [["Authorization", "Bearer abc"]];
  expect(entryToShare("draft", { ...draft, headers }, { route, secrets: true })).toEqual({ ...draft, headers: [] });
});

test("what was entered is shared without Secrets, unless they are asked for", () => {
  const secret = "kind: Secret\nstringData: {a: b}";
  const files = { "a.yaml": "kind: ConfigMap", "b.yaml": secret };
  const bench = { actors: [{ manifest: secret }] };
  const shared = (key: string, value: JsonValue, secrets: boolean) => entryToShare(key, value, { route, secrets });
  expect(shared("terminal.files", files, false)).toEqual({ "a.yaml": "kind: ConfigMap" });
  expect(shared("terminal.files", files, true)).toEqual(files);
  expect(shared("bench.own", bench, false)).toBeUndefined();
  expect(shared("bench.own", bench, true)).toEqual(bench);
  expect(shared("draft", { ...draft, body: secret, headers: [] }, false)).toBeUndefined();
});
