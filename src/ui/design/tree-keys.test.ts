import { expect, test } from "vitest";
import { moveInTree, type TreeLine } from "./tree-keys.ts";

const line = (name: string, depth: number, state: "leaf" | "open" | "closed"): TreeLine => ({
  key: name,
  name,
  depth,
  hasChildren: state !== "leaf",
  isOpen: state === "open",
  position: 1,
  siblings: 1,
});

const press = (at: number, key: string, more: object = {}) =>
  moveInTree(lines, at, { key, ctrlKey: false, metaKey: false, altKey: false, ...more });

const lines = [
  line("pod", 0, "open"),
  line("metadata", 1, "closed"),
  line("spec", 1, "open"),
  line("containers", 2, "closed"),
  line("priority", 2, "leaf"),
];

test.each([
  ["ArrowDown", 0, { to: 1 }],
  ["ArrowDown", 4, { to: 4 }],
  ["ArrowUp", 0, { to: 0 }],
  ["Home", 3, { to: 0 }],
  ["End", 0, { to: 4 }],
  ["PageDown", 1, { to: 4 }],
  ["ArrowRight", 1, "toggle"],
  ["ArrowRight", 2, { to: 3 }],
  ["ArrowRight", 4, "stay"],
  ["ArrowLeft", 2, "toggle"],
  ["ArrowLeft", 4, { to: 2 }],
  ["ArrowLeft", 1, { to: 0 }],
  ["Enter", 1, "toggle"],
  [" ", 4, "stay"],
  ["p", 0, { to: 4 }],
  ["P", 4, { to: 0 }],
  ["z", 2, { to: 2 }],
  ["Escape", 2, undefined],
  ["Tab", 2, undefined],
])("%s on line %i gives %j", (key, at, expected) => {
  expect(press(at, key)).toEqual(expected);
});

test("what the browser does with a key and Ctrl stays", () => {
  expect(press(0, "f", { ctrlKey: true })).toBeUndefined();
});
