import { describe, expect, test } from "vitest";
import { readCursor } from "./cursor.ts";

describe("the place where somebody writes", () => {
  test.each([
    ["sel", undefined, 0, []],
    ["self.", "self", 5, []],
    ["self.spec.con", "self.spec", 10, []],
    ["a && size(self.items[0].", "self.items[0]", 24, []],
    ["self.items.filter(i, i.ok).", "self.items.filter(i, i.ok)", 27, []],
    ["'text'.", "'text'", 7, []],
    ["(a + b).", "(a + b)", 8, []],
    ["[1, 2].", "[1, 2]", 7, []],
    ["self.?a.", "self.?a", 8, []],
    ["self.?", "self", 6, []],
    ["f(x)[y(1)].z.", "f(x)[y(1)].z", 13, []],
    ["self.items.all(i, i.", "i", 20, ["self.items: i"]],
    ["self.a.all(x, x.b.exists(y, y.", "y", 30, ["self.a: x", "x.b: y"]],
    ["self.m.transformList(k, v, v.", "v", 29, ["self.m: k v"]],
    ["self.m.all(k, v, v.", "v", 19, ["self.m: k v"]],
    ["self.m.all(k, k", undefined, 14, ["self.m: k"]],
    ["self.a.all(x, x.b) && self.", "self", 27, []],
  ])("%s", (text, receiver, start, bindings) => {
    const cursor = readCursor(text);
    expect(cursor).toMatchObject({ start, end: text.length });
    expect(cursor?.receiver).toBe(receiver);
    expect(cursor?.bindings.map(({ target, variables }) => `${target}: ${variables.join(" ")}`)).toEqual(bindings);
  });

  test("nothing is offered within a string", () => {
    expect(readCursor("self.name == 'web")).toBeUndefined();
  });
});
