import { expect, it } from "vitest";
import { ParseError } from "./parse-error.ts";

it("has no stack, and leaves the stacks of other errors as they are", () => {
  const error = new ParseError("no number");
  expect(error.message).toBe("no number");
  expect(error.stack ?? "").not.toContain("\n");
  expect(new Error("other").stack).toContain("\n");
});
