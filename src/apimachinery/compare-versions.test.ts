import { expect, it } from "vitest";
import { compareVersions } from "./compare-versions.ts";

it("puts stable versions before betas, alphas and other names", () => {
  const versions = ["foo1", "v1alpha1", "v10", "v2", "bar", "v11beta1", "v1alpha2", "v1"];
  expect(versions.toSorted((a, b) => compareVersions(b, a))).toEqual([
    "v10",
    "v2",
    "v1",
    "v11beta1",
    "v1alpha2",
    "v1alpha1",
    "bar",
    "foo1",
  ]);
});
