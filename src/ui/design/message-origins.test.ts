import { expect, test } from "vitest";
import { followView, ofPage } from "./message-origins.ts";

const message = { id: "a" };

test("messages end with the view that they came from", () => {
  const { origins, ended } = followView([message], new Map(), "objects", 0);
  expect(ended).toEqual([]);
  expect(followView([message], origins, "objects", 5000).ended).toEqual([]);
  expect(followView([message], origins, "world", 5000).ended).toEqual(["a"]);
});

test("what is said right before a view is opened belongs to that view", () => {
  const { origins } = followView([message], new Map(), "objects", 0);
  const next = followView([message], origins, "world", 100);
  expect(next.ended).toEqual([]);
  expect(followView([message], next.origins, "world", 5000).ended).toEqual([]);
  expect(followView([message], next.origins, "objects", 5000).ended).toEqual(["a"]);
});

test("messages about the whole page stay", () => {
  const ofAll = { id: "a", type: ofPage };
  const { origins } = followView([ofAll], new Map(), "objects", 0);
  expect(followView([ofAll], origins, "world", 5000).ended).toEqual([]);
});
