import { expect, test } from "vitest";
import type { RevisionEntry } from "../../../../client/history.ts";
import { authorInWords, authorOf, lanesOf } from "./authors.ts";
import { groupFrom, lastUpTo, nearest } from "./entries.ts";
import { nextStep, playedGap } from "./pace.ts";
import { entryInWords } from "./revision-words.ts";
import { countOf, layTicks, placeOf, revisionAt, spanAround } from "./tick-layout.ts";

const entry = (revision: number, more: Partial<RevisionEntry> = {}): RevisionEntry => ({
  revision,
  kind: "update",
  group: "",
  resource: "pods",
  namespace: "demo",
  name: "web",
  at: revision * 100,
  user: "jane",
  managers: ["kubectl"],
  ...more,
});

test.each<readonly [Pick<RevisionEntry, "user" | "managers">, string, string]>([
  [{ user: "jane", managers: ["kubectl-edit"] }, "kubectl-edit", "kubectl-edit (jane)"],
  [
    { user: "system:serviceaccount:kube-system:deployment-controller", managers: ["kube-controller-manager"] },
    "deployment-controller",
    "deployment-controller (manager kube-controller-manager)",
  ],
  [{ user: "system:node:node-1", managers: ["kubelet"] }, "kubelet", "kubelet (system:node:node-1)"],
  [{ user: "system:kube-scheduler", managers: ["kube-scheduler"] }, "kube-scheduler", "kube-scheduler"],
  [{ managers: ["a", "b"] }, "a, b", "a, b"],
  [{ managers: [] }, "unknown", "unknown"],
  [{ user: "jane", managers: [] }, "jane", "jane"],
])("%j wrote as %s", (written, name, words) => {
  expect([authorOf(written), authorInWords(written)]).toEqual([name, words]);
});

test("a write is told in a sentence", () => {
  const { at: _at, ...write } = entry(1204, { kind: "delete" });
  expect(entryInWords(write)).toBe("Revision 1,204: pods demo/web deleted by kubectl (jane), at an unknown time");
});

test("those who wrote most have a row, the others share one", () => {
  const counts = new Map([
    ["a", 1],
    ["b", 5],
    ["c", 2],
    ["d", 1],
  ]);
  expect(lanesOf(counts, 3).map(({ label, count }) => [label, count])).toEqual([
    ["b", 5],
    ["c", 2],
    ["2 others", 2],
  ]);
  expect(lanesOf(counts, 4)).toHaveLength(4);
});

test("the write of a revision is the last one up to it, that of a place the nearest one", () => {
  const entries = [entry(3), entry(5), entry(9)];
  expect(lastUpTo(entries, 2)).toBeUndefined();
  expect(lastUpTo(entries, 8)?.revision).toBe(5);
  expect(nearest(entries, 7.1)?.revision).toBe(9);
  expect(nearest(entries, 6.9)?.revision).toBe(5);
  expect(nearest([], 6)).toBeUndefined();
});

test("writes that follow each other closely are a group", () => {
  const entries = [entry(1), entry(2), entry(3, { at: 5000 }), entry(4, { at: 5100 }), entry(5, { at: 9000 })];
  expect(groupFrom(entries, 1, 1)?.revision).toBe(2);
  expect(groupFrom(entries, 2, 1)?.revision).toBe(4);
  expect(groupFrom(entries, 5, -1)?.revision).toBe(4);
  expect(groupFrom(entries, 4, -1)?.revision).toBe(2);
  expect(groupFrom(entries, 2, -1)?.revision).toBe(1);
});

test("writes that are close share a tick, each in the row of its author", () => {
  const entries = Array.from({ length: 10_000 }, (_, i) =>
    entry(i + 1, i % 2 === 0 ? {} : { kind: "create", managers: ["other"] }),
  );
  const lanes = lanesOf(
    new Map([
      ["kubectl", 5000],
      ["other", 5000],
    ]),
    6,
  );
  const ticks = layTicks(entries, lanes, { from: 1, to: 10_000 }, 600);
  expect(ticks.length).toBeLessThanOrEqual(2 * 101);
  expect(ticks.reduce((sum, tick) => sum + countOf(tick), 0)).toBe(10_000);
  expect(ticks.filter(({ lane }) => lane === 1).every((tick) => tick.update === 0 && tick.create > 0)).toBe(true);
  const some = layTicks(entries, lanes, { from: 11, to: 20 }, 600);
  expect(some.map(countOf)).toEqual(Array.from({ length: 10 }, () => 1));
});

test("places and revisions lead to each other", () => {
  const span = { from: 10, to: 110 };
  expect(placeOf(60, span, 200)).toBe(100);
  expect(revisionAt(100, span, 200)).toBe(60);
  expect(spanAround(100, 50, span)).toEqual({ from: 60, to: 110 });
  expect(spanAround(50, 20, span)).toEqual({ from: 40, to: 60 });
  expect(spanAround(50, 500, span)).toEqual(span);
});

test("playing follows the world's time, with long gaps shortened", () => {
  const entries = [
    entry(1, { at: 0 }),
    entry(2, { at: 500 }),
    entry(3, { at: 3_600_000 }),
    entry(4, { at: 3_600_010 }),
  ];
  expect(nextStep(entries, 1, 1)).toMatchObject({ entry: { revision: 2 }, afterMs: 500 });
  expect(nextStep(entries, 1, 10)).toMatchObject({ entry: { revision: 2 }, afterMs: 100 });
  expect(nextStep(entries, 2, 1)).toMatchObject({ entry: { revision: 3 } });
  expect(playedGap(3_600_000)).toBeLessThan(3000);
  expect(nextStep(entries, 2, 100)).toMatchObject({ entry: { revision: 4 }, afterMs: 100 });
  expect(nextStep(entries, 4, 1)).toBeUndefined();
  const many = Array.from({ length: 1200 }, (_, i) => entry(i + 1));
  expect(nextStep(many, 1, "fastest")).toMatchObject({ entry: { revision: 11 } });
});
