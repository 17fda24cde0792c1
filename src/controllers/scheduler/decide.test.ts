import { describe, expect, it } from "vitest";
import type { Node, PersistentVolumeClaimForPod, SchedulablePod, StorageClass } from "../../api/core/scheduling.ts";
import type { ResourceClaim } from "../../api/resource/v1.ts";
import { decide, type Decision } from "./decide.ts";
import type { Snapshot } from "../framework/scheduling/framework.ts";
import { NodeInfo, podInfoOf } from "../framework/scheduling/node-info.ts";
import type { DisruptionBudget } from "./preemption.ts";

type Spec = NonNullable<SchedulablePod["spec"]>;
type Placed = Readonly<Record<string, readonly SchedulablePod[]>>;

const pod = (spec: Spec = {}, name = "p", labels: Readonly<Record<string, string>> = {}): SchedulablePod => ({
  metadata: { name, namespace: "default", uid: name, labels },
  spec: { containers: [{ name: "c" }], ...spec },
});
const requesting = (requests: Readonly<Record<string, string>>, more: Spec = {}): Spec => ({
  containers: [{ name: "c", resources: { requests } }],
  ...more,
});
const node = (name: string, more: Partial<Node> = {}, labels: Readonly<Record<string, string>> = {}): Node => ({
  metadata: { name, labels: { "kubernetes.io/hostname": name, ...labels } },
  status: { allocatable: { cpu: "4", memory: "8Gi", pods: "110" } },
  ...more,
});

function snapshotOf(nodes: readonly Node[], placed: Placed = {}, more: Partial<Snapshot["volumes"]> = {}): Snapshot {
  return {
    nodes: nodes.map((one) =>
      new NodeInfo(one).with(...(placed[one.metadata.name ?? ""] ?? []).map((other) => podInfoOf(other))),
    ),
    volumes: {
      claim: () => undefined,
      volume: () => undefined,
      volumes: () => [],
      storageClass: () => undefined,
      ...more,
    },
    resources: { claim: () => undefined, hasDeviceClass: () => false },
    namespaceLabels: (name) => ({ "kubernetes.io/metadata.name": name }),
  };
}

const decided = (
  one: SchedulablePod,
  snapshot: Snapshot,
  budgets: readonly DisruptionBudget[] = [],
  nominated: readonly SchedulablePod[] = [],
): Decision =>
  decide(
    podInfoOf(one),
    snapshot,
    (name) => nominated.filter(({ status }) => status?.nominatedNodeName === name).map(podInfoOf),
    budgets,
  );
const chosen = (...args: Parameters<typeof decided>): string => {
  const decision = decided(...args);
  return decision.kind === "node" ? decision.node.name : decision.message;
};

const unhelpful = (count: number): string =>
  `no new claims to deallocate, preemption: 0/${count} nodes are available: ${count} Preemption is not helpful for scheduling.`;
const noVictims = (count: number): string =>
  `no new claims to deallocate, preemption: 0/${count} nodes are available: ${count} No preemption victims found for incoming pod.`;

describe("a pod that fits nowhere is told why", () => {
  const tainted = node("a", { spec: { taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] } });
  const cordoned = node("b", { spec: { unschedulable: true } });
  const full = requesting({ cpu: "3" });
  // oxfmt-ignore
  it.each<readonly [string, SchedulablePod, readonly Node[], Placed, string]>([
    ["by taints and cordons", pod(), [tainted, cordoned], {}, `0/2 nodes are available: 1 node(s) had untolerated taint {gpu: yes}, 1 node(s) were unschedulable. ${unhelpful(2)}`],
    ["by its node selector", pod({ nodeSelector: { disk: "ssd" } }), [node("a"), node("b")], {}, `0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. ${unhelpful(2)}`],
    ["by requests that no node has at all", pod(requesting({ cpu: "64", memory: "1Ti" })), [node("a")], {}, `0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient memory. ${unhelpful(1)}`],
    ["by what others have taken", pod(full), [node("a"), node("b")], { a: [pod(full, "x")], b: [pod(full, "y")] }, `0/2 nodes are available: 2 Insufficient cpu. ${noVictims(2)}`],
    ["by an extended resource", pod(requesting({ "example.com/gpu": "1" })), [node("a")], {}, `0/1 nodes are available: 1 Insufficient example.com/gpu. ${unhelpful(1)}`],
    ["by the number of pods", pod(), [node("a", { status: { allocatable: { cpu: "1", memory: "1Gi", pods: "1" } } })], { a: [pod({}, "x")] }, `0/1 nodes are available: 1 Too many pods. ${noVictims(1)}`],
    ["by ports of the host", pod({ containers: [{ name: "c", ports: [{ hostPort: 80 }] }] }), [node("a")], { a: [pod({ containers: [{ name: "c", ports: [{ hostPort: 80, hostIP: "10.0.0.1" }] }] }, "x")] }, `0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports. ${noVictims(1)}`],
    ["by a claim that is not there", pod({ volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }] }), [node("a"), node("b")], {}, '0/2 nodes are available: persistentvolumeclaim "data" not found. not found'],
    ["where there are no nodes", pod(), [], {}, "no nodes available to schedule pods"],
  ])("%s", (_name, one, nodes, placed, message) => expect(chosen(one, snapshotOf(nodes, placed))).toBe(message));
});

describe("a pod for named nodes", () => {
  const named = (...names: readonly (readonly string[])[]) => {
    const matchFields = names.map((values) => ({ key: "metadata.name", operator: "In", values }));
    const nodeSelectorTerms = [{ matchFields }];
    return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
  };
  const tainted = node("b", { spec: { taints: [{ key: "gpu", value: "yes", effect: "NoSchedule" }] } });

  it("is told so of all others, whatever else is wrong with them", () => {
    const full = { a: [pod(requesting({ cpu: "3" }), "x")] };
    expect(chosen(pod(requesting({ cpu: "3" }, named(["a"]))), snapshotOf([node("a"), tainted, node("c")], full))).toBe(
      "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't satisfy plugin(s) [NodeAffinity]. no new claims to deallocate, preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.",
    );
  });

  it("fits nowhere if its names contradict each other", () => {
    expect(chosen(pod(named(["a"], ["b"])), snapshotOf([node("a"), tainted]))).toBe(
      "0/2 nodes are available: pod affinity terms conflict. not found",
    );
  });
});

describe("claims of devices", () => {
  const using = pod({ resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }] });
  const exactly = { deviceClassName: "gpu.example.com" };
  const claim = (status: ResourceClaim["status"] = {}): ResourceClaim => ({
    metadata: { name: "gpu", namespace: "default" },
    spec: { devices: { requests: [{ name: "one", exactly }] } },
    status,
  });
  const withClaim = (one: ResourceClaim | undefined, hasClass = true): Snapshot => ({
    ...snapshotOf([node("a"), node("b")]),
    resources: { claim: () => one, hasDeviceClass: () => hasClass },
  });
  const onB = {
    nodeSelector: {
      nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: ["b"] }] }],
    },
  };
  const consumers = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ resource: "pods", name: `p${i}`, uid: `u${i}` }));
  const still = `still not schedulable, ${unhelpful(2).replace("no new claims to deallocate, ", "")}`;

  it.each<readonly [string, Snapshot, string]>([
    ["cannot be allocated", withClaim(claim()), `0/2 nodes are available: 2 cannot allocate all claims. ${still}`],
    [
      "of a class that is not there",
      withClaim(claim(), false),
      `0/2 nodes are available: request one: device class gpu.example.com does not exist. ${unhelpful(2)}`,
    ],
    ["that are allocated keep the pod on their nodes", withClaim(claim({ allocation: onB })), "b"],
    [
      "that as many pods use as may",
      withClaim(claim({ allocation: onB, reservedFor: consumers(256) })),
      `0/2 nodes are available: resourceclaim in use. ${unhelpful(2)}`,
    ],
  ])("%s", (_name, snapshot, expected) => expect(chosen(using, snapshot)).toBe(expected));
});

describe("affinity", () => {
  const zones = [node("a", {}, { zone: "1" }), node("b", {}, { zone: "2" })];
  const term = (app: string) => ({ labelSelector: { matchLabels: { app } }, topologyKey: "zone" });
  const required = (...apps: readonly string[]) => ({
    requiredDuringSchedulingIgnoredDuringExecution: apps.map(term),
  });

  it("to pods follows them, keeps away from them, and respects theirs", () => {
    const placed = { b: [pod({}, "db", { app: "db" })] };
    expect(chosen(pod({ affinity: { podAffinity: required("db") } }), snapshotOf(zones, placed))).toBe("b");
    expect(chosen(pod({ affinity: { podAntiAffinity: required("db") } }), snapshotOf(zones, placed))).toBe("a");
    const loner = pod({ affinity: { podAntiAffinity: required("web") } }, "loner");
    expect(chosen(pod({}, "w", { app: "web" }), snapshotOf(zones, { a: [loner] }))).toBe("b");
    expect(chosen(pod({}, "w", { app: "web" }), snapshotOf([node("a", {}, { zone: "1" })], { a: [loner] }))).toBe(
      `0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules. ${noVictims(1)}`,
    );
  });

  it("to pods that are not there leaves the pod pending, unless it means itself", () => {
    const alone = pod({ affinity: { podAffinity: required("web") } }, "w");
    expect(chosen(alone, snapshotOf(zones))).toBe(
      `0/2 nodes are available: 2 node(s) didn't match pod affinity rules. ${unhelpful(2)}`,
    );
    expect(chosen({ ...alone, metadata: { ...alone.metadata, labels: { app: "web" } } }, snapshotOf(zones))).toBe("a");
  });

  it("to nodes is a requirement or a wish", () => {
    const term1 = { matchExpressions: [{ key: "zone", operator: "In", values: ["2"] }] };
    const wish = { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term1 }] };
    expect(chosen(pod({ affinity: { nodeAffinity: wish } }), snapshotOf(zones))).toBe("b");
    const greater = { matchExpressions: [{ key: "zone", operator: "Gt", values: ["1"] }] };
    const need = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [greater] } };
    expect(chosen(pod({ affinity: { nodeAffinity: need } }), snapshotOf(zones))).toBe("b");
  });
});

describe("spreading", () => {
  const web = (name: string): SchedulablePod => pod({}, name, { app: "web" });
  const constrained = pod(
    {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: "zone",
          whenUnsatisfiable: "DoNotSchedule",
          labelSelector: { matchLabels: { app: "web" } },
        },
      ],
    },
    "p",
    { app: "web" },
  );

  it("keeps the skew, and says which nodes have no such topology", () => {
    const zones = [node("a", {}, { zone: "1" }), node("b", {}, { zone: "2" }), node("c")];
    expect(chosen(constrained, snapshotOf(zones, { a: [web("x")] }))).toBe("b");
    const cordoned = [zones[0] ?? node("a"), node("b", { spec: { unschedulable: true } }, { zone: "2" }), node("c")];
    expect(chosen(constrained, snapshotOf(cordoned, { a: [web("x")] }))).toBe(
      "0/3 nodes are available: 1 node(s) didn't match pod topology spread constraints, 1 node(s) didn't match pod topology spread constraints (missing required label), 1 node(s) were unschedulable. no new claims to deallocate, preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.",
    );
  });

  it("is what happens to the pods of one controller without constraints", () => {
    const owned = (name: string): SchedulablePod => ({
      ...pod({}, name),
      metadata: {
        name,
        namespace: "default",
        ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: "r", uid: "r", controller: true }],
      },
    });
    const nodes = [node("a"), node("b"), node("c")];
    const placed: Record<string, SchedulablePod[]> = { a: [], b: [], c: [] };
    for (let i = 0; i < 6; i++) placed[chosen(owned(`p${i}`), snapshotOf(nodes, placed))]?.push(owned(`p${i}`));
    expect(Object.values(placed).map((pods) => pods.length)).toEqual([2, 2, 2]);
  });
});

describe("preemption", () => {
  const low = (name: string, cpu: string, priority = 1, labels = {}): SchedulablePod =>
    pod(requesting({ cpu }, { priority }), name, labels);
  const high = (cpu: string, more: Spec = {}): SchedulablePod =>
    pod(requesting({ cpu }, { priority: 10, ...more }), "high");
  const candidate = (...args: Parameters<typeof decided>) => {
    const decision = decided(...args);
    return decision.kind === "node" || decision.candidate === undefined
      ? undefined
      : [decision.candidate.node, ...decision.candidate.victims.map(({ key }) => key.slice(8)), decision.message];
  };
  const told = "0/1 nodes are available: 1 Insufficient cpu.";

  it("takes the fewest and least important pods", () => {
    const placed = { a: [low("one", "2"), low("two", "1", 2), low("three", "1")] };
    expect(candidate(high("2"), snapshotOf([node("a")], placed))).toEqual(["a", "one", told]);
    expect(candidate(high("3"), snapshotOf([node("a")], placed))).toEqual(["a", "one", "three", told]);
  });

  it("prefers the node where no budget is violated", () => {
    const nodes = [node("a"), node("b")];
    const placed = { a: [low("kept", "4", 1, { app: "db" })], b: [low("other", "4", 5)] };
    const budget = {
      metadata: { name: "db", namespace: "default" },
      spec: { selector: { matchLabels: { app: "db" } } },
      status: { disruptionsAllowed: 0 },
    };
    expect(candidate(high("4"), snapshotOf(nodes, placed), [budget])?.slice(0, 2)).toEqual(["b", "other"]);
    expect(candidate(high("4"), snapshotOf(nodes, placed))?.slice(0, 2)).toEqual(["a", "kept"]);
  });

  it("is not for pods whose policy forbids it", () => {
    const placed = { a: [low("one", "4")] };
    expect(chosen(high("2", { preemptionPolicy: "Never" }), snapshotOf([node("a")], placed))).toBe(
      `${told} no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.`,
    );
  });

  it("keeps the room for the pod that it was made for", () => {
    const promised: SchedulablePod = { ...high("3"), status: { nominatedNodeName: "a" } };
    expect(chosen(low("late", "2"), snapshotOf([node("a")]), [], [promised])).toBe(`${told} ${noVictims(1)}`);
    expect(chosen(promised, snapshotOf([node("a"), node("b")]), [], [promised])).toBe("a");
  });
});

describe("volumes", () => {
  const claim = (more: PersistentVolumeClaimForPod["spec"] = {}): PersistentVolumeClaimForPod => ({
    metadata: { name: "data", namespace: "default" },
    spec: { storageClassName: "local", accessModes: ["ReadWriteOnce"], ...more },
    status: { phase: "Pending" },
  });
  const using = pod({ volumes: [{ name: "v", persistentVolumeClaim: { claimName: "data" } }] });
  const late: StorageClass = {
    metadata: { name: "local" },
    provisioner: "kubernetes.io/no-provisioner",
    volumeBindingMode: "WaitForFirstConsumer",
  };
  const volume = {
    metadata: { name: "disk" },
    spec: {
      storageClassName: "local",
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["b"] }] }],
        },
      },
    },
    status: { phase: "Available" },
  };
  const nodes = [node("a"), node("b")];

  it("of a claim that waits for its pod choose the node", () => {
    const snapshot = snapshotOf(nodes, {}, { claim: () => claim(), storageClass: () => late, volumes: () => [volume] });
    expect(chosen(using, snapshot)).toBe("b");
    const none = snapshotOf(nodes, {}, { claim: () => claim(), storageClass: () => late });
    expect(chosen(using, none)).toBe(
      `0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind. ${unhelpful(2)}`,
    );
  });

  it("of a claim that does not wait are bound before", () => {
    const snapshot = snapshotOf(nodes, {}, { claim: () => claim() });
    expect(chosen(using, snapshot)).toBe(
      "0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found",
    );
  });

  it("that are bound keep the pod on their nodes", () => {
    const bound = {
      ...claim({ volumeName: "disk" }),
      metadata: { name: "data", namespace: "default", annotations: { "pv.kubernetes.io/bind-completed": "yes" } },
    };
    const snapshot = snapshotOf(nodes, {}, { claim: () => bound, volume: () => volume });
    expect(chosen(using, snapshot)).toBe("b");
    expect(chosen(using, { ...snapshot, nodes: snapshot.nodes.slice(0, 1) })).toBe(
      `0/1 nodes are available: 1 node(s) had volume node affinity conflict. ${unhelpful(1)}`,
    );
  });
});
