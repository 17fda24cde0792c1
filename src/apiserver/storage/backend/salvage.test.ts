import { expect, it } from "vitest";
import { startOfLog } from "./log-chain.ts";
import { salvage, type FoundBatch } from "./salvage.ts";

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
