import { expect, it } from "vitest";
import { stateOf, worldKinds, worldLines, type WorldObject } from "./world-tree.ts";

const made = (kindName: string, name: string, more: object = {}, owner?: string): WorldObject => {
  const kind = worldKinds.find((one) => one.kind === kindName);
  if (kind === undefined) throw new Error(kindName);
  const ownerReferences = owner === undefined ? [] : [{ apiVersion: "v1", kind: "Any", name: owner, uid: owner }];
  return { kind, object: { metadata: { name, namespace: "default", uid: name, ownerReferences }, ...more } };
};

const world = [
  made("Pod", "web-1-a", { spec: { nodeName: "node-1" }, status: { phase: "Running" } }, "web-1"),
  made("Deployment", "web", { spec: { replicas: 1 }, status: { readyReplicas: 1 } }),
  made("ReplicaSet", "web-0", { spec: { replicas: 0 } }, "web"),
  made("ReplicaSet", "web-1", { spec: { replicas: 1 } }, "web"),
  made("Pod", "alone"),
];
const drawn = (closed: readonly string[] = [], namespace = ""): readonly string[] =>
  worldLines(world, namespace, new Set(closed)).map(({ depth, kind, name }) => `${"  ".repeat(depth)}${kind} ${name}`);

it("objects stand under their owners, without ReplicaSets of the past", () => {
  expect(drawn()).toEqual(["Deployment web", "  ReplicaSet web-1", "    Pod web-1-a", "Pod alone"]);
});

it("pods tell their node, ReplicaSets their revision", () => {
  const annotations = { "deployment.kubernetes.io/revision": "2" };
  const [set] = worldLines(
    [made("ReplicaSet", "web-2", { spec: { replicas: 1 } })].map(({ kind, object }) => ({
      kind,
      object: { ...object, metadata: { ...object.metadata, annotations } },
    })),
    "",
    new Set(),
  );
  expect(set?.note).toBe("revision 2");
  expect(worldLines(world, "", new Set()).map(({ note }) => note)).toEqual(["", "", "on node-1", ""]);
});

it("EndpointSlices stand under the Service of their label, also without an owner", () => {
  const slice = made("EndpointSlice", "kubernetes");
  const labels = { "kubernetes.io/service-name": "kubernetes" };
  const labelled = {
    ...slice,
    object: { ...slice.object, metadata: { ...slice.object.metadata, uid: "slice", labels } },
  };
  expect(
    worldLines([labelled, made("Service", "kubernetes")], "", new Set()).map(({ kind, depth }) => `${depth} ${kind}`),
  ).toEqual(["0 Service", "1 EndpointSlice"]);
});

it("what is closed shows nothing below it, and other namespaces are left out", () => {
  expect(drawn(["web-1"])).toEqual(["Deployment web", "  ReplicaSet web-1", "Pod alone"]);
  expect(drawn([], "other")).toEqual([]);
});

it.each<readonly [string, object, string]>([
  [
    "Pod",
    { status: { phase: "Pending", conditions: [{ type: "PodScheduled", reason: "Unschedulable" }] } },
    "Pending, unschedulable",
  ],
  [
    "Pod",
    { status: { phase: "Running", containerStatuses: [{ state: { waiting: { reason: "CrashLoopBackOff" } } }] } },
    "CrashLoopBackOff",
  ],
  ["Pod", { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } }, "Running"],
  [
    "Pod",
    { status: { phase: "Failed", containerStatuses: [{ state: { terminated: { exitCode: 1, reason: "Error" } } }] } },
    "Error",
  ],
  ["Deployment", { spec: { replicas: 3 }, status: { readyReplicas: 1 } }, "1 of 3 ready"],
  ["Node", { status: { conditions: [{ type: "Ready", status: "True" }] } }, "Ready"],
  ["Job", { spec: { completions: 2 }, status: { succeeded: 1 } }, "1 of 2 done"],
  [
    "Deployment",
    { spec: { replicas: 3 }, status: { replicas: 4, readyReplicas: 3, updatedReplicas: 1 } },
    "3 of 3 ready, 1 updated",
  ],
  ["Deployment", { spec: { replicas: 1, paused: true }, status: { readyReplicas: 1 } }, "1 of 1 ready, paused"],
])("a %s %j is told as %s", (kind, more, state) => expect(stateOf(made(kind, "x", more)).state).toBe(state));
