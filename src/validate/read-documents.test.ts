import { expect, test } from "vitest";
import * as yaml from "yaml";
import { DocumentReader } from "./read-documents.ts";

const text = `# two
apiVersion: v1
kind: A
metadata:
  name: first
spec:
  list:
  - x: 1
  - y: 2
---
kind: B
metadata: {name: second}
`;

test("every document is known by kind, name and line", () => {
  expect(new DocumentReader(yaml).read(text).map(({ kind, name, line }) => [kind, name, line])).toEqual([
    ["A", "first", 1],
    ["B", "second", 10],
  ]);
});

test("places have lines, and what is missing has that of what it is missing in", () => {
  const reader = new DocumentReader(yaml);
  reader.read(text);
  expect(
    reader.lines(0, [["metadata", "name"], ["spec", "list", "1", "y"], ["spec", "none", "at", "all"], []]),
  ).toEqual([4, 8, 5, 1]);
  expect(reader.lines(1, [["metadata", "name"]])).toEqual([11]);
  expect(reader.lines(7, [["a"]])).toEqual([0]);
});

test("a document that cannot be read says where, and the others are read", () => {
  const [first, second] = new DocumentReader(yaml).read("kind: A\n---\nkind: [\n");
  expect(first).toMatchObject({ kind: "A", value: { kind: "A" } });
  expect(second?.trouble?.line).toBeGreaterThanOrEqual(2);
});

test("an empty text has no document, JSON has one", () => {
  const reader = new DocumentReader(yaml);
  expect(reader.read("\n# nothing\n")).toEqual([]);
  expect(reader.read('{\n "kind": "A"}')[0]?.kind).toBe("A");
  expect(reader.lines(0, [["kind"]])).toEqual([1]);
});
