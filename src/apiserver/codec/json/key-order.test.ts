import { expect, it } from "vitest";
import { KeyOrder } from "./key-order.ts";

const entriesOf = (map: object): readonly unknown[] => Object.entries(map);

it("puts members in Go's order, also when they are the last map's once more", () => {
  const order = new KeyOrder();
  for (const values of [
    ["1", "2"],
    ["3", "4"],
    ["5", "6"],
  ]) {
    expect(entriesOf(order.arrange({ b: values[0], a: values[1] }))).toEqual([
      ["a", values[1]],
      ["b", values[0]],
    ]);
  }
});

it("notices other members and another order", () => {
  const order = new KeyOrder();
  const maps = [
    { c: 1, a: 2 },
    { c: 3, a: 4 },
    { c: 5, b: 6 },
    { c: 7, b: 8, a: 9 },
    { b: 1, c: 2, a: 3 },
    { b: 4, c: 5, a: 6 },
  ];
  for (const map of maps) {
    const arranged = order.arrange(map);
    expect(arranged).toEqual(map);
    expect(Object.keys(arranged)).toEqual(Object.keys(map).toSorted());
  }
});

it("keeps a member called __proto__", () => {
  const order = new KeyOrder();
  for (const value of ["x", "y", "z"]) {
    const arranged = order.arrange(JSON.parse(`{"b":"${value}","__proto__":"${value}"}`));
    expect(entriesOf(arranged)).toEqual([
      ["__proto__", value],
      ["b", value],
    ]);
    expect(Object.getPrototypeOf(arranged)).toBe(Object.prototype);
  }
});
