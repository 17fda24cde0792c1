import { expect, it } from "vitest";
import { sharedParts } from "./shared-parts.ts";

it("finds the largest parts that two values have in common at the same places, and moved items", () => {
  const [labels, item, other] = [{ a: "b" }, { name: "x" }, { name: "y" }];
  const live = { metadata: { labels }, spec: { items: [item, other], more: { deep: [1] } } };
  const merged = { metadata: { labels, name: "n" }, spec: { items: [{ name: "new" }, item], more: { deep: [2] } } };
  expect([...sharedParts(merged, live)]).toEqual([labels, item]);
  expect([...sharedParts(live, live)]).toEqual([live]);
});
