import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { defaultLimitRange, limitRangeStrategy } from "./limit-range.ts";

const ctx = testContext();
const object = (fields: object): KubeObject => ({ metadata: { name: "a", namespace: "ns" }, ...fields });

describe("limit ranges", () => {
  const messages = (limit: object) =>
    (limitRangeStrategy.validate?.(object({ spec: { limits: [limit] } }), ctx) ?? []).map(errorMessage);
  const at = "spec.limits[0]";
  // oxfmt-ignore
  it.each([
    ["min above the default request", { type: "Container", min: { cpu: "2" }, defaultRequest: { cpu: "1" } }, [`${at}.defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1`]],
    ["a default request above max", { type: "Container", max: { cpu: "1" }, defaultRequest: { cpu: "2" } }, [`${at}.defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than max value 1`]],
    ["a default above max", { type: "Container", max: { cpu: "1" }, default: { cpu: "2" } }, [`${at}.default[cpu]: Invalid value: "1": default value 2 is greater than max value 1`]],
    ["a ratio that min and max leave no room for", { type: "Pod", min: { cpu: "1" }, max: { cpu: "1500m" }, maxLimitRequestRatio: { cpu: "2" } }, [`${at}.maxLimitRequestRatio[cpu]: Invalid value: "2": ratio 2 is greater than max/min = 1.500000`]],
    ["defaults of a pod", { type: "Pod", default: { cpu: "1" }, defaultRequest: { cpu: "1" } }, [`${at}.default: Forbidden: may not be specified when \`type\` is 'Pod'`, `${at}.defaultRequest: Forbidden: may not be specified when \`type\` is 'Pod'`]],
    ["a type that is no name", { type: "a/b/c" }, [expect.stringMatching(/^spec\.limits\[0\]\.type: Invalid value: "a\/b\/c": a qualified name/)]],
  ])("refuse %s", (_name, limit, expected) => expect(messages(limit)).toEqual(expected));

  it("round amounts up to thousandths", () =>
    expect(
      defaultLimitRange(object({ spec: { limits: [{ type: "Pod", maxLimitRequestRatio: { cpu: "500u" } }] } })),
    ).toMatchObject({ spec: { limits: [{ maxLimitRequestRatio: { cpu: "1m" } }] } }));

  it("get a name", () =>
    expect(limitRangeStrategy.prepareForCreate?.({ metadata: { uid: "u-1" } }, ctx).metadata.name).toBe("u-1"));
});
