import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { defaultStorageClass, storageClassStrategy, validateStorageClass } from "./storage-class.ts";

const good = { provisioner: "example.com/disk", reclaimPolicy: "Delete", volumeBindingMode: "Immediate" };

describe("storage classes", () => {
  // oxfmt-ignore
  it.each([
    ["all they need", {}, []],
    ["a provisioner in capitals", { provisioner: "Example.com/Disk" }, []],
    ["no provisioner", { provisioner: "" }, ["provisioner: Required value"]],
    ["an odd reclaim policy", { reclaimPolicy: "Burn" }, ['reclaimPolicy: Unsupported value: "Burn": supported values: "Delete", "Retain"']],
    ["an odd binding mode", { volumeBindingMode: "Later" }, ['volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"']],
    ["a nameless parameter", { parameters: { "": "a" } }, ['parameters: Invalid value: "": field can not be empty.']],
    ["long parameters", { parameters: { a: "x".repeat(262_144) } }, ["parameters: Too long: may not be more than 262144 bytes"]],
  ])("with %s", (_name, change, expected) => expect(validateStorageClass({ metadata: {}, ...good, ...change }).map(errorMessage)).toEqual(expected));

  it("keep how they provision", () => {
    const changed = {
      metadata: {},
      provisioner: "b.c/d",
      reclaimPolicy: "Retain",
      volumeBindingMode: "WaitForFirstConsumer",
      parameters: { a: "b" },
    };
    expect(storageClassStrategy.validateUpdate(changed, { metadata: {}, ...good }).map(errorMessage)).toEqual([
      "parameters: Forbidden: updates to parameters are forbidden.",
      "provisioner: Forbidden: updates to provisioner are forbidden.",
      "reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.",
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ]);
  });

  it("do not get an empty map of parameters either", () =>
    expect(
      storageClassStrategy
        .validateUpdate({ metadata: {}, ...good, parameters: {} }, { metadata: {}, ...good })
        .map(errorMessage),
    ).toEqual(["parameters: Forbidden: updates to parameters are forbidden."]));

  it("bind at once and delete unless they say otherwise", () => {
    const filled = defaultStorageClass({ metadata: {}, provisioner: "a", reclaimPolicy: "Retain" });
    expect(filled).toEqual({ metadata: {}, provisioner: "a", reclaimPolicy: "Retain", volumeBindingMode: "Immediate" });
    expect(defaultStorageClass(filled)).toBe(filled);
  });
});

const topology = (...keys: readonly string[]) => ({
  matchLabelExpressions: keys.map((key) => ({ key, values: ["b", "a"] })),
});
const topologyErrors = (allowedTopologies: readonly object[]): readonly string[] =>
  validateStorageClass({ metadata: {}, ...good, allowedTopologies }).map(errorMessage);

it("terms of topologies differ in their keys and values, whatever their order", () => {
  const at = (i: number): string => `allowedTopologies[${i}].matchLabelExpressions: Duplicate value: ""`;
  expect(topologyErrors([topology("a"), topology("b"), topology("a", "b")])).toEqual([]);
  expect(topologyErrors([topology("a", "b"), topology("c"), topology("b", "a")])).toEqual([at(2)]);
  expect(topologyErrors([topology("a"), {}])).toEqual([at(1), at(1)]); // an empty one is compared with two
});

// A look at each pair takes minutes here, and an error for each more memory than there is.
it("very many terms of topologies are validated soon", { timeout: 60_000 }, () => {
  const terms = Array.from({ length: 50_000 }, (_, i) => topology(`k${i}`));
  expect(topologyErrors(terms)).toEqual([]);
  expect(topologyErrors(terms.map(() => ({}))).length).toBeGreaterThan(1000);
});
