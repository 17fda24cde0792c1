import { expect, test } from "vitest";
import { celFunctionNames } from "../../component-base/cel-function-names.ts";
import { createEnvSet } from "./kubernetes.ts";

test("the names of functions that errors propose are those of the environment of new expressions", () => {
  const names = [...createEnvSet().newExpressions.functions.keys()].filter((name) => /^[A-Za-z]\w*$/.test(name));
  expect(celFunctionNames).toEqual(names.toSorted());
});
