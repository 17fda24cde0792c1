import { expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { validateSelfSubjectAccessReview, validateSubjectAccessReview } from "./validation.ts";

const at = "spec.resourceAttributes";

/** Attributes of resources, and what a review of another user without a name says of them. */
// oxfmt-ignore
it.each<[name: string, attributes: object, expected: readonly unknown[]]>([
  ["labels without a key or values", { labelSelector: { requirements: [{ operator: "In" }] } }, [
    `${at}.labelSelector.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
    expect.stringContaining(`${at}.labelSelector.requirements[0].key: Invalid value: "": name part must be non-empty`),
    expect.stringContaining(`${at}.labelSelector.requirements[0].key: Invalid value: "": name part must consist of`),
  ]],
  ["labels of values that none has", { labelSelector: { requirements: [{ key: "a", operator: "In", values: ["ok", "/"] }] } }, [
    expect.stringContaining(`${at}.labelSelector.requirements[0].values[1]: Invalid value: "/": a valid label must be`),
  ]],
  ["fields without a key or values", { fieldSelector: { requirements: [{ operator: "In" }] } }, [
    `${at}.fieldSelector.requirements[0].key: Required value: must be specified`,
    `${at}.fieldSelector.requirements[0].values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`,
  ]],
  ["fields of any value and operator", { fieldSelector: { requirements: [{ key: "a", operator: "Like", values: ["/"] }] } }, []],
])("a review tells of the user, then of %s", (_name, resourceAttributes, expected) => {
  const review = { metadata: {}, spec: { resourceAttributes } };
  expect(validateSelfSubjectAccessReview(review).map(errorMessage)).toEqual(expected);
  expect(validateSubjectAccessReview(review).map(errorMessage)).toEqual([
    'spec.user: Invalid value: "": at least one of user or group must be specified',
    ...expected,
  ]);
});
