import { expect, it } from "vitest";
import { Arrivals } from "./arrivals.ts";

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("holds what arrives in one turn until the turn is over, and lets it go in order", async () => {
  const arrivals = new Arrivals();
  const gone: string[] = [];
  arrivals.hold(() => gone.push("first"));
  await Promise.resolve();
  arrivals.hold(() => gone.push("second"));
  await Promise.resolve();
  expect(gone).toEqual([]);
  await nextTurn();
  expect(gone).toEqual(["first", "second"]);
});

it("does not hold a later turn's arrival for longer", async () => {
  const arrivals = new Arrivals();
  await new Promise<void>((resolve) => arrivals.hold(resolve));
  let gone = false;
  arrivals.hold(() => (gone = true));
  await nextTurn();
  expect(gone).toBe(true);
});
