import { expect, it } from "vitest";
import { columnsIn, formOf, heightOf, measures, nodeBoxes, podsOf, rowsOf } from "./node-map.ts";
import { madeObject, madePod } from "./testing.ts";
import { nameOf } from "./world-kinds.ts";

const nodes = ["node-10", "node-2"].map((name) => madeObject("Node", name));
const objects = [
  ...nodes,
  madePod("b", "node-2"),
  madePod("a", "node-2"),
  madePod("waits", ""),
  madePod("lost", "gone"),
];

it("pods without a node come first, then nodes in the order of their numbers, also those that are gone", () => {
  expect(
    nodeBoxes(objects).map(({ name, node, groups }) => [
      name,
      node !== undefined,
      groups.flatMap(({ pods }) => pods.map(nameOf)),
    ]),
  ).toEqual([
    ["", false, ["waits"]],
    ["gone", false, ["lost"]],
    ["node-2", true, ["a", "b"]],
    ["node-10", true, []],
  ]);
});

it("a box that has not changed is the same one", () => {
  const before = nodeBoxes(objects);
  const after = nodeBoxes([...objects, madePod("c", "node-10")], before);
  expect(after.map((box, i) => box === before[i])).toEqual([true, true, true, false]);
});

it("many pods are drawn as cells", () => {
  const many = Array.from({ length: 61 }, (_, i) => madePod(`p-${i}`, "node-2"));
  expect(formOf(nodeBoxes(objects))).toBe("named");
  expect(formOf(nodeBoxes(many))).toBe("cell");
});

it("boxes share the width, and a row is as high as its highest box", () => {
  const { columns, boxWidth } = columnsIn(500);
  expect([columns, boxWidth]).toEqual([2, 244]);
  const boxes = nodeBoxes(objects);
  const rows = rowsOf(boxes, "named", 500);
  expect(rows.map((row) => row.boxes.map(({ name }) => name))).toEqual([
    ["", "gone"],
    ["node-2", "node-10"],
  ]);
  const [, second] = rows;
  const [box] = second?.boxes ?? [];
  expect(second?.height).toBe(box === undefined ? 0 : heightOf(box, "named", boxWidth));
  expect(columnsIn(10).columns).toBe(1);
});

it("cells break into rows by the width of the box", () => {
  const [box] = nodeBoxes(Array.from({ length: 100 }, (_, i) => madePod(`p-${i}`, "n")));
  if (box === undefined) throw new Error("no box");
  const step = measures.cell + measures.cellGap;
  expect(heightOf(box, "cell", 400) - heightOf(box, "cell", 800)).toBe(step * (5 - 3));
});

it("the pods of an object are those that it owns, those of a node the ones on it", () => {
  const world = [
    ...nodes,
    madeObject("Deployment", "web"),
    madeObject("ReplicaSet", "web-1", {}, "web"),
    madePod("web-1-a", "node-2", "web-1"),
    madePod("other", "node-2"),
  ];
  expect([...podsOf("web", world)]).toEqual(["web", "web-1", "web-1-a"]);
  expect([...podsOf("node-2", world)]).toEqual(["web-1-a", "other"]);
  expect([...podsOf("", world)]).toEqual([]);
});
