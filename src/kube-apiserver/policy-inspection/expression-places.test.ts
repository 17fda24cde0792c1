import { describe, expect, test } from "vitest";
import { expressionPlaces, placeFinder } from "./expression-places.ts";

const spec = {
  matchConditions: [{ name: "m", expression: "a" }],
  validations: [
    { expression: "b", messageExpression: "c" },
    { expression: "b" },
    { expression: "d", messageExpression: "c" },
  ],
  auditAnnotations: [{ key: "k", valueExpression: "e" }],
};

describe("the places of expressions", () => {
  test("are in the order in which admission evaluates them: all validations, then all messages", () => {
    expect(expressionPlaces(spec).map(({ place, expression }) => `${expression} ${place}`)).toEqual([
      "a spec.matchConditions[0].expression",
      "b spec.validations[0].expression",
      "b spec.validations[1].expression",
      "d spec.validations[2].expression",
      "c spec.validations[0].messageExpression",
      "c spec.validations[2].messageExpression",
      "e spec.auditAnnotations[0].valueExpression",
    ]);
  });

  test("tell equal expressions apart, again for each parameter", () => {
    const placeOf = placeFinder(expressionPlaces(spec));
    const once = ["a", "b", "b", "d", "c", "c"].map(placeOf);
    expect(once.slice(1, 3)).toEqual(["spec.validations[0].expression", "spec.validations[1].expression"]);
    expect(once.slice(4)).toEqual(["spec.validations[0].messageExpression", "spec.validations[2].messageExpression"]);
    expect(["a", "b", "b"].map(placeOf)).toEqual(once.slice(0, 3));
    expect(placeOf("unknown")).toBe("");
  });
});
