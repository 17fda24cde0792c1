import { expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import { validatePolicyStatus } from "./status.ts";

const at = "status.typeChecking.expressionWarnings[0]";

// oxfmt-ignore
it.each([
  [{ fieldRef: " spec.validations[0].expression ", warning: "w" }, []],
  [{ fieldRef: " ", warning: "" }, [`${at}.warning: Required value`, `${at}.fieldRef: Required value`]],
  [{ fieldRef: " spec[a] ", warning: "w" }, [`${at}.fieldRef: Invalid value: "spec[a]": invalid JSONPath: invalid array index a`]],
])("the warning %j of a policy's status is checked", (warning, expected) => {
  const policy = { metadata: { name: "p" }, status: { typeChecking: { expressionWarnings: [warning] } } };
  expect(validatePolicyStatus(policy).map(errorMessage)).toEqual(expected);
});

it("the conditions of a policy's status are checked", () => {
  const conditions = [{ type: "T", status: "Maybe", reason: "", message: "", lastTransitionTime: null }];
  expect(validatePolicyStatus({ metadata: { name: "p" }, status: { conditions } }).map(errorMessage)).toEqual([
    'status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
    "status.conditions[0].lastTransitionTime: Required value",
    "status.conditions[0].reason: Required value",
  ]);
});
