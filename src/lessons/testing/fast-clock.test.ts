import { expect, test } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createFastClock } from "./fast-clock.ts";

test("time passes several times as fast as on the machine, and timers end in order", () => {
  const machine = new FakeClock();
  const clock = createFastClock(4, machine);
  const began = clock.now();
  const ended: string[] = [];
  clock.after(400, () => ended.push(`late at ${clock.monotonic()}`));
  clock.after(100, () => ended.push(`early at ${clock.monotonic()}`));
  clock.after(200, () => ended.push("never"))();
  machine.advance(99);
  expect(ended).toEqual(["early at 100"]);
  machine.advance(1);
  expect(ended).toEqual(["early at 100", "late at 400"]);
  expect(clock.now() - began).toBe(400);
  expect(machine.pending).toBe(0);
});

test("a timer that is set while the others are waited for does not put them off", () => {
  const machine = new FakeClock();
  const clock = createFastClock(1, machine);
  let ended = false;
  clock.after(50, () => (ended = true));
  for (let i = 0; i < 50; i++) {
    clock.after(1000, () => undefined);
    machine.advance(1);
  }
  expect(ended).toBe(true);
});

test("what keeps the machine busy counts as a moment", () => {
  let now = 0;
  const timers: (() => void)[] = [];
  const machine = {
    now: () => now,
    monotonic: () => now,
    after: (_ms: number, callback: () => void) => {
      timers.push(callback);
      return () => undefined;
    },
  };
  const clock = createFastClock(4, machine);
  let ended = false;
  clock.after(1000, () => (ended = true));
  now += 60_000;
  expect(clock.monotonic()).toBe(40);
  timers.shift()?.();
  expect(clock.monotonic()).toBe(40);
  expect(ended).toBe(false);
});
