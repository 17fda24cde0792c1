import { expect, test } from "vitest";
import { draftOfAddress, emptyDraft, headersOf, withMediaTypes, withMethod } from "./draft.ts";

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

test("media types take the place of those of headers", () => {
  const draft = {
    ...emptyDraft,
    body: "{}",
    headers: [["content-type", "text/plain"] as const, ["accept", "a/b"] as const],
  };
  expect(headersOf(withMediaTypes(draft, "application/json", undefined))).toEqual([
    ["Content-Type", "application/json"],
    ["accept", "a/b"],
  ]);
  expect(withMediaTypes(draft, undefined, "application/json").headers).toEqual([
    ["content-type", "text/plain"],
    ["Accept", "application/json"],
  ]);
});

test("an address fills the console in", () => {
  expect(draftOfAddress({ m: "POST", t: "/api/v1/pods", b: "kind: Pod" }, "json")).toEqual({
    ...emptyDraft,
    method: "POST",
    target: "/api/v1/pods",
    body: "kind: Pod",
    language: "yaml",
  });
});

test("an empty body is written in the language that was chosen, a given one stays as it is", () => {
  expect(draftOfAddress({ m: "POST" }, "yaml").language).toBe("yaml");
  expect(draftOfAddress({ m: "POST" }, "json").language).toBe("json");
  expect(draftOfAddress({ m: "POST", b: "{}" }, "yaml")).toMatchObject({ body: "{}", language: "json" });
});
