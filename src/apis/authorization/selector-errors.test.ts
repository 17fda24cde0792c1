import { expect, it } from "vitest";
import { selectorErrors } from "./selector-errors.ts";

it.each([
  [undefined, ""],
  [{ fieldSelector: { rawSelector: "a=b" }, labelSelector: { rawSelector: "a in (b)" } }, ""],
  [{ fieldSelector: { rawSelector: "a" } }, "spec.resourceAttributes.fieldSelector ignored due to parse error"],
  [
    {
      fieldSelector: {
        requirements: [
          { key: "a", operator: "In", values: ["b"] },
          { key: "a", operator: "Exists" },
        ],
      },
    },
    "spec.resourceAttributes.fieldSelector partially ignored due to parse error",
  ],
  [
    { fieldSelector: { requirements: [{ key: "a", operator: "In", values: ["b", "c"] }] } },
    "spec.resourceAttributes.fieldSelector ignored due to parse error",
  ],
  [
    {
      labelSelector: {
        requirements: [
          { key: "a", operator: "In", values: ["b", "c"] },
          { key: "a", operator: "Gt" },
        ],
      },
    },
    "spec.resourceAttributes.labelSelector partially ignored due to parse error",
  ],
  [
    { fieldSelector: { rawSelector: "a" }, labelSelector: { rawSelector: "a in" } },
    "spec.resourceAttributes.fieldSelector ignored due to parse error; spec.resourceAttributes.labelSelector ignored due to parse error",
  ],
])("a review of %j says what it could not read", (attributes, text) => expect(selectorErrors(attributes)).toBe(text));
