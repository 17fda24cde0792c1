import { expect, it } from "vitest";
import { errorMessage, rootPath } from "../../../apimachinery/field-error.ts";
import { Double, type JsonValue } from "../../../apimachinery/json/value.ts";
import { newStructural } from "../structural/new-structural.ts";
import { validateListTypes } from "./list-types.ts";

const schema = newStructural({
  type: "object",
  properties: {
    set: { type: "array", "x-kubernetes-list-type": "set", items: { type: "number" } },
    map: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      items: { type: "object", properties: { k: { type: "string" } } },
    },
  },
});

const problems = (value: JsonValue): readonly string[] => validateListTypes(rootPath, schema, value).map(errorMessage);

it("finds what stands in a set for the second time, and says it once", () => {
  expect(problems({ set: [1, 2, 1, 1] })).toEqual(["set[2]: Duplicate value: 1"]);
});

it("tells integers from floats", () => expect(problems({ set: [1, new Double(1)] })).toEqual([]));

it("compares items of a map by their keys, of which none is one too", () => {
  expect(problems({ map: [{ k: "a", v: 1 }, { k: "a" }, {}, {}] })).toEqual([
    'map[1]: Duplicate value: {"k":"a"}',
    "map[3]: Duplicate value: {}",
  ]);
});
