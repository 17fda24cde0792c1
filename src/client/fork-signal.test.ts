import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { forkSignal } from "./fork-signal.ts";

it("controllers made of a signal abort with it, also those that are made afterwards", () => {
  const stop = new AbortController();
  const fork = forkSignal(stop.signal);
  const before = [fork(), fork()];
  expect(before.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  stop.abort("over");
  const ended = [...before, fork()].map(({ signal: { aborted, reason } }) => [aborted, reason as string]);
  expect(ended).toEqual(Array(3).fill([true, "over"]));
});

it("the signal has one listener for all of them, and none once they are done", () => {
  const { signal } = new AbortController();
  const fork = forkSignal(signal);
  const listeners = (): number => getEventListeners(signal, "abort").length;
  for (let round = 0; round < 2; round++) {
    const forks = Array.from({ length: 20 }, fork);
    expect(listeners()).toBe(1);
    for (const one of forks) one.abort();
    expect(listeners()).toBe(0);
  }
  expect(signal.aborted).toBe(false);
});
