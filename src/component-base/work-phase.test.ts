import { expect, it } from "vitest";
import { Turns } from "./event-loop.ts";
import { forEachKept, inSlices, keptObject, phase, Work } from "./work.ts";

const owner = () => ({ work: new Work(), turns: new Turns(), signal: new AbortController().signal, isLarge: true });

/** A computation of nested phases and a loop, which notes what it does. */
function compute(done: string[]): readonly number[] {
  const noted = <T>(name: string, value: T): T => {
    done.push(name);
    return value;
  };
  const first = phase(() => noted("first", { n: 1 }));
  const outer = phase(() => {
    const inner = phase(() => noted("inner", { n: 2 }));
    const plain = keptObject(() => noted("plain", { n: 3 }));
    const listed = forEachKept(
      3,
      (): number[] => [],
      (made, i) => {
        const item = phase(() => noted(`item ${i}`, { n: i }));
        made.push(item.n);
      },
    );
    return noted("outer", { all: [first.n, inner.n, plain.n, ...listed] });
  });
  const last = phase(() => noted("last", { n: 9 }));
  return [...outer.all, last.n];
}

it("each phase of a large computation is done once, and pauses after it", async () => {
  const done: string[] = [];
  expect(await inSlices(owner(), () => compute(done))).toEqual([1, 2, 3, 0, 1, 2, 9]);
  expect(done).toEqual(["first", "inner", "plain", "item 0", "item 1", "item 2", "outer", "last"]);
});

it("phases of an ordinary computation are just done", () => {
  const done: string[] = [];
  expect(inSlices({ ...owner(), isLarge: false }, () => compute(done))).toEqual([1, 2, 3, 0, 1, 2, 9]);
});
