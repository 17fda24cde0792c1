import { describe, expect, it } from "vitest";
import { newStructural } from "../structural/new-structural.ts";
import { findFieldPath, schemaSteps } from "./field-path.ts";

const schema = newStructural({
  type: "object",
  properties: {
    a: { type: "object", properties: { "b.c": { type: "integer" }, "it's": { type: "integer" } } },
    map: { type: "object", additionalProperties: { type: "object", properties: { x: { type: "integer" } } } },
    list: { type: "array", items: { type: "integer" } },
  },
});

describe("a path", () => {
  it.each([
    [".a", "a"],
    [".a['b.c']", "a.b.c"],
    [".a['it\\'s']", "a.it's"],
    [".map.k.x", "map[k].x"],
    [".map['k'].x", "map[k].x"],
  ])("%s leads to %s", (text, expected) => {
    const found = findFieldPath(text, schema, schemaSteps);
    expect("path" in found ? found.path.toString() : found.problem).toBe(expected);
  });

  it.each([
    ["a", "expected [ or . but got: a"],
    [".", "unexpected end of JSON path"],
    [".none", "does not refer to a valid field"],
    [".list[0]", "expected single quoted string but got 0"],
    [".list['0']", "does not refer to a valid field"],
    [".a['b.c'", "unexpected end of JSON path"],
    [".a['b.c'.x", "expected ] but got ."],
    [".map['\\q']", "invalid string literal: invalid escape char \\q"],
  ])("%s is refused: %s", (text, problem) => expect(findFieldPath(text, schema, schemaSteps)).toEqual({ problem }));
});
