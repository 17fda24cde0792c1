import { expect, it } from "vitest";
import { jsonMediaType, nativeMediaTypes } from "./media-types.ts";
import { negotiateInput, parseContentType } from "./negotiate-input.ts";
import { matchesAccept, matchesContentType, producedBy } from "./route-media-types.ts";

it.each([
  ["application/json", "application/json"],
  ["Application/JSON; charset=utf-8", "application/json"],
  ['application/json;a="b;c";', "application/json"],
  ["application/json;charset", undefined],
  ["application/json;a=1;A=2", undefined],
  ["application/", undefined],
  ["nonsense", undefined],
])("reads the content type %s as %s", (header, expected) => {
  expect(parseContentType(header)).toBe(expected);
});

it("takes the first media type where none is given and refuses what is not read", () => {
  expect(negotiateInput(null, nativeMediaTypes)).toBe(jsonMediaType);
  expect(() => negotiateInput("text/plain", nativeMediaTypes)).toThrow(
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
  );
});

it("takes a route by the plain names it gives", () => {
  const produces = producedBy(nativeMediaTypes, true);
  expect(produces).toEqual([
    "application/json",
    "application/yaml",
    "application/vnd.kubernetes.protobuf",
    "application/json;stream=watch",
    "application/vnd.kubernetes.protobuf;stream=watch",
  ]);
  expect(
    ["application/json;q=0.1", "text/html, */*;q=0.1", "application/*", "text/html", ""].map((header) =>
      matchesAccept(header, produces),
    ),
  ).toEqual([true, true, false, false, true]);
});

it("takes a patch by its exact media type", () => {
  const consumes = ["application/merge-patch+json"];
  expect(
    ["application/merge-patch+json; charset=utf-8", "Application/Merge-Patch+JSON", "", null].map((header) =>
      matchesContentType(header, consumes),
    ),
  ).toEqual([true, false, false, false]);
});

it("a content type with a million blanks is read in one walk", () => {
  const blanks = " ".repeat(1_000_000);
  expect(parseContentType(`application/json; a=1${blanks}x`)).toBeUndefined();
  expect(parseContentType(`application/json; a=1${blanks};${blanks}`)).toBe("application/json");
});
