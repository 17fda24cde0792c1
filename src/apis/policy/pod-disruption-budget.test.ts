import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { validatePodDisruptionBudget, validatePodDisruptionBudgetStatus } from "./pod-disruption-budget.ts";

const budget = (spec: object): KubeObject => ({ metadata: { name: "a" }, spec });

describe("pod disruption budgets", () => {
  // oxfmt-ignore
  it.each([
    ["of nothing", {}, []],
    ["of both amounts", { maxUnavailable: "1%", minAvailable: 1, selector: { matchLabels: { a: "b" } } }, [
      'spec: Invalid value: {"MinAvailable":1,"Selector":{"matchLabels":{"a":"b"}},"MaxUnavailable":"1%","UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
    ]],
    ["of less than nothing", { minAvailable: -1 }, ["spec.minAvailable: Invalid value: -1: must be greater than or equal to 0"]],
    ["of too many", { maxUnavailable: "101%" }, ['spec.maxUnavailable: Invalid value: "101%": must not be greater than 100%']],
    ["with an empty policy", { unhealthyPodEvictionPolicy: "" }, ['spec.unhealthyPodEvictionPolicy: Unsupported value: "": supported values: "AlwaysAllow", "IfHealthyBudget"']],
  ])("%s", (_name, spec, expected) => expect(validatePodDisruptionBudget(budget(spec)).map(errorMessage)).toEqual(expected));

  it("keep label values that are no longer valid", () => {
    const selecting = (value: string) =>
      budget({ selector: { matchExpressions: [{ key: "a", operator: "In", values: [value] }] } });
    expect(validatePodDisruptionBudget(selecting("-"), selecting("b"))).toHaveLength(1);
    expect(validatePodDisruptionBudget(selecting("-"), selecting("-"))).toEqual([]);
  });

  it("count nothing below zero and have each condition once", () => {
    const condition = {
      type: "A",
      status: "True",
      reason: "R",
      message: "",
      lastTransitionTime: "2025-01-02T03:04:05Z",
    };
    const status = { disruptionsAllowed: -1, expectedPods: -2, conditions: [condition, condition] };
    expect(validatePodDisruptionBudgetStatus({ metadata: {}, status }).map(errorMessage)).toEqual([
      'status.conditions[1].type: Duplicate value: "A"',
      "status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0",
      "status.expectedPods: Invalid value: -2: must be greater than or equal to 0",
    ]);
  });
});
