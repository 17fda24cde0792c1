import { expect, it } from "vitest";
import { finalizerWarnings } from "./custom-resource-strategy.ts";

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `finalizer-${i}`);

it("tells of finalizers that are new and have no domain", () => {
  expect(finalizerWarnings(["a", "b.io/c", "a", "d"], ["d"])).toEqual([
    'metadata.finalizers: "a": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers',
  ]);
});

it("compares long lists in time that grows with them, not with their product", () => {
  expect(finalizerWarnings(names(200_000), names(200_000))).toEqual([]);
});
