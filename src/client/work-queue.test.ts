import { describe, expect, it } from "vitest";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { WorldClock } from "../component-base/world-clock.ts";
import { until } from "./testing/until.ts";
import { WorkQueue } from "./work-queue.ts";

describe("WorkQueue", () => {
  it("works on a key once, and again when it was added meanwhile", async () => {
    const done: string[] = [];
    const gates: (() => void)[] = [];
    const queue = new WorkQueue({
      clock: new FakeClock(),
      process: (key) => new Promise((resolve) => (done.push(key), gates.push(resolve))),
    });
    for (const key of ["a", "b", "b", "a"]) queue.add(key);
    expect(done).toEqual(["a"]);
    gates.shift()?.();
    await until(() => done.length === 2);
    gates.shift()?.();
    await until(() => done.length === 3);
    expect(done).toEqual(["a", "b", "a"]);
    let idle = false;
    void queue.idle().then(() => (idle = true));
    gates.shift()?.();
    await until(() => idle);
  });

  it("tries failed keys again, later with every failure", async () => {
    const clock = new FakeClock();
    let tries = 0;
    const queue = new WorkQueue({
      clock,
      baseDelayMs: 10,
      process: () => (++tries < 4 ? Promise.reject(new Error("no")) : Promise.resolve()),
    });
    queue.add("a");
    for (const [ms, count] of [
      [10, 1],
      [20, 2],
      [40, 3],
    ] as const) {
      await queue.idle();
      expect(tries).toBe(count);
      clock.advance(ms - 1);
      expect(tries).toBe(count);
      clock.advance(1);
    }
    await queue.idle();
    expect(tries).toBe(4);
    expect(clock.pending).toBe(0);
  });

  it("works on several keys at a time when told to", () => {
    const done: string[] = [];
    const queue = new WorkQueue({
      clock: new FakeClock(),
      workers: 2,
      process: (key) => (done.push(key), new Promise<void>(() => {})),
    });
    for (const key of ["a", "b", "c"]) queue.add(key);
    expect(done).toEqual(["a", "b"]);
  });

  it("forgets everything when it is closed", async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue({ clock, process: () => Promise.reject(new Error("never")) });
    queue.addAfter("a", 5);
    queue.close();
    queue.add("b");
    await queue.idle();
    expect(clock.pending).toBe(0);
  });

  it.each([
    ["before", ["x", "y", "z"]],
    ["after", ["z", "y", "x"]],
  ])(
    "on a world's clock, keys whose delays end together come in the same order as %s a restart",
    async (_when, keys) => {
      const world = new WorldClock({ host: new FakeClock(), paused: true, settle: () => Promise.resolve() });
      const done: string[] = [];
      const queueOf = (name: string) =>
        new WorkQueue({ clock: world, process: (key) => Promise.resolve(void done.push(`${name} ${key}`)) });
      const queues = [queueOf("first"), queueOf("second")];
      for (const queue of queues.toReversed()) for (const key of keys) queue.addAfter(key, 10);
      await world.advance(10);
      expect(done).toEqual(["first x", "first y", "first z", "second x", "second y", "second z"]);
    },
  );
});
