import { expect, test } from "vitest";
import { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import { checkKey, checkLinearizable, type Model, type Operation } from "./linearizability.ts";

type Call = { readonly write: number } | "read";
type Step = Operation<Call, number>;

/** A register: a read has the value of the last write, 0 at first. */
const register: Model<number, Call, number> = {
  initial: 0,
  step(state, call, outcome) {
    if (call !== "read") return call.write;
    return outcome === undefined || outcome === state ? state : undefined;
  },
  textOf: String,
};

const write = (value: number, called: number, returned?: number): Step => {
  return { key: "x", call: { write: value }, outcome: returned && value, called, returned };
};
const read = (outcome: number, called: number, returned: number): Step => {
  return { key: "x", call: "read", outcome, called, returned };
};

const verdictOf = (...operations: readonly Step[]): string => checkKey(register, operations).is;

test("operations that come one after another", () => {
  expect(verdictOf()).toBe("linearizable");
  expect(verdictOf(write(1, 1, 2), read(1, 3, 4))).toBe("linearizable");
  expect(verdictOf(write(1, 1, 2), read(0, 3, 4))).toBe("not linearizable");
  expect(verdictOf(write(1, 1, 2), write(2, 3, 4), read(1, 5, 6))).toBe("not linearizable");
});

test("operations at the same time come in any order, which all see", () => {
  const [one, two] = [write(1, 1, 10), write(2, 2, 9)];
  expect(verdictOf(one, two, read(1, 11, 12))).toBe("linearizable");
  expect(verdictOf(one, two, read(2, 11, 12))).toBe("linearizable");
  expect(verdictOf(one, two, read(0, 11, 12))).toBe("not linearizable");
  expect(verdictOf(one, two, read(2, 3, 4), read(1, 5, 6), read(1, 11, 12))).toBe("linearizable");
  expect(verdictOf(one, two, read(2, 3, 4), read(1, 5, 6), read(2, 11, 12))).toBe("not linearizable");
  expect(verdictOf(one, read(1, 2, 3), read(0, 4, 5))).toBe("not linearizable");
});

test("a write without an answer takes effect at any time after its call, or never", () => {
  const late = write(1, 3);
  expect(verdictOf(late, read(0, 4, 5), read(0, 6, 7))).toBe("linearizable");
  expect(verdictOf(late, read(0, 4, 5), read(1, 6, 7))).toBe("linearizable");
  expect(verdictOf(late, read(1, 4, 5), read(0, 6, 7))).toBe("not linearizable");
  expect(verdictOf(late, read(1, 1, 2))).toBe("not linearizable");
});

test("each key is judged by itself, and the operation that does not fit is told", () => {
  const other = (operation: Step): Step => ({ ...operation, key: "y" });
  const wrong = read(0, 3, 4);
  const verdicts = checkLinearizable(register, [write(1, 1, 2), wrong, other(read(0, 5, 6))]);
  expect(verdicts).toEqual([{ is: "not linearizable", key: "x", stuck: wrong, state: 1, before: [write(1, 1, 2)] }]);
});

test("a search that takes too many steps is undecided", () => {
  const writes = Array.from({ length: 20 }, (_, at) => write(at + 1, at + 1, 100 + at));
  expect(checkKey(register, [...writes, read(50, 200, 201)], 1000).is).toBe("undecided");
});

/** Whether any order of operations is right: all of them are tried. */
function isLinearizable(operations: readonly Step[], state = 0): boolean {
  if (operations.every(({ returned }) => returned === undefined)) return true;
  const end = Math.min(...operations.map(({ returned = Infinity }) => returned));
  return operations.some((each) => {
    if (each.called > end) return false;
    const next = register.step(state, each.call, each.outcome);
    return (
      next !== undefined &&
      isLinearizable(
        operations.filter((other) => other !== each),
        next,
      )
    );
  });
}

test("says the same as a search of all orders, for 3000 random histories", () => {
  const counts = { right: 0, wrong: 0 };
  for (let seed = 1; seed <= 3000; seed++) {
    const operations = randomOperations(new Seeded(seed));
    const expected = isLinearizable(operations);
    expect(checkKey(register, operations).is, `seed ${seed}`).toBe(expected ? "linearizable" : "not linearizable");
    counts[expected ? "right" : "wrong"]++;
  }
  expect(counts.right).toBeGreaterThan(500);
  expect(counts.wrong).toBeGreaterThan(500);
});

function randomOperations(chance: Seeded): readonly Step[] {
  const open: Step[] = [];
  const done: Step[] = [];
  for (let time = 1; done.length + open.length < 7 || open.length > 0; time++) {
    if (open.length > 0 && (open.length + done.length >= 7 || chance.oneIn(2))) {
      const [each] = open.splice(chance.below(open.length), 1);
      if (each === undefined) continue;
      const isLost = each.call !== "read" && chance.oneIn(6);
      done.push(isLost ? { ...each, outcome: undefined } : { ...each, returned: time });
    } else open.push(chance.oneIn(2) ? write(1 + chance.below(2), time, time) : read(chance.below(3), time, time));
  }
  return done;
}
