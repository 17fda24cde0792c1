import { expect, it } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createWorkerClock } from "./worker-clock.ts";

it("runs what is due at once in later tasks, in order, without a timer", async () => {
  const timers = new FakeClock();
  const clock = createWorkerClock(timers);
  const ran: string[] = [];
  await new Promise<void>((resolve) => {
    clock.after(0, () => ran.push("first"));
    clock.after(0, () => ran.push("cancelled"))();
    clock.after(5, () => ran.push("timer"));
    clock.after(0, resolve);
    expect(ran).toEqual([]);
  });
  expect(ran).toEqual(["first"]);
  expect(timers.pending).toBe(1);
  timers.advance(5);
  expect(ran).toEqual(["first", "timer"]);
});
