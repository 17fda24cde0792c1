import { expect, test } from "vitest";
import { rowFilter, rowOf } from "./rows.ts";

const row = rowOf(
  {
    kind: "A",
    metadata: { name: "web-1", namespace: "demo", labels: { app: "Web", tier: "front" } },
    spec: { replicas: 2 },
  },
  false,
);

test.each([
  ["web", true],
  ["demo web", true],
  ["app=web", true],
  ["app==web tier=front", true],
  ["app!=web", false],
  ["!app", false],
  ["!other", true],
  ["demo,other", false],
])("filter %s: %s", (text, fits) => expect(rowFilter(text)(row)).toBe(fits));

test("a row says what tells its object apart", () => {
  expect(row.details).toBe("0 of 2 replicas ready");
  expect(rowOf({ metadata: {}, data: { a: "", b: "" } }, false).details).toBe("2 keys");
  expect(rowOf({ metadata: { deletionTimestamp: "t", finalizers: ["x/y"] } }, false).details).toBe(
    "being deleted; waits for x/y",
  );
});
