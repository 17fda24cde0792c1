import { expect, it } from "vitest";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { WorldClock } from "../../component-base/world-clock.ts";
import { Expectations } from "./expectations.ts";

const minute = 60_000;

it("what is expected is waited for until it is seen, or for five minutes", () => {
  const clock = new FakeClock();
  const expectations = new Expectations(clock);
  expectations.expect("a", { creations: 2, deletions: ["x"] });
  expectations.creationObserved("a", 2);
  expect(expectations.satisfied("a")).toBe(false);
  expectations.deletionObserved("a", "x");
  expect(expectations.satisfied("a")).toBe(true);
  expectations.expect("a", { creations: 1 });
  clock.advance(5 * minute);
  expect(expectations.satisfied("a")).toBe(false);
  clock.advance(1);
  expect(expectations.satisfied("a")).toBe(true);
});

it("the five minutes are the machine's in a fast world, where pods would be created twice otherwise", () => {
  const host = new FakeClock();
  const world = new WorldClock({ host, speed: 1000 });
  const expectations = new Expectations(world);
  expectations.expect("a", { creations: 1 });
  host.advance(minute);
  expect(expectations.satisfied("a")).toBe(false);
});
