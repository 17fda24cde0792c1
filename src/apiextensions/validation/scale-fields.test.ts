import { expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { readScaleValues, validateScaleSpec, validateScaleStatus } from "./scale-fields.ts";

const scale = {
  specReplicasPath: ".spec.deep.count",
  statusReplicasPath: ".status.count",
  labelSelectorPath: ".status.selector",
};

it.each([
  [{}, []],
  [{ spec: { deep: { count: -1 } } }, [".spec.deep.count: Invalid value: -1: should be a non-negative integer"]],
  [
    { spec: { deep: "text" } },
    [
      ".spec.deep.count: Invalid value: 0: .spec.deep.count accessor error: text is of the type string, expected map[string]interface{}",
    ],
  ],
])("checks the replicas of %j", (object, expected) =>
  expect(validateScaleSpec(object, scale).map(errorMessage)).toEqual(expected),
);

it("prints what stands in the place of a selector as Go does", () => {
  expect(validateScaleStatus({ status: { selector: { b: [1, "x"], a: null } } }, scale).map(errorMessage)).toEqual([
    '.status.selector: Invalid value: "": .status.selector accessor error: map[a:<nil> b:[1 x]] is of the type map[string]interface {}, expected string',
  ]);
});

// oxfmt-ignore
it.each([
  [{ spec: { deep: { count: 2 } }, status: { count: 1, selector: "a=b" } }, { specReplicas: 2, statusReplicas: 1, selector: "a=b" }],
  [{ spec: null }, { statusReplicas: 0 }],
  [{ spec: { deep: { count: 4294967297 } } }, { specReplicas: 1, statusReplicas: 0 }],
])("reads the scale of %j", (object, expected) =>
  expect(readScaleValues({ metadata: {}, ...object }, scale)).toEqual(expected),
);

// oxfmt-ignore
it.each([
  [{ spec: { deep: { count: null } } }, ".spec.deep.count accessor error: <nil> is of the type <nil>, expected int64"],
  [{ spec: { deep: { count: 1.5 } } }, ".spec.deep.count accessor error: 1.5 is of the type float64, expected int64"],
  [{ status: { count: "x" } }, ".status.count accessor error: x is of the type string, expected int64"],
  [{ status: { selector: { a: "b" } } }, ".status.selector accessor error: map[a:b] is of the type map[string]interface {}, expected string"],
])("shows no scale of %j", (object, message) =>
  expect(() => readScaleValues({ metadata: {}, ...object }, scale)).toThrow(expect.objectContaining({ code: 500, message })),
);
