import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { testContext } from "../testing/strategy-context.ts";
import { priorityClassStrategy, validatePriorityClass } from "./priority-class.ts";

const reserved =
  "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ";

describe("priority classes", () => {
  // oxfmt-ignore
  it.each([
    ["of users", "mine", { value: 1_000_000_000 }, []],
    ["too high", "mine", { value: 1_000_000_001 }, ["value: Forbidden: maximum allowed value of a user defined priority is 1000000000"]],
    ["of the system", "system-node-critical", { value: 2_000_001_000 }, []],
    ["of the system with another value", "system-node-critical", { value: 1 }, [`${reserved}value of system-node-critical PriorityClass must be 2000001000`]],
    ["of the system for all", "system-cluster-critical", { value: 2_000_000_000, globalDefault: true }, [`${reserved}globalDefault of system-cluster-critical PriorityClass must be false`]],
    ["that pretend to be the system's", "system-mine", { value: 1 }, [`${reserved}system-mine is not a known system priority class`]],
    ["with an odd policy", "mine", { preemptionPolicy: "Odd" }, ['preemptionPolicy: Unsupported value: "Odd": supported values: "PreemptLowerPriority", "Never"']],
  ])("%s", (_name, name, fields, expected) => expect(validatePriorityClass({ metadata: { name }, ...fields }).map(errorMessage)).toEqual(expected));

  it("keep value and policy", () => {
    const found = priorityClassStrategy.validateUpdate?.(
      { metadata: {}, value: 2, preemptionPolicy: "Never" },
      { metadata: {}, value: 1, preemptionPolicy: "PreemptLowerPriority" },
      testContext(),
    );
    expect(found?.map(errorMessage)).toEqual([
      "value: Forbidden: may not be changed in an update.",
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ]);
  });

  it("start at the first generation and do not count further", () => {
    const created = priorityClassStrategy.prepareForCreate?.({ metadata: { name: "a" }, value: 1 }, testContext());
    expect(created?.metadata.generation).toBe(1);
    expect(
      priorityClassStrategy.prepareForUpdate?.(
        { metadata: { generation: 1 }, description: "b" },
        { metadata: { generation: 1 } },
        testContext(),
      ).metadata.generation,
    ).toBe(1);
  });
});
