import { expect, it } from "vitest";
import { Turns } from "./event-loop.ts";
import { inSlices, rested, Work } from "./work.ts";

class Sum {
  index = 0;
  total = 0;
}

/** Adds up all numbers of a tree of lists. */
function sumOf(tree: readonly unknown[], work: Work, visit: () => void): number {
  const sum = work.resume(Sum) ?? work.begin(new Sum());
  for (; sum.index < tree.length; sum.index++) {
    work.pause();
    const item = tree[sum.index];
    if (Array.isArray(item)) sum.total += sumOf(item, work, visit);
    else {
      work.charge(1);
      visit();
      sum.total += Number(item);
    }
  }
  work.end();
  return sum.total;
}

const tree = Array.from({ length: 30 }, (_, i) => [i, [i, [i, i]], []]);
const { signal } = new AbortController();

it("is done at once if it fits into a slice", () => {
  const work = new Work(1000);
  expect(inSlices({ work, turns: new Turns(), signal }, () => sumOf(tree, work, () => undefined))).toBe(4 * 435);
});

it("goes on where it has paused, however deep, and does nothing twice", async () => {
  const work = new Work(7);
  let visits = 0;
  const sum = inSlices({ work, turns: new Turns(), signal }, () => sumOf(tree, work, () => void visits++));
  expect(sum).toBeInstanceOf(Promise);
  expect(await sum).toBe(4 * 435);
  expect(visits).toBe(120);
  work.renew();
  expect(work.counts).toEqual({ done: 120, longest: 7 });
});

it("lets another computation run between two slices", async () => {
  const turns = new Turns();
  const ended: string[] = [];
  const sums = ["long", "short"].map(async (name) => {
    const work = new Work(name === "long" ? 2 : 60);
    await inSlices({ work, turns, signal }, () => sumOf(tree, work, () => undefined));
    ended.push(name);
  });
  await Promise.all(sums);
  expect(ended).toEqual(["short", "long"]);
});

it("ends with its request", async () => {
  const gone = new AbortController();
  const work = new Work(2);
  const sum = inSlices({ work, turns: new Turns(), signal: gone.signal }, () => sumOf(tree, work, () => undefined));
  gone.abort(new Error("gone"));
  await expect(sum).rejects.toThrow("gone");
});

it("can be begun anew after a failure", () => {
  const work = new Work(1000);
  const owner = { work, turns: new Turns(), signal };
  const failing = (): number =>
    sumOf(tree, work, () => {
      throw new Error("failed");
    });
  expect(() => inSlices(owner, failing)).toThrow("failed");
  expect(inSlices(owner, () => sumOf(tree, work, () => undefined))).toBe(4 * 435);
});

it("lets others have their turn between the steps of a large request only", async () => {
  const turns = new Turns();
  expect(rested({ turns }, 1)).toBe(1);
  expect(await rested({ turns, isLarge: true }, 1)).toBe(1);
  expect(await rested({ turns, isLarge: true }, Promise.resolve(2))).toBe(2);
});

it("handles the failure of a step while others have their turn", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  const turns = new Turns();
  const failed = rested({ turns, isLarge: true }, Promise.reject(new Error("refused")));
  const caught = Promise.resolve(failed).catch((error: unknown) => String(error));
  await turns.next();
  await turns.next();
  expect(await caught).toBe("Error: refused");
  expect(unhandled).toEqual([]);
  process.off("unhandledRejection", note);
});
