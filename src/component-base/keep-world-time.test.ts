import { expect, it } from "vitest";
import { keepWorldTime, readKeptTime } from "./keep-world-time.ts";
import { FakeClock } from "./testing/fake-clock.ts";
import { type KeptWorldTime, WorldClock } from "./world-clock.ts";

function start() {
  const host = new FakeClock();
  const world = new WorldClock({ host, settle: () => Promise.resolve() });
  const kept: KeptWorldTime[] = [];
  const begin = host.now();
  return { host, world, kept, stop: keepWorldTime(world, (time) => kept.push(time)), begin };
}

it("nothing is kept of a world whose time is the machine's", () => {
  const { host, kept, stop } = start();
  host.advance(60_000);
  stop();
  expect(kept).toEqual([]);
});

it("changes are kept, and what passes at a speed of its own until it ends", () => {
  const { host, world, kept, stop, begin } = start();
  world.change({ speed: 10 });
  host.advance(12_000);
  expect(kept.map(({ now }) => now - begin)).toEqual([0, 50_000, 100_000]);
  world.change({ paused: true });
  host.advance(60_000);
  expect(kept.at(-1)).toEqual({ now: begin + 120_000, host: begin + 12_000, paused: true, speed: 10 });
  stop();
  expect(host.pending).toBe(0);
});

it("an advance and a step of a paused world are kept", async () => {
  const { world, kept, begin } = start();
  world.change({ paused: true });
  await world.advance(3000);
  expect(kept.at(-1)?.now).toBe(begin + 3000);
});

it.each([
  undefined,
  "text",
  {},
  { now: 1, host: 1, paused: "no", speed: 1 },
  { now: 1, host: 1, paused: true, speed: 0 },
])("what is not such a time is not read: %j", (value) => expect(readKeptTime(value)).toBeUndefined());
