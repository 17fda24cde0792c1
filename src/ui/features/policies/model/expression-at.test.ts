import * as yaml from "yaml";
import { describe, expect, it, test } from "vitest";
import { expressionAt } from "./expression-at.ts";

/** Finds the expression at the caret, which `¦` stands for. */
const at = (marked: string) => {
  const offset = marked.indexOf("¦");
  const found = expressionAt(yaml, marked.replace("¦", ""), offset);
  return found && { place: found.place, before: found.before, after: found.after };
};

const policy = (expression: string): string => `kind: ValidatingAdmissionPolicy
spec:
  validations:
  - message: no
  - expression: ${expression}
`;
const place = "spec.validations[1].expression";

describe("the expression at the caret", () => {
  // oxfmt-ignore
  it.each([
    ["is plain", "object.spec.¦replicas", { before: "object.spec.", after: "replicas" }],
    ["ends with a dot", "object.spec.¦", { before: "object.spec.", after: "" }],
    ["is quoted once", "'object.metadata[''a''].¦x'", { before: "object.metadata['a'].", after: "x" }],
    ["is quoted twice", '"has(object.x) && object.y == \\"z\\"¦"', { before: 'has(object.x) && object.y == "z"', after: "" }],
    ["is folded", ">-\n      object.a ||\n      object.¦b", { before: "      object.a ||\n      object.", after: "b" }],
    ["is literal", "|\n      object.¦a", { before: "      object.", after: "a" }],
  ])("%s", (_, text, expected) => {
    const found = at(policy(text));
    expect(found).toMatchObject({ place, before: expected.before });
    expect(found?.after.trim()).toBe(expected.after);
  });

  test("is that of its field: mutations and messages too", () => {
    expect(at("spec:\n  mutations:\n  - jsonPatch:\n      expression: '[¦]'\n")?.place).toBe(
      "spec.mutations[0].jsonPatch.expression",
    );
    expect(at("spec:\n  validations:\n  - messageExpression: a¦\n")?.place).toBe(
      "spec.validations[0].messageExpression",
    );
  });

  test("is in its document of several", () => {
    const text = `kind: Other\n---\n${policy("object.a")}`;
    const found = expressionAt(yaml, text, text.indexOf("object.a") + 7);
    expect(found?.policy).toMatchObject({ kind: "ValidatingAdmissionPolicy" });
    expect(found?.before).toBe("object.");
  });

  it.each([
    ["in another field", policy("true").replace("message: no", "message: n¦o")],
    ["at a key", policy("true").replace("expression", "expr¦ession")],
    ["in an empty text", "¦"],
  ])("is none %s", (_, text) => {
    expect(at(text)).toBeUndefined();
  });
});
