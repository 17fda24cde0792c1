import { expect, it } from "vitest";
import { call, runWalk, type Walk } from "./walk.ts";

it("goes as deep as it likes, and gives results to who called", () => {
  function* sumTo(n: number): Walk<number> {
    return n === 0 ? 0 : n + (yield* call(sumTo(n - 1)));
  }
  expect(runWalk(sumTo(200_000))).toBe(20_000_100_000);
});

it("ends with what any of its calls throws", () => {
  function* fail(n: number): Walk<never> {
    if (n === 0) throw new Error("deep");
    return yield* call(fail(n - 1));
  }
  expect(() => runWalk(fail(50_000))).toThrow("deep");
});
