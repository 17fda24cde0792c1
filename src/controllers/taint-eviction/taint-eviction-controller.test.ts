import { expect, it } from "vitest";
import { toleratedSeconds } from "./taint-eviction-controller.ts";

// oxfmt-ignore
it.each([
  ["nothing tolerated", [], 0],
  ["every key", [{ operator: "Exists" }], undefined],
  ["for a while", [{ key: "a", operator: "Exists", effect: "NoExecute", tolerationSeconds: 9 }], 9],
  ["another value", [{ key: "a", value: "y" }], 0],
  ["the same value", [{ key: "a", value: "x", operator: "Equal" }], undefined],
])("tolerations: %s", (_name, tolerations, seconds) =>
  expect(toleratedSeconds([{ key: "a", value: "x", effect: "NoExecute" }], tolerations)).toBe(seconds));
