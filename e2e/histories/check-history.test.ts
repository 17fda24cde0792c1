import { expect, test } from "vitest";
import { checkHistory } from "./check-history.ts";
import { Recorder, type Answered } from "./history.ts";
import type { Call, Outcome } from "./object-model.ts";
import { simulatedFaults, simulateHistory } from "./simulated-history.ts";

const object = (revision: number, value: string, uid = "u"): Outcome => {
  return { is: "object", version: { uid, revision, data: { value } } };
};
const create = (value: string): Call => ({ verb: "create", data: { value } });
const update = (value: string, revision?: number): Call => {
  return { verb: "update", data: { value }, ...(revision !== undefined && { revision }) };
};
const get: Call = { verb: "get" };

/** What is found if requests for one object come one after another. */
function findingsOf(...requests: readonly (readonly [Call, Answered])[]): readonly string[] {
  const recorder = new Recorder();
  for (const [call, answered] of requests) recorder.begin("client", "server", "/a", call)(answered);
  return checkHistory(recorder);
}

const rightOnes: Readonly<Record<string, readonly (readonly [Call, Answered])[]>> = {
  "an object from its creation to its end": [
    [get, { is: "missing" }],
    [create("1"), object(5, "1")],
    [create("2"), { is: "exists" }],
    [update("2", 5), object(6, "2")],
    [update("3", 5), { is: "conflict" }],
    [
      { verb: "patch", data: { other: "4" } },
      { is: "object", version: { uid: "u", revision: 8, data: { value: "2", other: "4" } } },
    ],
    [{ verb: "patch", data: { other: null } }, object(9, "2")],
    [{ verb: "delete", uid: "other" }, { is: "conflict" }],
    [
      { verb: "delete", uid: "u" },
      { is: "deleted", uid: "u" },
    ],
    [get, { is: "missing" }],
    [create("5"), object(12, "5", "v")],
  ],
  "a write that changes nothing": [
    [create("1"), object(5, "1")],
    [update("1", 5), object(5, "1")],
  ],
  "a write without an answer that was made": [
    [create("1"), object(5, "1")],
    [update("2"), "unknown"],
    [get, object(7, "2")],
    [update("3", 7), object(8, "3")],
  ],
  "a write without an answer that was not made": [
    [create("1"), object(5, "1")],
    [update("2"), "unknown"],
    [update("3", 5), object(8, "3")],
  ],
  "a creation without an answer that is made later": [
    [create("1"), "unknown"],
    [get, { is: "missing" }],
    [create("2"), { is: "exists" }],
    [get, object(5, "1")],
  ],
  "a request that was refused": [
    [create("1"), object(5, "1")],
    [update("2"), "refused"],
    [get, object(5, "1")],
  ],
};

const wrongOnes: Readonly<Record<string, readonly (readonly [Call, Answered])[]>> = {
  "a lost write": [
    [create("1"), object(5, "1")],
    [update("2"), object(6, "2")],
    [get, object(5, "1")],
  ],
  "a lost creation": [
    [create("1"), object(5, "1")],
    [get, { is: "missing" }],
  ],
  "two creations": [
    [create("1"), object(5, "1")],
    [create("2"), object(6, "2")],
  ],
  "an update of an older version": [
    [create("1"), object(5, "1")],
    [update("2", 5), object(6, "2")],
    [update("3", 5), object(7, "3")],
  ],
  "a conflict with the newest version": [
    [create("1"), object(5, "1")],
    [update("2", 5), { is: "conflict" }],
  ],
  "a revision that is not above the one before": [
    [create("1"), object(5, "1")],
    [update("2"), object(4, "2")],
  ],
  "another object without a creation": [
    [create("1"), object(5, "1")],
    [get, object(5, "1", "v")],
  ],
  "a patch that loses a member": [
    [create("1"), object(5, "1")],
    [
      { verb: "patch", data: { other: "2" } },
      { is: "object", version: { uid: "u", revision: 6, data: { other: "2" } } },
    ],
  ],
  "a write without an answer that is taken back": [
    [create("1"), object(5, "1")],
    [update("2"), "unknown"],
    [get, object(6, "2")],
    [get, object(5, "1")],
  ],
  "a deletion that is undone": [
    [create("1"), object(5, "1")],
    [{ verb: "delete" }, { is: "deleted", uid: "u" }],
    [get, object(5, "1")],
  ],
  "a write that was refused": [
    [create("1"), object(5, "1")],
    [update("2"), "refused"],
    [get, object(6, "2")],
  ],
};

test.each(Object.entries(rightOnes))("allows %s", (_, requests) => {
  expect(findingsOf(...requests)).toEqual([]);
});

test.each(Object.entries(wrongOnes))("finds %s", (_, requests) => {
  expect(findingsOf(...requests)).not.toEqual([]);
});

test("allows what a right server answers, for 60 seeds", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { history } = simulateHistory({ seed, operations: 400, keys: 4, clients: 8, unanswered: 40 });
    expect(checkHistory(history), `seed ${seed}`).toEqual([]);
  }
});

test.each(simulatedFaults)("finds a server that %s, for 20 seeds", (fault) => {
  let total = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { history, faults } = simulateHistory({ seed, operations: 300, keys: 3, clients: 4, fault });
    total += faults;
    expect(checkHistory(history).length > 0, `seed ${seed}`).toBe(faults > 0);
  }
  expect(total).toBeGreaterThan(20);
});

test("judges 100,000 operations", () => {
  const { history } = simulateHistory({ seed: 1, operations: 100_000, keys: 60, clients: 32, unanswered: 200 });
  expect(history.operations.length).toBeGreaterThan(99_000);
  expect(checkHistory(history)).toEqual([]);
});
