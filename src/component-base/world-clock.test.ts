import { describe, expect, it } from "vitest";
import { FakeClock } from "./testing/fake-clock.ts";
import { WorldClock, type WorldClockOptions } from "./world-clock.ts";

const settle = (): Promise<void> => Promise.resolve();

function start(options: Partial<WorldClockOptions> = {}) {
  const host = new FakeClock();
  const world = new WorldClock({ host, settle, ...options });
  const done: string[] = [];
  const note = (text: string) => () => void done.push(text);
  const turn = (text: string, then: () => void = () => undefined): void =>
    world.turn(async () => {
      done.push(text);
      await Promise.resolve();
      then();
    });
  const begin = world.now();
  return { host, world, done, note, turn, since: () => world.now() - begin };
}

describe("while the world is not paused", () => {
  it("its time passes as the machine's, or faster by its speed", () => {
    const { host, world, since } = start();
    host.advance(1000);
    expect(since()).toBe(1000);
    world.change({ speed: 100 });
    host.advance(1000);
    expect(since()).toBe(101_000);
    world.change({ speed: 1 });
    host.advance(1000);
    expect(since()).toBe(102_000);
  });

  it("timers fire by the world's time in order, also when the speed changes under way", () => {
    const { host, world, done, note } = start({ speed: 10 });
    world.after(20_000, note("b"));
    world.after(10_000, note("a"));
    const cancel = world.after(15_000, note("never"));
    host.advance(999);
    expect(done).toEqual([]);
    cancel();
    world.change({ speed: 1 });
    host.advance(10);
    expect(done).toEqual(["a"]);
    host.advance(10_000);
    expect(done).toEqual(["a", "b"]);
  });

  it("timers that are due at the same time fire in the order of their keys, then of arrival", () => {
    const { host, world, done, note } = start();
    world.after(10, note("c"), "c");
    host.advance(4);
    for (const key of ["b", "a", "b"]) world.after(6, note(key), key);
    world.after(6, note("keyless"));
    world.after(5, note("earlier"), "z");
    host.advance(6);
    expect(done).toEqual(["earlier", "keyless", "a", "b", "b", "c"]);
  });

  it("reconciliations run at once", () => {
    const { done, turn } = start();
    turn("a");
    expect(done).toEqual(["a"]);
  });

  it("what belongs to a reconciliation is done at once", () => {
    const { world, done } = start();
    world.afterTurn(async () => void done.push("a"));
    expect(done).toEqual(["a"]);
  });

  it("a timer that is due earlier than the ones before it wakes the world in time", () => {
    const { host, world, done, note } = start();
    world.after(10_000, note("late"));
    world.after(10, note("soon"));
    host.advance(10);
    expect(done).toEqual(["soon"]);
  });
});

describe("while the world is paused", () => {
  it("what belongs to a turn is done at its end, one after the other, and before the next turn", async () => {
    const { world, done, turn } = start({ paused: true });
    const later = (text: string) => async () => {
      await Promise.resolve();
      done.push(text);
    };
    turn("turn", () => {
      world.afterTurn(later("its event"));
      world.afterTurn(later("another"));
      done.push("its end");
    });
    turn("next");
    await world.advance(0);
    expect(done).toEqual(["turn", "its end", "its event", "another", "next"]);
  });

  it("nothing happens, and the machine's time is not made up for", () => {
    const { host, world, done, note, turn, since } = start();
    world.after(1000, note("timer"));
    world.change({ paused: true });
    turn("turn");
    host.advance(60_000);
    expect([done, since()]).toEqual([[], 0]);
    expect(world.view()).toMatchObject({ paused: true, waiting: 1, next: world.now() + 1000 });
    world.change({ paused: false });
    expect(done).toEqual(["turn"]);
    host.advance(1000);
    expect([done, since()]).toEqual([["turn", "timer"], 1000]);
  });

  it("a step does turns, then timers, until something was written", async () => {
    const { world, done, turn, since } = start({ paused: true });
    let revision = 0;
    world.stepsUntil(() => revision);
    turn("idle");
    turn("writes", () => revision++);
    world.after(5000, () => turn("later", () => revision++));
    world.after(9000, () => turn("last"));
    await world.step();
    expect([done, since()]).toEqual([["idle", "writes"], 0]);
    await world.step();
    expect([done, since()]).toEqual([["idle", "writes", "later"], 5000]);
    await world.step();
    await world.step();
    expect([done, since()]).toEqual([["idle", "writes", "later", "last"], 9000]);
  });

  it("an hour passes at once, with everything that became due in it", async () => {
    const { world, done, turn, since } = start({ paused: true });
    const again = (): void => void world.after(20 * 60_000, () => (turn(`at ${since()}`), again()));
    again();
    await world.advance(3_600_000);
    expect(done).toEqual(["at 1200000", "at 2400000", "at 3600000"]);
    expect(since()).toBe(3_600_000);
  });
});

it("in turns, a reconciliation begins when the one before has ended", async () => {
  const { world, done, turn } = start({ inTurns: true });
  turn("a", () => done.push("a ended"));
  turn("b", () => done.push("b ended"));
  await world.advance(0);
  expect(done).toEqual(["a", "a ended", "b", "b ended"]);
});

it("a speed that is no speed is refused", () => {
  const { world } = start();
  for (const speed of [0, -1, Number.NaN, 1e9]) expect(() => world.change({ speed })).toThrow(RangeError);
});

it("many timers stay in order", () => {
  const { host, world } = start();
  const seen: number[] = [];
  const delays = Array.from({ length: 500 }, (_, i) => (i * 7919) % 1000);
  for (const delay of delays) world.after(delay, () => seen.push(delay));
  host.advance(1000);
  expect(seen).toEqual(delays.toSorted((a, b) => a - b));
});

describe("over a restart", () => {
  const restarted = (world: WorldClock, host: FakeClock, downMs: number): WorldClock => {
    const kept = world.kept();
    host.advance(downMs);
    const next = new WorldClock({ host, settle });
    if (kept !== undefined) next.resume(kept);
    return next;
  };

  it("the machine's time needs not to be kept", () => {
    const { world } = start();
    expect(world.kept()).toBeUndefined();
  });

  it("a paused world goes on where it was, and stays paused", async () => {
    const { host, world } = start();
    await world.step();
    await world.advance(5000);
    const next = restarted(world, host, 60_000);
    expect(next.view()).toMatchObject({ now: world.now(), paused: true, speed: 1 });
  });

  it("a world with a speed of its own goes on where it was, at that speed", () => {
    const { host, world } = start();
    world.change({ speed: 10 });
    host.advance(1000);
    const before = world.now();
    const next = restarted(world, host, 60_000);
    expect(next.now()).toBe(before);
    host.advance(1000);
    expect(next.now()).toBe(before + 10_000);
  });

  it("a world that was ahead and runs as the machine does has lived on, and timers wait as long as they are told", () => {
    const { host, world, done, note } = start();
    world.change({ speed: 10 });
    host.advance(1000);
    world.change({ speed: 1 });
    const before = world.now();
    const next = restarted(world, host, 60_000);
    expect(next.now()).toBe(before + 60_000);
    next.after(1000, note("timer"));
    host.advance(999);
    expect(done).toEqual([]);
    host.advance(1);
    expect(done).toEqual(["timer"]);
  });
});
