import { expect, test } from "vitest";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import type { WorldTime } from "../component-base/world-clock.ts";
import { ClockOfWorld } from "./clock-of-world.ts";

const timeOf = (change: Partial<WorldTime>): WorldTime => ({
  now: 5_000,
  paused: false,
  speed: 1,
  waiting: 0,
  running: 0,
  ...change,
});

test("is the machine's clock where there is no other time", async () => {
  const machine = new FakeClock();
  const clock = new ClockOfWorld(machine);
  await clock.refresh();
  machine.advance(1_000);
  expect(clock.now()).toBe(machine.now());
});

test("goes on at the pace of the world from what was read last", async () => {
  const machine = new FakeClock();
  let time = timeOf({ speed: 60 });
  const clock = new ClockOfWorld(machine, async () => time);
  await clock.refresh();
  machine.advance(1_000);
  expect(clock.now()).toBe(65_000);
  time = timeOf({ now: 70_000, speed: 60, paused: true });
  await clock.refresh();
  machine.advance(1_000);
  expect(clock.now()).toBe(70_000);
});

test("is never behind a world that goes on while its time is on the way", async () => {
  const machine = new FakeClock();
  const clock = new ClockOfWorld(machine, async () => {
    machine.advance(500);
    return timeOf({ speed: 10 });
  });
  await clock.refresh();
  expect(clock.now()).toBe(10_000);
});

test("keeps the time that it knows when the world's cannot be read, and has timers of the machine", async () => {
  const machine = new FakeClock();
  let fails = false;
  const clock = new ClockOfWorld(machine, async () => {
    if (fails) throw new Error("the server is closed");
    return timeOf({ speed: 100 });
  });
  await clock.refresh();
  fails = true;
  machine.advance(10);
  await clock.refresh();
  expect(clock.now()).toBe(6_000);
  let fired = false;
  clock.after(50, () => {
    fired = true;
  });
  machine.advance(50);
  expect(fired).toBe(true);
  expect(clock.monotonic()).toBe(machine.monotonic());
});
