import { expect, test } from "vitest";
import { draftOfAddress, emptyDraft, headersOf, withMethod } from "./draft.ts";

test("a method brings a content type that fits it", () => {
  expect(withMethod(emptyDraft, "PATCH").type).toBe("application/merge-patch+json");
  expect(withMethod(withMethod(emptyDraft, "PATCH"), "PUT").type).toBe("application/json");
});

test("a content type goes with a body, unless a header says another", () => {
  expect(headersOf(emptyDraft)).toEqual([]);
  expect(headersOf({ ...emptyDraft, body: "{}" })).toEqual([["Content-Type", "application/json"]]);
  expect(
    headersOf({
      ...emptyDraft,
      body: "{}",
      headers: [
        ["content-type", "a/b"],
        ["", "x"],
      ],
    }),
  ).toEqual([["content-type", "a/b"]]);
});

test("an address fills the console in", () => {
  expect(draftOfAddress({ m: "POST", t: "/api/v1/pods", b: "kind: Pod" })).toEqual({
    ...emptyDraft,
    method: "POST",
    target: "/api/v1/pods",
    body: "kind: Pod",
    language: "yaml",
  });
});
