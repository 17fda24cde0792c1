import { expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { validateScaleSpec, validateScaleStatus } from "./scale-fields.ts";

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
