import { expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import { validateValidatingPolicy } from "./policy.ts";

const policy = (validation: object) => ({
  metadata: { name: "p" },
  spec: {
    failurePolicy: "Fail",
    matchConstraints: {
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["pods"], operations: ["CREATE"] }],
    },
    validations: [{ expression: "true", ...validation }],
  },
});

it.each([
  ["Forbidden", []],
  [
    "Unauthorized",
    [
      'spec.validations[0].reason: Unsupported value: "Unauthorized": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge"',
    ],
  ],
])("a validation with the reason %s is told %j", (reason, expected) =>
  expect(validateValidatingPolicy(policy({ reason }), undefined, 33).map(errorMessage)).toEqual(expected),
);
