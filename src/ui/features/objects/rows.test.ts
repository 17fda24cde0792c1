import { expect, test } from "vitest";
import { rowFilter, rowOf, sortedRows, tableOf } from "./rows.ts";

const object = { kind: "A", metadata: { name: "web-1", namespace: "demo", labels: { app: "Web", tier: "front" } } };
const row = rowOf({ cells: ["web-1", 2], object }, false);

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

const table = {
  kind: "Table",
  apiVersion: "meta.k8s.io/v1",
  metadata: { resourceVersion: "7" },
  columnDefinitions: [
    { name: "Name", type: "string", format: "name", description: "Name must be unique.", priority: 0 },
    { name: "Watts", type: "integer", format: "", description: "How bright.", priority: 1 },
  ],
  rows: [{ cells: ["web-1", 40], object }],
};

test("the server's Table gives columns and cells, a plain list one row for each object", () => {
  const read = tableOf(table, []);
  expect(read.columns.map(({ name, priority }) => `${name} ${priority}`)).toEqual(["Name 0", "Watts 1"]);
  expect(read.rows.map((each) => rowOf(each, true))).toEqual([{ ...row, fresh: true, cells: ["web-1", 40] }]);
  expect(tableOf({ kind: "List", items: [object] }, [object])).toEqual({ columns: [], rows: [{ cells: [], object }] });
});

test("rows sort by numbers, by words and by age", () => {
  const rows = ["b-10", "b-9", "a"].map((name, i) =>
    rowOf(
      { cells: [name, 10 - i], object: { metadata: { name, creationTimestamp: `2026-01-0${i + 1}T00:00:00Z` } } },
      false,
    ),
  );
  const names = (sort: Parameters<typeof sortedRows>[1]) => sortedRows(rows, sort).map(({ name }) => name);
  expect(names({ value: ({ name }) => name, descending: false })).toEqual(["a", "b-9", "b-10"]);
  expect(names({ value: ({ cells }) => cells[1], descending: false })).toEqual(["a", "b-9", "b-10"]);
  expect(names({ value: ({ created }) => created, descending: true })).toEqual(["a", "b-9", "b-10"]);
});

test("a row of a kind with a state tells it, and what can be done to its object", () => {
  const kind = { group: "apps", version: "v1", resource: "deployments", kind: "Deployment" };
  const paused = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "demo" },
    spec: { replicas: 2, paused: true },
    status: { readyReplicas: 1 },
  };
  const { summary, offers } = rowOf({ cells: [], object: paused }, false, kind);
  expect(summary).toMatchObject({ state: "Paused", level: "warning" });
  expect(offers).toContain("resume");
  expect(offers).not.toContain("pause");
  expect(rowOf({ cells: [], object: paused }, false).summary).toBeUndefined();
});
