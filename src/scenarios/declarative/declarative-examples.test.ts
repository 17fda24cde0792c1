import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { generateValidators } from "../../declarative-validation/generate.ts";
import { GenerationError } from "../../declarative-validation/generator/generation-error.ts";
import { fixtureOf } from "./declarative-example.ts";
import { declarativeExamples } from "./declarative-examples.ts";

/** The catalogue of the documentation of v1.34. */
const catalogue =
  "eachKey eachVal enum forbidden format ifDisabled ifEnabled immutable isSubresource item listMapKey listType maxItems maxLength minimum neq opaqueType optional required subfield supportsSubresource unionDiscriminator unionMember zeroOrOneOfMember";

it("every tag of the documentation's catalogue has a lesson", () => {
  expect(declarativeExamples.map(({ id }) => id).toSorted()).toEqual(catalogue.split(" ").toSorted());
});

function faultOf(source: string, release: "1.34" | "1.35"): string {
  try {
    generateValidators(source, release);
    return "";
  } catch (error) {
    if (error instanceof GenerationError) return error.message;
    throw error;
  }
}

describe.each(declarativeExamples)("+k8s:$id: $statement", ({ id, release, source, type, fixtures }) => {
  const validators = generateValidators(source, release);

  it("carries its tag, and is known to its release only", () => {
    expect(source).toContain(`+k8s:${id}`);
    const older = generateValidators(source.replaceAll(/\n\t\/\/ \+k8s:optional/g, ""), "1.34");
    expect(older.types.includes(type)).toBe(release === "1.34");
  });

  it.each(fixtures)("$operation: $name", (fixture) => {
    expect(validators.validate({ type, ...fixtureOf(fixture) }).map(errorMessage)).toEqual(fixture.expect);
  });
});

const documented = declarativeExamples.flatMap(({ id, release, documented: own }) =>
  own === undefined ? [] : [{ id, release, ...own }],
);

it.each(documented)("the documentation's own example of $id is refused, or does less", ({ source, release, error }) => {
  expect(faultOf(source, release).replace(/^failed to generate validations: /, "")).toBe(error);
});
