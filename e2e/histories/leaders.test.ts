import { expect, test } from "vitest";
import type { WatchEvent } from "./history.ts";
import { checkLeaders } from "./leaders.ts";

const key = "/leases/kube-controller-manager";
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

/** The changes of a Lease of 15 seconds: who held it, since when, and when it was renewed. */
const changes = (
  ...versions: readonly (readonly [holder: string, acquired: number, renewed: number, more?: Partial<WatchEvent>])[]
): readonly WatchEvent[] =>
  versions.map(([holder, acquired, renewed, more], index) => ({
    type: "MODIFIED",
    key,
    version: {
      uid: "u",
      revision: index + 1,
      data: { holder, acquired: at(acquired), renewed: at(renewed), seconds: "15" },
    },
    ...more,
  }));

test.each([
  ["one renews it", changes(["a", 0, 0], ["a", 0, 2], ["a", 0, 4])],
  ["another takes it when it has ended", changes(["a", 0, 4], ["b", 19, 19])],
  ["another takes it when it was given up", changes(["a", 0, 4], ["", 5, 5], ["b", 6, 6])],
  ["another takes it when it was deleted", changes(["a", 0, 4], ["a", 0, 4, { type: "DELETED" }], ["b", 5, 5])],
  ["two hold two", [...changes(["a", 0, 4]), ...changes(["b", 1, 1, { key: "/leases/kube-scheduler" }])]],
  [
    "it is a Lease of no election",
    changes(["a", 0, 4, { key: "/leases/other" }], ["b", 5, 5, { key: "/leases/other" }]),
  ],
])("finds nothing where %s", (_what, history) => {
  expect(checkLeaders(history)).toEqual([]);
});

test.each([
  [
    "it has not ended",
    changes(["a", 0, 4], ["b", 18, 18]),
    "b took /leases/kube-controller-manager at 2, 1000 ms before that of a ended",
  ],
  [
    "it was renewed later than it was taken",
    changes(["a", 0, 0], ["a", 0, 10], ["b", 16, 16]),
    "b took /leases/kube-controller-manager at 3, 9000 ms before that of a ended",
  ],
  [
    "the first one takes it back at once",
    changes(["a", 0, 0], ["b", 15, 15], ["a", 16, 16]),
    "a took /leases/kube-controller-manager at 3, 14000 ms before that of b ended",
  ],
])("finds two leaders where %s", (_what, history, finding) => {
  expect(checkLeaders(history)).toEqual([finding]);
});
