import { expect, it } from "vitest";
import type { Level } from "../../../diagnosis/diagnosis.ts";
import { madeObject, madePod } from "./testing.ts";
import type { WorldFilter } from "./world-filter.ts";
import { worldObject, type WorldObject } from "./world-kinds.ts";
import { worldLines, type Grouping } from "./world-tree.ts";

const all: WorldFilter = { namespace: "", text: "", levels: new Set() };

const objects = [
  madePod("web-1-a", "node-1", "web-1"),
  madeObject("Deployment", "web", { spec: { replicas: 1 }, status: { readyReplicas: 1 } }),
  madeObject("ReplicaSet", "web-0", { spec: { replicas: 0 } }, "web"),
  madeObject("ReplicaSet", "web-1", { spec: { replicas: 1 } }, "web"),
  madePod("alone", ""),
  madeObject("Node", "node-1", { status: { conditions: [{ type: "Ready", status: "True" }] } }),
];

interface Shown {
  readonly closed?: readonly string[];
  readonly filter?: Partial<WorldFilter>;
  readonly grouping?: Grouping;
}
const linesOf = (some: readonly WorldObject[], { closed = [], filter = {}, grouping = "owner" }: Shown = {}) =>
  worldLines(some, { filter: { ...all, ...filter }, grouping, closed: new Set(closed) });
const drawn = (shown: Shown = {}): readonly string[] =>
  linesOf(objects, shown).map(({ depth, kind, name }) => `${"  ".repeat(depth)}${kind} ${name}`);

it("objects stand under their owners, without ReplicaSets of the past", () => {
  expect(drawn()).toEqual(["Deployment web", "  ReplicaSet web-1", "    Pod web-1-a", "Pod alone", "Node node-1"]);
});

it("by node, pods stand under their node, and those without one at the top", () => {
  expect(drawn({ grouping: "node" })).toEqual(["Pod alone", "Node node-1", "  Pod web-1-a"]);
});

it("what is closed shows nothing below it, and other namespaces are left out", () => {
  expect(drawn({ closed: ["web-1"] })).toEqual(["Deployment web", "  ReplicaSet web-1", "Pod alone", "Node node-1"]);
  expect(drawn({ filter: { namespace: "other" } })).toEqual(["Node node-1"]);
});

it.each<readonly [string, Partial<WorldFilter>, readonly string[]]>([
  ["a name", { text: "ALONE" }, ["Pod alone"]],
  ["a name below others", { text: "web-1-a" }, ["Deployment web", "  ReplicaSet web-1", "    Pod web-1-a"]],
  ["a state", { text: "pending" }, ["Pod alone"]],
  ["a kind and a name", { text: "pod web" }, ["Deployment web", "  ReplicaSet web-1", "    Pod web-1-a"]],
  ["a label", { text: "app=web" }, []],
  ["a level", { levels: new Set<Level>(["progressing"]) }, ["Deployment web", "  ReplicaSet web-1", "Pod alone"]],
])("a filter for %s keeps what fits, with what stands above it", (_, filter, lines) =>
  expect(drawn({ filter })).toEqual(lines),
);

it("labels are found by their beginning", () => {
  const labelled = madeObject("Service", "web");
  const { kind, object } = labelled;
  const one = worldObject(kind, { ...object, metadata: { ...object.metadata, labels: { app: "web-shop" } } });
  expect(linesOf([one], { filter: { text: "app=web" } })).toHaveLength(1);
  expect(linesOf([one], { filter: { text: "app=shop" } })).toHaveLength(0);
});

it("EndpointSlices stand under the Service of their label, also without an owner", () => {
  const { kind, object } = madeObject("EndpointSlice", "slice");
  const labels = { "kubernetes.io/service-name": "kubernetes" };
  const sliceOf = (endpoints: readonly object[]) =>
    worldObject(kind, { ...object, endpoints, metadata: { ...object.metadata, labels } });
  const told = (endpoints: readonly object[]) =>
    linesOf([sliceOf(endpoints), madeObject("Service", "kubernetes")]).map(
      (line) => `${line.depth} ${line.kind} ${line.state}`,
    );
  expect(told([])).toEqual(["0 Service No endpoints", "1 EndpointSlice "]);
  expect(told([{ conditions: { ready: true } }, {}])).toEqual(["0 Service Ready", "1 EndpointSlice "]);
});

it("a workload that waits for pods that fail is warned of, with what they fail of", () => {
  const failing = (name: string): WorldObject => {
    const { kind, object } = madePod(name, "node-1", "web-1");
    const state = { waiting: { reason: "ImagePullBackOff" } };
    const status = { phase: "Pending", containerStatuses: [{ name: "app", restartCount: 0, state }] };
    return worldObject(kind, { ...object, spec: { containers: [{ name: "app", image: "x" }] }, status });
  };
  const sets = [
    madeObject("Deployment", "web", { spec: { replicas: 2 } }),
    madeObject("ReplicaSet", "web-1", { spec: { replicas: 2 } }, "web"),
  ];
  const told = (...pods: readonly WorldObject[]) =>
    linesOf([...sets, ...pods])
      .slice(0, 2)
      .map(({ kind, level, notes }) => `${kind} ${level}: ${notes.slice(0, 2).join(", ")}`);
  expect(told(failing("a"), failing("b"))).toEqual([
    "Deployment warning: 0 of 2 ready, 2 ImagePullBackOff",
    "ReplicaSet warning: 0 of 2 ready, 2 ImagePullBackOff",
  ]);
  expect(told()).toEqual([
    "Deployment progressing: 0 of 2 ready, 0 of 2 updated",
    "ReplicaSet progressing: 0 of 2 ready",
  ]);
});

const revision = { "deployment.kubernetes.io/revision": "2" };

// oxfmt-ignore
it.each<readonly [string, object, string, readonly string[]]>([
  ["Deployment", { spec: { replicas: 3 }, status: { availableReplicas: 1, updatedReplicas: 3 } }, "Progressing", ["1 of 3 ready", "default"]],
  ["Deployment", { spec: { replicas: 3 }, status: { availableReplicas: 3, updatedReplicas: 1 } }, "Progressing", ["3 of 3 ready", "1 of 3 updated", "default"]],
  ["Job", { spec: { completions: 2 }, status: { succeeded: 1, active: 1 } }, "Running", ["1 of 2 done", "1 active", "default"]],
  ["Pod", { spec: { nodeName: "node-1" }, status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } }, "Running", ["on node-1", "default"]],
  ["Node", { status: { conditions: [{ type: "Ready", status: "True" }] }, spec: { unschedulable: true } }, "Cordoned", []],
  ["Ingress", { spec: { defaultBackend: { service: { name: "rest" } }, rules: [{ host: "a.example.com", http: { paths: [{ backend: { service: { name: "web" } } }] } }] } }, "Pending", ["no address", "a.example.com to web and all else to rest", "default"]],
  ["Service", { spec: { clusterIP: "10.0.0.7" } }, "", ["10.0.0.7", "default"]],
  ["EndpointSlice", { endpoints: [{ conditions: { ready: true } }, { conditions: { ready: false } }] }, "", ["1 of 2 endpoints ready", "default"]],
])("a %s %j is told as %s", (kind, more, state, notes) => {
  const [line] = linesOf([madeObject(kind, "x", more)]);
  expect([line?.state, line?.notes]).toEqual([state, notes]);
});

it("a ReplicaSet tells its revision, and only what stands at the top its namespace", () => {
  const { kind, object } = madeObject("ReplicaSet", "web-2", { spec: { replicas: 0 } }, "web");
  const set = worldObject(kind, { ...object, metadata: { ...object.metadata, annotations: revision } });
  const lines = linesOf([madeObject("Deployment", "web", { spec: { replicas: 0 } }), set, madePod("a", "n", "web-2")]);
  expect(lines.map(({ notes }) => notes.at(-1))).toEqual(["default", "revision 2", "on n"]);
  expect(linesOf([set], { filter: { namespace: "default" } })).toEqual([]);
});
