import { expect, it } from "vitest";
import { forkSignal } from "./fork-signal.ts";

it("signals made of one abort with it, also those that are made afterwards", () => {
  const stop = new AbortController();
  const fork = forkSignal(stop.signal);
  const before = [fork(), fork()];
  expect(before.map(({ aborted }) => aborted)).toEqual([false, false]);
  stop.abort("over");
  expect([...before, fork()].map(({ aborted, reason }) => [aborted, reason])).toEqual(Array(3).fill([true, "over"]));
});
