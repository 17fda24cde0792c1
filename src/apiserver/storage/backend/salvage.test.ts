import { expect, it } from "vitest";
import { advance, startOfLog } from "./log-chain.ts";
import { salvage, type FoundBatch, type FoundCheckpoint } from "./salvage.ts";

const batchOf = (revision: number): FoundBatch => ({
  batch: { writes: [{ key: `/k${revision}`, revision, text: '"metadata":{}}' }] },
  digest: undefined,
});

it.each<readonly [lost: readonly string[], revisions: readonly number[]]>([
  [[], [2, 3, 4]],
  [["Lost: the write of revision 2, if there was one."], [3, 4]],
  [["Lost: the writes of revisions 2 to 3, where there were any."], [4, 5]],
  [["Lost: the write of revision 3, if there was one."], [2, 4]],
])("says %j where the group commits of a log are those of revisions %j", (lost, revisions) => {
  const end = { ...startOfLog, revision: 9, batches: 8 };
  const { findings } = salvage({ checkpoints: [], batches: revisions.map(batchOf), end, known: 9, findings: [] });
  expect(findings.filter((text) => text.startsWith("Lost"))).toEqual(lost);
});

const sumOf = 7;
const counted = (revision: number): FoundBatch => ({ ...batchOf(revision), digest: sumOf });
const checkpointAt = (revision: number, isWhole: boolean): FoundCheckpoint => ({
  position: { ...startOfLog, revision },
  segments: [[{ key: "/old", revision, text: '"metadata":{}}' }]],
  isWhole,
});
const endAfter = (from: number, revisions: readonly number[]) =>
  revisions.reduce((place, revision) => advance(place, revision, sumOf), { ...startOfLog, revision: from });

it.each<readonly [what: string, from: number, revisions: readonly number[], whole: boolean, isLess: boolean]>([
  ["an empty store", 0, [2, 3], true, false],
  ["a repaired state that is there", 40, [41, 42], true, false],
  ["a repaired state that is damaged", 40, [41, 42], false, true],
  ["a repaired state that is damaged, and no group commit", 40, [], false, true],
])("a log that goes on from %s", (_, from, revisions, isWhole, isLess) => {
  const checkpoints = from === 0 ? [] : [checkpointAt(from, isWhole)];
  const end = endAfter(from, revisions);
  const state = salvage({ checkpoints, batches: revisions.map(counted), end, known: end.revision, findings: [] });
  expect(state.isLess).toBe(isLess);
  expect(state.findings.some((line) => line.startsWith("Lost: no object"))).toBe(!isLess);
});

it.each([
  [[], false],
  [[2], false],
  [[3], true],
  [[2, 5], true],
])("does not say that nothing is lost where something behind revisions %j, of 3, cannot be read", (unread, isLess) => {
  const end = endAfter(0, [2, 3]);
  const found = { checkpoints: [], batches: [counted(2), counted(3)], end, known: 3, findings: [] };
  expect(salvage({ ...found, unread }).isLess).toBe(isLess);
});
