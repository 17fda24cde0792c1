import type { Clock } from "../../apimachinery/clock.ts";
import type { Client } from "../../client/client.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import type { Pod } from "../../api/core/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { podsResource } from "../framework/pod-control.ts";
import { podCondition } from "../../component-helpers/pod-state.ts";
import { newPodCondition } from "../framework/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { Node, NodeCondition } from "../../api/core/scheduling.ts";
import { isSimulatedNode } from "../../component-helpers/simulation.ts";
import { nodeCondition, nodeKind, nodesResource, wantedTaints } from "./node-types.ts";

interface Lease extends KubeObject {
  readonly spec?: { readonly renewTime?: string };
}

const leasesResource = { group: "coordination.k8s.io", version: "v1", resource: "leases" };
const leaseNamespace = "kube-node-lease";

/** How long a node may be silent (--node-monitor-grace-period), and one that has never told its state. */
const graceMs = 50_000;
const startupGraceMs = 60_000;

const conditionTypes = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"];

/**
 * Watches the health of nodes (controller/nodelifecycle): nodes that do not renew their lease or status become Unknown,
 * taints follow conditions, and pods of nodes that are not ready are not ready either.
 */
export function createNodeLifecycleController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("node-lifecycle", context);
  const recorder = new EventRecorder({ client, clock, component: "node-controller" });
  const nodes = informers.of<Node>(nodesResource);
  const leases = informers.of<Lease>(leasesResource);
  const pods = informers.of<Pod>(podsResource);
  const parts = { client, clock, recorder, pods };
  const lastSeen = new Map<string, { readonly sign: string; readonly at: number }>();

  /** Returns when a node last gave a sign of life, as this controller saw it. */
  function heardAt(node: Node): number {
    const { name = "", creationTimestamp } = node.metadata;
    const ready = nodeCondition(node, "Ready");
    const renewed = leases.index.get(`${leaseNamespace}/${name}`)?.spec?.renewTime;
    const sign = `${ready?.lastHeartbeatTime ?? ""} ${renewed ?? ""}`;
    const known = lastSeen.get(name);
    if (known?.sign === sign) return known.at;
    const isNew = known === undefined && ready === undefined && creationTimestamp !== undefined;
    const at = isNew ? parseTime(creationTimestamp) : clock.now();
    lastSeen.set(name, { sign, at });
    return at;
  }

  async function syncNode(node: Node, signal: AbortSignal): Promise<void> {
    const { name = "" } = node.metadata;
    let current = node;
    // simulated nodes write neither leases nor heartbeats: what their conditions say is true until it is changed
    if (!isSimulatedNode(node)) {
      const grace = nodeCondition(node, "Ready") === undefined ? startupGraceMs : graceMs;
      const waitMs = heardAt(node) + grace - clock.now();
      if (waitMs >= 0) controller.addAfter(name, waitMs + 1);
      else current = await markUnknown(parts, node, signal);
    }
    const taints = wantedTaints(current, formatTime(clock.now()));
    if (taints !== undefined)
      current = await client.update(
        nodesResource,
        { ...current, spec: { ...current.spec, taints } },
        undefined,
        signal,
      );
    const ready = nodeCondition(current, "Ready")?.status;
    if (ready === "False" || ready === "Unknown") await markPodsNotReady(parts, name, signal);
  }

  const controller: QueuedController = new QueuedController({
    clock,
    informers: [nodes, leases, pods],
    workers: 4,
    async process(name, signal) {
      const node = nodes.index.get(name);
      if (node === undefined) return void lastSeen.delete(name);
      try {
        await syncNode(node, signal);
      } catch (error) {
        // the watch delivers the newer object, which is processed again
        if (!isConflict(error) && !isNotFound(error)) throw error;
      }
    },
  });
  followNodes(nodes, recorder, (name) => controller.add(name));
  const addNodeOf = ({ metadata: { namespace, name = "" } }: Lease): void => {
    if (namespace === leaseNamespace && nodes.index.get(name) !== undefined) controller.add(name);
  };
  leases.addHandler({ add: addNodeOf, update: (_before, after) => addNodeOf(after) });
  return controller;
}

interface LifecycleParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly pods: SharedInformer<Pod>;
}

/** Sets the conditions of a silent node to Unknown (tryUpdateNodeHealth). */
async function markUnknown({ client, clock }: LifecycleParts, node: Node, signal: AbortSignal): Promise<Node> {
  const now = formatTime(clock.now());
  const { conditions = [] } = node.status ?? {};
  const next = conditionTypes.reduce<readonly NodeCondition[]>(
    (all, type) => withUnknown(all, type, node, now),
    conditions,
  );
  if (next === conditions) return node;
  return client.update(nodesResource, { ...node, status: { ...node.status, conditions: next } }, "status", signal);
}

/** Pods of a node that is not ready are not ready either (MarkPodsNotReady). */
async function markPodsNotReady(
  { client, clock, recorder, pods }: LifecycleParts,
  node: string,
  signal: AbortSignal,
): Promise<void> {
  for (const pod of pods.index.values()) {
    if (pod.spec?.nodeName !== node || podCondition(pod, "Ready")?.status !== "True") continue;
    const { name = "", namespace = "", uid } = pod.metadata;
    const condition = newPodCondition(pod, { type: "Ready", status: "False" }, clock.now());
    const patch = { metadata: { uid }, status: { conditions: [condition] } };
    try {
      const target = { ...podsResource, namespace };
      await client.patch(target, name, "strategic-merge", patch, { subresource: "status", signal });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
      continue;
    }
    recorder.event({ apiVersion: "v1", kind: "Pod" }, pod, "Warning", "NodeNotReady", "Node is not ready");
  }
}

/** Adds nodes that change, and records events about them. */
function followNodes(nodes: SharedInformer<Node>, recorder: EventRecorder, add: (name: string) => void): void {
  const event = (node: Node, reason: string, message: string): void =>
    recorder.event(nodeKind, node, "Normal", reason, message);
  nodes.addHandler({
    add(node) {
      const { name = "" } = node.metadata;
      event(node, "RegisteredNode", `Node ${name} event: Registered Node ${name} in Controller`);
      add(name);
    },
    update(before, after) {
      const { name = "" } = after.metadata;
      const [was, is] = [nodeCondition(before, "Ready")?.status, nodeCondition(after, "Ready")?.status];
      if (was === "True" && is !== "True") event(after, "NodeNotReady", `Node ${name} status is now: NodeNotReady`);
      add(name);
    },
    delete(node) {
      const { name = "" } = node.metadata;
      event(node, "RemovingNode", `Node ${name} event: Removing Node ${name} from Controller`);
      add(name);
    },
  });
}

/** Returns conditions in which one is Unknown because the node is silent; the same ones if it is already. */
function withUnknown(
  conditions: readonly NodeCondition[],
  type: string,
  { metadata }: Node,
  now: string,
): readonly NodeCondition[] {
  const before = conditions.find((condition) => condition.type === type);
  if (before === undefined) {
    const { creationTimestamp } = metadata;
    const reason = "NodeStatusNeverUpdated";
    const message = "Kubelet never posted node status.";
    const heartbeat = creationTimestamp === undefined ? {} : { lastHeartbeatTime: creationTimestamp };
    return [...conditions, { type, status: "Unknown", reason, message, ...heartbeat, lastTransitionTime: now }];
  }
  if (before.status === "Unknown") return conditions;
  const reason = "NodeStatusUnknown";
  const message = "Kubelet stopped posting node status.";
  const unknown = { ...before, status: "Unknown", reason, message, lastTransitionTime: now };
  return conditions.map((condition) => (condition === before ? unknown : condition));
}
