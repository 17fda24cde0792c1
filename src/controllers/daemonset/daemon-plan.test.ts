import { expect, it } from "vitest";
import type { Node } from "../../api/core/scheduling.ts";
import type { Pod } from "../../api/core/v1.ts";
import { DaemonPlan } from "./daemon-plan.ts";

type Kind = "new" | "old" | "new-unready" | "old-unready" | "old-deleted" | "old-unscheduled";

const pod = (node: string, kind: Kind): Pod => ({
  metadata: {
    name: `${node}-${kind}`,
    labels: { "controller-revision-hash": kind.startsWith("new") ? "2" : "1" },
    ...(kind.endsWith("deleted") && { deletionTimestamp: "2026-01-01T00:00:00Z" }),
  },
  spec: kind.endsWith("unscheduled") ? {} : { nodeName: node },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: kind.endsWith("unready") ? "False" : "True" }],
  },
});

/** A plan for nodes with these pods. A node named `gone` is not there, one named `tainted` is not for daemons. */
function planOf(rollingUpdate: object, nodes: Readonly<Record<string, readonly Kind[]>>): DaemonPlan {
  const names = Object.keys(nodes).filter((name) => name !== "gone");
  return new DaemonPlan({
    set: { metadata: { name: "d" }, spec: { updateStrategy: { type: "RollingUpdate", rollingUpdate } } },
    nodes: names.map((name): Node => {
      const taints = name === "tainted" ? [{ key: "k", effect: "NoSchedule" }] : [];
      return { metadata: { name }, spec: { taints } };
    }),
    byNode: new Map(
      Object.entries(nodes).flatMap(([node, kinds]) =>
        kinds.length === 0 ? [] : [[node, kinds.map((kind) => pod(node, kind))] as const],
      ),
    ),
    hash: "2",
    now: 0,
    mayDelete: () => true,
  });
}
const told = ({ missing, surplus }: ReturnType<DaemonPlan["roll"]>) => ({
  missing,
  surplus: surplus.map(({ metadata }) => metadata.name),
});

const one = { maxUnavailable: 1 };
const surge = { maxSurge: 1, maxUnavailable: 0 };

it.each([
  ["replaces as many as may be unavailable", one, { a: ["old"], b: ["old"] }, { missing: [], surplus: ["a-old"] }],
  [
    "replaces all old ones that are not available, and counts them",
    one,
    { a: ["old-unready"], b: ["old-unready"], c: ["old"] },
    { missing: [], surplus: ["a-old-unready", "b-old-unready"] },
  ],
  [
    "waits for new ones that are not available, and for pods that are going",
    { maxUnavailable: 2 },
    { a: ["new-unready"], b: ["old-deleted"], c: ["old"] },
    { missing: [], surplus: [] },
  ],
  ["surges on as many nodes as it may", surge, { a: ["old"], b: ["old"] }, { missing: ["a"], surplus: [] }],
  [
    "surges at once where the old one is not available",
    surge,
    { a: ["old-unready"], b: ["old-unready"], c: ["old"] },
    { missing: ["a", "b", "c"], surplus: [] },
  ],
  [
    "deletes what has been replaced, and waits for what has not",
    surge,
    { a: ["old", "new"], b: ["old", "new-unready"], c: ["old"] },
    { missing: [], surplus: ["a-old"] },
  ],
  [
    "a pod on a node that is no longer for it stays until enough others are available",
    surge,
    { tainted: ["old"], b: ["new"], c: ["new-unready"] },
    { missing: [], surplus: [] },
  ],
  ["and goes then", surge, { tainted: ["old"], b: ["new"], c: ["new"] }, { missing: [], surplus: ["tainted-old"] }],
] as const)("a rolling update %s", (_what, strategy, nodes, expected) => {
  expect(told(planOf(strategy, nodes).roll())).toEqual(expected);
});

it.each([
  ["a node without a pod gets one", one, { a: [] }, { missing: ["a"], surplus: [] }],
  ["a node whose pod is going waits", one, { a: ["old-deleted"] }, { missing: [], surplus: [] }],
  [
    "a node whose pod is going does not wait where pods surge",
    surge,
    { a: ["old-deleted"] },
    { missing: ["a"], surplus: [] },
  ],
  ["all but the oldest go", one, { a: ["new", "old"] }, { missing: [], surplus: ["a-old"] }],
  ["an old and a new pod stay while pods surge", surge, { a: ["old", "new-unready"] }, { missing: [], surplus: [] }],
  [
    "unless the old one is not ready",
    surge,
    { a: ["old-unready", "new-unready"] },
    { missing: [], surplus: ["a-old-unready"] },
  ],
  [
    "of a node that is gone, only unscheduled pods are deleted",
    one,
    { gone: ["old", "old-unscheduled"] },
    { missing: [], surplus: ["gone-old-unscheduled"] },
  ],
] as const)("%s", (_what, strategy, nodes, expected) => {
  expect(told(planOf(strategy, nodes).manage())).toEqual(expected);
});
