import { expect, test } from "vitest";
import { benchOfParameters, benchParameters, firstBench, isBench, mostActors, withActor, type Bench } from "./bench.ts";

test("an address carries a bench there and back", () => {
  const carried = benchOfParameters(benchParameters(firstBench));
  expect(carried?.actors.map(({ manager, text, tone }) => ({ manager, text, tone }))).toEqual(
    firstBench.actors.map(({ manager, text, tone }) => ({ manager, text, tone })),
  );
  expect(benchOfParameters({ o: "/api/v1" })).toBeUndefined();
});

test("who joins gets a name and a colour that nobody has, and colours stay when somebody leaves", () => {
  let bench: Bench = firstBench;
  for (let i = bench.actors.length; i < mostActors; i += 1) bench = withActor(bench, `x${i}`);
  expect(new Set(bench.actors.map(({ tone }) => tone)).size).toBe(mostActors);
  expect(new Set(bench.actors.map(({ manager }) => manager)).size).toBe(mostActors);
  const left = { actors: bench.actors.filter(({ tone }) => tone !== 1) };
  expect(withActor(left, "y").actors.at(-1)).toMatchObject({ tone: 1, manager: "alice" });
});

test.each([
  [firstBench, true],
  [{ actors: [] }, true],
  [{ actors: [{ id: 1 }] }, false],
  [null, false],
  [{ ...firstBench, linked: "yes" }, false],
])("%# is remembered: %s", (value, yes) => expect(isBench(value)).toBe(yes));
