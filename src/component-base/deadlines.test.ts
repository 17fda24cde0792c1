import { expect, it } from "vitest";
import { Deadlines } from "./deadlines.ts";
import { FakeClock } from "./testing/fake-clock.ts";

it("expires what was not removed in time, in order", () => {
  const clock = new FakeClock();
  const deadlines = new Deadlines(clock, 60_000);
  const expired: string[] = [];
  deadlines.add(() => expired.push("a"));
  const b = deadlines.add(() => expired.push("b"));
  clock.advance(30_000);
  deadlines.add(() => expired.push("c"));
  deadlines.remove(b);
  clock.advance(29_999);
  expect(expired).toEqual([]);
  clock.advance(1);
  expect(expired).toEqual(["a"]);
  clock.advance(30_000);
  expect(expired).toEqual(["a", "c"]);
});

it("needs one timer for many deadlines, and none soon after the last", () => {
  const clock = new FakeClock();
  const deadlines = new Deadlines(clock, 60_000);
  const all = Array.from({ length: 100 }, () => deadlines.add(() => undefined));
  expect(clock.pending).toBe(1);
  for (const deadline of all) deadlines.remove(deadline);
  clock.advance(1000);
  expect(clock.pending).toBe(0);
});

it("forgets its deadlines when it is closed", () => {
  const clock = new FakeClock();
  const deadlines = new Deadlines(clock, 10);
  let expired = false;
  deadlines.add(() => (expired = true));
  deadlines.close();
  clock.advance(100);
  expect([expired, clock.pending]).toEqual([false, 0]);
});
