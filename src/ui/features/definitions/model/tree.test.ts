import { expect, test } from "vitest";
import type { SchemaNode } from "./schema-node.ts";
import { moveInTree } from "../../../design/tree-keys.ts";
import { ancestorsOf, keyOf, openAtFirst, pathOfKey, treeRows } from "./tree-rows.ts";

const schema: SchemaNode = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: {
      type: "object",
      properties: {
        hosts: { type: "array", items: { type: "string", "x-kubernetes-validations": [{ rule: "true" }] } },
        size: { type: "string" },
      },
    },
    status: { type: "object" },
  },
};

const lines = (open: ReadonlySet<string>) =>
  treeRows(schema, "A", open).map(
    ({ depth, name, isOpen, hasChildren, rules }) =>
      `${" ".repeat(depth)}${hasChildren ? (isOpen ? "-" : "+") : "."}${name}${rules > 0 ? "!" : ""}`,
  );

test("what is closed is not looked into", () => {
  expect(lines(new Set())).toEqual(["+A"]);
  expect(lines(new Set([""]))).toEqual(["-A", " +spec", " .status"]);
});

test("a small schema is open at first, a large one only above", () => {
  expect(lines(openAtFirst(schema))).toEqual(["-A", " -spec", "  -hosts", "   .[*]!", "  .size", " .status"]);
  const wide = (levels: number): SchemaNode => ({
    type: "object",
    properties:
      levels === 0
        ? { leaf: { type: "string" } }
        : Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`p${i}`, wide(levels - 1)])),
  });
  expect(treeRows(wide(4), "A", openAtFirst(wide(4))).length).toBeLessThan(120);
});

test("a key is a path again", () => {
  expect(pathOfKey(keyOf(["spec", "a.b", "[*]"]))).toEqual(["spec", "a.b", "[*]"]);
  expect(pathOfKey(keyOf([]))).toEqual([]);
  expect(ancestorsOf(["spec", "hosts"])).toEqual(["", "spec"]);
});

const rows = treeRows(schema, "A", openAtFirst(schema));
const press = (at: number, key: string, more: object = {}) =>
  moveInTree(rows, at, { key, ctrlKey: false, metaKey: false, altKey: false, ...more });

test.each<readonly [number, string, object | string | undefined]>([
  [0, "ArrowDown", { to: 1 }],
  [5, "ArrowDown", { to: 5 }],
  [0, "ArrowUp", { to: 0 }],
  [2, "End", { to: 5 }],
  [2, "Home", { to: 0 }],
  [1, "ArrowRight", { to: 2 }],
  [4, "ArrowRight", "stay"],
  [1, "ArrowLeft", "toggle"],
  [4, "ArrowLeft", { to: 1 }],
  [0, "s", { to: 1 }],
  [1, "s", { to: 4 }],
  [4, "S", { to: 5 }],
  [0, "Tab", undefined],
])("at row %i %s does %o", (at, key, step) => expect(press(at, key)).toEqual(step));

test("what the browser does with a key and Ctrl stays", () => {
  expect(press(0, "f", { ctrlKey: true })).toBeUndefined();
});
