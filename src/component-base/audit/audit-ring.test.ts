import { expect, it } from "vitest";
import { AuditRing } from "./audit-ring.ts";

const filled = (
  limits: { readonly events: number; readonly bytes: number },
  ...texts: readonly string[]
): AuditRing => {
  const ring = new AuditRing(limits);
  for (const text of texts) ring.add(text);
  return ring;
};

it.each([
  [
    "as many as there is room for",
    { events: 2, bytes: 100 },
    ["a", "b", "c"],
    [
      { id: 2, text: "b" },
      { id: 3, text: "c" },
    ],
  ],
  [
    "as many bytes as there is room for",
    { events: 9, bytes: 5 },
    ["aaa", "bb", "ccc"],
    [
      { id: 2, text: "bb" },
      { id: 3, text: "ccc" },
    ],
  ],
  ["nothing of what is too large by itself", { events: 9, bytes: 5 }, ["a", "bbbbbb"], []],
])("keeps %s", (_, limits, texts, kept) => {
  expect(filled(limits, ...texts).after(0)).toEqual(kept);
});

it("gives what came after an id", () => {
  const ring = filled({ events: 9, bytes: 9 }, "a", "b", "c");
  expect(ring.after(2)).toEqual([{ id: 3, text: "c" }]);
  expect(ring.after(3)).toEqual([]);
});
