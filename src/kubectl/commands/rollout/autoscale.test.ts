import { describe, expect, test } from "vitest";
import { metricTarget } from "./autoscale.ts";

describe("targets of metrics", () => {
  test.each([
    ["70%", "cpu", { type: "Utilization", averageUtilization: 70 }],
    ["500m", "cpu", { type: "AverageValue", averageValue: "500m" }],
    ["500", "cpu", { type: "AverageValue", averageValue: "500m" }],
    ["200", "memory", { type: "AverageValue", averageValue: "200Mi" }],
    [" 1Gi ", "memory", { type: "AverageValue", averageValue: "1Gi" }],
  ] as const)("%j of %s", (text, resource, target) => {
    expect(metricTarget(text, resource)).toEqual(target);
  });

  test.each([
    ["", "empty input"],
    ["-1%", "invalid percentage value: -1"],
    ["x", "invalid resource cpu value: x"],
  ])("%j is refused", (text, message) => {
    expect(() => metricTarget(text, "cpu")).toThrow(message);
  });
});
